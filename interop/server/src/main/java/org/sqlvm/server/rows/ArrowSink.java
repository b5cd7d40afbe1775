package org.sqlvm.server.rows;

import org.sqlvm.api.Column;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.server.error.ServerError;

import java.nio.channels.WritableByteChannel;
import java.util.List;

/**
 * Rows as a stream of Apache Arrow. Batches of the engine go into it as they are; what is mixed is
 * text, as in the other formats.
 */
public class ArrowSink implements CopyWriter {
    private final List<Column> columns;
    private final ArrowStreamWriter writer;
    private long rowCount;

    /** @param bufferSize bytes that go into the channel at a time */
    public ArrowSink(List<Column> columns, WritableByteChannel channel, int bufferSize) {
        this.columns = columns;
        this.writer = ArrowStreamWriter.to(channel).bufferSize(bufferSize).mixedAsText();
    }

    /** Returns the number of rows that were written. */
    public long rowCount() {
        return rowCount;
    }

    @Override
    public int columnCount() {
        return columns.size();
    }

    @Override
    public void begin() {
        writer.begin(columns);
    }

    @Override
    public void write(RowBatch batch, int row) {
        write(batch, row, row + 1);
    }

    @Override
    public void write(RowBatch batch, int from, int until) {
        try {
            writer.add(batch, from, until);
        } catch (SqlvmException e) {
            throw ServerError.of(e);
        }
    }

    @Override
    public void end() {
        try {
            rowCount = writer.end();
        } catch (SqlvmException e) {
            throw ServerError.of(e);
        }
    }
}
