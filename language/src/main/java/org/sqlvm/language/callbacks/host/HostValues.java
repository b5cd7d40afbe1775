package org.sqlvm.language.callbacks.host;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.virtual.ValueList;
import org.sqlvm.language.callbacks.result.CallResult;

import java.util.Arrays;
import java.util.Collections;

/** Values of registers as Java's objects, and back. */
public final class HostValues {
    private HostValues() {}

    static Object[] toJava(Object[] values) {
        Object[] converted = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            converted[i] = toJava(values[i]);
        }
        return converted;
    }

    /** A Long, Double, String, byte[] or null; a List of these for a list. */
    static Object toJava(Object value) {
        return switch (value) {
            case Long _, Double _ -> value;
            case SqlNull _ -> null;
            case ValueList list ->
                Collections.unmodifiableList(Arrays.asList(toJava(list.values())));
            case Blob _ -> new HostArguments(new Object[] {value}).getBlob(0);
            default -> new HostArguments(new Object[] {value}).getText(0);
        };
    }

    /** What {@link CallResult} makes of an object that a callback has given. */
    static Object toRegister(Object value) {
        CallResult result = new CallResult();
        result.setObject(value);
        return result.value();
    }
}
