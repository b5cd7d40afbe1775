package org.sqlvm.engine.virtual.fts5.query;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A token of the query language, with its source in UTF-8. */
record QueryToken(Kind kind, byte[] source) {
    enum Kind {
        OR,
        AND,
        NOT,
        COLON,
        MINUS,
        LEFT_BRACE,
        RIGHT_BRACE,
        STRING,
        LEFT_PARENTHESIS,
        RIGHT_PARENTHESIS,
        CARET,
        COMMA,
        PLUS,
        STAR,
        END
    }

    /** The source, for messages. */
    String text() {
        return new String(source, StandardCharsets.UTF_8);
    }

    /** The bytes that a string stands for: without quotes, if it has some. */
    byte[] value() {
        if (source[0] != '"') {
            return source;
        }
        byte[] value = new byte[source.length];
        int size = 0;
        for (int i = 1; i < source.length - 1; i++) {
            value[size++] = source[i];
            if (source[i] == '"') {
                i++;
            }
        }
        return Arrays.copyOf(value, size);
    }
}
