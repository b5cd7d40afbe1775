package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Text;

import java.util.List;

/** The element types of JSONB: the low four bits of an element's first byte. */
public final class JsonbType {
    public static final int NULL = 0;
    public static final int TRUE = 1;
    public static final int FALSE = 2;
    /** An integer as JSON writes it. */
    public static final int INT = 3;
    /** A hexadecimal integer of JSON5. */
    public static final int INT5 = 4;
    /** A real as JSON writes it. */
    public static final int FLOAT = 5;
    /** A real as JSON5 writes it: {@code .5} or {@code 5.}. */
    public static final int FLOAT5 = 6;
    /** A string without escapes that needs none. */
    public static final int TEXT = 7;
    /** A string with escapes of JSON. */
    public static final int TEXTJ = 8;
    /** A string with escapes of JSON5. */
    public static final int TEXT5 = 9;
    /** The characters of a string as they are: JSON may have to escape some of them. */
    public static final int TEXTRAW = 10;

    public static final int ARRAY = 11;
    /** Labels, each of a text type, and values by turns. */
    public static final int OBJECT = 12;

    private static final Text INTEGER_NAME = Text.of("integer");
    private static final Text REAL_NAME = Text.of("real");
    private static final Text TEXT_NAME = Text.of("text");

    /** The reserved types have empty names. */
    private static final List<Text> NAMES = List.of(
            Text.of("null"),
            Text.of("true"),
            Text.of("false"),
            INTEGER_NAME,
            INTEGER_NAME,
            REAL_NAME,
            REAL_NAME,
            TEXT_NAME,
            TEXT_NAME,
            TEXT_NAME,
            TEXT_NAME,
            Text.of("array"),
            Text.of("object"),
            Text.EMPTY,
            Text.EMPTY,
            Text.EMPTY);

    private JsonbType() {}

    /** The name that json_type() gives: null, true, false, integer, real, text, array, object. */
    public static Text name(int type) {
        return NAMES.get(type);
    }

    /** Whether an element of that type can be a label. */
    static boolean isText(int type) {
        return type >= TEXT && type <= TEXTRAW;
    }

    /** Whether the payload of a text is its characters, without escapes. */
    static boolean isRaw(int type) {
        return type == TEXT || type == TEXTRAW;
    }
}
