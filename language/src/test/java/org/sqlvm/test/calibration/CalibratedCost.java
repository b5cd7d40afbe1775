package org.sqlvm.test.calibration;

import static org.sqlvm.test.calibration.CalibrationData.BIG_ROWS;
import static org.sqlvm.test.calibration.CalibrationData.FEW_PROBES;
import static org.sqlvm.test.calibration.CalibrationData.GROUP_ROWS;
import static org.sqlvm.test.calibration.CalibrationData.MANY_PROBES;
import static org.sqlvm.test.calibration.CalibrationData.SMALL_ROWS;

import org.sqlvm.engine.plan.stats.Cost;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.plan.stats.DefaultRows;
import org.sqlvm.test.calibration.StatementClock.Mode;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A cost of {@link CostModel}, and the statements that measure it: the time of one, less that of
 * others which do all but this.
 *
 * @param what the work that is measured
 * @param figures the model's figures that it is computed from
 * @param model the model's nanoseconds for one of {@code count}
 * @param statements each do it {@code count} times. Several are a figure's extremes, of which it is
 *     the mean: whether keys come in the order of the rows that they find, no plan knows
 * @param less the statements whose times are subtracted
 */
record CalibratedCost(
        String what,
        Set<Cost> figures,
        double model,
        long count,
        List<Timed> statements,
        List<Timed> less) {

    /**
     * A statement that is timed.
     *
     * @param plan a text that its plan must contain, since another plan measures something else
     */
    record Timed(Mode mode, String sql, String plan) {
        static Timed rows(String sql, String plan) {
            return new Timed(Mode.ROWS, sql, plan);
        }
    }

    private static final Timed BIG_SCAN =
            Timed.rows("SELECT sum(u) FROM big NOT INDEXED", "SCAN big");
    private static final Timed SMALL_SCAN =
            Timed.rows("SELECT sum(u) FROM small NOT INDEXED", "SCAN small");
    private static final Timed ENTRIES =
            Timed.rows("SELECT sum(k) FROM big INDEXED BY big_gvk", "USING COVERING INDEX big_gvk");
    private static final Timed MANY = Timed.rows("SELECT sum(q + r) FROM many", "SCAN many");
    private static final Timed FEW = Timed.rows("SELECT sum(r + s) FROM few", "SCAN few");
    private static final Timed BIG_HASH = Timed.rows(
            "SELECT sum(b.v) FROM handful p CROSS JOIN big b ON b.u = p.r", "HASH JOIN b");
    private static final Timed SMALL_HASH = Timed.rows(
            "SELECT sum(b.v) FROM handful p CROSS JOIN small b ON b.u = p.s", "HASH JOIN b");
    private static final Timed BIG_ROWIDS = Timed.rows(
            "SELECT sum(b.v) FROM many p CROSS JOIN big b ON b.id = p.r",
            "SEARCH b USING INTEGER PRIMARY KEY (rowid=?)");
    private static final Timed BIG_ROWIDS_IN_ORDER = Timed.rows(
            "SELECT sum(b.v) FROM many p CROSS JOIN big b ON b.id = p.q",
            "SEARCH b USING INTEGER PRIMARY KEY (rowid=?)");
    private static final Timed SMALL_ROWIDS = Timed.rows(
            "SELECT sum(b.v) FROM few p CROSS JOIN small b ON b.id = p.s",
            "SEARCH b USING INTEGER PRIMARY KEY (rowid=?)");

    /**
     * Everything that is measured. Where a figure grows with the rows, a large and a small table.
     */
    static final List<CalibratedCost> ALL = List.of(
            // Reading.
            of("row of a scan", Cost.TABLE_STEP.ns(), BIG_ROWS, BIG_SCAN, Cost.TABLE_STEP),
            of(
                    "entry of an index",
                    CostModel.indexSteps(1),
                    BIG_ROWS,
                    Timed.rows(
                            "SELECT sum(k) FROM big INDEXED BY big_k",
                            "USING COVERING INDEX big_k"),
                    Cost.INDEX_STEP),
            of(
                            "search for a rowid, large table",
                            CostModel.search(BIG_ROWS),
                            MANY_PROBES,
                            BIG_ROWIDS,
                            Cost.SEARCH_LEVEL)
                    .less(MANY)
                    .and(BIG_ROWIDS_IN_ORDER),
            of(
                            "search for a rowid, small table",
                            CostModel.search(SMALL_ROWS),
                            FEW_PROBES,
                            SMALL_ROWIDS,
                            Cost.SEARCH_LEVEL)
                    .less(FEW),
            of(
                            "search in an index, large table",
                            CostModel.rangeSearch(BIG_ROWS) + CostModel.indexSteps(1),
                            MANY_PROBES,
                            Timed.rows(
                                    "SELECT sum(b.k) FROM many p CROSS JOIN big b INDEXED BY big_k"
                                            + " WHERE b.k = p.r",
                                    "SEARCH b USING COVERING INDEX big_k (k=?)"),
                            Cost.SEARCH_LEVEL,
                            Cost.RANGE)
                    .less(MANY)
                    .and(Timed.rows(
                            "SELECT sum(b.k) FROM many p CROSS JOIN big b INDEXED BY big_k"
                                    + " WHERE b.k = p.q",
                            "SEARCH b USING COVERING INDEX big_k (k=?)")),
            of(
                            "search in an index, small table",
                            CostModel.rangeSearch(SMALL_ROWS) + CostModel.indexSteps(1),
                            FEW_PROBES,
                            Timed.rows(
                                    "SELECT sum(b.k) FROM few p CROSS JOIN small b"
                                            + " INDEXED BY small_k WHERE b.k = p.s",
                                    "SEARCH b USING COVERING INDEX small_k (k=?)"),
                            Cost.SEARCH_LEVEL,
                            Cost.RANGE)
                    .less(FEW),
            of(
                            "search as a run counts it, large table",
                            CostModel.warmSearch(BIG_ROWS),
                            MANY_PROBES,
                            BIG_ROWIDS,
                            Cost.WARM_SEARCH_LEVEL)
                    .less(MANY)
                    .and(BIG_ROWIDS_IN_ORDER),
            of(
                            "search as a run counts it, small table",
                            CostModel.warmSearch(SMALL_ROWS),
                            FEW_PROBES,
                            SMALL_ROWIDS,
                            Cost.WARM_SEARCH)
                    .less(FEW),
            of(
                            "entry and its row, large table",
                            CostModel.follow(BIG_ROWS, true),
                            BIG_ROWS,
                            Timed.rows(
                                    "SELECT sum(u) FROM big INDEXED BY big_k", "USING INDEX big_k"),
                            Cost.FOLLOW_LEVEL)
                    .and(Timed.rows(
                            "SELECT sum(u) FROM big INDEXED BY big_v", "USING INDEX big_v")),
            of(
                    "entry and its row, small table",
                    CostModel.follow(SMALL_ROWS, true),
                    SMALL_ROWS,
                    Timed.rows(
                            "SELECT sum(u) FROM small INDEXED BY small_k", "USING INDEX small_k"),
                    Cost.FOLLOW_LEVEL),
            of(
                    "the same, taken for one of unknown size",
                    CostModel.follow(DefaultRows.TABLE, false),
                    SMALL_ROWS,
                    Timed.rows(
                            "SELECT sum(u) FROM small INDEXED BY small_k", "USING INDEX small_k"),
                    Cost.FOLLOW_LEVEL_UNKNOWN),
            of(
                            "row that two indexes may find",
                            CostModel.seen(1),
                            2 * GROUP_ROWS,
                            Timed.rows(
                                    "SELECT sum(u) FROM big WHERE n = 5 OR m = 700",
                                    "MULTI-INDEX OR"),
                            Cost.SEEN_ROW)
                    .less(
                            Timed.rows("SELECT sum(u) FROM big WHERE n = 5", "big_n"),
                            Timed.rows("SELECT sum(u) FROM big WHERE m = 700", "big_m")),
            // Hash tables.
            of(
                            "row into a hash table, large",
                            CostModel.hashBuild(BIG_ROWS) / BIG_ROWS,
                            BIG_ROWS,
                            BIG_HASH,
                            Cost.HASH_BUILD,
                            Cost.HASH_BUILD_LEVEL)
                    .less(BIG_SCAN),
            of(
                            "row into a hash table, small",
                            CostModel.hashBuild(SMALL_ROWS) / SMALL_ROWS,
                            SMALL_ROWS,
                            SMALL_HASH,
                            Cost.HASH_BUILD,
                            Cost.HASH_BUILD_LEVEL)
                    .less(SMALL_SCAN),
            of(
                            "row that finds one in it, large",
                            CostModel.hashProbe(BIG_ROWS) + CostModel.indexSteps(1),
                            MANY_PROBES,
                            Timed.rows(
                                    "SELECT sum(b.v) FROM many p CROSS JOIN big b ON b.u = p.r",
                                    "HASH JOIN b"),
                            Cost.HASH_PROBE,
                            Cost.HASH_PROBE_LEVEL)
                    .less(BIG_HASH, MANY)
                    .and(Timed.rows(
                            "SELECT sum(b.u) FROM many p CROSS JOIN big b NOT INDEXED"
                                    + " ON b.v = p.q",
                            "HASH JOIN b")),
            of(
                            "row that finds one in it, small",
                            CostModel.hashProbe(SMALL_ROWS) + CostModel.indexSteps(1),
                            MANY_PROBES,
                            Timed.rows(
                                    "SELECT sum(b.v) FROM many p CROSS JOIN small b ON b.u = p.s",
                                    "HASH JOIN b"),
                            Cost.HASH_PROBE,
                            Cost.HASH_PROBE_LEVEL)
                    .less(SMALL_HASH, MANY),
            of(
                            "row into its group",
                            CostModel.group(1),
                            BIG_ROWS,
                            Timed.rows(
                                    "SELECT sum(s) FROM (SELECT sum(u) AS s FROM big NOT INDEXED"
                                            + " GROUP BY g)",
                                    "HASH GROUP BY"),
                            Cost.GROUP_ROW)
                    .less(BIG_SCAN),
            of(
                            "value into the set of an IN",
                            CostModel.group(1),
                            SMALL_ROWS,
                            Timed.rows(
                                    "SELECT -1 IN (SELECT u FROM small NOT INDEXED)",
                                    "LIST SUBQUERY"),
                            Cost.GROUP_ROW)
                    .less(SMALL_SCAN),
            of(
                            "row that is looked up in it",
                            CostModel.setProbes(1),
                            MANY_PROBES,
                            Timed.rows(
                                    "SELECT count(*) FROM many WHERE s IN (SELECT u FROM small"
                                            + " NOT INDEXED)",
                                    "LIST SUBQUERY"),
                            Cost.SET_PROBE)
                    .less(MANY, SMALL_SCAN),
            // Sorting.
            of(
                            "row that is sorted, many",
                            CostModel.sort(BIG_ROWS, BIG_ROWS, false) / BIG_ROWS,
                            BIG_ROWS,
                            sorted("SELECT k FROM big NOT INDEXED ORDER BY k", "FOR ORDER BY"),
                            Cost.SORT_ROW,
                            Cost.SORT_LEVEL)
                    .less(BIG_SCAN),
            of(
                            "row that is sorted, few",
                            CostModel.sort(SMALL_ROWS, SMALL_ROWS, false) / SMALL_ROWS,
                            SMALL_ROWS,
                            sorted("SELECT k FROM small NOT INDEXED ORDER BY k", "FOR ORDER BY"),
                            Cost.SORT_ROW,
                            Cost.SORT_LEVEL)
                    .less(SMALL_SCAN),
            of(
                            "row that is sorted, first key given",
                            CostModel.sort(BIG_ROWS, BIG_ROWS, true) / BIG_ROWS,
                            BIG_ROWS,
                            sorted(
                                    "SELECT k FROM big INDEXED BY big_gvk ORDER BY g, k",
                                    "FOR LAST TERM OF ORDER BY"),
                            Cost.SORT_ROW,
                            Cost.SORT_LEVEL)
                    .less(ENTRIES),
            // Vectors.
            of(
                    "row on vectors, from the column cache",
                    Cost.VECTOR_ROW.ns(),
                    BIG_ROWS,
                    new Timed(Mode.VECTORS, filtered(), "VECTOR SCAN"),
                    Cost.VECTOR_ROW),
            of(
                    "row on vectors, decoded",
                    Cost.VECTOR_DECODED_ROW.ns(),
                    BIG_ROWS,
                    new Timed(Mode.DECODED_VECTORS, filtered(), "VECTOR SCAN"),
                    Cost.VECTOR_DECODED_ROW),
            of(
                    "row on vectors into its group",
                    CostModel.vectorGroups(1),
                    BIG_ROWS,
                    new Timed(
                            Mode.VECTORS,
                            "SELECT sum(s) FROM (SELECT sum(u) AS s FROM big GROUP BY g)",
                            "VECTOR SCAN"),
                    Cost.VECTOR_GROUPED_ROW),
            // Programs that are not compiled yet.
            of(
                    "row of a scan, interpreted",
                    Cost.INTERPRETED_STEP.ns(),
                    BIG_ROWS,
                    new Timed(Mode.INTERPRETED, BIG_SCAN.sql(), BIG_SCAN.plan()),
                    Cost.INTERPRETED_STEP),
            of(
                    "query that is planned for vectors",
                    Cost.VECTOR_PLAN.ns(),
                    1,
                    new Timed(
                            Mode.PLANNED_VECTORS,
                            "SELECT a.g, count(*), sum(a.v * c.u), max(c.t) FROM big a JOIN small b"
                                    + " ON b.k = a.m JOIN big c ON c.id = b.v JOIN few d"
                                    + " ON d.r = c.k JOIN many e ON e.q = a.v JOIN small f"
                                    + " ON f.id = e.s JOIN few g ON g.s = f.k JOIN handful h"
                                    + " ON h.s = g.r WHERE b.g BETWEEN 1 AND 20 AND a.v > %d"
                                    + " AND f.t LIKE 'row%%' GROUP BY a.g ORDER BY 2 DESC LIMIT 10",
                            "VECTOR SCAN"),
                    Cost.VECTOR_PLAN));

    private static CalibratedCost of(
            String what, double model, long count, Timed statement, Cost first, Cost... rest) {
        return new CalibratedCost(
                what, EnumSet.of(first, rest), model, count, List.of(statement), List.of());
    }

    private CalibratedCost less(Timed... others) {
        return new CalibratedCost(what, figures, model, count, statements, List.of(others));
    }

    /** The other extreme. */
    private CalibratedCost and(Timed other) {
        return new CalibratedCost(
                what, figures, model, count, List.of(statements.getFirst(), other), less);
    }

    /** A sort whose rows only the statement reads: LIMIT keeps it where it is. */
    private static Timed sorted(String sql, String plan) {
        return Timed.rows("SELECT sum(k) FROM (" + sql + " LIMIT 1000000000)", plan);
    }

    private static String filtered() {
        return "SELECT sum(u) FROM big WHERE k < " + BIG_ROWS / 2;
    }

    /** Nanoseconds for one of {@code count} on this machine, of each statement. */
    List<Double> measured(StatementClock clock) {
        return statements.stream()
                .map(statement -> {
                    double ns = clock.ns(statement);
                    for (Timed other : less) {
                        ns -= clock.ns(other);
                    }
                    return Math.max(0, ns) / count;
                })
                .toList();
    }
}
