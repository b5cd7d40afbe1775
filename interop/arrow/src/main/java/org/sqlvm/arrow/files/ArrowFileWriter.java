package org.sqlvm.arrow.files;

import org.sqlvm.api.Column;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.files.ColumnNames;
import org.sqlvm.engine.virtual.files.DeclaredColumns;
import org.sqlvm.engine.virtual.files.RowWriter;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;

/** Writes rows to a file of Arrow's IPC format, or as its stream. */
final class ArrowFileWriter implements RowWriter {
    /** The rows of a record batch: the first one decides on the types. */
    private static final int BATCH_ROWS_MAX = 1 << 24;

    /** Rows that are kept before they are handed on. */
    private static final int KEPT_ROWS = 1024;

    private final ArrowStreamWriter writer;
    private final List<ColumnType> types = new ArrayList<>();
    private List<Object[]> kept = new ArrayList<>();

    ArrowFileWriter(OutputStream output, List<String> names, FileOptions options) {
        long wanted = options.number("batch_rows");
        if (wanted < 1 || wanted > BATCH_ROWS_MAX) {
            throw FileOptions.bad(
                    "batch_rows", String.valueOf(wanted), "from 1 to " + BATCH_ROWS_MAX);
        }
        List<FileColumn> described = new ArrayList<>();
        for (String name : ColumnNames.unique(names)) {
            described.add(FileColumn.of(name, ColumnType.ANY));
        }
        List<Column> columns = new ArrayList<>();
        for (FileColumn column : DeclaredColumns.withTypes(described, options)) {
            types.add(column.type());
            columns.add(new Column(column.name(), column.declared(), null, null, null));
        }
        ArrowStreamWriter plain =
                ArrowStreamWriter.to(Channels.newChannel(output)).batchRows((int) wanted);
        writer = options.flag("stream") ? plain : plain.asFile();
        writer.begin(columns);
    }

    @Override
    public void row(Object[] values) throws IOException {
        Object[] own = new Object[values.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = kept(values[i], types.get(i));
        }
        kept.add(own);
        if (kept.size() == KEPT_ROWS) {
            flush();
        }
    }

    /** The value, as one of the type that the options say. */
    private static Object kept(Object value, ColumnType type) {
        return switch (value) {
            case Text text -> text.owned();
            case Blob blob -> blob.owned();
            case Long integer when type == ColumnType.REAL -> (Object) integer.doubleValue();
            case Long _, Double _
            when type == ColumnType.TEXT -> Casts.toText(value).owned();
            default -> value;
        };
    }

    private void flush() throws IOException {
        Kept batch = new Kept(kept);
        kept = new ArrayList<>();
        write(() -> writer.add(batch, 0, batch.rowCount()));
    }

    private static void write(Runnable work) throws IOException {
        try {
            work.run();
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        } catch (SqlvmException error) {
            throw SqlException.error(error.getMessage());
        }
    }

    @Override
    public void finish() throws IOException {
        if (!kept.isEmpty()) {
            flush();
        }
        write(writer::end);
    }

    /** Some rows, whose values are as in registers. */
    private record Kept(List<Object[]> rows) implements RowBatch {
        private Object value(int column, int row) {
            return rows.get(row)[column];
        }

        @Override
        public int rowCount() {
            return rows.size();
        }

        @Override
        public int start() {
            return 0;
        }

        @Override
        public long[] longs(int column) {
            return null;
        }

        @Override
        public double[] doubles(int column) {
            return null;
        }

        @Override
        public Rows.Type type(int column, int row) {
            return JavaValues.typeOf(value(column, row));
        }

        @Override
        public long getLong(int column, int row) {
            return JavaValues.toLong(value(column, row));
        }

        @Override
        public double getDouble(int column, int row) {
            return JavaValues.toDouble(value(column, row));
        }

        @Override
        public byte[] array(int column, int row) {
            return ((Bytes) value(column, row)).array;
        }

        @Override
        public int offset(int column, int row) {
            return ((Bytes) value(column, row)).offset;
        }

        @Override
        public int length(int column, int row) {
            return ((Bytes) value(column, row)).length;
        }

        @Override
        public String getText(int column, int row) {
            return JavaValues.toText(value(column, row));
        }
    }
}
