package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.Subtypes;

import java.util.List;

/**
 * Arguments of functions that take JSON text for JSON: what comes from another query is no longer
 * known as JSON, whether or not that query has become part of this one. Only a column that a
 * table-valued function has made stays JSON through queries that hand it on.
 */
public final class JsonArguments {
    /** No place of a column, not even the rowid's. */
    private static final int ABSENT = Integer.MIN_VALUE;

    private final Scope scope;
    private final WindowResolver windows;

    /** @param windows of the SELECT that the scope is in */
    JsonArguments(Scope scope, WindowResolver windows) {
        this.scope = scope;
        this.windows = windows;
    }

    /** The arguments of a call. */
    List<Expr> of(SqlFunction function, List<Expr> arguments) {
        return function.is(FunctionFact.TAKES_SUBTYPES)
                ? Exprs.mapAll(arguments, this::argument)
                : arguments;
    }

    private Expr argument(Expr value) {
        return switch (value) {
            case Expr.Column column -> keeps(column, scope.sources()) ? column : clear(column);
            case Expr.Outer outer -> clear(outer);
            case Expr.ScalarQuery query ->
                query.nested().query() instanceof Query.Compound
                                || keeps(query.nested().query(), query.column())
                        ? query
                        : clear(query);
            case Expr.WindowCall call ->
                call.aggregate() != null
                                && call.aggregate().is(FunctionFact.TAKES_SUBTYPES)
                                && windows.isFirst(call.window())
                        ? call
                        : clear(call);
            case Expr.Plus _, Expr.Collate _, Expr.Cast _, Expr.Coalesce _, Expr.Case _ ->
                Exprs.mapChildren(value, this::argument);
            case Expr.Call call ->
                call.function().is(FunctionFact.CHOOSES)
                        ? Exprs.mapChildren(call, this::argument)
                        : call;
            default -> value;
        };
    }

    /** The value, no longer known as JSON. */
    public static Expr clear(Expr value) {
        return new Expr.Call(Subtypes.CLEAR, List.of(value), Typing.collation(value));
    }

    /**
     * Tables hold no JSON, so that nothing has to be done for their columns; and those of
     * table-valued functions keep it.
     */
    private static boolean keeps(Expr.Column column, List<Source> sources) {
        for (Source source : sources) {
            int index = source.values() != null
                    ? source.values().indexOf(column)
                    : source.number() == column.source() ? column.index() : ABSENT;
            boolean found = source.values() != null ? index >= 0 : index != ABSENT;
            if (found && source.group() != null) {
                Source inner = source.group().get(index).source();
                return inner != null && keeps(inner, source.group().get(index).column());
            }
            if (found) {
                return keeps(source, index);
            }
        }
        return false;
    }

    private static boolean keeps(Source source, int index) {
        return switch (source.relation()) {
            case Relation.Derived derived -> !derived.kept() && keeps(derived.query(), index);
            case Relation.Working _ -> false;
            default -> true;
        };
    }

    /** Whether a query gives a column of its sources as it is, and needs no sorter for it. */
    private static boolean keeps(Query query, int index) {
        return query instanceof Query.Block block
                && !block.distinct()
                && !block.grouped()
                && block.order().isEmpty()
                && block.values().get(index) instanceof Expr.Column column
                && keeps(column, block.from().stream().map(FromItem::source).toList());
    }
}
