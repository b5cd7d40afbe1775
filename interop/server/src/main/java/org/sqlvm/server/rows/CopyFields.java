package org.sqlvm.server.rows;

import org.sqlvm.server.message.MessageReader;
import org.sqlvm.server.value.PgType;

import java.util.Arrays;
import java.util.List;

/** The values of a row of text, as they are gathered byte by byte. */
final class CopyFields {
    private static final int SIZE = 256;

    private final List<PgType> types;
    private final byte[] nullText;
    private byte[] bytes = new byte[SIZE];
    private int length;
    private Object[] row;
    private int count;

    CopyFields(List<PgType> types, byte[] nullText) {
        this.types = types;
        this.nullText = nullText;
    }

    void beginRow() {
        row = new Object[types.size()];
        count = 0;
        length = 0;
    }

    void append(int next) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = (byte) next;
    }

    /** Whether the value so far is the text that stands for NULL. */
    boolean isNull() {
        return Arrays.equals(bytes, 0, length, nullText, 0, nullText.length);
    }

    /** Whether nothing of the row has come yet. */
    boolean isEmpty() {
        return count == 0 && length == 0;
    }

    /** Whether the row so far is one value with this text. */
    boolean is(String text) {
        return count == 0
                && length == text.length()
                && MessageReader.decode(bytes, 0, length).equals(text);
    }

    void endValue(boolean isNull) {
        if (count == row.length) {
            throw CopyReader.bad("extra data after last expected column");
        }
        if (!isNull) {
            String text = MessageReader.decode(bytes, 0, length);
            row[count] = CopyReader.value(text, types.get(count));
        }
        count++;
        length = 0;
    }

    Object[] endRow() {
        if (count < row.length) {
            throw CopyReader.bad("missing data for column " + (count + 1));
        }
        return row;
    }
}
