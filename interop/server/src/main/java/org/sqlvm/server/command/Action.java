package org.sqlvm.server.command;

import org.sqlvm.server.rows.RowSink;
import org.sqlvm.server.value.Field;

import java.util.List;
import java.util.function.Supplier;

/** A command without rows that the server itself carries out. */
public final class Action extends Command {
    private final Supplier<String> work;
    private final boolean endsTransaction;

    /** @param work gives the tag */
    private Action(String tag, boolean endsTransaction, Supplier<String> work) {
        super(tag);
        this.work = work;
        this.endsTransaction = endsTransaction;
    }

    public static Action of(String tag, Runnable work) {
        return new Action(tag, false, () -> {
            work.run();
            return tag;
        });
    }

    /** One that gives its own tag. */
    static Action tagged(String tag, Supplier<String> work) {
        return new Action(tag, false, work);
    }

    static Action endOfTransaction(String tag, Supplier<String> work) {
        return new Action(tag, true, work);
    }

    @Override
    public List<Field> fields() {
        return null;
    }

    @Override
    boolean endsTransaction() {
        return endsTransaction;
    }

    @Override
    public Run start(List<Object> values) {
        return new Run() {
            private String done;

            @Override
            public List<Field> fields() {
                return null;
            }

            @Override
            public boolean run(RowSink rows, long limit) {
                done = work.get();
                return true;
            }

            @Override
            public String tag() {
                return done;
            }
        };
    }
}
