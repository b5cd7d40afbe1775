package org.sqlvm.engine.row.function;

import static org.sqlvm.engine.row.FunctionFact.NEVER_FAILS;
import static org.sqlvm.engine.row.FunctionFact.STRICT;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonMaker;
import org.sqlvm.engine.json.JsonPath;
import org.sqlvm.engine.json.JsonPrinter;
import org.sqlvm.engine.json.JsonValue;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.engine.json.JsonbCheck;
import org.sqlvm.engine.json.JsonbType;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.SqlFunction;

import java.util.List;

/** JSON read: extracted from, described, checked, printed (sqlite.org/json1.html). */
final class JsonFunctions {
    static final List<SqlFunction> FUNCTIONS = List.of(
            Scalar.of("json_array_length", 1, 2, JsonFunctions::arrayLength),
            Scalar.of("json_error_position", 1, JsonFunctions::errorPosition)
                    .with(STRICT, NEVER_FAILS),
            Scalar.of("json_extract", 0, Scalar.MANY, JsonFunctions::extractText),
            Scalar.of("jsonb_extract", 0, Scalar.MANY, JsonFunctions::extractBinary),
            Scalar.of("->", 2, JsonFunctions::arrow),
            Scalar.of("->>", 2, JsonFunctions::longArrow),
            Scalar.of("json_pretty", 1, 2, JsonFunctions::pretty),
            Scalar.of("json_type", 1, 2, JsonFunctions::type),
            Scalar.of("json_valid", 1, 2, JsonFunctions::valid));

    private static final Text INDENT = Text.of("    ");

    /** Flags of json_valid(): plain JSON, JSON5, a likely JSONB blob, a JSONB blob. */
    private static final int VALID_JSON = 1;

    private static final int VALID_JSON5 = 2;
    private static final int VALID_SEEMING = 4;
    private static final int VALID_JSONB = 8;
    private static final int VALID_ALL = 15;

    private JsonFunctions() {}

