package org.sqlvm.server;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.server.Messages.Backend;

import java.util.List;

/** The text form of COPY: a line for each row, with backslashes before what ends a value. */
final class CopyTextWriter implements CopyWriter {
    private final MessageWriter out;
    private final List<Field> fields;
    private final CopyOptions options;
    private final byte[] nullText;

    CopyTextWriter(MessageWriter out, List<Field> fields, CopyOptions options) {
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
                byte[] name =
                        fields.get(i).name().getBytes(java.nio.charset.StandardCharsets.UTF_8);
                writeEscaped(name, 0, name.length);
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
            Rows.Type type = batch.type(i, row);
            if (type == Rows.Type.NULL) {
                out.writeBytes(nullText);
            } else if (type == Rows.Type.TEXT) {
                writeEscaped(batch.array(i, row), batch.offset(i, row), batch.length(i, row));
            } else {
                if (type == Rows.Type.BLOB) {
                    // The backslash of \x.
                    out.writeByte('\\');
                }
                ValueFormat.TEXT.write(out, batch, i, row);
            }
        }
        out.writeByte('\n').end();
    }

    /** Copies what needs no backslash in one go. */
    private void writeEscaped(byte[] bytes, int offset, int length) {
        int copied = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            int letter = escape(bytes[i]);
            if (letter != 0) {
                out.writeBytes(bytes, copied, i - copied).writeByte('\\').writeByte(letter);
                copied = i + 1;
            }
        }
        out.writeBytes(bytes, copied, end - copied);
    }

    /** What stands behind the backslash; 0 if none is needed. */
    private int escape(byte next) {
        return switch (next) {
            case '\b' -> 'b';
            case '\f' -> 'f';
            case '\n' -> 'n';
            case '\r' -> 'r';
            case '\t' -> 't';
            case 0x0b -> 'v';
            case '\\' -> '\\';
            default -> next == options.delimiter() ? next : 0;
        };
    }
}
