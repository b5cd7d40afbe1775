package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.Functions;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.row.function.StoredFunction;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.IndexSample;
import org.sqlvm.engine.schema.KnownRows;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader;
import org.sqlvm.engine.schema.SchemaLoader.Row;
import org.sqlvm.engine.schema.SchemaLoader.Sample;
import org.sqlvm.engine.schema.SchemaLoader.Statistic;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Reads the tables that describe a database: sqlite_schema on page 1, and sqlite_stat1 and
 * sqlite_stat4 if they are there.
 */
final class SchemaReader {
    private static final int SCHEMA_ROOT = 1;

    /** The first schema format in which DESC in an index means something. */
    private static final int DESCENDING_FORMAT = 4;

    /** Smaller databases are not measured: plans hardly depend on their sizes. */
    static final int MEASURED_PAGES = 256;

    private final Btree btree;
    private final TextEncoding encoding;

    private SchemaReader(Btree btree) {
        this.btree = btree;
        int code = btree.header().get(Meta.TEXT_ENCODING);
        this.encoding = encoding(code == 0 ? btree.storage().settings().newEncoding() : code);
    }

    /**
     * Reads the schema, within a transaction. A database of no pages has an empty schema.
     *
     * @param lenient whether rows that describe nothing are left out
     * @param known the rows as they were last read, with their objects
     */
    static Schema read(
            Btree btree, DatabaseId id, boolean lenient, Registered registered, KnownRows known) {
        SchemaReader reader = new SchemaReader(btree);
        if (btree.pageCount() == 0) {
            return Schema.empty(id, reader.encoding);
        }
        List<Row> rows = new ArrayList<>();
        for (Object[] values : reader.table(SCHEMA_ROOT, 5)) {
            int root = values[3] instanceof Long number ? (int) (long) number : 0;
            rows.add(new Row(
                    text(values[0]), text(values[1]), text(values[2]), root, text(values[4])));
        }
        List<Statistic> statistics = new ArrayList<>();
        for (Row row : rows) {
            if ("table".equals(row.type()) && "sqlite_stat1".equalsIgnoreCase(row.name())) {
                for (Object[] values : reader.table(row.rootPage(), 3)) {
                    // A user who writes the table directly may store a number.
                    String stat =
                            values[2] instanceof Long number ? number.toString() : text(values[2]);
                    statistics.add(new Statistic(text(values[0]), text(values[1]), stat));
                }
            }
        }
        List<Sample> samples = new ArrayList<>();
        for (Row row : rows) {
            if ("table".equals(row.type()) && "sqlite_stat4".equalsIgnoreCase(row.name())) {
                reader.addSamples(row.rootPage(), samples);
            }
        }
        // Tables in memory are mostly filled after the schema was read: as in SQLite nothing is
        // known before they are large.
        boolean unknown = btree.isMemory() && btree.pageCount() < MEASURED_PAGES;
        ToLongFunction<Table> measure =
                table -> unknown ? 0 : btree.trees().estimateEntries(table.rootPage());
        boolean ignoresDescending =
                !rows.isEmpty() && btree.header().get(Meta.SCHEMA_FORMAT) < DESCENDING_FORMAT;
        return SchemaLoader.load(
                id,
                rows,
                statistics,
                samples,
                measure,
                new SchemaLoader.Reading(
                        Preparation.idle(reader.encoding, registered),
                        lenient,
                        ignoresDescending,
                        true),
                known);
    }

    /**
     * Returns the functions that CREATE FUNCTION has stored. Rows that describe none are left out,
     * and so are functions with the names of built-in ones.
     */
    static List<StoredFunction> functions(Btree btree, Schema schema) {
        List<StoredFunction> functions = new ArrayList<>();
        Table table = schema.table(StoredFunction.TABLE);
        if (table == null || !schema.hasStoredFunctions()) {
            return functions;
        }
        for (Object[] values : new SchemaReader(btree).table(table.rootPage(), 5)) {
            String name = text(values[0]);
            String parameters = text(values[1]);
            String language = text(values[3]);
            String source = text(values[4]);
            boolean whole =
                    name != null && parameters != null && language != null && source != null;
            if (whole && !Functions.isBuiltIn(name)) {
                boolean deterministic = values[2] instanceof Long flag && flag != 0;
                functions.add(
                        new StoredFunction(name, parameters, deterministic, language, source));
            }
        }
        return functions;
    }

    /** The columns are tbl, idx, neq, nlt, ndlt and sample, a record. */
    private void addSamples(int root, List<Sample> samples) {
        for (Object[] values : table(root, 6)) {
            String table = text(values[0]);
            String index = text(values[1]);
            if (table != null && index != null && values[5] instanceof Blob record) {
                Object[] first = new Object[1];
                RecordReader.columns(record.array, record.offset, record.length, first, encoding);
                IndexSample sample = IndexSample.of(text(values[2]), text(values[3]), first[0]);
                if (sample != null) {
                    samples.add(new Sample(table, index, sample));
                }
            }
        }
    }

    private List<Object[]> table(int root, int columnCount) {
        List<Object[]> rows = new ArrayList<>();
        try (TableCursor cursor = btree.openTable(root, false)) {
            for (boolean found = cursor.first(); found; found = cursor.next()) {
                Object[] values = new Object[columnCount];
                byte[] record = cursor.fullPayload();
                RecordReader.columns(record, 0, record.length, values, encoding);
                rows.add(values);
            }
        }
        return rows;
    }

    private static String text(Object value) {
        return value instanceof org.sqlvm.engine.data.Text text ? text.toString() : null;
    }

    /** The encoding with this number in the header, of which SQLite looks at two bits. */
    private static TextEncoding encoding(int code) {
        return switch (code & 3) {
            case 2 -> TextEncoding.UTF16LE;
            case 3 -> TextEncoding.UTF16BE;
            default -> TextEncoding.UTF8;
        };
    }
}