    @TruffleBoundary
    private static Object arrayLength(CallContext context, Object[] arguments) {
        Jsonb document = Jsonb.parse(arguments[0]);
        if (document == null) {
            return SqlNull.NULL;
        }
        int element = 0;
        if (arguments.length == 2) {
            if (arguments[1] == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            JsonPath place = JsonPath.walk(document, Casts.toText(arguments[1]));
            if (!place.isFound()) {
                return SqlNull.NULL;
            }
            element = place.element();
        }
        boolean array = document.type(element) == JsonbType.ARRAY;
        return array ? (long) document.arrayLength(element) : 0L;
    }

    /** In characters from 1; 0 if nothing is wrong. In a blob in bytes. */
    @TruffleBoundary
    private static Object errorPosition(CallContext context, Object[] arguments) {
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Jsonb blob = Jsonb.ofBlob(arguments[0]);
        if (blob != null) {
            return JsonbCheck.errorOffset(blob) + 1L;
        }
        Text text = Casts.toText(arguments[0]);
        int offset = Jsonb.errorOffset(text);
        long position = offset < 0 ? 0 : 1;
        for (int i = text.offset; i < text.offset + offset; i++) {
            position += Utf8.isContinuation(text.array[i]) ? 0 : 1;
        }
        return position;
    }

    @TruffleBoundary
    private static Object extractText(CallContext context, Object[] arguments) {
        return extract(context, arguments, false);
    }

    @TruffleBoundary
    private static Object extractBinary(CallContext context, Object[] arguments) {
        return extract(context, arguments, true);
    }

    /** With one path its value, with more an array of their elements. */
    private static Object extract(CallContext context, Object[] arguments, boolean binary) {
        if (arguments.length < 2) {
            return SqlNull.NULL;
        }
        Jsonb document = Jsonb.parse(arguments[0]);
        if (document == null) {
            return SqlNull.NULL;
        }
        if (arguments.length == 2) {
            if (arguments[1] == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            JsonPath place = JsonPath.walk(document, Casts.toText(arguments[1]));
            return place.isFound() ? JsonValue.of(document, place.element(), binary) : SqlNull.NULL;
        }
        // All paths are walked first: a bad one is complained of before a malformed element.
        JsonPath[] places = new JsonPath[arguments.length - 1];
        for (int i = 0; i < places.length; i++) {
            if (arguments[i + 1] == SqlNull.NULL) {
                return SqlNull.NULL;
            }
            places[i] = JsonPath.walk(document, Casts.toText(arguments[i + 1]));
        }
        TextBuilder result = new TextBuilder(context.lengthMax());
        result.append('[');
        for (int i = 0; i < places.length; i++) {
            JsonMaker.separate(result);
            if (places[i].isFound()) {
                JsonPrinter.append(document, places[i].element(), result);
            } else {
                result.append("null");
            }
        }
        return JsonMaker.result(result.append(']').toText(), binary);
    }

    /** {@code ->}: the element as JSON. */
    @TruffleBoundary
    private static Object arrow(CallContext context, Object[] arguments) {
        Jsonb document = Jsonb.parse(arguments[0]);
        JsonPath place = place(document, arguments[1]);
        return place == null
                ? SqlNull.NULL
                : JsonText.of(JsonPrinter.text(document, place.element()));
    }

    /** {@code ->>}: the element as a value of SQL, and text if it is an array or object. */
    @TruffleBoundary
    private static Object longArrow(CallContext context, Object[] arguments) {
        Jsonb document = Jsonb.parse(arguments[0]);
        JsonPath place = place(document, arguments[1]);
        return place == null
                ? SqlNull.NULL
                : JsonText.forget(JsonValue.of(document, place.element(), false));
    }

    /** Where a path or what the arrows take for one leads; null if there is nothing. */
    private static JsonPath place(Jsonb document, Object path) {
        if (document == null || path == SqlNull.NULL) {
            return null;
        }
        Text text = Casts.toText(path);
        JsonPath place = JsonPath.isPath(text)
                ? JsonPath.walk(document, text)
                : JsonPath.walkSteps(document, steps(path, Utf8.untilNul(text)), text);
        return place.isFound() ? place : null;
    }

    /** {@code 2} means {@code [2]}, {@code -2} means {@code [#-2]}, else a label is meant. */
    private static Text steps(Object path, Text text) {
        TextBuilder steps = new TextBuilder(TextBuilder.LENGTH_MAX);
        if (path instanceof Long index) {
            steps.append(index < 0 ? "[#" : "[").append(text).append(']');
        } else if (isName(text)) {
            steps.append('.').append(text);
        } else if (text.length >= 3
                && text.array[text.offset] == '['
                && text.array[text.offset + text.length - 1] == ']') {
            return text;
        } else {
            steps.append(".\"").append(text).append('"');
        }
        return steps.toText();
    }

    private static boolean isName(Text text) {
        for (int i = text.offset; i < text.offset + text.length; i++) {
            int c = text.array[i];
            boolean part = (c >= 'a' && c <= 'z')
                    || (c >= 'A' && c <= 'Z')
                    || (c >= '0' && c <= '9')
                    || c == '_';
            if (!part) {
                return false;
            }
        }
        return true;
    }

    @TruffleBoundary
    private static Object pretty(CallContext context, Object[] arguments) {
        Jsonb document = Jsonb.parse(arguments[0]);
        if (document == null) {
            return SqlNull.NULL;
        }
        boolean given = arguments.length == 2 && arguments[1] != SqlNull.NULL;
        Text indent = given ? Utf8.untilNul(Casts.toText(arguments[1])) : INDENT;
        return JsonPrinter.pretty(document, indent);
    }

    @TruffleBoundary
    private static Object type(CallContext context, Object[] arguments) {
        Jsonb document = Jsonb.parse(arguments[0]);
        if (document == null) {
            return SqlNull.NULL;
        }
        if (arguments.length == 1) {
            return JsonbType.name(document.type(0));
        }
        if (arguments[1] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        JsonPath place = JsonPath.walk(document, Casts.toText(arguments[1]));
        return place.isFound() ? JsonbType.name(document.type(place.element())) : SqlNull.NULL;
    }

    @TruffleBoundary
    private static Object valid(CallContext context, Object[] arguments) {
        int flags = VALID_JSON;
        if (arguments.length == 2) {
            long given = Casts.toLong(arguments[1]);
            if (given < 1 || given > VALID_ALL) {
                throw SqlException.error(
                        "FLAGS parameter to json_valid() must be between 1 and 15");
            }
            flags = (int) given;
        }
        if (arguments[0] == SqlNull.NULL) {
            return SqlNull.NULL;
        }
        Jsonb blob = Jsonb.ofBlob(arguments[0]);
        if (blob != null) {
            boolean sound = (flags & VALID_SEEMING) != 0
                    || ((flags & VALID_JSONB) != 0 && JsonbCheck.errorOffset(blob) < 0);
            return sound ? 1L : 0L;
        }
        if ((flags & (VALID_JSON | VALID_JSON5)) == 0) {
            return 0L;
        }
        Jsonb document = Jsonb.parseOrNull(Casts.toText(arguments[0]));
        boolean sound = document != null && ((flags & VALID_JSON5) != 0 || !document.isExtended());
        return sound ? 1L : 0L;
    }
}
