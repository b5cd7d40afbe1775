package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Text;

/** A label of an object, or a key of a path, to be compared with others. */
final class JsonLabel {
    private final Text text;
    private final boolean raw;

    /** @param raw the text has no escapes */
    JsonLabel(Text text, boolean raw) {
        this.text = text;
        this.raw = raw;
    }

    /** The label at an offset of a document. */
    static JsonLabel at(Jsonb document, int element) {
        return new JsonLabel(
                document.payloadText(element), JsonbType.isRaw(document.type(element)));
    }

    /** Whether an element, a text, means the same characters. */
    boolean matches(Jsonb document, int element) {
        boolean otherRaw = JsonbType.isRaw(document.type(element));
        if (raw && otherRaw) {
            return document.hasPayload(element, text);
        }
        Text other = document.payloadText(element);
        Escapes left = new Escapes(text);
        Escapes right = new Escapes(other);
        while (true) {
            int a = next(left, raw);
            int b = next(right, otherRaw);
            if (a != b) {
                return false;
            }
            if (a == 0) {
                return true; // At the end of both, or at a NUL, which counts as the end.
            }
        }
    }

    private static int next(Escapes characters, boolean raw) {
        if (characters.atEnd()) {
            return 0;
        }
        return raw ? characters.nextUnescaped() : characters.next();
    }
}
