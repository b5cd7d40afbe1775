package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.ChoiceFunctions;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Window;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A call of which only the names count that are in it: ALTER TABLE does not ask whether there is
 * such a function. It never runs.
 */
record NamedCall(String name) implements ScalarFunction {

    /** {@code call} with the names in its arguments, its order, filter and window. */
    static Expr of(Expression.FunctionCall call, Scope scope, Resolver resolver) {
        Scope inner = scope.withAggregates(Scope.Aggregates.FORBIDDEN);
        List<Expr> parts = new ArrayList<>(resolver.all(call.arguments(), inner));
        resolver.order(call.orderBy(), inner).forEach(key -> parts.add(key.value()));
        if (call.over() instanceof Window.Definition window) {
            parts.addAll(names(window, inner, resolver));
        }
        if (call.filter() != null) {
            parts.add(resolver.resolve(call.filter(), inner));
        }
        SqlFunction function = function(call, resolver);
        if (function == ChoiceFunctions.LIKELIHOOD) {
            CallResolver.checkLikelihood(call);
        }
        boolean aggregates = call.over() == null
                && scope.aggregates() == Scope.Aggregates.ALLOWED
                && function instanceof AggregateFunction;
        return aggregates
                ? new Expr.Aggregate(
                        (AggregateFunction) function,
                        List.copyOf(parts),
                        false,
                        null,
                        resolver.binary(),
                        List.of())
                : new Expr.Call(
                        new NamedCall(call.function().text()),
                        List.copyOf(parts),
                        resolver.binary());
    }

    /** The names in a window, but those in its frame. */
    static List<Expr> names(Window.Definition window, Scope scope, Resolver resolver) {
        List<Expr> parts = new ArrayList<>(resolver.all(window.partitionBy(), scope));
        resolver.order(window.orderBy(), scope).forEach(key -> parts.add(key.value()));
        return parts;
    }

    private static SqlFunction function(Expression.FunctionCall call, Resolver resolver) {
        try {
            return Functions.find(
                    call.function().text(), call.arguments().size(), resolver.registered());
        } catch (SqlException _) {
            return null;
        }
    }

    @Override
    public int argumentCountMin() {
        return 0;
    }

    @Override
    public int argumentCountMax() {
        return Integer.MAX_VALUE;
    }

    @Override
    public Set<FunctionFact> facts() {
        return Set.of(FunctionFact.DETERMINISTIC);
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        throw new AssertionError(name);
    }
}
