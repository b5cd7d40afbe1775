package org.sqlvm.api;

/**
 * A virtual table's own implementation of an SQL function; see {@link ModuleTable#findFunction}.
 *
 * @param operator 0, or a number from 150 to 255 that the table chooses. With such a number, a call
 *     with two arguments in WHERE is also passed to {@link ModuleTable#plan}, as a condition with
 *     the operator {@link ScanRequest.Operator#FUNCTION} and this number
 */
public record FunctionOverload(ScalarFunction function, int operator) {
    /** Returns an overload that is called for each row and never passed to plans. */
    public static FunctionOverload of(ScalarFunction function) {
        return new FunctionOverload(function, 0);
    }

    /** The smallest number of a condition (SQLITE_INDEX_CONSTRAINT_FUNCTION). */
    private static final int OPERATOR_MIN = 150;

    private static final int OPERATOR_MAX = 255;

    /** Whether calls are conditions for plans. */
    public boolean isCondition() {
        return operator >= OPERATOR_MIN && operator <= OPERATOR_MAX;
    }
}
