package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.colstats.ColumnStatistics;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The size of a table, from sqlite_stat1 or from the upper levels of its tree, and the first
 * columns of its indexes.
 *
 * @param rows the number of rows; -1 if unknown
 * @param bytes the size of the table's tree; -1 if unknown
 * @param distinct the number of different values by column, of those that begin an index
 * @param indexed the columns that begin an index, or are the rowid
 */
record TableStatistics(long rows, long bytes, Map<String, Long> distinct, List<String> indexed) {
    private static final int ROW_OVERHEAD = 8;

    static TableStatistics read(Database database, String table, TableFacts facts) {
        long bytes = -1;
        if (facts.root() != 0) {
            long pages = TreeSplits.of(database, facts.root(), 1).pages();
            bytes = pages * database.fileInfo().pageSize();
        }
        List<String> indexed = new ArrayList<>();
        for (ReadColumn column : facts.columns().values()) {
            if (column.isKey()) {
                indexed.add(column.name());
            }
        }
        Map<String, Long> counts = new HashMap<>();
        long rows = -1;
        String sql = "SELECT i.name, (SELECT name FROM pragma_index_info(i.name) WHERE seqno = 0)"
            + " FROM pragma_index_list(?1) AS i WHERE NOT i.partial UNION ALL SELECT NULL, NULL";
        for (String[] index : texts(database, sql, table)) {
            if (index[1] != null && facts.columns().containsKey(index[1])) {
                indexed.add(index[1]);
            }
            for (String[] stat : stats(database, table, index[0])) {
                String[] numbers = stat[0].split(" ", -1);
                rows = Math.max(rows, number(numbers, 0));
                long perKey = number(numbers, 1);
                if (index[1] != null && perKey > 0) {
                    counts.put(index[1], Math.max(1, number(numbers, 0) / perKey));
                }
            }
        }
        return new TableStatistics(rows, bytes, counts, indexed);
    }

    private static List<String[]> stats(Database database, String table, String index) {
        String exists = "SELECT 1 FROM main.sqlite_schema WHERE name = 'sqlite_stat1'";
        return texts(database, exists).isEmpty()
                ? List.of()
                : texts(
                        database,
                        "SELECT stat FROM main.sqlite_stat1 WHERE tbl = ?1 COLLATE NOCASE"
                                + " AND idx IS ?2",
                        table,
                        index);
    }

    private static List<String[]> texts(Database database, String sql, Object... parameters) {
        List<String[]> found = new ArrayList<>();
        try (Rows rows = database.query(sql, parameters)) {
            while (rows.next()) {
                String[] row = new String[rows.columnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getText(i);
                }
                found.add(row);
            }
        }
        return found;
    }

    private static long number(String[] numbers, int index) {
        try {
            return index < numbers.length ? Long.parseLong(numbers[index]) : -1;
        } catch (NumberFormatException _) {
            return -1;
        }
    }

    /**
     * Returns the statistics of a scan.
     *
     * @param files the number of files, which are taken to be as large as the first
     * @param all the number of the table's columns
     */
    Statistics of(ScanSpec spec, int files, int all) {
        int width = spec.schema().defaultSize() + ROW_OVERHEAD;
        long size =
                rows >= 0 ? rows * width : bytes * Math.max(1, spec.outputs().size()) / all;
        return new Statistics() {
            @Override
            public OptionalLong sizeInBytes() {
                return size < 0 ? OptionalLong.empty() : OptionalLong.of(size * files);
            }

            @Override
            public OptionalLong numRows() {
                return rows < 0 ? OptionalLong.empty() : OptionalLong.of(rows * files);
            }

            @Override
            public Map<NamedReference, ColumnStatistics> columnStats() {
                Map<NamedReference, ColumnStatistics> columns = new HashMap<>();
                for (String name : spec.schema().fieldNames()) {
                    Long count = distinct.get(name);
                    if (count != null) {
                        columns.put(Expressions.column(name), new ColumnStatistics() {
                            @Override
                            public OptionalLong distinctCount() {
                                return OptionalLong.of(count);
                            }
                        });
                    }
                }
                return columns;
            }
        };
    }
}
