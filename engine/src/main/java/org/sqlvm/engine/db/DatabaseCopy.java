package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Copies a database for VACUUM: the same objects and rows in a new one, tree after tree. The order
 * is SQLite's: all tables are created, each with the indexes of its constraints, then the other
 * indexes, then they are filled; so the two give the same pages.
 *
 * <p>Rows are copied as they are. They keep their rowids; a table without INTEGER PRIMARY KEY and
 * indexes may get new ones.
 */
final class DatabaseCopy {
    private static final String SEQUENCE = "sqlite_sequence";

    /** The record with which SQLite reserves the position of a row: five NULLs. */
    private static final byte[] EMPTY_ROW = {6, 0, 0, 0, 0, 0};

    private static final int SCHEMA_ROOT = 1;
    private static final int ROOT_PAGE = 3;

    private final Btree source;
    private final Schema schema;
    private final Btree target;
    private final boolean renumbers;
    private final Runnable poll;

    /** The rows of sqlite_schema. */
    private final List<Object[]> rows = new ArrayList<>();

    /** The new root pages by the old ones, of trees that are not filled yet. */
    private final Map<Integer, Integer> roots = new HashMap<>();

    private TableCursor schemaTable;
    private long lastRow;

    /**
     * @param source in a read transaction
     * @param schema the source's schema
     * @param target empty, in a write transaction
     * @param renumbers whether tables that allow it get new rowids
     * @param poll called regularly; throws to stop the copy
     */
    DatabaseCopy(Btree source, Schema schema, Btree target, boolean renumbers, Runnable poll) {
        this.source = source;
        this.schema = schema;
        this.target = target;
        this.renumbers = renumbers;
        this.poll = poll;
    }

    /** @return the row of sqlite_schema with the last view or trigger; 0 if there is none */
    long run() {
        readSchema();
        long firstRow;
        try (TableCursor cursor = target.openTable(SCHEMA_ROOT, true)) {
            schemaTable = cursor;
            List<String> tables = createTables();
            for (Object[] row : rows) {
                if (is(row, "index") && hasText(row)) {
                    createTree(row);
                    append(row);
                }
            }
            for (String table : tables) {
                fill(table);
            }
            for (int unknown : List.copyOf(roots.keySet())) {
                fill(
                        unknown,
                        false); // With PRAGMA writable_schema not every row need mean something.
            }
            firstRow = lastRow + 1;
            for (Object[] row : rows) {
                if (is(row, "view") || is(row, "trigger") || (is(row, "table") && root(row) == 0)) {
                    append(row);
                }
            }
        }
        target.header().set(Meta.SCHEMA_COOKIE, source.header().get(Meta.SCHEMA_COOKIE) + 1);
        for (Meta kept : List.of(Meta.DEFAULT_CACHE_SIZE, Meta.USER_VERSION, Meta.APPLICATION_ID)) {
            target.header().set(kept, source.header().get(kept));
        }
        if (schema.ignoresDescending() && rows.stream().anyMatch(DatabaseCopy::mayDescend)) {
            // In the newer format the entries would have to be in another order.
            target.header().set(Meta.SCHEMA_FORMAT, source.header().get(Meta.SCHEMA_FORMAT));
        }
        return lastRow >= firstRow ? lastRow : 0;
    }

    private static boolean mayDescend(Object[] row) {
        return hasText(row) && row[4].toString().toUpperCase(Locale.ROOT).contains("DESC");
    }

    private void readSchema() {
        try (TableCursor cursor = source.openTable(SCHEMA_ROOT, false)) {
            for (boolean found = cursor.first(); found; found = cursor.next()) {
                Object[] values = new Object[5];
                byte[] record = cursor.fullPayload();
                RecordReader.columns(record, 0, record.length, values, schema.encoding());
                rows.add(values);
            }
        }
    }

    /** @return their names */
    private List<String> createTables() {
        List<String> names = new ArrayList<>();
        for (Object[] row : rows) {
            if (is(row, "table") && root(row) > 0 && !name(row).equals(SEQUENCE)) {
                names.add(name(row));
                createTable(row);
                Table table = schema.table(name(row));
                if (table != null && table.autoincrement() && !names.contains(SEQUENCE)) {
                    createSequence(names);
                }
            }
        }
        return names;
    }

    private void createTable(Object[] row) {
        createTree(row);
        long place = ++lastRow;
        schemaTable.insert(place, EMPTY_ROW, EMPTY_ROW.length, true);
        for (Object[] index : rows) {
            boolean own = Schema.key(index[2].toString()).equals(Schema.key(name(row)));
            if (is(index, "index") && own && !hasText(index)) {
                createTree(index);
                append(index);
            }
        }
        put(place, row);
    }

    /** The table of the last rowids comes with the first table that needs it. */
    private void createSequence(List<String> names) {
        for (Object[] row : rows) {
            if (is(row, "table") && name(row).equals(SEQUENCE)) {
                names.add(SEQUENCE);
                createTable(row);
            }
        }
    }

    private void createTree(Object[] row) {
        int old = root(row);
        int created = target.trees().create(source.trees().isTable(old));
        roots.put(old, created);
        row[ROOT_PAGE] = (long) created;
    }

    private void append(Object[] row) {
        put(++lastRow, row);
    }

    private void put(long rowid, Object[] row) {
        byte[] record = RecordWriter.write(row, 0, row.length, schema.encoding());
        schemaTable.insert(rowid, record, record.length, true);
    }

    /** Copies the rows of a table and of its indexes, in the order in which SQLite does it. */
    private void fill(String name) {
        Table table = schema.table(name);
        if (table == null) {
            return;
        }
        boolean renumber = renumbers
                && table.hasRowid()
                && table.rowidAlias() < 0
                && table.indexes().isEmpty();
        if (table.hasRowid()) {
            fill(table.rootPage(), renumber);
        }
        for (Index index : table.keys()) {
            boolean isTable = !table.hasRowid() && index == table.primaryKey();
            fill(isTable ? table.rootPage() : index.rootPage(), false);
        }
    }

    private void fill(int root, boolean renumber) {
        Integer created = roots.remove(root);
        if (created != null) {
            target.trees().copy(source, root, created, renumber, poll);
        }
    }

    private static boolean is(Object[] row, String type) {
        return row[0] instanceof Text text && text.toString().equals(type);
    }

    private static boolean hasText(Object[] row) {
        return row[4] instanceof Text;
    }

    private static String name(Object[] row) {
        return row[1].toString();
    }

    private static int root(Object[] row) {
        return row[ROOT_PAGE] instanceof Long number ? (int) (long) number : 0;
    }
}
