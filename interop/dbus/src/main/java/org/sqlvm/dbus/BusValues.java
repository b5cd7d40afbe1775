package org.sqlvm.dbus;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.types.UInt64;
import org.freedesktop.dbus.types.Variant;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.util.ArrayList;
import java.util.List;

/** Values of SQL as variants of the bus, and back. */
final class BusValues {
    private static final int MISMATCH = 20;
    private static final String NULL = "/";

    private BusValues() {}

    static List<Object> of(List<Variant<?>> variants) {
        List<Object> values = new ArrayList<>();
        for (Variant<?> variant : variants) {
            values.add(of(variant.getValue()));
        }
        return values;
    }

    private static Object of(Object value) {
        return switch (value) {
            case Double number -> number;
            case Boolean bool -> bool ? 1L : 0L;
            case UInt64 number
            when number.value().bitLength() >= Long.SIZE -> throw mismatch("a number is too large");
            case UInt64 number -> number.value().longValue();
            case Number number -> number.longValue();
            case DBusPath path when path.getPath().equals(NULL) -> null;
            case CharSequence text -> text.toString();
            case byte[] bytes -> bytes;
            case List<?> list -> bytes(list);
            default -> throw mismatch("a parameter is of no type of SQL");
        };
    }

    private static byte[] bytes(List<?> list) {
        byte[] bytes = new byte[list.size()];
        for (int i = 0; i < bytes.length; i++) {
            if (!(list.get(i) instanceof Byte one)) {
                throw mismatch("a parameter is of no type of SQL");
            }
            bytes[i] = one;
        }
        return bytes;
    }

    /** Returns a value of the current row. */
    static Variant<?> of(Rows rows, int column) {
        return switch (rows.type(column)) {
            case INTEGER -> new Variant<>(rows.getLong(column), "x");
            case REAL -> new Variant<>(rows.getDouble(column), "d");
            case TEXT -> new Variant<>(text(rows.getText(column)), "s");
            case BLOB -> new Variant<>(rows.getBlob(column), "ay");
            case NULL -> new Variant<>(new DBusPath(NULL), "o");
        };
    }

    private static String text(String text) {
        if (text.indexOf('\0') >= 0) {
            throw mismatch("a text of D-Bus has no character 0");
        }
        return text;
    }

    /** Returns the approximate size of a value in a message, in bytes. */
    static long size(Rows rows, int column) {
        return switch (rows.type(column)) {
                    case TEXT -> rows.getText(column).getBytes(UTF_8).length;
                    case BLOB -> rows.getBlob(column).length;
                    case INTEGER, REAL, NULL -> 0;
                }
                + 2L * Long.BYTES;
    }

    private static SqlvmException mismatch(String what) {
        return new SqlvmException(what, MISMATCH, -1, null);
    }
}
