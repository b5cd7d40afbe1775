package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.OverloadedFunction;

import java.util.List;

/** Functions that a virtual table does in its own way for its columns. */
final class Overloads {
    /** Where a call has what it may be overloaded for. */
    private static final int FIRST = 0;

    /** Where an operator has its left operand: {@code a LIKE b} is {@code like(b, a)}. */
    private static final int OPERAND = 1;

    private Overloads() {}

    /** What a call is of. */
    static ScalarFunction called(
            ScalarFunction function, List<Expr> arguments, Scope scope, Registered registered) {
        return find(function, arguments, FIRST, scope, registered);
    }

    /** What LIKE, GLOB, REGEXP or MATCH is of. */
    static ScalarFunction operator(
            ScalarFunction function, List<Expr> arguments, Scope scope, Registered registered) {
        return find(function, arguments, OPERAND, scope, registered);
    }

    private static ScalarFunction find(
            ScalarFunction function,
            List<Expr> arguments,
            int place,
            Scope scope,
            Registered registered) {
        ConnectedTable table =
                arguments.size() <= place ? null : table(arguments.get(place), scope);
        return table == null
                ? function
                : OverloadedFunction.of(table, function, arguments.size(), registered);
    }

    /** The virtual table that an expression is a column of, here or in a query around; or null. */
    private static ConnectedTable table(Expr expression, Scope scope) {
        if (expression instanceof Expr.Outer outer && scope.enclosing() != null) {
            Enclosing around = scope.enclosing();
            for (Expr.Argument argument : around.arguments()) {
                if (argument.slot() == outer.slot()) {
                    return table(argument.value(), around.scope());
                }
            }
        }
        if (expression instanceof Expr.Column column) {
            for (Source source : scope.sources()) {
                if (source.number() == column.source()
                        && source.relation() instanceof Relation.Virtual(ConnectedTable table)) {
                    return table;
                }
            }
        }
        return null;
    }
}
