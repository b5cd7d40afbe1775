package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;

import java.util.ArrayList;
import java.util.List;

/**
 * How a query in an expression depends on the row around it, if equalities alone tie it.
 *
 * @param block the query as the rules have left it
 * @param keys the equalities
 * @param rest the conditions that do not depend on the row
 */
record Correlation(Query.Block block, List<Key> keys, Expr rest) {
    /**
     * An equality that ties a query to the row around it.
     *
     * @param inner an expression over the query's own sources
     * @param outer one over the sources around it
     */
    record Key(Expr inner, Expr outer, Comparison comparison) {
        /** Whether values that are different to GROUP BY are different to the comparison. */
        boolean isGroupable() {
            Affinity affinity = Typing.affinity(inner);
            Collation collation = Typing.collation(inner, comparison.collation());
            return collation.equals(comparison.collation())
                    && switch (comparison.affinity()) {
                        case NONE, BLOB -> true;
                        case TEXT -> affinity == Affinity.TEXT;
                        default -> affinity.isNumeric();
                    };
        }
    }

    /** One row for each value of the keys, whatever there is in the tables. */
    boolean isOneRow() {
        return block.grouped() && block.keys().isEmpty() && block.having() == null;
    }

    /** What ties the query; null if that is more than equalities, or if it cannot be moved. */
    static Correlation of(Expr.Nested nested, RewriteContext context) {
        if (!nested.isCorrelated() || !(nested.query() instanceof Query.Block raw)) {
            return null;
        }
        Query.Block inner = context.rewritten(raw);
        boolean whole = inner.limit() == null
                && inner.offset() == null
                && !inner.from().isEmpty()
                && (!inner.grouped() || inner.keys().isEmpty())
                && inner.from().stream().noneMatch(FromItem::wantsPartialIndex)
                && Queries.expressions(inner).stream().allMatch(Correlation::isMovable);
        if (!whole) {
            return null;
        }
        List<Key> keys = new ArrayList<>();
        Expr rest = null;
        for (Expr condition : Exprs.conjuncts(inner.where())) {
            Key key = key(condition, nested);
            if (key != null && isArgument(key.inner, inner.from())) {
                return null;
            }
            if (key != null) {
                keys.add(key);
            } else {
                rest = Exprs.and(rest, condition);
            }
        }
        return keys.isEmpty() || Queries.isCorrelated(inner.withWhere(rest))
                ? null
                : new Correlation(inner, List.copyOf(keys), rest);
    }

    /** Whether a value is one that a virtual table cannot do without. */
    private static boolean isArgument(Expr value, List<FromItem> from) {
        return value instanceof Expr.Column column
                && column.index() >= 0
                && from.stream()
                        .map(FromItem::source)
                        .anyMatch(source -> source.number() == column.source()
                                && source.relation() instanceof Relation.Virtual
                                && source.table().columns().get(column.index()).hidden());
    }

    private static Key key(Expr condition, Expr.Nested nested) {
        if (!(condition instanceof Expr.Compare compare)
                || compare.operator() != CompareOperator.EQ) {
            return null;
        }
        Expr.Argument left = argument(compare.left(), nested);
        Expr.Argument right = argument(compare.right(), nested);
        if ((left == null) == (right == null)) {
            return null;
        }
        Expr inner = left == null ? compare.left() : compare.right();
        Expr outer = left == null ? right.value() : left.value();
        boolean apart = !Queries.isCorrelated(inner)
                && Exprs.isDeterministic(outer)
                && !(inner instanceof Expr.Constant)
                && !Exprs.hasQuery(inner)
                && !Exprs.hasQuery(outer);
        return apart ? new Key(inner, outer, compare.comparison()) : null;
    }

    private static Expr.Argument argument(Expr side, Expr.Nested nested) {
        if (side instanceof Expr.Outer outer) {
            for (Expr.Argument argument : nested.arguments()) {
                if (argument.slot() == outer.slot()) {
                    return argument;
                }
            }
        }
        return null;
    }

    /** Whether it can be evaluated where it would not have been: it does not fail. */
    static boolean isMovable(Expr expression) {
        boolean movable = switch (expression) {
            case Expr.Call call -> isHarmless(call);
            case Expr.WindowCall _ -> false;
            default -> true;
        };
        return movable && Exprs.children(expression).stream().allMatch(Correlation::isMovable);
    }

    /** LIKE and GLOB can only fail for a pattern: then the rows make no difference. */
    private static boolean isHarmless(Expr.Call call) {
        ScalarFunction function = call.function();
        return function.is(FunctionFact.NEVER_FAILS)
                || (function.is(FunctionFact.PATTERN)
                        && (call.arguments().getFirst() instanceof Expr.Constant
                                || call.arguments().getFirst() instanceof Expr.Parameter));
    }
}
