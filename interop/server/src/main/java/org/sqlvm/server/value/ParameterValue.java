package org.sqlvm.server.value;

import org.sqlvm.server.error.ServerError;
import org.sqlvm.server.error.SqlState;
import org.sqlvm.server.message.MessageReader;

import java.util.HexFormat;
import java.util.regex.Pattern;

/** Values of parameters, as clients send them, as values of the engine. */
public final class ParameterValue {
    private static final int INT2_SIZE = 2;
    private static final int INT4_SIZE = 4;
    private static final int INT8_SIZE = 8;
    private static final int UUID_DIGITS = 32;

    private static final Pattern WHOLE = Pattern.compile("[+-]?\\d+");
    private static final Pattern DECIMAL =
            Pattern.compile("[+-]?((\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|Infinity)");
    /** A BLOB as PostgreSQL writes it. */
    private static final Pattern HEX = Pattern.compile("\\\\x([0-9a-fA-F]{2})*");

    private ParameterValue() {}

    /**
     * Reads the value of a parameter.
     *
     * @param type the type that the client has specified; UNKNOWN is read as text
     * @param format 0 is text, 1 binary
     * @return Long, Double, String, byte[] or null
     */
    public static Object read(MessageReader in, PgType type, int format) {
        int length = in.readInt();
        if (length < 0) {
            return null;
        }
        return switch (format) {
            case 0 -> ofText(in.readText(length), type);
            case 1 -> ofBinary(in, type, length);
            default ->
                throw new ServerError(
                        SqlState.INVALID_PARAMETER_VALUE, "unsupported format code: " + format);
        };
    }

    /** The value that a text is. */
    public static Object ofText(String text, PgType type) {
        try {
            return switch (type) {
                case INT2, INT4, INT8, OID -> Long.valueOf(text.strip());
                case FLOAT4, FLOAT8 -> Double.valueOf(text.strip());
                case NUMERIC -> Numeric.value(text.strip());
                case BOOL -> bool(text.strip());
                case BYTEA -> bytes(text);
                case UUID -> uuid(text);
                default -> text;
            };
        } catch (IllegalArgumentException e) {
            throw new ServerError(
                    SqlState.INVALID_TEXT_REPRESENTATION,
                    "invalid input syntax for type " + type.typeName() + ": \"" + text + "\"");
        }
    }

    /**
     * Reads the value of a parameter whose type the client does not say.
     *
     * @param place the type of what it is compared with, or of its column; null if that is not
     *     known
     * @param format 0 is text, 1 binary
     */
    public static Object readUntyped(MessageReader in, PgType place, int format) {
        if (format == 1 && place == null) {
            // Only a client that has bytes sends them without a word about them.
            return read(in, PgType.BYTEA, format);
        }
        if (format == 0) {
            int length = in.readInt();
            return length < 0 ? null : ofUntyped(in.readText(length), place);
        }
        return read(in, place, format);
    }

    /** The value that a text is if it looks like one of the type; else the text. */
    private static Object ofUntyped(String text, PgType place) {
        return switch (place) {
            case null -> text;
            case INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC -> number(text);
            case BOOL -> truth(text);
            case BYTEA -> HEX.matcher(text).matches() ? bytes(text) : text;
            case UUID -> uuid(text);
            case DATE, TIMESTAMP -> TextForm.withoutZone(place, text);
            default -> text;
        };
    }

    /** As SQLite's affinity NUMERIC has it; and what is no finite number. */
    private static Object number(String text) {
        String plain = text.strip();
        if (WHOLE.matcher(plain).matches()) {
            try {
                return Long.valueOf(plain);
            } catch (NumberFormatException e) {
                return Double.valueOf(plain);
            }
        }
        return DECIMAL.matcher(plain).matches() ? (Object) Double.valueOf(plain) : text;
    }

    /** Some clients write it without hyphens. */
    private static String uuid(String text) {
        return text.length() == UUID_DIGITS && text.matches("\\p{XDigit}+")
                ? text.replaceFirst("(.{8})(.{4})(.{4})(.{4})", "$1-$2-$3-$4-")
                : text;
    }

    private static Object truth(String text) {
        try {
            return bool(text.strip());
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private static Long bool(String text) {
        return switch (text.toLowerCase(java.util.Locale.ROOT)) {
            case "t", "true", "y", "yes", "on", "1" -> 1L;
            case "f", "false", "n", "no", "off", "0" -> 0L;
            default -> throw new IllegalArgumentException(text);
        };
    }

    /** Returns the bytes of {@code \x…}, or of a text with escapes. */
    private static byte[] bytes(String text) {
        if (text.startsWith("\\x")) {
            return HexFormat.of().parseHex(text.substring(2).replaceAll("\\s", ""));
        }
        byte[] source = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        byte[] target = new byte[source.length];
        int count = 0;
        for (int i = 0; i < source.length; i++) {
            if (source[i] != '\\') {
                target[count++] = source[i];
            } else if (i + 1 < source.length && source[i + 1] == '\\') {
                target[count++] = source[++i];
            } else if (i + 3 < source.length) {
                target[count++] = (byte) Integer.parseInt(text.substring(i + 1, i + 4), 8);
                i += 3;
            } else {
                throw new IllegalArgumentException(text);
            }
        }
        return java.util.Arrays.copyOf(target, count);
    }

    /** The value that {@code length} bytes are. */
    public static Object ofBinary(MessageReader in, PgType type, int length) {
        return switch (type) {
            case BOOL -> length == 1 ? (long) in.readByte() : bad(type);
            case INT2, INT4, INT8, OID -> integer(in, type, length);
            case FLOAT4, FLOAT8 -> real(in, type, length);
            case BYTEA -> in.readBytes(length);
            case TEXT, VARCHAR, BPCHAR, NAME, CHAR, UNKNOWN, JSON -> in.readText(length);
            case NUMERIC -> Numeric.read(in, length);
            case DATE -> length == INT4_SIZE ? Dates.date(in.readInt()) : bad(type);
            case TIME -> length == INT8_SIZE ? Dates.time(in.readLong()) : bad(type);
            case TIMESTAMP -> length == INT8_SIZE ? Dates.timestamp(in.readLong()) : bad(type);
            case TIMESTAMPTZ ->
                length == INT8_SIZE ? Dates.timestamp(in.readLong()) + "+00:00" : bad(type);
            case UUID ->
                length == 2 * INT8_SIZE
                        ? new java.util.UUID(in.readLong(), in.readLong()).toString()
                        : bad(type);
            default -> {
                if (type.isArray()) {
                    yield PgArray.read(in, type, length);
                }
                throw ServerError.notSupported(
                        "a parameter of type " + type.typeName() + " in binary format");
            }
        };
    }

    private static Object integer(MessageReader in, PgType type, int length) {
        return switch (length) {
            case INT2_SIZE -> (long) in.readShort();
            case INT4_SIZE -> type == PgType.OID ? in.readInt() & 0xffffffffL : (long) in.readInt();
            case INT8_SIZE -> in.readLong();
            default -> bad(type);
        };
    }

    private static Object real(MessageReader in, PgType type, int length) {
        return switch (length) {
            case INT4_SIZE -> (double) Float.intBitsToFloat(in.readInt());
            case INT8_SIZE -> Double.longBitsToDouble(in.readLong());
            default -> bad(type);
        };
    }

    static Object bad(PgType type) {
        throw new ServerError(
                SqlState.INVALID_BINARY_REPRESENTATION,
                "incorrect binary data format for type " + type.typeName());
    }
}
