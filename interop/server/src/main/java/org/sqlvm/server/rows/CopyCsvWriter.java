package org.sqlvm.server.rows;

import org.sqlvm.server.message.MessageWriter;
import org.sqlvm.server.value.Field;

import java.util.Arrays;
import java.util.List;

/** The form CSV of COPY: values in quotes where they need them. */
public final class CopyCsvWriter extends CopyLineWriter {
    public CopyCsvWriter(MessageWriter out, List<Field> fields, CopyOptions options) {
        super(out, fields, options);
    }

    @Override
    void writeText(byte[] bytes, int offset, int length) {
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
