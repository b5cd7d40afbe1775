package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Text;

/**
 * An optimization: the documents that were parsed last, because a query asks for several elements
 * of the same text, one call each. Without it every call parses. Entries are immutable, so threads
 * may share them without a lock; at worst they parse again.
 */
final class JsonCache {
    private static final int SIZE = 4;
    /** Longer texts are not kept. */
    private static final int LENGTH_MAX = 1 << 20;

    private static final Entry[] ENTRIES = new Entry[SIZE];

    private record Entry(Text text, Jsonb document) {}

    private JsonCache() {}

    /** @throws org.sqlvm.engine.error.SqlException "malformed JSON" */
    static Jsonb parse(Text text) {
        for (Entry entry : ENTRIES) {
            if (entry != null && entry.text.length == text.length && entry.text.equals(text)) {
                return entry.document;
            }
        }
        Jsonb document = JsonParser.parse(text);
        if (document == null) {
            throw JsonError.malformed();
        }
        if (text.length <= LENGTH_MAX) {
            System.arraycopy(ENTRIES, 0, ENTRIES, 1, SIZE - 1);
            ENTRIES[0] = new Entry(Text.of(text.toArray()), document);
        }
        return document;
    }
}
