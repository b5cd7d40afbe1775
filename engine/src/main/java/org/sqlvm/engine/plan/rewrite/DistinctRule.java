package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.RowUse;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code SELECT DISTINCT a, b} of tables is {@code SELECT a, b GROUP BY a, b}, which vectors may
 * compute. The row that comes first gives a group its values, as it does without groups.
 */
public final class DistinctRule {
    private DistinctRule() {}

    /** Whether it is one that reads all its rows, and that may be planned more than once. */
    public static boolean fits(Query.Block block, RowUse use) {
        List<Expr> expressions = new ArrayList<>(block.values());
        if (block.where() != null) {
            expressions.add(block.where());
        }
        block.from().forEach(item -> expressions.addAll(item.on()));
        return block.distinct()
                && !block.grouped()
                && use != RowUse.FIRST
                && (block.limit() == null || !block.order().isEmpty())
                && !block.from().isEmpty()
                && block.from().stream()
                        .allMatch(item -> item.source().relation() instanceof Relation.Stored)
                && block.order().stream().allMatch(key -> block.values().contains(key.value()))
                && expressions.stream()
                        .noneMatch(value -> Exprs.hasQuery(value) || Exprs.hasWindow(value));
    }

    public static Query.Block grouped(Query.Block block) {
        return new Query.Block(
                block.from(),
                block.where(),
                true,
                block.values(),
                null,
                block.values(),
                block.columns(),
                false,
                block.order(),
                block.limit(),
                block.offset());
    }
}
