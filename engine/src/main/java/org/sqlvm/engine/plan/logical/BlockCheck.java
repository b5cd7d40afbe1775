package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.schema.Table;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What holds of every block, as names are resolved and between any two rules. Only assertions ask:
 * a rule that breaks a block fails where it has done so, and not in the code that is emitted.
 */
public final class BlockCheck {
    private final Query.Block block;

    /** By number of a source of the block. */
    private final Map<Integer, Table> tables = new HashMap<>();

    private BlockCheck(Query.Block block) {
        this.block = block;
    }

    /** True, or an AssertionError that says which expression is wrong. */
    public static boolean isSound(Query.Block block) {
        BlockCheck check = new BlockCheck(block);
        block.from().forEach(check::add);
        check.checkStages();
        Queries.expressions(block).forEach(check::check);
        return true;
    }

    /**
     * Whether every source of a block belongs to it alone. A query that has become a join may still
     * stand in the result, too: then both read the same table under one number.
     */
    public static boolean ownsItsSources(Query.Block block) {
        BlockCheck check = new BlockCheck(block);
        block.from().forEach(check::add);
        Queries.walkBlocks(block, inner -> {
            for (FromItem item : inner == block ? List.<FromItem>of() : inner.from()) {
                int number = item.source().number();
                Table own = check.tables.get(number);
                assert own == null || own == item.source().table() : "two sources " + number;
            }
        });
        return true;
    }

    /** Whether a rule has left alone what no rule is there for. */
    public static boolean isSameResult(Query.Block before, Query.Block after) {
        assert after.columns().size() == before.columns().size() : after.columns();
        assert after.distinct() == before.distinct() : after;
        assert after.limit() == before.limit() && after.offset() == before.offset() : after;
        assert after.grouped() == before.grouped() : after;
        return true;
    }

    private void add(FromItem item) {
        Source source = item.source();
        assert source.relation() != null : "a join in parentheses: " + source.number();
        assert !tables.containsKey(source.number()) : "twice in FROM: " + source.number();
        if (source.relation() instanceof Relation.Derived derived) {
            int width = derived.query().columns().size();
            assert source.table().columns().size() == width : source.number() + ": " + width;
        }
        tables.put(source.number(), source.table());
    }

    private void checkStages() {
        assert block.values().size() == block.columns().size() : block.values();
        assert block.grouped() || block.keys().isEmpty() : block.keys();
        assert block.grouped() || block.having() == null : block.having();
        assert block.limit() != null || block.offset() == null : block.offset();
        if (block.where() != null) {
            checkOfRows(block.where());
        }
        block.keys().forEach(BlockCheck::checkOfRows);
        block.from().forEach(item -> item.on().forEach(BlockCheck::checkOfRows));
        if (block.having() != null) {
            assert !Exprs.hasWindow(block.having()) : block.having();
        }
        if (!block.grouped()) {
            block.values().forEach(value -> {
                assert !Exprs.hasAggregate(value) : value;
            });
        }
    }

    /** What is computed of single rows. */
    private static void checkOfRows(Expr expression) {
        assert !Exprs.hasAggregate(expression) : "an aggregate below the grouping: " + expression;
        assert !Exprs.hasWindow(expression) : "a window below the grouping: " + expression;
    }

    private void check(Expr expression) {
        switch (expression) {
            case Expr.Column column -> {
                Table table = tables.get(column.source());
                assert table != null : "of no source in FROM: " + column;
                assert column.index() >= Expr.Column.ROWID : column;
                assert column.index() < table.columns().size() : column;
            }
            case Expr.GroupKey _,
                    Expr.AggregateResult _,
                    Expr.BareColumn _,
                    Expr.WindowColumn _ -> {
                assert false : "planned before its block: " + expression;
            }
            case Expr.ScalarQuery query -> {
                int width = query.nested().query().columns().size();
                assert query.column() < width : query.column() + " of " + width;
            }
            case Expr.InQuery in -> {
                int width = in.nested().query().columns().size();
                assert in.operands().size() == width : in.operands() + " for " + width;
                assert in.comparisons().size() == width : in.comparisons() + " for " + width;
            }
            case Expr.In in -> {
                assert in.comparison() != null : in;
            }
            default -> {}
        }
        Exprs.children(expression).forEach(this::check);
    }
}
