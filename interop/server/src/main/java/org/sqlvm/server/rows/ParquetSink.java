package org.sqlvm.server.rows;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.virtual.FormatOutput;
import org.sqlvm.server.error.ServerError;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.List;

/**
 * Rows as a file of Parquet, which another module writes. A group of rows is in memory until it is
 * written. Columns that are mixed in the first group are texts, as in the other formats.
 */
public final class ParquetSink implements CopyWriter {
    private static final String FORMAT = "parquet";

    private final List<Column> columns;
    private final OutputStream bytes;
    private FormatOutput output;

    /** @param bufferSize bytes that go into the channel at a time */
    public ParquetSink(List<Column> columns, WritableByteChannel channel, int bufferSize) {
        this.columns = columns;
        this.bytes = new BufferedOutputStream(Channels.newOutputStream(channel), bufferSize);
    }

    /** Returns whether the module that writes Parquet is there. */
    public static boolean isInstalled() {
        return FormatOutput.isInstalled(FORMAT);
    }

    @Override
    public int columnCount() {
        return columns.size();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void called(Work work) {
        try {
            work.run();
        } catch (SqlException e) {
            throw ServerError.of(new SqlvmException(e.getMessage(), e.code(), -1, e));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void begin() {
        List<String> names = columns.stream().map(Column::name).toList();
        called(() -> output = FormatOutput.to(bytes, FORMAT, names, List.of("mixed_as_text=true")));
    }

    @Override
    public void write(RowBatch batch, int row) {
        for (int i = 0; i < columns.size(); i++) {
            switch (batch.type(i, row)) {
                case NULL -> output.setNull(i);
                case INTEGER -> output.setLong(i, batch.getLong(i, row));
                case REAL -> output.setDouble(i, batch.getDouble(i, row));
                case TEXT ->
                    output.setText(
                            i, batch.array(i, row), batch.offset(i, row), batch.length(i, row));
                case BLOB ->
                    output.setBlob(
                            i, batch.array(i, row), batch.offset(i, row), batch.length(i, row));
            }
        }
        called(output::endRow);
    }

    @Override
    public void end() {
        called(() -> {
            output.finish();
            bytes.flush();
        });
    }
}
