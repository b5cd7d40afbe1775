package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.TimeGrain;

import java.util.Set;

/**
 * A function of dates in an index, a CHECK or a generated column: its result may depend neither on
 * when nor on where it is called, so that the current time and the machine's time zone are errors.
 *
 * @param place for the message: an index, a CHECK constraint or a generated column
 */
public record PureDate(ScalarFunction function, String place) implements ScalarFunction {
    /** Whether the function may ask for the time or the time zone, as its arguments want. */
    public static boolean isDate(ScalarFunction function) {
        return function.is(FunctionFact.MAY_ASK_TIME);
    }

    /** It fails where the function would have asked. */
    @Override
    public Set<FunctionFact> facts() {
        return Set.of(FunctionFact.DETERMINISTIC, FunctionFact.STRICT);
    }

    @Override
    public TimeGrain timeGrain() {
        return function.timeGrain();
    }

    @Override
    public String name() {
        return function.name();
    }

    @Override
    public int argumentCountMin() {
        return function.argumentCountMin();
    }

    @Override
    public int argumentCountMax() {
        return function.argumentCountMax();
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        return function.call(new Elsewhere(context), arguments);
    }

    /** A caller that has neither the time nor a time zone. */
    private final class Elsewhere implements CallContext {
        private final CallContext context;

        Elsewhere(CallContext context) {
            this.context = context;
        }

        private SqlException refused() {
            return SqlException.error("non-deterministic use of " + name() + "() in " + place);
        }

        @Override
        public long currentTimeMs() {
            throw refused();
        }

        @Override
        public void useTimeZone() {
            throw refused();
        }

        @Override
        public Collation collation() {
            return context.collation();
        }

        @Override
        public long lastInsertRowid() {
            return context.lastInsertRowid();
        }

        @Override
        public long changes() {
            return context.changes();
        }

        @Override
        public long totalChanges() {
            return context.totalChanges();
        }

        @Override
        public int lengthMax() {
            return context.lengthMax();
        }

        @Override
        public int patternLengthMax() {
            return context.patternLengthMax();
        }

        @Override
        public boolean isLikeCaseSensitive() {
            return context.isLikeCaseSensitive();
        }

        @Override
        public void setLikeCaseSensitive(boolean sensitive) {
            context.setLikeCaseSensitive(sensitive);
        }

        @Override
        public void setAnalysisLimit(int limit) {
            context.setAnalysisLimit(limit);
        }

        @Override
        public void attach(String file, String name) {
            context.attach(file, name);
        }

        @Override
        public void detach(String name) {
            context.detach(name);
        }

        @Override
        public void setTempStore(int store) {
            context.setTempStore(store);
        }
    }
}
