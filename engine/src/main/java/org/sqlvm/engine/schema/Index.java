package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;

import java.util.ArrayList;
import java.util.List;

/**
 * An index as the schema describes it.
 *
 * @param keyCount the number of columns that the user named; the rest of {@code columns} is the
 *     row's identity that SQLite appends (the rowid as one column with {@code tableColumn}
 *     {@link #ROWID}, or what a primary key adds)
 * @param conflict the ON CONFLICT of its constraint
 * @param origin c for CREATE INDEX, u for UNIQUE, pk for PRIMARY KEY
 * @param where the condition of a partial index, or null
 * @param statistics the results of ANALYZE, with a number for each key column; or null
 * @param sql the CREATE INDEX text, or null for an automatic index
 */
public record Index(
        String name,
        String table,
        int rootPage,
        List<IndexColumn> columns,
        int keyCount,
        boolean unique,
        ConflictAction conflict,
        String origin,
        Expression where,
        IndexStatistics statistics,
        String sql) {
    public Index {
        assert 0 <= keyCount && keyCount <= columns.size() : keyCount;
    }

    public static final int ROWID = -1;
    /** {@code tableColumn} of an indexed expression. */
    public static final int EXPRESSION = -2;

    /**
     * @param tableColumn the column's index in the table, {@link #ROWID} or {@link #EXPRESSION}
     * @param expression the indexed expression, or null
     * @param collationName the collation's name as written
     */
    public record IndexColumn(
            int tableColumn,
            Expression expression,
            Collation collation,
            String collationName,
            boolean descending) {
        public IndexColumn {
            assert tableColumn >= EXPRESSION : tableColumn;
        }

        /** The rowid at the end of an index entry. */
        static IndexColumn rowid(TextEncoding encoding) {
            Collation collation = Collation.binary(encoding);
            return new IndexColumn(ROWID, null, collation, collation.name(), false);
        }

        /** Whether {@code other} is the same column of the table under the same collation. */
        boolean isSameKey(IndexColumn other) {
            return tableColumn == other.tableColumn
                    && collation.name().equalsIgnoreCase(other.collation.name());
        }

        private IndexColumn ascending() {
            return new IndexColumn(tableColumn, expression, collation, collationName, false);
        }
    }

    /**
     * Returns the index in the entries of a column of the table, or -1.
     *
     * @param tableColumn its index in the table, or {@link #ROWID}
     */
    public int place(int tableColumn) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).tableColumn() == tableColumn) {
                return i;
            }
        }
        return -1;
    }

    /** The index over other columns. */
    public Index withColumns(List<IndexColumn> changed) {
        return new Index(
                name,
                table,
                rootPage,
                changed,
                keyCount,
                unique,
                conflict,
                origin,
                where,
                statistics,
                sql);
    }

    /** The index with another ON CONFLICT. */
    Index withConflict(ConflictAction changed) {
        return new Index(
                name,
                table,
                rootPage,
                columns,
                keyCount,
                unique,
                changed,
                origin,
                where,
                statistics,
                sql);
    }

    /** The index with another root page. */
    public Index withRoot(int changed) {
        return new Index(
                name,
                table,
                changed,
                columns,
                keyCount,
                unique,
                conflict,
                origin,
                where,
                statistics,
                sql);
    }

    /** The index without regard to DESC. */
    public Index ascending() {
        return withColumns(columns.stream().map(IndexColumn::ascending).toList());
    }

    /**
     * Returns the index with the columns of a primary key at its end, except those that it has
     * already.
     */
    Index withAppended(List<IndexColumn> key) {
        List<IndexColumn> all = new ArrayList<>(columns);
        for (IndexColumn column : key) {
            if (all.stream().noneMatch(column::isSameKey)) {
                all.add(new IndexColumn(
                        column.tableColumn(),
                        null,
                        column.collation(),
                        column.collationName(),
                        column.descending()));
            }
        }
        return withColumns(List.copyOf(all));
    }

    /** Over all rows, and of columns alone: neither partial nor over an expression. */
    public boolean isPlain() {
        return where == null
                && columns.stream().noneMatch(column -> column.tableColumn() == EXPRESSION);
    }
}
