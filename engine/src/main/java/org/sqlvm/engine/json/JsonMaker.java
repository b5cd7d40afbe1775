package org.sqlvm.engine.json;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.JsonText;
import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;

/** Values of SQL as JSON, and JSON as results of functions. */
public final class JsonMaker {
    private JsonMaker() {}

    /**
     * Appends a value: JSON unchanged, other text as a string.
     *
     * @throws org.sqlvm.engine.error.SqlException "JSON cannot hold BLOB values"
     */
    public static void append(TextBuilder output, Object value) {
        switch (value) {
            case JsonText json -> output.append(json);
            case Text text -> JsonPrinter.appendString(output, text);
            case Long number -> output.append(Numbers.text(number));
            case Double number -> appendReal(output, number);
            case Blob blob -> JsonPrinter.append(binary(blob), 0, output);
            default -> output.append("null");
        }
    }

    /**
     * Appends one of the arguments of a function that makes JSON of many.
     *
     * @param step from one value to the next
     */
    public static void append(TextBuilder output, Object[] arguments, int index, int step) {
        if (arguments[index] instanceof Blob blob && Jsonb.ofBlob(blob) == null) {
            // A later blob that seems to be JSONB and is not has the last word, but for arrays and
            // objects, into which SQLite does not look any more.
            for (int i = index + step; i < arguments.length; i += step) {
                Jsonb later = Jsonb.ofBlob(arguments[i]);
                if (later != null && later.type(0) < JsonbType.ARRAY) {
                    JsonPrinter.text(later, 0);
                }
            }
        }
        append(output, arguments[index]);
    }

    /** Appends a comma unless the element is the first of its array or object. */
    public static void separate(TextBuilder output) {
        // SQLite looks at the last character, and malformed JSONB may end in a bracket.
        if (output.last() != '[' && output.last() != '{') {
            output.append(',');
        }
    }

    private static void appendReal(TextBuilder output, double number) {
        if (Double.isInfinite(number)) {
            output.append(number < 0 ? "-9.0e+999" : "9.0e+999"); // Too large, so read as infinite.
        } else {
            output.append(Numbers.text(number));
        }
    }

    private static Jsonb binary(Blob blob) {
        Jsonb document = Jsonb.ofBlob(blob);
        if (document == null) {
            throw JsonError.blob();
        }
        return document;
    }

    /** A value as an element of JSONB. */
    public static byte[] element(Object value) {
        return switch (value) {
            case JsonText json -> Jsonb.parse(json).blob().array;
            case Text text -> Jsonb.textElement(text);
            case Long number -> Jsonb.integerElement(Numbers.text(number));
            case Double number -> Jsonb.realElement(realText(number));
            case Blob blob -> binary(blob).blob().array;
            default -> Jsonb.nullElement();
        };
    }

    private static Bytes realText(double number) {
        if (Double.isInfinite(number)) {
            return Text.of(number < 0 ? "-9e999" : "9e999");
        }
        return Numbers.text(number);
    }

    /** JSON text that a function has made, as its result: text or, if {@code binary}, JSONB. */
    public static Object result(Text json, boolean binary) {
        return binary ? Jsonb.ofGenerated(json).blob() : JsonText.of(json);
    }

    /** A document as the result of a function. */
    public static Object result(Jsonb document, boolean binary) {
        return binary ? document.blob() : JsonText.of(JsonPrinter.text(document, 0));
    }
}
