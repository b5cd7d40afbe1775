package org.sqlvm.spark;

import org.apache.spark.sql.connector.read.PartitionReader;
import org.apache.spark.sql.vectorized.ColumnVector;
import org.apache.spark.sql.vectorized.ColumnarBatch;
import org.sqlvm.api.Database;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.language.host.HostDatabase;
import org.sqlvm.language.host.HostScan;
import org.sqlvm.spark.ScanSpec.Output;

import java.util.List;

/** Reads the rows of a part, a batch of the engine at a time. */
final class PartReader implements PartitionReader<ColumnarBatch> {
    /** SQLITE_MISMATCH. */
    private static final int MISMATCH = 20;

    private final ScanSpec spec;
    private final Part part;
    private final Database database;
    /** The rows of a query; null if the columns are decoded directly. */
    private final Rows rows;

    /** The columns of the range; null if a query is run. */
    private final HostScan scan;

    private final BatchColumn[] columns;
    private final ColumnarBatch batch;

    /**
     * @param facts the table's facts in the first file; null if this file is known to be like it
     */
    PartReader(ScanSpec spec, TableFacts facts, Part part) {
        this.spec = spec;
        this.part = part;
        List<Output> outputs = spec.outputs();
        columns = new BatchColumn[outputs.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new BatchColumn(outputs.get(i).kind(), i);
        }
        ColumnVector[] seen = new ColumnVector[spec.schema().size()];
        System.arraycopy(columns, 0, seen, 0, seen.length);
        batch = new ColumnarBatch(seen);
        database = FileReading.open(part);
        boolean isOpen = false;
        try {
            if (facts != null) {
                facts.same(database, spec.table());
            }
            boolean isDirect = spec.isDirect() && database instanceof HostDatabase;
            rows = isDirect ? null : query();
            scan = isDirect ? scan((HostDatabase) database) : null;
            isOpen = true;
        } catch (SqlvmException error) {
            throw FileReading.error(part.file(), error);
        } finally {
            if (!isOpen) {
                database.close();
            }
        }
    }

    private Rows query() {
        Condition all = part.range().condition().and(spec.condition());
        Statement statement = database.prepare(spec.sql(all)).closeOnCompletion();
        for (int i = 0; i < all.parameters().size(); i++) {
            statement.bind(i + 1, all.parameters().get(i));
        }
        return statement.query();
    }

    private HostScan scan(HostDatabase host) {
        List<String> names = spec.outputs().stream().map(Output::name).toList();
        return host.scan(
                spec.table(), names, part.range().behind(), part.range().to());
    }

    private RowBatch read() {
        if (rows != null) {
            return rows.nextBatch();
        }
        return scan.next() ? scan : null;
    }

    @Override
    public boolean next() {
        RowBatch next;
        try {
            next = read();
        } catch (SqlvmException error) {
            throw FileReading.error(part.file(), error);
        }
        if (next == null) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            int wrong = columns[i].set(next);
            if (wrong >= 0) {
                throw mismatch(next, i, wrong);
            }
            if (spec.outputs().get(i).isGuard()) {
                checkGuard(next, i);
            }
        }
        batch.setNumRows(next.rowCount());
        return true;
    }

    @Override
    public ColumnarBatch get() {
        return batch;
    }

    @Override
    public void close() {
        if (rows == null) {
            scan.close();
        } else {
            rows.close();
        }
        database.close();
    }

    // ------------------------------------------------------------------ values of other kinds

    private SqlvmException mismatch(RowBatch found, int column, int row) {
        Output output = spec.outputs().get(column);
        String value = found.type(column, row) + " " + excerpt(found.getText(column, row));
        return mismatch(output.name(), output.kind(), value, locate(output, found, column, row));
    }

    private SqlvmException mismatch(String column, ValueKind kind, String value, String row) {
        return new SqlvmException(
                "datatype mismatch: " + part.file() + ", table " + spec.table() + ", column "
                        + column + row + ": " + value + " is not of the type "
                        + kind.type().simpleString()
                        + "; the option mixed=string reads the column as text",
                MISMATCH,
                -1,
                null);
    }

    private static String excerpt(String text) {
        return text.length() <= 40 ? text : text.substring(0, 40) + "…";
    }

    /** The rowid of a row with the value, as text; empty for tables without rowids. */
    private String locate(Output output, RowBatch found, int column, int row) {
        Object value = switch (found.type(column, row)) {
            case INTEGER -> found.getLong(column, row);
            case REAL -> found.getDouble(column, row);
            default -> found.getText(column, row);
        };
        boolean isBlob = found.type(column, row) == Rows.Type.BLOB;
        String condition = isBlob
                ? "typeof(" + output.sql() + ") = 'blob'"
                : "typeof(" + output.sql() + ") = typeof(?1) AND " + output.sql()
                        + " IS ?1 COLLATE BINARY";
        return rowid(condition, isBlob ? new Object[0] : new Object[] {value});
    }

    private String rowid(String condition, Object... parameters) {
        if (scan != null) {
            // No statement runs beside its cursor.
            scan.close();
        }
        String sql = "SELECT rowid FROM main." + Location.quoted(spec.table()) + " WHERE "
                + condition + " LIMIT 1";
        try (Rows found = database.query(sql, parameters)) {
            return found.next() && !found.isNull(0) ? ", rowid " + found.getText(0) : "";
        } catch (SqlvmException _) {
            return "";
        }
    }

    /** An aggregate over values of a wrong kind is an error, too. */
    private void checkGuard(RowBatch found, int column) {
        Output output = spec.outputs().get(column);
        for (int i = 0; i < found.rowCount(); i++) {
            if (columns[column].getLong(i) != 0) {
                String row = rowid(output.name());
                throw new SqlvmException(
                        "datatype mismatch: " + part.file() + ", table " + spec.table() + row
                                + ": a value with " + output.name(),
                        MISMATCH,
                        -1,
                        null);
            }
        }
    }
}
