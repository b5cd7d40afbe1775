package org.sqlvm.server.rows;

import org.sqlvm.api.RowBatch;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.message.Messages.Backend;
import org.sqlvm.server.value.Field;
import org.sqlvm.server.value.ValueFormat;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** The forms of COPY that have a line for each row, with a delimiter between values. */
abstract class CopyLineWriter implements CopyWriter {
    final MessageWriter out;
    final CopyOptions options;
    final byte[] nullText;
    private final List<Field> fields;

    CopyLineWriter(MessageWriter out, List<Field> fields, CopyOptions options) {
        this.out = out;
        this.fields = fields;
        this.options = options;
        this.nullText = options.nullBytes();
    }

    @Override
    public int columnCount() {
        return fields.size();
    }

    /** Names of the columns, if they are wanted. */
    @Override
    public void begin() {
        if (options.hasHeader()) {
            out.begin(Backend.COPY_DATA);
            for (int i = 0; i < fields.size(); i++) {
                writeDelimiter(i);
                byte[] name = fields.get(i).name().getBytes(StandardCharsets.UTF_8);
                writeText(name, 0, name.length);
            }
            out.writeByte('\n').end();
        }
    }

    @Override
    public void write(RowBatch batch, int row) {
        out.begin(Backend.COPY_DATA);
        for (int i = 0; i < fields.size(); i++) {
            writeDelimiter(i);
            switch (batch.type(i, row)) {
                case NULL -> out.writeBytes(nullText);
                case TEXT ->
                    writeText(batch.array(i, row), batch.offset(i, row), batch.length(i, row));
                case BLOB -> writeBlob(batch, i, row);
                case INTEGER, REAL -> ValueFormat.TEXT.write(out, batch, i, row);
            }
        }
        out.writeByte('\n').end();
    }

    private void writeDelimiter(int column) {
        if (column > 0) {
            out.writeByte(options.delimiter());
        }
    }

    abstract void writeText(byte[] bytes, int offset, int length);

    void writeBlob(RowBatch batch, int column, int row) {
        ValueFormat.TEXT.write(out, batch, column, row);
    }
}
