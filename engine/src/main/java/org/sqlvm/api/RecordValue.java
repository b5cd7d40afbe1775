package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/**
 * The conversions of a column's value to the type of a constructor's parameter. NULL becomes null,
 * or 0 for a primitive type, as in the getters of {@link Rows}.
 */
final class RecordValue {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    /** Getters of type (Rows, int), by result type. */
    private static final Map<Class<?>, MethodHandle> GETTERS = Map.ofEntries(
            of(long.class, Rows.class, "getLong"),
            of(double.class, Rows.class, "getDouble"),
            of(String.class, Rows.class, "getText"),
            of(byte[].class, Rows.class, "getBlob"),
            of(Object.class, Rows.class, "getObject"),
            of(int.class, Rows.class, "getInt"),
            of(boolean.class, Rows.class, "getBoolean"),
            of(short.class, "getShort"),
            of(byte.class, "getByte"),
            of(float.class, "getFloat"),
            of(Long.class, "boxedLong"),
            of(Integer.class, "boxedInteger"),
            of(Short.class, "boxedShort"),
            of(Byte.class, "boxedByte"),
            of(Double.class, "boxedDouble"),
            of(Float.class, "boxedFloat"),
            of(Boolean.class, "boxedBoolean"),
            of(BigDecimal.class, "decimal"),
            of(BigInteger.class, "integer"),
            of(UUID.class, "uuid"),
            of(LocalDate.class, "date"),
            of(LocalTime.class, "time"),
            of(LocalDateTime.class, "dateTime"),
            of(Instant.class, "instant"));

    private RecordValue() {}

    private static Map.Entry<Class<?>, MethodHandle> of(Class<?> type, String name) {
        return of(type, RecordValue.class, name);
    }

    private static Map.Entry<Class<?>, MethodHandle> of(
            Class<?> type, Class<?> owner, String name) {
        try {
            boolean own = owner == RecordValue.class;
            return Map.entry(
                    type,
                    own
                            ? LOOKUP.findStatic(
                                    owner, name, MethodType.methodType(type, Rows.class, int.class))
                            : LOOKUP.findVirtual(
                                    owner, name, MethodType.methodType(type, int.class)));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a handle of type (Rows){@code type}. */
    static MethodHandle getter(Class<?> type, int column) {
        MethodHandle getter = GETTERS.get(type);
        if (getter == null && type.isEnum()) {
            getter = enumGetter(type);
        }
        if (getter == null) {
            throw new IllegalArgumentException("no column gives a " + type.getName());
        }
        return MethodHandles.insertArguments(getter, 1, column);
    }

    private static MethodHandle enumGetter(Class<?> type) {
        try {
            MethodType form =
                    MethodType.methodType(Object.class, Class.class, Rows.class, int.class);
            return LOOKUP.findStatic(RecordValue.class, "constant", form)
                    .bindTo(type)
                    .asType(MethodType.methodType(type, Rows.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the enum constant that the column names, ignoring case. */
    static @Nullable Object constant(Class<?> type, Rows rows, int column) {
        String name = rows.getText(column);
        if (name == null) {
            return null;
        }
        for (Object constant : type.getEnumConstants()) {
            if (((Enum<?>) constant).name().equalsIgnoreCase(name)) {
                return constant;
            }
        }
        throw new IllegalArgumentException(
                "no " + type.getSimpleName() + ": " + name.toLowerCase(Locale.ROOT));
    }

    static short getShort(Rows rows, int column) {
        int value = rows.getInt(column);
        if (value != (short) value) {
            throw new ArithmeticException(value + " is no short");
        }
        return (short) value;
    }

    static byte getByte(Rows rows, int column) {
        int value = rows.getInt(column);
        if (value != (byte) value) {
            throw new ArithmeticException(value + " is no byte");
        }
        return (byte) value;
    }

    static float getFloat(Rows rows, int column) {
        return (float) rows.getDouble(column);
    }

    static @Nullable Long boxedLong(Rows rows, int column) {
        return rows.isNull(column) ? null : (Long) rows.getLong(column);
    }

    static @Nullable Integer boxedInteger(Rows rows, int column) {
        return rows.isNull(column) ? null : (Integer) rows.getInt(column);
    }

    static @Nullable Short boxedShort(Rows rows, int column) {
        return rows.isNull(column) ? null : (Short) getShort(rows, column);
    }

    static @Nullable Byte boxedByte(Rows rows, int column) {
        return rows.isNull(column) ? null : (Byte) getByte(rows, column);
    }

    static @Nullable Double boxedDouble(Rows rows, int column) {
        return rows.isNull(column) ? null : (Double) rows.getDouble(column);
    }

    static @Nullable Float boxedFloat(Rows rows, int column) {
        return rows.isNull(column) ? null : (Float) getFloat(rows, column);
    }

    static @Nullable Boolean boxedBoolean(Rows rows, int column) {
        return rows.isNull(column) ? null : (Boolean) rows.getBoolean(column);
    }

    static @Nullable BigDecimal decimal(Rows rows, int column) {
        String text = rows.getText(column);
        return text == null ? null : new BigDecimal(text);
    }

    static @Nullable BigInteger integer(Rows rows, int column) {
        String text = rows.getText(column);
        return text == null ? null : new BigInteger(text);
    }

    static @Nullable UUID uuid(Rows rows, int column) {
        String text = rows.getText(column);
        return text == null ? null : UUID.fromString(text);
    }

    static @Nullable LocalDate date(Rows rows, int column) {
        String text = rows.getText(column);
        return text == null ? null : LocalDate.parse(text);
    }

    static @Nullable LocalTime time(Rows rows, int column) {
        String text = rows.getText(column);
        return text == null ? null : LocalTime.parse(text);
    }

    /** Parses ISO 8601, or SQLite's form with a blank instead of the T. */
    static @Nullable LocalDateTime dateTime(Rows rows, int column) {
        String text = rows.getText(column);
        return text == null ? null : LocalDateTime.parse(text.replace(' ', 'T'));
    }

    /**
     * Parses a text in UTC, as CURRENT_TIMESTAMP returns it, with or without a Z. An INTEGER is in
     * milliseconds.
     */
    static @Nullable Instant instant(Rows rows, int column) {
        if (rows.type(column) == Rows.Type.INTEGER) {
            return Instant.ofEpochMilli(rows.getLong(column));
        }
        String text = rows.getText(column);
        if (text == null) {
            return null;
        }
        String iso = text.replace(' ', 'T');
        return Instant.parse(iso.endsWith("Z") ? iso : iso + "Z");
    }
}
