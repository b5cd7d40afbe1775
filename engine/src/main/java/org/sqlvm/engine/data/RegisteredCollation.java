package org.sqlvm.engine.data;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A collation that the user of a connection has registered. Programs and schemas refer to it, and
 * may outlive the connection: only its {@link Registration}, which the connection holds, keeps its
 * code.
 */
public final class RegisteredCollation extends Collation {
    /** The order that a collation defines. */
    @FunctionalInterface
    public interface Order {
        /** As {@link Collation#compare}. */
        int compare(Text left, Text right);
    }

    /** Holds a collation: it remains in use as long as this object is referenced. */
    public record Registration(RegisteredCollation collation, Order order) {
        public static Registration of(String name, Order order) {
            return new Registration(new RegisteredCollation(name, order), order);
        }
    }

    private static final AtomicLong LAST_NUMBER = new AtomicLong();

    private final WeakReference<Order> order;
    private final long number = LAST_NUMBER.incrementAndGet();

    private RegisteredCollation(String name, Order order) {
        super(name);
        this.order = new WeakReference<>(order);
    }

    /** Another one for each that has been registered in this process. */
    public long number() {
        return number;
    }

    /** Returns the collation's order. */
    public Order order() {
        Order found = order.get();
        assert found != null : "the connection is gone: " + name();
        return found;
    }

    @Override
    @TruffleBoundary
    public int compare(Text left, Text right) {
        return order().compare(left, right);
    }

    @Override
    public boolean isHashable() {
        return false;
    }
}
