package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.SqlFunction;
import org.sqlvm.engine.row.function.ChoiceFunctions;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.engine.row.window.WindowFunction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Span;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Calls of functions: scalar ones, aggregates, and functions over windows. */
final class CallResolver {
    private final Resolver resolver;

    CallResolver(Resolver resolver) {
        this.resolver = resolver;
    }

    Expr resolve(Expression.FunctionCall call, Scope scope) {
        if (resolver.purpose().isNames()) {
            return NamedCall.of(call, scope, resolver);
        }
        String name = call.function().text().toLowerCase(Locale.ROOT);
        if (call.over() != null || WindowFunction.named(name) != null) {
            return windowCall(call, scope);
        }
        int count = call.arguments().size();
        if (scope.place() != null
                && resolver.purpose().unknown() != Purpose.Unknown.REFUSED
                && !Functions.exists(name, resolver.registered())) {
            if (resolver.purpose().unknown() == Purpose.Unknown.LEFT) {
                return NamedCall.of(call, scope, resolver);
            }
            throw unknown(call);
        }
        SqlFunction function = Scope.DEFAULT_VALUE.place().equals(scope.place())
                ? ofDefault(call)
                : found(call, count, scope);
        resolver.checkUsable(function, scope, call.span());
        if (!resolver.authorization().allowsFunction(function.name())) {
            return new Expr.Constant(SqlNull.NULL);
        }
        if (function instanceof AggregateFunction aggregate) {
            return aggregate(call, aggregate, scope);
        }
        if (call.filter() != null) {
            throw refusal(
                    "FILTER may not be used with non-aggregate "
                            + call.function().text() + "()",
                    call,
                    scope);
        }
        if (!call.orderBy().isEmpty()) {
            throw refusal(
                    "ORDER BY may not be used with non-aggregate "
                            + call.function().text() + "()",
                    call,
                    scope);
        }
        List<Expr> arguments =
                jsonArguments(function, resolver.all(call.arguments(), scope), scope);
        return switch (ChoiceFunctions.form(function)) {
            case FIRST_VALUE -> new Expr.Coalesce(arguments);
            case BRANCHES -> iif(arguments);
            case HINT -> {
                if (function == ChoiceFunctions.LIKELIHOOD) {
                    checkLikelihood(call);
                }
                yield plainValue(arguments.get(0));
            }
            case CALL ->
                new Expr.Call(
                        Overloads.called(
                                (ScalarFunction) function, arguments, scope, resolver.registered()),
                        arguments,
                        Typing.firstCollation(arguments, resolver.binary()));
        };
    }

    /** A DEFAULT's names are not looked up before a row needs it. */
    private SqlFunction ofDefault(Expression.FunctionCall call) {
        String name = call.function().text();
        SqlFunction found = null;
        try {
            found = Functions.find(name, call.arguments().size(), resolver.registered());
        } catch (SqlException _) {
            // There is none with as many arguments.
        }
        if (found instanceof ScalarFunction) {
            return found;
        }
        throw unknown(call);
    }

    private static SqlException unknown(Expression.FunctionCall call) {
        return SqlException.error(
                "unknown function: " + call.function().text() + "()",
                call.span().start());
    }

    private List<Expr> jsonArguments(SqlFunction function, List<Expr> arguments, Scope scope) {
        return new JsonArguments(scope, resolver.windows()).of(function, arguments);
    }

    /**
     * A function's result has neither affinity nor a column's collation, even if it is one, and it
     * may be of any kind to a compound, even if it is a literal or a CASE of some.
     */
    private static Expr plainValue(Expr value) {
        boolean plain = Typing.affinity(value) == Affinity.NONE
                && !(value instanceof Expr.Constant || value instanceof Expr.Case);
        return plain ? value : new Expr.Coalesce(List.of(value));
    }

    private Expr windowCall(Expression.FunctionCall call, Scope scope) {
        String name = call.function().text();
        int position = call.span().start();
        int count = call.arguments().size();
        WindowFunction function = WindowFunction.named(name);
        AggregateFunction aggregate = null;
        if (function == null) {
            SqlFunction found = found(call, count, scope);
            boolean plain = found instanceof RegisteredAggregate own && !own.window();
            if (plain || !(found instanceof AggregateFunction of)) {
                throw refusal(name + "() may not be used as a window function", call, scope);
            }
            resolver.checkUsable(of, scope, call.span());
            aggregate = of;
        } else if (count < function.argumentCountMin || count > function.argumentCountMax) {
            throw refusal("wrong number of arguments to function " + name + "()", call, scope);
        }
        if (call.over() == null || !resolver.windowsAllowed()) {
            throw refusal("misuse of window function " + name + "()", call, scope);
        }
        if (!resolver.authorization().allowsFunction(name.toLowerCase(Locale.ROOT))) {
            return new Expr.Constant(SqlNull.NULL);
        }
        if (call.filter() != null && aggregate == null) {
            throw SqlException.error(
                    "FILTER clause may only be used with aggregate window functions", position);
        }
        resolver.allowWindows(false);
        List<Expr> arguments = resolver.all(call.arguments(), scope);
        if (aggregate != null) {
            arguments = jsonArguments(aggregate, arguments, scope);
        }
        Expr filter = call.filter() == null ? null : resolver.resolve(call.filter(), scope);
        Expr.Window window = resolver.windows().resolve(call.over(), function, scope);
        resolver.allowWindows(true);
        return new Expr.WindowCall(
                function,
                aggregate,
                arguments,
                filter,
                Typing.firstCollation(arguments, resolver.binary()),
                window);
    }

