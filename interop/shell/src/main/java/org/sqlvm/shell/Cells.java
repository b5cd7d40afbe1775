package org.sqlvm.shell;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.sqlvm.api.Rows;

/**
 * The current row of a result as sqlite3's shell sees it: every value is also a C string, UTF-8 that
 * ends before its first NUL.
 */
final class Cells {
    private static final char REPLACEMENT = '\uFFFD';

    private final Rows rows;
    private final byte[][] names;
    private final BooleanSupplier utf8;

    /**
     * @param utf8 whether the database's TEXT is UTF-8, so that the bytes of a BLOB, or of TEXT that
     *     is no valid UTF-8, can be shown as they are; asked only when such a value comes
     */
    Cells(Rows rows, List<String> columnNames, BooleanSupplier utf8) {
        this.rows = rows;
        this.utf8 = utf8;
        names = new byte[columnNames.size()][];
        for (int i = 0; i < names.length; i++) {
            String name = columnNames.get(i);
            names[i] = name == null ? new byte[0] : upToNul(name.getBytes(StandardCharsets.UTF_8));
        }
    }

    int count() {
        return names.length;
    }

    byte[] name(int column) {
        return names[column];
    }

    Rows.Type type(int column) {
        return rows.type(column);
    }

    double real(int column) {
        return rows.getDouble(column);
    }

    /** All bytes of a BLOB. */
    byte[] blob(int column) {
        byte[] blob = rows.getBlob(column);
        return blob == null ? new byte[0] : blob;
    }

    /** The value as text, or null for NULL. */
    byte[] text(int column) {
        return switch (rows.type(column)) {
            case NULL -> null;
            case INTEGER, REAL -> rows.getText(column).getBytes(StandardCharsets.ISO_8859_1);
            case TEXT -> upToNul(textBytes(column));
            case BLOB -> upToNul(utf8.getAsBoolean() ? blob(column) : textBytes(column));
        };
    }

    byte[] text(int column, byte[] nullValue) {
        byte[] text = text(column);
        return text == null ? nullValue : text;
    }

    private byte[] textBytes(int column) {
        String text = rows.getText(column);
        if (text.indexOf(REPLACEMENT) >= 0 && utf8.getAsBoolean()) {
            return blob(column);
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] upToNul(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                return Arrays.copyOf(bytes, i);
            }
        }
        return bytes;
    }
}
