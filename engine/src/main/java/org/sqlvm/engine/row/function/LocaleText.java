package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A text with a locale. The function {@code fts5_locale()} makes a blob of the two that begins with
 * a header, which is another in each process, so that no stored blob is taken for one.
 *
 * @param text NULL, or a text or another value
 * @param locale null for none
 */
public record LocaleText(Object text, Text locale) {
    private static final int HEADER_SIZE = 16;
    private static final byte[] HEADER = header();

    private static byte[] header() {
        byte[] bytes = new byte[HEADER_SIZE];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    /** The function {@code fts5_locale()}. */
    static Object encode(Object locale, Object text) {
        Text name = locale == SqlNull.NULL ? Text.EMPTY : Casts.toText(locale);
        if (name.length == 0 || name.array[name.offset] == 0) {
            return text == SqlNull.NULL ? text : Casts.toText(text).owned();
        }
        Text content = text == SqlNull.NULL ? Text.EMPTY : Casts.toText(text);
        byte[] blob = Arrays.copyOf(HEADER, HEADER_SIZE + name.length + 1 + content.length);
        System.arraycopy(name.array, name.offset, blob, HEADER_SIZE, name.length);
        System.arraycopy(
                content.array, content.offset, blob, HEADER_SIZE + name.length + 1, content.length);
        return Blob.of(blob);
    }

    /** Whether a value is such a blob. */
    public static boolean is(Object value) {
        return value instanceof Blob blob
                && blob.length > HEADER_SIZE
                && Arrays.equals(
                        blob.array, blob.offset, blob.offset + HEADER_SIZE, HEADER, 0, HEADER_SIZE);
    }

    /** Takes such a blob apart. */
    public static LocaleText decode(Object value) {
        Bytes blob = (Blob) value;
        byte[] bytes = blob.toArray();
        int end = HEADER_SIZE;
        while (bytes[end] != 0) {
            end++;
            if (end == bytes.length) {
                throw new SqlException(ResultCode.MISMATCH, "datatype mismatch");
            }
        }
        return new LocaleText(
                new Text(bytes, end + 1, bytes.length - end - 1),
                new Text(bytes, HEADER_SIZE, end - HEADER_SIZE));
    }

    /** A value with the locale that is stored beside it, NULL for none. */
    public static LocaleText of(Object value, Object locale) {
        return new LocaleText(value, locale == SqlNull.NULL ? null : Casts.toText(locale));
    }

    /** A value that may be such a blob. */
    public static LocaleText of(Object value, boolean mayHaveLocale) {
        return mayHaveLocale && is(value) ? decode(value) : new LocaleText(value, null);
    }
}
