package org.sqlvm.server.rows;

import org.sqlvm.api.RowBatch;
import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.value.Field;

import java.util.List;

/** The text form of COPY: a line for each row, with backslashes before what ends a value. */
public final class CopyTextWriter extends CopyLineWriter {
    public CopyTextWriter(MessageWriter out, List<Field> fields, CopyOptions options) {
        super(out, fields, options);
    }

    /** The backslash of {@code \x} has one before it. */
    @Override
    void writeBlob(RowBatch batch, int column, int row) {
        out.writeByte('\\');
        super.writeBlob(batch, column, row);
    }

    /** Copies what needs no backslash in one go. */
    @Override
    void writeText(byte[] bytes, int offset, int length) {
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

    /** Returns the character after the backslash; 0 if no escape is needed. */
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
