package org.sqlvm.warm;

import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.instrumentation.ContextsListener;
import com.oracle.truffle.api.instrumentation.TruffleInstrument;
import com.oracle.truffle.api.nodes.LanguageInfo;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

/**
 * Says whether a program holds much memory, by a walk over all that its contexts refer to. A walk
 * takes a while, and memory of its own: only programs that may hold much are asked for.
 */
final class ContextSizes extends TruffleInstrument implements ContextsListener {
    static final String ID = "sqlvm-context-sizes";

    /** The time for one program; the first walk begins in the interpreter. */
    private static final Duration WALK_MAX = Duration.ofSeconds(5);

    private static final Duration LOOK = Duration.ofMillis(20);

    private final Map<TruffleContext, Program> contexts = new ConcurrentHashMap<>();
    private Env env;

    /** An empty one: Truffle has the thread that walks be in a context. */
    private Context own;

    /** Returns that of an engine, which hears of the contexts that are made from then on. */
    static ContextSizes of(Engine engine) {
        ContextSizes sizes = engine.getInstruments().get(ID).lookup(ContextSizes.class);
        sizes.own = Context.newBuilder()
                .engine(engine)
                .allowAllAccess(true)
                .allowHostAccess(Program.JAVA)
                .build();
        return sizes;
    }

    @Override
    protected void onCreate(Env created) {
        env = created;
        env.getInstrumenter().attachContextsListener(this, false);
        env.registerService(this);
    }

    /**
     * Returns whether a program holds {@code bytes}, or may hold them: the walk did not end.
     *
     * @param isUrgent whether there is no more time for the walk
     */
    boolean holds(Program program, long bytes, BooleanSupplier isUrgent) {
        AtomicBoolean isCancelled = new AtomicBoolean();
        AtomicBoolean isLess = new AtomicBoolean();
        // It waits for the program's threads, of which one may be in code without safepoints.
        Thread walk = Thread.ofPlatform().name("sizes").daemon().start(() -> {
            own.enter();
            try {
                isLess.set(!holds(program, bytes, isCancelled));
            } catch (RuntimeException | OutOfMemoryError e) {
                // It has been cancelled, or there is no memory for it: not known to be less.
            } finally {
                own.leave();
            }
        });
        long begunNs = System.nanoTime();
        try {
            do {
                walk.join(LOOK);
            } while (walk.isAlive()
                    && !isUrgent.getAsBoolean()
                    && System.nanoTime() - begunNs < WALK_MAX.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (walk.isAlive()) {
            isCancelled.set(true);
            walk.interrupt();
        }
        return !isLess.get();
    }

    private boolean holds(Program program, long bytes, AtomicBoolean isCancelled) {
        long left = bytes;
        for (Map.Entry<TruffleContext, Program> entry : contexts.entrySet()) {
            if (entry.getValue() == program && left > 0) {
                left -= env.calculateContextHeapSize(entry.getKey(), left, isCancelled);
            }
        }
        return left <= 0;
    }

    @Override
    public void onContextCreated(TruffleContext context) {
        Program program = Program.current();
        if (program != null) {
            contexts.put(context, program);
        }
    }

    @Override
    public void onContextClosed(TruffleContext context) {
        contexts.remove(context);
    }

    @Override
    public void onLanguageContextCreated(TruffleContext context, LanguageInfo language) {
        // A context is measured with all its languages.
    }

    @Override
    public void onLanguageContextInitialized(TruffleContext context, LanguageInfo language) {
        // See the first.
    }

    @Override
    public void onLanguageContextFinalized(TruffleContext context, LanguageInfo language) {
        // See the first.
    }

    @Override
    public void onLanguageContextDisposed(TruffleContext context, LanguageInfo language) {
        // See the first.
    }
}
