package org.sqlvm.engine.plan;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.List;

/**
 * What must be true of the expressions in a new table or index. One that a file brings is taken as
 * it is: SQLite has looked at it.
 */
public final class Definitions {
    /** They are refused only if they are asked for the current time, and then when they are. */
    static final List<String> DATE_FUNCTIONS =
            List.of("date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff");

    private Definitions() {}

    /** Looks at generated columns, CHECKs and DEFAULTs. */
    public static void check(Table table, Statement.CreateTable tree, TextEncoding encoding) {
        for (Column column : table.columns()) {
            if (column.defaultValue() != null && !isConstant(column.defaultValue())) {
                throw SqlException.error(
                        "default value of column [" + column.name() + "] is not constant");
            }
        }
        for (int column : StoredExpressions.inOrder(table, encoding)) {
            requireDeterministic(
                    StoredExpressions.value(table, column, encoding),
                    StoredExpressions.GENERATED_PLACE);
        }
        StoredExpressions.checks(table, encoding);
    }

    /** Looks at indexed expressions and the condition of a partial index. */
    public static void check(Table table, Index index, TextEncoding encoding) {
        for (IndexColumn column : index.columns()) {
            if (column.expression() != null) {
                requireDeterministic(
                        new Resolver(encoding)
                                .resolve(
                                        column.expression(),
                                        Scope.of(table, StoredExpressions.INDEX_PLACE)),
                        StoredExpressions.INDEX_PLACE);
            }
        }
        Expr condition = StoredExpressions.condition(table, index, encoding);
        if (condition != null) {
            requireDeterministic(condition, StoredExpressions.PARTIAL_PLACE);
        }
    }

    private static void requireDeterministic(Expr expression, String place) {
        Exprs.walk(expression, part -> {
            boolean changes = part instanceof Expr.Call call
                    && call.function() instanceof ScalarFunction function
                    && !function.isDeterministic()
                    && !DATE_FUNCTIONS.contains(function.builtIn());
            if (changes) {
                throw SqlException.error("non-deterministic functions prohibited in " + place);
            }
        });
    }

    /** Whether no name, parameter or query is in a DEFAULT. */
    private static boolean isConstant(Expression expression) {
        return switch (expression) {
            case Expression.ColumnName name ->
                NameResolver.truth(name.column()) != null
                        || (name.table() == null && name.column().quote() == Name.Quote.DOUBLE);
            case Expression.Parameter _,
                    Expression.Subquery _,
                    Expression.Exists _,
                    Expression.InSelect _,
                    Expression.InTable _ -> false;
            case Expression.Unary unary -> isConstant(unary.operand());
            case Expression.Binary binary ->
                isConstant(binary.left()) && isConstant(binary.right());
            case Expression.FunctionCall call ->
                call.arguments().stream().allMatch(Definitions::isConstant);
            case Expression.Cast cast -> isConstant(cast.operand());
            case Expression.Collate collate -> isConstant(collate.operand());
            case Expression.IsNull isNull -> isConstant(isNull.operand());
            case Expression.Like like -> isConstant(like.operand()) && isConstant(like.pattern());
            case Expression.Between between ->
                isConstant(between.operand())
                        && isConstant(between.low())
                        && isConstant(between.high());
            case Expression.InList in ->
                isConstant(in.operand()) && in.values().stream().allMatch(Definitions::isConstant);
            default -> true;
        };
    }
}
