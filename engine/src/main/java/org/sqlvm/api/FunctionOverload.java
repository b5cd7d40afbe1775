package org.sqlvm.api;

/**
 * What a virtual table has in the place of a function ({@link ModuleTable#findFunction}).
 *
 * @param operator from 150 to 255: a call with two arguments in WHERE is a condition
 *     ({@link ScanRequest.Operator#FUNCTION}) that plans are told of and may take, with this
 *     number; 0 if it is not
 */
public record FunctionOverload(ScalarFunction function, int operator) {
    /** One that is called for each row. */
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
