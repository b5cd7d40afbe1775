package org.sqlvm.spark;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.spark.TreeSplits.Splits;

import java.util.ArrayList;
import java.util.List;

/** Splits a table of a file into parts of about the same size. */
final class PartPlan {
    /** Smaller parts are not worth a task, unless the caller asks for their number. */
    private static final long PART_BYTES_MIN = 1 << 20;

    private PartPlan() {}

    /**
     * Returns ranges, of which each row is in exactly one.
     *
     * @param wanted the number of parts
     * @param isExact whether small tables are split, too
     */
    static List<Range> of(
            Database database, String table, TableFacts facts, int wanted, boolean isExact) {
        if (facts.root() == 0 || wanted <= 1) {
            return List.of(Range.ALL);
        }
        int parts = wanted;
        if (!isExact) {
            long pages = TreeSplits.of(database, facts.root(), 1).pages();
            long bytes = pages * database.fileInfo().pageSize();
            parts = Math.clamp(bytes / PART_BYTES_MIN, 1, wanted);
        }
        String key = facts.key();
        if (key == null) {
            key = firstKey(database, table);
        }
        if (key == null || parts <= 1) {
            return List.of(Range.ALL);
        }
        Splits splits = TreeSplits.of(database, facts.root(), parts);
        return facts.key() != null ? rowids(splits.keys(), key) : keys(splits.keys(), key);
    }

    private static List<Range> rowids(List<Object> splits, String key) {
        List<Range> ranges = new ArrayList<>();
        long behind = Long.MIN_VALUE;
        for (Object split : splits) {
            ranges.add(Range.ofRowids(key, behind, (Long) split));
            behind = (Long) split;
        }
        ranges.add(Range.ofRowids(key, behind, Long.MAX_VALUE));
        return ranges;
    }

    private static List<Range> keys(List<Object> splits, String key) {
        List<Range> ranges = new ArrayList<>();
        Condition last = Condition.NONE;
        for (Object split : splits) {
            ranges.add(Range.of(last.and(new Condition(key + " < ?", List.of(split)))));
            last = new Condition(key + " >= ?", List.of(split));
        }
        ranges.add(Range.of(last));
        return ranges;
    }

    /**
     * The first column of the key of a table without rowids, with the key's collation; null if the
     * key is in descending order, or the table has rowids.
     */
    private static String firstKey(Database database, String table) {
        String sql = "SELECT x.name, x.coll FROM pragma_index_list(?1) AS i,"
                + " pragma_index_xinfo(i.name) AS x WHERE i.origin = 'pk' AND x.seqno = 0"
                + " AND x.\"desc\" = 0 AND EXISTS (SELECT * FROM pragma_table_list"
                + " WHERE schema = 'main' AND name = ?1 COLLATE NOCASE AND wr)";
        try (Rows rows = database.query(sql, table)) {
            return rows.next()
                    ? Location.quoted(rows.getText(0)) + " COLLATE "
                            + Location.quoted(rows.getText(1))
                    : null;
        }
    }
}
