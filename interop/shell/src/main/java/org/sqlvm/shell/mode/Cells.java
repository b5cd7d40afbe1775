package org.sqlvm.shell.mode;

import org.sqlvm.api.Rows;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * The current row of a result as sqlite3's shell sees it: every value is also a C string, UTF-8
 * that ends before its first NUL.
 */
public final class Cells {
    private static final char REPLACEMENT = '\uFFFD';

    private final Rows rows;
    private final byte[][] names;
    private final Supplier<Charset> source;

    /** The result of {@link #source}; null before its first use. */
    private Charset encoding;

    /**
     * @param encoding supplies the encoding of the database's TEXT, in which BLOBs are shown too;
     *     called once, for the first BLOB or TEXT
     */
    public Cells(Rows rows, List<String> columnNames, Supplier<Charset> encoding) {
        this.rows = rows;
        this.source = encoding;
        names = new byte[columnNames.size()][];
        for (int i = 0; i < names.length; i++) {
            String name = columnNames.get(i);
            names[i] = name == null ? new byte[0] : upToNul(name.getBytes(StandardCharsets.UTF_8));
        }
    }

    private Charset encoding() {
        if (encoding == null) {
            encoding = source.get();
        }
        return encoding;
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

    /** A BLOB taken for the text of the database's encoding, in UTF-8, its NULs included. */
    byte[] blobAsText(int column) {
        byte[] blob = blob(column);
        if (encoding() == StandardCharsets.UTF_8) {
            return blob;
        }
        // An odd last byte is no character.
        return new String(blob, 0, blob.length & ~1, encoding()).getBytes(StandardCharsets.UTF_8);
    }

    /** The value as text, or null for NULL. */
    byte[] text(int column) {
        return switch (rows.type(column)) {
            case NULL -> null;
            case INTEGER -> rows.getText(column).getBytes(StandardCharsets.ISO_8859_1);
            case REAL ->
                LongReal.shown(rows.getDouble(column)).getBytes(StandardCharsets.ISO_8859_1);
            case TEXT -> upToNul(textBytes(column));
            case BLOB -> upToNul(blobAsText(column));
        };
    }

    byte[] text(int column, byte[] nullValue) {
        byte[] text = text(column);
        return text == null ? nullValue : text;
    }

    private byte[] textBytes(int column) {
        return encoding() == StandardCharsets.UTF_8
                ? utf8(rows, column)
                : rows.getText(column).getBytes(StandardCharsets.UTF_8);
    }

    /** TEXT of a database in UTF-8, also where it is none. */
    public static byte[] utf8(Rows rows, int column) {
        String text = rows.getText(column);
        return text.indexOf(REPLACEMENT) >= 0
                ? rows.getBlob(column)
                : text.getBytes(StandardCharsets.UTF_8);
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
