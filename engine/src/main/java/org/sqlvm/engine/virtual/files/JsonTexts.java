package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbType;

/** Documents of JSON that come from outside, each of which is a row. */
public final class JsonTexts {
    private JsonTexts() {}

    /** A document; null if it is malformed. */
    public static Jsonb parse(Text text) {
        Jsonb document = Fields.isUtf8(text.array, text.offset, text.offset + text.length)
                ? Jsonb.parseOrNull(text)
                : null;
        // The parser takes a NUL for the end.
        return document != null && hasNul(text) ? null : document;
    }

    private static boolean hasNul(Text text) {
        int end = text.offset + text.length;
        return Fields.find(0, text.array, text.offset, end) < end;
    }

    /** What is wrong with a document that is malformed. */
    public static String error(Text text) {
        int offset = Jsonb.errorOffset(text);
        return offset < 0
                ? "malformed JSON"
                : "malformed JSON at byte " + (offset + 1) + " of the value";
    }

    /** The name of a member. */
    public static Text label(Jsonb document, int label) {
        return isPlain(document, label)
                ? document.payloadText(label)
                : (Text) JsonValue.of(document, label, false);
    }

    /** Whether a member is called as its payload says, with nothing escaped. */
    public static boolean isPlain(Jsonb document, int label) {
        int type = document.type(label);
        return type == JsonbType.TEXT || type == JsonbType.TEXTRAW;
    }
}
