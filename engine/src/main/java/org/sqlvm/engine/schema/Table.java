package org.sqlvm.engine.schema;

import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A table as the schema describes it.
 *
 * @param database the database that it is in
 * @param rootPage the root of its b-tree; 0 for a table that is in no schema, {@link #VIRTUAL_ROOT}
 *     for a virtual table of one
 * @param rowidAlias the index of the INTEGER PRIMARY KEY column, or -1
 * @param withoutRowid whether rows live in the primary key's index b-tree; {@code primaryKey} is
 *     then not null
 * @param primaryKey the index that enforces the PRIMARY KEY (for WITHOUT ROWID: the table itself),
 *     or null
 * @param indexes all indexes in the order in which SQLite tries them: newest first, those that
 *     replace rows last; without the b-tree of a WITHOUT ROWID table
 * @param behindKey the number of indexes that SQLite tries behind the key of a WITHOUT ROWID table
 * @param sql the CREATE TABLE text
 */
public record Table(
        String name,
        DatabaseId database,
        int rootPage,
        List<Column> columns,
        int rowidAlias,
        boolean withoutRowid,
        boolean autoincrement,
        boolean strict,
        Index primaryKey,
        List<Index> indexes,
        int behindKey,
        String sql) {

    public static final int VIRTUAL_ROOT = -1;

    /** A name of the rowid that no user can write: for tables that use all others for columns. */
    public static final String HIDDEN_ROWID = "\0rowid";

    public Table {
        assert -1 <= rowidAlias && rowidAlias < columns.size() : rowidAlias;
        assert 0 <= behindKey && behindKey <= indexes.size() : behindKey;
        columns = Columns.of(columns);
    }

    /** A table of the system: without constraints and indexes. */
    public static Table plain(
            String name,
            DatabaseId database,
            int rootPage,
            List<Column> columns,
            boolean withoutRowid,
            String sql) {
        return new Table(
                name,
                database,
                rootPage,
                columns,
                -1,
                withoutRowid,
                false,
                false,
                null,
                List.of(),
                0,
                sql);
    }

    /** The table with one more index, before the others. */
    public Table withIndex(Index index) {
        List<Index> all = new ArrayList<>(indexes);
        all.addFirst(index);
        return with(database, List.copyOf(all));
    }

    private Table with(DatabaseId home, List<Index> itsIndexes) {
        return new Table(
                name,
                home,
                rootPage,
                columns,
                rowidAlias,
                withoutRowid,
                autoincrement,
                strict,
                primaryKey,
                itsIndexes,
                behindKey,
                sql);
    }

    /** The indexes, and among them the b-tree of a WITHOUT ROWID table, as SQLite tries them. */
    public List<Index> keys() {
        if (!withoutRowid || primaryKey == null) {
            return indexes;
        }
        List<Index> all = new ArrayList<>(indexes);
        all.add(indexes.size() - behindKey, primaryKey);
        return all;
    }

    /** P1 or P3 of the instructions that use it. */
    public int databaseNumber() {
        return database.number();
    }

    /** Returns the same table in another database. */
    public Table in(DatabaseId other) {
        return with(other, indexes);
    }

    /** Whether rows have a rowid. */
    public boolean hasRowid() {
        return !withoutRowid;
    }

    /**
     * Returns the table with its root pages in a file.
     *
     * @param where the database that it is in
     * @param placed its indexes with their root pages, in the same order; none if only rows matter
     */
    public Table withRoots(DatabaseId where, int root, List<Index> placed) {
        return new Table(
                name,
                where,
                root,
                columns,
                rowidAlias,
                withoutRowid,
                autoincrement,
                strict,
                placedPrimaryKey(root, placed),
                List.copyOf(placed),
                placed.isEmpty() ? 0 : behindKey,
                sql);
    }

    private Index placedPrimaryKey(int root, List<Index> placed) {
        if (withoutRowid) {
            return primaryKey.withRoot(root);
        }
        if (primaryKey == null) {
            return null;
        }
        return placed.stream()
                .filter(index -> index.name().equals(primaryKey.name()))
                .findFirst()
                .orElse(primaryKey);
    }

    /** The table with indexes that are all {@link Index#ascending}. */
    Table ascending() {
        return new Table(
                name,
                database,
                rootPage,
                columns,
                rowidAlias,
                withoutRowid,
                autoincrement,
                strict,
                primaryKey == null ? null : primaryKey.ascending(),
                indexes.stream().map(Index::ascending).toList(),
                behindKey,
                sql);
    }

    /**
     * The columns whose values a row's record has, in its order. The key of a WITHOUT ROWID table
     * comes first, and a column that is in it twice, under two collations, comes twice.
     */
    public List<Integer> recordColumns() {
        if (withoutRowid && primaryKey != null) {
            return primaryKey.columns().stream()
                    .map(Index.IndexColumn::tableColumn)
                    .toList();
        }
        return IntStream.range(0, columns.size())
                .filter(column -> !columns.get(column).isVirtual())
                .boxed()
                .toList();
    }

    /** Returns the column whose value is at index {@code place} of a row's record. */
    public int recordColumn(int place) {
        // Most tables have the same order here and there; a table may have 2,000 columns.
        return !withoutRowid && columns.get(place).recordIndex() == place
                ? place
                : recordColumns().get(place);
    }

    /** Whether {@code name} is one of the rowid's own names; a column of that name comes first. */
    public static boolean isRowidName(String name) {
        return Name.same(name, "rowid")
                || Name.same(name, "oid")
                || Name.same(name, "_rowid_")
                || name.equals(HIDDEN_ROWID);
    }

    /** Returns the index of the column called {@code name}, compared without case, or -1. */
    public int columnIndex(String name) {
        return ((Columns) columns).find(name);
    }
}
