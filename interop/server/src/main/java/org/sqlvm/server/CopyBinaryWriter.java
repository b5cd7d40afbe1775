package org.sqlvm.server;

import org.sqlvm.api.RowBatch;
import org.sqlvm.server.Messages.Backend;

import java.util.List;

/** The binary form of COPY: rows as in messages, with a header and an end. */
final class CopyBinaryWriter implements CopyWriter {
    private static final int[] BINARY = {1};

    private final MessageWriter out;
    private final RowWriter rows;

    CopyBinaryWriter(MessageWriter out, List<Field> fields) {
        this.out = out;
        this.rows = new RowWriter(out, fields, BINARY);
    }

    @Override
    public int columnCount() {
        return rows.columnCount();
    }

    @Override
    public void begin() {
        // Without flags, and without an extension of the header.
        out.begin(Backend.COPY_DATA).writeBytes(CopyBinaryReader.signature());
        out.writeInt(0).writeInt(0).end();
    }

    @Override
    public void write(RowBatch batch, int row) {
        out.begin(Backend.COPY_DATA).writeShort(columnCount());
        rows.writeValues(batch, row);
        out.end();
    }

    @Override
    public void end() {
        out.begin(Backend.COPY_DATA).writeShort(CopyBinaryReader.END).end();
    }
}
