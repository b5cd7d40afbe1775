package org.sqlvm.server.rows;

import org.sqlvm.api.RowBatch;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.value.Field;

import java.util.List;

/** The binary form of COPY: rows as in messages, with a header and an end. */
public final class CopyBinaryWriter implements CopyWriter {
    private static final int[] BINARY = {1};

    private final MessageWriter out;
    private final RowWriter rows;
    private boolean hasHeader;

    public CopyBinaryWriter(MessageWriter out, List<Field> fields) {
        this.out = out;
        this.rows = new RowWriter(out, fields, BINARY, column -> false);
    }

    @Override
    public int columnCount() {
        return rows.columnCount();
    }

    @Override
    public void begin() {
        hasHeader = false;
    }

    /** The header is in the message of the first row, as PostgreSQL sends it: ADBC relies on it. */
    private MessageWriter beginMessage() {
        out.begin(Backend.COPY_DATA);
        if (!hasHeader) {
            hasHeader = true;
            // Without flags, and without an extension of the header.
            out.writeBytes(CopyBinaryReader.signature()).writeInt(0).writeInt(0);
        }
        return out;
    }

    @Override
    public void write(RowBatch batch, int row) {
        beginMessage().writeShort(columnCount());
        rows.writeValues(batch, row);
        out.end();
    }

    @Override
    public void end() {
        beginMessage().writeShort(CopyBinaryReader.END).end();
    }
}
