package org.sqlvm.engine.virtual;

/**
 * What a virtual table has in the place of a function whose first argument is one of its columns
 * (sqlite.org/vtab.html section 2.18).
 *
 * @param operator from {@link #OPERATOR_MIN} on: a call with two arguments in WHERE is a condition
 *     that plans may take, {@link ScanRequest.Operator#FUNCTION}; 0 if not
 */
public record Overload(Body body, int operator) {
    /** SQLITE_INDEX_CONSTRAINT_FUNCTION. */
    public static final int OPERATOR_MIN = 150;

    /** The largest operator, which SQLite keeps in a byte. */
    public static final int OPERATOR_MAX = 255;

    /** What the function does. */
    @FunctionalInterface
    public interface Body {
        /**
         * @param arguments as in registers; may be borrowed
         * @return a value as in a register
         */
        Object call(Object[] arguments);
    }

    /** Whether calls are conditions for plans. */
    public boolean isCondition() {
        return operator >= OPERATOR_MIN && operator <= OPERATOR_MAX;
    }
}
