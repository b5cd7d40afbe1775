package org.sqlvm.engine.plan.physical;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.physical.SelectPlan.Distinct;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.plan.physical.SelectPlan.IndexScan;
import org.sqlvm.engine.plan.physical.SelectPlan.Loop;
import org.sqlvm.engine.plan.physical.SelectPlan.RowidRange;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.query.HashJoinKind;
import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A plan in the words of EXPLAIN QUERY PLAN (sqlite.org/eqp.html). */
public final class QueryPlanText {
    private final List<FromItem> items;
    private final List<Loop> loops;
    private final List<SelectPlan.Source> sources;
    /** SQLite says SEARCH wherever it looks for a minimum or maximum. */
    private final boolean search;

    /** Null if rows flow through the loops. */
    private final SelectPlan.Vectors vectors;

    /** Of the sources with shared rows those that are shown here. */
    private final Set<Integer> ownShared;

    private final PlanLines lines = new PlanLines();

    public QueryPlanText(
            List<FromItem> items,
            List<SelectPlan.Source> sources,
            List<Loop> loops,
            boolean search,
            SelectPlan.Vectors vectors,
            Set<Integer> ownShared) {
        this.ownShared = ownShared;
        this.search = search;
        this.vectors = vectors;
        this.items = items;
        this.sources = sources;
        this.loops = loops;
    }

    public List<PlanLine> lines(
            Grouping grouping, Distinct distinct, List<SortKey> sort, int sorted) {
        for (SelectPlan.Source source : sources) {
            boolean shown = source instanceof SelectPlan.DerivedSource derived
                    && (derived.shared() == null || ownShared.contains(derived.number()));
            if (shown) {
                SelectPlan.DerivedSource derived = (SelectPlan.DerivedSource) source;
                String verb = derived.coroutine() ? "CO-ROUTINE " : "MATERIALIZE ";
                int parent = lines.add(0, verb + queryName(items.get(sources.indexOf(source))));
                lines.addAll(parent, derived.plan().queryPlan());
            }
        }
        boolean grouped = grouping != null && !grouping.keys().isEmpty();
        if (grouping != null && !grouped) {
            addDistinctAggregates(grouping);
        }
        if (loops.isEmpty()) {
            add("SCAN CONSTANT ROW");
        }
        if (vectors != null) {
            addVectors();
        } else {
            loops.forEach(this::add);
        }
        if (grouped) {
            switch (grouping.gathering()) {
                case ORDERED -> {}
                case SORTER -> add("USE TEMP B-TREE FOR GROUP BY");
                case HASH -> add("HASH GROUP BY");
            }
            addDistinctAggregates(grouping);
        }
        if (distinct == Distinct.UNORDERED) {
            add("USE TEMP B-TREE FOR DISTINCT");
        }
        if (!sort.isEmpty()) {
            int left = sort.size() - sorted;
            String terms =
                    sorted == 0 ? "" : left == 1 ? "LAST TERM OF " : "LAST " + left + " TERMS OF ";
            add("USE TEMP B-TREE FOR " + terms + "ORDER BY");
        }
        return lines.lines();
    }

    private void addVectors() {
        List<SelectPlan.VectorInput> scanned =
                vectors.inputs().stream().filter(input -> input.build() == null).toList();
        int parent = scanned.size() == 1 ? 0 : lines.add(0, "UNION ALL");
        for (int i = 0; i < scanned.size(); i++) {
            addVectors(parent, scanned.get(i), vectors.queries().get(i).rows());
        }
    }

    /** A table, and below it the tables that its rows probe. */
    private void addVectors(int parent, SelectPlan.VectorInput input, VectorPipeline rows) {
        FromItem item = items.get(input.source());
        String keys = "";
        if (input.build() != null) {
            List<String> parts = new ArrayList<>();
            for (int key : input.build().keys()) {
                int column = input.columns().get(((Step.Load) rows.steps().get(key)).column());
                String name = column == Expr.Column.ROWID
                        ? "rowid"
                        : item.source().table().columns().get(column).name();
                parts.add(name + "=?");
            }
            keys = " (" + String.join(" AND ", parts) + ")";
        }
        String verb =
                input.build() == null ? "VECTOR SCAN " : verb(input.build().kind());
        String index = input.index() == null
                ? ""
                : " USING COVERING INDEX " + input.index().name();
        String given = input.given() == null ? "" : virtualIndex(input.given().plan());
        int line =
                lines.add(parent, verb + name(item) + given + index + keys, input, item.source());
        for (VectorPipeline.Probe probe : rows.probes()) {
            SelectPlan.VectorInput found = vectors.inputs().get(probe.input());
            addVectors(line, found, found.build().rows());
        }
    }

    private static String verb(HashJoinKind kind) {
        return kind == HashJoinKind.INNER ? "VECTOR HASH JOIN " : "VECTOR " + kind.words + " ";
    }

