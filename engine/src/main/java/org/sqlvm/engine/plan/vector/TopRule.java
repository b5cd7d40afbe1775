package org.sqlvm.engine.plan.vector;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.RegisteredFunction;

/**
 * The first rows of an order by a function of long BLOBs, such as the nearest neighbours of an
 * embedding, or by a number of a virtual table with chunks: vectors leave out rows that are not
 * among them, with all cores. The program computes the function once more for the rows that are
 * left, sorts them and limits them; so it also tells which row is an error.
 */
final class TopRule {
    private TopRule() {}

    /**
     * The first rows that are wanted.
     *
     * @param key the first term of the order
     * @param offset null for none
     */
    record Top(SortKey key, Expr limit, Expr offset) {}

    /** Null if a block does not want the first rows of such an order. */
    static Top of(Query.Block block, Registered registered) {
        boolean isTop = block.limit() != null
                && !block.order().isEmpty()
                && !block.grouped()
                && !block.distinct()
                && !Queries.hasWindow(block)
                && isSame(block.limit())
                && (block.offset() == null || isSame(block.offset()));
        if (!isTop) {
            return null;
        }
        SortKey key = block.order().getFirst();
        boolean fits = (readsBlobs(key.value()) || isChunk(key.value(), block, registered))
                && block.values().stream().allMatch(value -> isQuiet(value, key.value()))
                && block.order().stream().allMatch(each -> isQuiet(each.value(), key.value()));
        return fits ? new Top(key, block.limit(), block.offset()) : null;
    }

    /** Whether a value is a number of a virtual table whose columns are there for vectors. */
    private static boolean isChunk(Expr value, Query.Block block, Registered registered) {
        return value instanceof Expr.Column column
                && column.affinity().isNumeric()
                && hasChunks(block, registered);
    }

    /** Whether the only table is a virtual one that gives chunks. */
    static boolean hasChunks(Query.Block block, Registered registered) {
        return block.from().getFirst().source().relation() instanceof Relation.Virtual virtual
                && virtual.table().hasChunks(registered);
    }

    private static boolean isSame(Expr expression) {
        return expression instanceof Expr.Constant || expression instanceof Expr.Parameter;
    }

    private static boolean readsBlobs(Expr expression) {
        boolean reads = expression instanceof Expr.Call call
                && call.function().vectorForm() != null
                && call.function().vectorForm().blobsToDouble() != null;
        return reads || Exprs.children(expression).stream().anyMatch(TopRule::readsBlobs);
    }

    /**
     * Whether it does not show if a value is only computed for some rows: it cannot fail, and calls
     * no function of the user's.
     *
     * @param key computed for all rows
     */
    private static boolean isQuiet(Expr expression, Expr key) {
        if (expression.equals(key)) {
            return true;
        }
        boolean isQuiet = switch (expression) {
            case Expr.Call call -> isQuiet(call.function());
            default -> !Exprs.hasQuery(expression);
        };
        return isQuiet
                && Exprs.children(expression).stream().allMatch(child -> isQuiet(child, key));
    }

    private static boolean isQuiet(ScalarFunction function) {
        return function.is(FunctionFact.NEVER_FAILS)
                && function.isDeterministic()
                && !(function instanceof RegisteredFunction);
    }
}
