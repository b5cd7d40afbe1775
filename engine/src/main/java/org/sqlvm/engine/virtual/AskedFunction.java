package org.sqlvm.engine.virtual;

import org.sqlvm.api.FunctionOverload;

/**
 * What a virtual table has said about a function while a statement was compiled.
 *
 * @param isOwn whether it has its own
 * @param operator of its {@link FunctionOverload}; 0 if calls are no conditions
 */
public record AskedFunction(
        ConnectedTable table, String name, int argumentCount, boolean isOwn, int operator) {
    /** @param answer null if the table has none of its own */
    static AskedFunction of(
            ConnectedTable table, String name, int argumentCount, FunctionOverload answer) {
        boolean isOwn = answer != null;
        return new AskedFunction(
                table,
                name,
                argumentCount,
                isOwn,
                isOwn && answer.isCondition() ? answer.operator() : 0);
    }
}