    private void addDistinctAggregates(Grouping grouping) {
        for (Expr.Aggregate aggregate : grouping.aggregates()) {
            boolean together = vectors == null && grouping.distinctTogether();
            if (aggregate.distinct() && !together) {
                add("USE TEMP B-TREE FOR " + aggregate.function().name() + "(DISTINCT)");
            }
        }
    }

    /** The lines, then those of the queries in {@code expressions}. */
    public List<PlanLine> withQueries(
            List<PlanLine> before, List<Expr> expressions, NestedPlans nested) {
        PlanLines all = new PlanLines();
        all.addAll(0, before);
        addQueries(all, expressions, nested);
        return all.lines();
    }

    public static void addQueries(PlanLines lines, List<Expr> expressions, NestedPlans plans) {
        List<RowPlan> shown = new ArrayList<>();
        for (Expr expression : expressions) {
            Exprs.walk(expression, part -> {
                Expr.Nested nested = Exprs.nested(part);
                if (nested != null && !shown.contains(plans.of(nested))) {
                    shown.add(plans.of(nested));
                    String kind =
                            part instanceof Expr.InQuery ? "LIST SUBQUERY " : "SCALAR SUBQUERY ";
                    String prefix = nested.isCorrelated() ? "CORRELATED " : "";
                    String suffix = nested.memo() ? " USING HASH TABLE" : "";
                    int parent = lines.add(0, prefix + kind + shown.size() + suffix);
                    lines.addAll(parent, plans.of(nested).queryPlan());
                }
            });
        }
    }

    private void add(String detail) {
        lines.add(0, detail);
    }

    private static String name(FromItem item) {
        String name = item.source().name();
        return name == null ? "(subquery-" + item.source().number() + ")" : name;
    }

    /** A view or a common table expression has a name of its own beside its alias. */
    private static String queryName(FromItem item) {
        return item.source().name() == null || item.source().table().name().isEmpty()
                ? name(item)
                : item.source().table().name();
    }

    private void add(Loop loop) {
        FromItem item = items.get(loop.source());
        String end = loop.leftJoin() ? " LEFT-JOIN" : "";
        if (loop.access() instanceof SelectPlan.IndexUnion union) {
            int parent = lines.add(0, "MULTI-INDEX OR", loop, item.source());
            List<SelectPlan.Access> branches = union.accesses();
            for (int i = 0; i < branches.size(); i++) {
                int branch = lines.add(parent, "INDEX " + (i + 1));
                lines.add(branch, describe(branches.get(i), item) + end);
            }
        } else {
            lines.add(0, describe(loop.access(), item) + end, loop, item.source());
        }
    }

    private String describe(SelectPlan.Access access, FromItem item) {
        Table table = item.source().table();
        String name = name(item);
        return switch (access) {
            case SelectPlan.FullScan _ -> (search ? "SEARCH " : "SCAN ") + name;
            case SelectPlan.RowidEqual _, SelectPlan.RowidIn _ ->
                "SEARCH " + name + " USING INTEGER PRIMARY KEY (rowid=?)";
            case RowidRange range ->
                "SEARCH " + name + " USING INTEGER PRIMARY KEY (" + range(range) + ")";
            case IndexScan scan -> indexScan(scan, table, name);
            case SelectPlan.VirtualScan scan -> "SCAN " + name + virtualIndex(scan.plan());
            case SelectPlan.IndexUnion _ -> throw new AssertionError("OR within OR");
            case SelectPlan.HashJoin join -> {
                List<String> parts = new ArrayList<>();
                for (int key : join.keys()) {
                    String column = key == Expr.Column.ROWID
                            ? "rowid"
                            : table.columns().get(key).name();
                    parts.add(column + "=?");
                }
                yield "HASH JOIN " + name + " (" + String.join(" AND ", parts) + ")";
            }
        };
    }

    private static String virtualIndex(ScanPlan plan) {
        return " VIRTUAL TABLE INDEX " + plan.index() + ":" + plan.text();
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

    private String indexScan(IndexScan scan, Table table, String name) {
        boolean limited = !scan.isWhole();
        String verb = limited || search ? "SEARCH " : "SCAN ";
        String index = table.withoutRowid() && scan.index() == table.primaryKey()
                ? " USING PRIMARY KEY"
                : (scan.covering() ? " USING COVERING INDEX " : " USING INDEX ")
                        + scan.index().name();
        if (!limited) {
            return verb + name + index;
        }
        List<String> parts = new ArrayList<>();
        int place = 0;
        for (SelectPlan.KeyPart part : scan.equal()) {
            String column = columnName(scan.index(), table, place++);
            parts.add(part == SelectPlan.KeyPart.ANY ? "ANY(" + column + ")" : column + "=?");
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
