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
}