    static void checkLikelihood(Expression.FunctionCall call) {
        boolean share = call.arguments().get(1) instanceof Expression.RealLiteral number
                && number.value() >= 0
                && number.value() <= 1;
        if (!share) {
            throw SqlException.error(
                    "second argument to likelihood() must be a constant between 0.0 and 1.0",
                    call.span().start());
        }
    }

    /** {@code iif(a, b, c, d, …, otherwise)}. */
    private static Expr iif(List<Expr> arguments) {
        List<Expr.When> branches = new ArrayList<>();
        int pairs = arguments.size() / 2;
        for (int i = 0; i < pairs; i++) {
            branches.add(new Expr.When(arguments.get(2 * i), arguments.get(2 * i + 1)));
        }
        Expr otherwise = arguments.size() % 2 == 1 ? arguments.get(arguments.size() - 1) : null;
        return plainValue(new Expr.Case(null, List.copyOf(branches), otherwise));
    }

    private Expr aggregate(Expression.FunctionCall call, AggregateFunction function, Scope scope) {
        if (scope.aggregates() != Scope.Aggregates.FORBIDDEN && belongsOutside(call, scope)) {
            return outerAggregate(call, function, scope);
        }
        if (scope.aggregates() == Scope.Aggregates.FORBIDDEN) {
            throw refusal(
                    "misuse of aggregate function " + call.function().text() + "()", call, scope);
        }
        Expr own = ownAggregate(call, function, scope);
        Misuse.checkAggregate(call.function().text(), scope, call.span().start());
        return own;
    }

    /** An aggregate of a query around the one with {@code scope}. */
    private Expr outerAggregate(
            Expression.FunctionCall call, AggregateFunction function, Scope scope) {
        Scope around = scope.enclosing().scope();
        Expr outer;
        if (belongsOutside(call, around)) {
            outer = outerAggregate(call, function, around);
        } else {
            Misuse.checkOuterAggregate(
                    call.function().text(), around, call.span().start());
            outer = ownAggregate(call, function, around);
        }
        return scope.enclosing().capture(outer);
    }

    private Expr ownAggregate(
            Expression.FunctionCall call, AggregateFunction function, Scope scope) {
        Scope inner = scope.withAggregates(Scope.Aggregates.FORBIDDEN);
        boolean allowed = resolver.windowsAllowed();
        resolver.allowWindows(false);
        List<Expr> arguments =
                jsonArguments(function, resolver.all(call.arguments(), inner), inner);
        List<SortKey> sorted = resolver.order(call.orderBy(), inner);
        List<SortKey> order = function.is(FunctionFact.ANY_ORDER) ? List.of() : sorted;
        Expr filter = call.filter() == null ? null : resolver.resolve(call.filter(), inner);
        resolver.allowWindows(allowed);
        if (call.distinct() && call.arguments().size() != 1) {
            throw SqlException.error(
                    "DISTINCT aggregates must have exactly one argument",
                    call.span().start());
        }
        return new Expr.Aggregate(
                function,
                arguments,
                call.distinct(),
                filter,
                Typing.firstCollation(arguments, resolver.binary()),
                order);
    }

    /**
     * Whether an aggregate in a nested query is one of the query around: its arguments read columns
     * of that query and none of the nested one.
     */
    private boolean belongsOutside(Expression.FunctionCall call, Scope scope) {
        if (scope.enclosing() == null) {
            return false;
        }
        Scope inner = scope.withAggregates(Scope.Aggregates.FORBIDDEN);
        int mark = scope.enclosing().mark();
        boolean[] reads = new boolean[2];
        List<Expr> parts = new ArrayList<>(resolver.all(call.arguments(), inner));
        resolver.order(call.orderBy(), inner).forEach(key -> parts.add(key.value()));
        if (call.filter() != null) {
            parts.add(resolver.resolve(call.filter(), inner));
        }
        for (Expr argument : parts) {
            Exprs.walk(argument, part -> {
                reads[0] |= part instanceof Expr.Column;
                reads[1] |= part instanceof Expr.Outer;
            });
        }
        scope.enclosing().forget(mark);
        return reads[1] && !reads[0];
    }

    private SqlFunction found(Expression.FunctionCall call, int argumentCount, Scope scope) {
        try {
            return Functions.find(call.function().text(), argumentCount, resolver.registered());
        } catch (SqlException error) {
            throw refusal(error.getMessage(), call, scope);
        }
    }

    /**
     * The error of a call; SQLite resolves its arguments as well, and tells what is wrong there.
     */
    private SqlException refusal(String message, Expression.FunctionCall call, Scope scope) {
        resolver.all(call.arguments(), scope);
        return SqlException.error(message, call.span().start());
    }

    SqlFunction find(String name, int argumentCount, Span span) {
        try {
            return Functions.find(name, argumentCount, resolver.registered());
        } catch (SqlException error) {
            throw SqlException.error(error.getMessage(), span.start());
        }
    }
}
