package org.sqlvm.engine.plan;

import org.sqlvm.engine.plan.FromClause.Item;
import org.sqlvm.engine.plan.SelectPlan.Distinct;
import org.sqlvm.engine.plan.SelectPlan.Grouping;
import org.sqlvm.engine.plan.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.SelectPlan.Loop;
import org.sqlvm.engine.plan.SelectPlan.RowidRange;
import org.sqlvm.engine.plan.SelectPlan.SortKey;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;

/** A plan in the words of EXPLAIN QUERY PLAN (sqlite.org/eqp.html). */
final class QueryPlanText {
    private final List<Item> items;
    private final List<Loop> loops;
    private final List<PlanLine> lines = new ArrayList<>();

    QueryPlanText(List<Item> items, List<Loop> loops) {
        this.items = items;
        this.loops = loops;
    }

    List<PlanLine> lines(Grouping grouping, Distinct distinct, List<SortKey> sort) {
        if (loops.isEmpty()) {
            add("SCAN CONSTANT ROW");
        }
        loops.forEach(loop -> add(describe(loop)));
        if (grouping != null) {
            for (Expr.Aggregate aggregate : grouping.aggregates()) {
                if (aggregate.distinct()) {
                    add("USE TEMP B-TREE FOR " + aggregate.function().name() + "(DISTINCT)");
                }
            }
            if (!grouping.keys().isEmpty() && !grouping.sortedInput()) {
                add("USE TEMP B-TREE FOR GROUP BY");
            }
        }
        if (distinct == Distinct.UNORDERED) {
            add("USE TEMP B-TREE FOR DISTINCT");
        }
        if (!sort.isEmpty()) {
            add("USE TEMP B-TREE FOR ORDER BY");
        }
        return List.copyOf(lines);
    }

    private void add(String detail) {
        lines.add(new PlanLine(lines.size() + 1, 0, detail));
    }

    private String describe(Loop loop) {
        Item item = items.get(loop.source());
        Table table = item.source().table();
        String name = item.source().name();
        String text = switch (loop.access()) {
            case SelectPlan.FullScan _ -> "SCAN " + name;
            case SelectPlan.RowidEqual _, SelectPlan.RowidIn _ ->
                "SEARCH " + name + " USING INTEGER PRIMARY KEY (rowid=?)";
            case RowidRange range ->
                "SEARCH " + name + " USING INTEGER PRIMARY KEY (" + range(range) + ")";
            case IndexScan scan -> indexScan(scan, table, name);
        };
        return loop.leftJoin() ? text + " LEFT-JOIN" : text;
    }

    private static String range(RowidRange range) {
        List<String> parts = new ArrayList<>();
        if (range.low() != null) {
            parts.add("rowid>?");
        }
        if (range.high() != null) {
            parts.add("rowid<?");
        }
        return String.join(" AND ", parts);
    }

    private static String indexScan(IndexScan scan, Table table, String name) {
        boolean search = !scan.equal().isEmpty() || scan.low() != null || scan.high() != null;
        String verb = search ? "SEARCH " : "SCAN ";
        String index = table.withoutRowid() && scan.index() == table.primaryKey()
                ? " USING PRIMARY KEY"
                : (scan.covering() ? " USING COVERING INDEX " : " USING INDEX ")
                        + scan.index().name();
        if (!search) {
            return verb + name + index;
        }
        List<String> parts = new ArrayList<>();
        int place = 0;
        for (int i = 0; i < scan.equal().size(); i++) {
            parts.add(columnName(scan.index(), table, place++) + "=?");
        }
        if (scan.low() != null) {
            parts.add(columnName(scan.index(), table, place) + ">?");
        }
        if (scan.high() != null) {
            parts.add(columnName(scan.index(), table, place) + "<?");
        }
        return verb + name + index + " (" + String.join(" AND ", parts) + ")";
    }

    private static String columnName(Index index, Table table, int place) {
        int column = index.columns().get(place).tableColumn();
        return column == Index.ROWID ? "rowid" : table.columns().get(column).name();
    }
}
