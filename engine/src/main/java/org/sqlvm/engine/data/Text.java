package org.sqlvm.engine.data;

import java.nio.charset.StandardCharsets;

/**
 * A TEXT value: UTF-8 bytes, decoded only when a {@link String} is needed. The bytes are those that
 * the user stored, so they need not be valid UTF-8. Text of a UTF-16 database is transcoded when
 * the record is read.
 */
public sealed class Text extends Bytes permits JsonText {
    public static final Text EMPTY = new Text(new byte[0], 0, 0);

    /**
     * The text as a reader has converted it, such as to its own language's strings, for the next
     * reader of the same object; null before the first call. Must not change.
     */
    public Object made;

    public Text(byte[] array, int offset, int length) {
        super(array, offset, length);
    }

    public static Text of(byte[] utf8) {
        return new Text(utf8, 0, utf8.length);
    }

    /**
     * Returns a string's text.
     *
     * @throws org.sqlvm.engine.error.SqlException if the string has an unpaired surrogate
     */
    public static Text of(String string) {
        return of(Utf8.encode(string));
    }

    @Override
    public Text owned() {
        return isWhole() ? this : of(toArray());
    }

    /** The characters; U+FFFD where the bytes are not UTF-8. */
    @Override
    public String toString() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }
}
