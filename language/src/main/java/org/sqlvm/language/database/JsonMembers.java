package org.sqlvm.language.database;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbType;
import org.sqlvm.engine.virtual.files.JsonTexts;
import org.sqlvm.language.database.MemberNames.Member;

/** Gives the members of documents of JSON to an insertion. */
public final class JsonMembers {
    private final MemberColumns columns;
    private final boolean flattens;

    /** @param flattens the members of objects within a row are members of the row */
    public JsonMembers(MemberColumns columns, boolean flattens) {
        this.columns = columns;
        this.flattens = flattens;
    }

    /**
     * The document in a text that is a row.
     *
     * @throws SqlException if it is malformed, or no object
     */
    public static Jsonb parse(Text text) {
        Jsonb document = JsonTexts.parse(text);
        if (document == null) {
            throw SqlException.error(JsonTexts.error(text));
        }
        if (document.type(0) != JsonbType.OBJECT) {
            throw SqlException.error("no object, but " + JsonbType.name(document.type(0)));
        }
        return document;
    }

    /** Gives the members of a row that has begun. */
    public void set(Jsonb document) {
        set(document, 0, columns.names());
    }

    private void set(Jsonb document, int object, MemberNames names) {
        Member before = null;
        int end = document.end(object);
        int at = document.payload(object);
        while (at < end) {
            int value = document.end(at);
            Member member = member(document, at, names, before);
            if (flattens && document.type(value) == JsonbType.OBJECT) {
                set(document, value, member.inner());
            } else {
                columns.set(member, JsonValue.of(document, value, false));
            }
            before = member;
            at = document.end(value);
        }
    }

    private Member member(Jsonb document, int label, MemberNames names, Member before) {
        boolean plain = JsonTexts.isPlain(document, label);
        Member expected = names.expected(before);
        if (plain && expected != null && document.hasPayload(label, (Text) expected.key)) {
            return expected;
        }
        Text key = JsonTexts.label(document, label);
        Member found = names.find(key, before);
        return found == null ? columns.add(names, key.owned(), key.toString(), before) : found;
    }
}
