package org.sqlvm.server;

import org.sqlvm.api.RowBatch;
import org.sqlvm.server.Messages.Backend;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** The form CSV of COPY: values in quotes where they need them. */
final class CopyCsvWriter implements CopyWriter {
    private final MessageWriter out;
    private final List<Field> fields;
    private final CopyOptions options;
    private final byte[] nullText;

    CopyCsvWriter(MessageWriter out, List<Field> fields, CopyOptions options) {
        this.out = out;
        this.fields = fields;
        this.options = options;
        this.nullText = options.nullBytes();
    }

    @Override
    public int columnCount() {
        return fields.size();
    }

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

    private void writeDelimiter(int column) {
        if (column > 0) {
            out.writeByte(options.delimiter());
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
                case INTEGER, REAL, BLOB -> ValueFormat.TEXT.write(out, batch, i, row);
            }
        }
        out.writeByte('\n').end();
    }

    private void writeText(byte[] bytes, int offset, int length) {
        if (needsQuotes(bytes, offset, length)) {
            out.writeByte(options.quote());
            for (int i = offset; i < offset + length; i++) {
                if (bytes[i] == options.quote() || bytes[i] == options.escape()) {
                    out.writeByte(options.escape());
                }
                out.writeByte(bytes[i]);
            }
            out.writeByte(options.quote());
        } else {
            out.writeBytes(bytes, offset, length);
        }
    }

    private boolean needsQuotes(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            byte next = bytes[i];
            if (next == options.delimiter()
                    || next == options.quote()
                    || next == '\n'
                    || next == '\r') {
                return true;
            }
        }
        boolean isEnd = length == 2 && bytes[offset] == '\\' && bytes[offset + 1] == '.';
        return isEnd || Arrays.equals(bytes, offset, offset + length, nullText, 0, nullText.length);
    }
}
