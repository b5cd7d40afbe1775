package org.sqlvm.api;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Converts rows to objects with a constructor: the canonical one of a record, or the only one of
 * any other class. A parameter takes the column with its name, where case and underscores do not
 * count ({@code orderKey} takes {@code order_key}). If the class file has no parameter names,
 * columns are taken by position.
 *
 * <p>The constructor and the getters are combined into one method handle, so that numbers are not
 * boxed.
 */
final class RecordMapper<T> {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final Class<T> type;
    /** The combined handle, of type (Rows)Object. */
    private final MethodHandle make;

    RecordMapper(Rows rows, Class<T> type) {
        this.type = type;
        Constructor<?> constructor = constructor(type);
        Parameter[] parameters = constructor.getParameters();
        MethodHandle[] getters = new MethodHandle[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            int column = column(rows, constructor, parameters[i], i);
            getters[i] = RecordValue.getter(parameters[i].getType(), column);
        }
        MethodHandle made = MethodHandles.filterArguments(access(constructor), 0, getters);
        MethodType oneRow = MethodType.methodType(type, Rows.class);
        make = MethodHandles.permuteArguments(made, oneRow, new int[parameters.length])
                .asType(MethodType.methodType(Object.class, Rows.class));
    }

    private static Constructor<?> constructor(Class<?> type) {
        if (type.isRecord()) {
            Class<?>[] types = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new);
            try {
                return type.getDeclaredConstructor(types);
            } catch (NoSuchMethodException e) {
                throw new AssertionError(e); // A record has it.
            }
        }
        Constructor<?>[] all = type.getDeclaredConstructors();
        if (all.length != 1) {
            throw new IllegalArgumentException(
                    type.getName() + " has " + all.length + " constructors, and not one");
        }
        return all[0];
    }

    private static MethodHandle access(Constructor<?> constructor) {
        try {
            constructor.setAccessible(true); // Records are often private to the class that asks.
            return LOOKUP.unreflectConstructor(constructor);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(
                    "the constructor of " + constructor.getDeclaringClass().getName()
                            + " is not open to " + moduleName(),
                    e);
        }
    }

    /**
     * Returns the name of the module that a user's module must be open to; the single jar is
     * another module than the engine.
     */
    static String moduleName() {
        Module own = RecordMapper.class.getModule();
        return own.isNamed() ? own.getName() : "ALL-UNNAMED";
    }

    private static int column(Rows rows, Executable constructor, Parameter parameter, int index) {
        if (!parameter.isNamePresent()) {
            if (constructor.getParameterCount() != rows.columnCount()) {
                throw new IllegalArgumentException(rows.columnCount() + " columns for "
                        + constructor.getParameterCount() + " parameters");
            }
            return index;
        }
        String name = key(parameter.getName());
        List<String> names = new ArrayList<>();
        for (int i = 0; i < rows.columnCount(); i++) {
            if (key(rows.columnName(i)).equals(name)) {
                return i;
            }
            names.add(rows.columnName(i));
        }
        throw new IllegalArgumentException(
                "no column for " + parameter.getName() + " among " + String.join(", ", names));
    }

    private static String key(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }

    @SuppressWarnings("unchecked") // The class's own constructor made it; cast would cost a check.
    T map(Rows rows) {
        try {
            return (T) (Object) make.invokeExact(rows);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the constructor of " + type.getName() + " failed", e);
        }
    }
}
