package org.sqlvm.engine.data;

import java.util.List;

/**
 * How one field of a key compares.
 *
 * @param bigNull NULL counts as greater than every value (NULLS LAST of an ascending field, NULLS
 *     FIRST of a descending one) instead of less
 */
public record KeyField(Collation collation, boolean descending, boolean bigNull) {
    /** The order of fields beyond those of a key: of the rowid at the end of an index entry. */
    public static final KeyField PLAIN = new KeyField(Collation.BINARY, false, false);

    /** Compares two values of the field. */
    public int compare(Object a, Object b) {
        boolean aNull = a == SqlNull.NULL;
        boolean bNull = b == SqlNull.NULL;
        int compared =
                bigNull && aNull != bNull ? (aNull ? 1 : -1) : Values.compare(a, b, collation);
        return descending ? -compared : compared;
    }

    /**
     * Returns the encoding of text in records whose order under these fields is that of the bytes,
     * for BINARY fields.
     */
    public static TextEncoding encoding(List<KeyField> fields) {
        for (KeyField field : fields) {
            for (TextEncoding encoding : TextEncoding.values()) {
                if (field.collation() == Collation.binary(encoding)) {
                    return encoding;
                }
            }
        }
        return TextEncoding.UTF8;
    }
}
