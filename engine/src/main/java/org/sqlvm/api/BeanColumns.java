package org.sqlvm.api;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.TableColumns.Kind;

import java.lang.invoke.LambdaConversionException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The columns of records, beans and objects with public fields. Each accessor becomes a lambda,
 * made once for the class, so that it is compiled into queries like any other.
 */
final class BeanColumns {
    private static final ClassValue<List<TableColumns.Column>> OF_CLASS = new ClassValue<>() {
        @Override
        protected List<TableColumns.Column> computeValue(Class<?> type) {
            return find(type);
        }
    };

    private BeanColumns() {}

    static <T> TableColumns<T> of(Class<T> type) {
        TableColumns<T> columns = new TableColumns<>();
        OF_CLASS.get(type).forEach(each -> columns.add(each.name(), each.kind(), each.reader()));
        return columns;
    }

    private static List<TableColumns.Column> find(Class<?> type) {
        List<TableColumns.Column> columns = new ArrayList<>();
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                columns.add(column(type, component.getName(), component.getAccessor()));
            }
        } else {
            for (Method method : type.getMethods()) {
                String name = property(method);
                if (name != null) {
                    columns.add(column(type, name, method));
                }
            }
            for (Field field : type.getFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !has(columns, field.getName())) {
                    columns.add(column(type, field));
                }
            }
            columns.sort(Comparator.comparing(TableColumns.Column::name));
        }
        if (columns.isEmpty()) {
            throw new IllegalArgumentException(type.getName()
                    + " is no record, and has no methods getX or isX and no public fields");
        }
        return columns;
    }

    private static boolean has(List<TableColumns.Column> columns, String name) {
        return columns.stream().anyMatch(column -> column.name().equals(name));
    }

    /** A public field: there are no lambdas of these. */
    private static TableColumns.Column column(Class<?> type, Field field) {
        Kind kind = kind(field.getType());
        Class<?> result = switch (kind) {
            case INTEGER -> long.class;
            case REAL -> double.class;
            default -> Object.class;
        };
        try {
            MethodHandle read = lookup(type).unreflectGetter(field);
            return new TableColumns.Column(field.getName(), kind, new HandleReader(read, result));
        } catch (IllegalAccessException e) {
            throw closed(type, e);
        }
    }

    private static IllegalArgumentException closed(Class<?> type, Exception cause) {
        return new IllegalArgumentException(
                type.getName() + " is not open to " + RecordMapper.moduleName()
                        + ": its columns can be told with TableColumns",
                cause);
    }

    /** The name of the property that a method gives, or null. */
    private static @Nullable String property(Method method) {
        String name = method.getName();
        Class<?> type = method.getReturnType();
        boolean truth = type == boolean.class && name.startsWith("is");
        int prefix = truth ? 2 : name.startsWith("get") ? 3 : 0;
        boolean plain = method.getParameterCount() == 0
                && type != void.class
                && !Modifier.isStatic(method.getModifiers())
                && method.getDeclaringClass() != Object.class;
        return plain && prefix > 0 && name.length() > prefix
                ? Character.toLowerCase(name.charAt(prefix)) + name.substring(prefix + 1)
                : null;
    }

    private static TableColumns.Column column(Class<?> type, String name, Method accessor) {
        Class<?> value = accessor.getReturnType();
        Kind kind = kind(value);
        if (value == long.class
                || value == int.class
                || value == short.class
                || value == byte.class) {
            Object reader = lambda(
                    type, accessor, "applyAsLong", ToLongFunction.class, long.class, long.class);
            return new TableColumns.Column(name, kind, reader);
        }
        if (value == double.class || value == float.class) {
            Object reader = lambda(
                    type,
                    accessor,
                    "applyAsDouble",
                    ToDoubleFunction.class,
                    double.class,
                    double.class);
            return new TableColumns.Column(name, kind, reader);
        }
        Class<?> boxed = MethodType.methodType(value).wrap().returnType();
        Object reader = lambda(type, accessor, "apply", Function.class, Object.class, boxed);
        return new TableColumns.Column(name, kind, reader);
    }

    private static Kind kind(Class<?> value) {
        if (value == String.class) {
            return Kind.TEXT;
        }
        if (value == byte[].class) {
            return Kind.BLOB;
        }
        if (value == double.class || value == float.class) {
            return Kind.REAL;
        }
        return value.isPrimitive() && value != boolean.class && value != char.class
                ? Kind.INTEGER
                : Kind.ANY;
    }

    private static Object lambda(
            Class<?> type,
            Method accessor,
            String name,
            Class<?> shape,
            Class<?> erased,
            Class<?> result) {
        try {
            MethodHandles.Lookup lookup = lookup(type);
            MethodHandle read = lookup.unreflect(accessor);
            if (!lookup.hasFullPrivilegeAccess()) {
                return new HandleReader(read, erased);
            }
            return LambdaMetafactory.metafactory(
                            lookup,
                            name,
                            MethodType.methodType(shape),
                            MethodType.methodType(erased, Object.class),
                            read,
                            MethodType.methodType(result, type))
                    .getTarget()
                    .invoke();
        } catch (IllegalAccessException | LambdaConversionException e) {
            throw closed(type, e);
        } catch (Throwable e) {
            throw new IllegalStateException("no accessor for " + accessor, e);
        }
    }

    private static MethodHandles.Lookup lookup(Class<?> type) throws IllegalAccessException {
        BeanColumns.class.getModule().addReads(type.getModule());
        return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    }
}
