package org.sqlvm.engine.data;

/**
 * Text that a JSON function made: SQLite's subtype 74. JSON functions take it for JSON, while other
 * text is a string to them. Everywhere else it is plain text; a record does not keep the subtype.
 */
public final class JsonText extends Text {
    /** The result of the function subtype() for it: the letter J. */
    public static final long SUBTYPE = 74;

    private JsonText(byte[] array, int offset, int length) {
        super(array, offset, length);
    }

    /** Returns the same text as JSON. */
    public static JsonText of(Text text) {
        return new JsonText(text.array, text.offset, text.length);
    }

    @Override
    public JsonText owned() {
        return isWhole() ? this : of(super.owned());
    }

    /** The value without a subtype: it is no longer known as JSON, or as an embedding. */
    public static Object forget(Object value) {
        return switch (value) {
            case JsonText text -> new Text(text.array, text.offset, text.length);
            case VectorBlob blob -> new Blob(blob.array, blob.offset, blob.length);
            default -> value;
        };
    }
}
