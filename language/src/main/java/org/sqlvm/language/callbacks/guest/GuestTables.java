package org.sqlvm.language.callbacks.guest;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.RowShape;

import java.util.ArrayList;
import java.util.List;

/** Determines the columns of a collection of another language from its first row. */
public final class GuestTables {
    /** Names of a tuple's elements, in Python. */
    private static final String TUPLE_NAMES = "_fields";

    /** Members that list the attributes of a Python object in their order. */
    private static final List<String> ATTRIBUTES = List.of("__dataclass_fields__", "__dict__");

    /**
     * The methods by which iterators are recognized in JavaScript and Python: they are iterable
     * too, but only once.
     */
    private static final List<String> NEXT = List.of("next", "__next__");

    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    private GuestTables() {}

    /**
     * Returns the table of a collection.
     *
     * @param names the names of the columns; null to take them from the first row
     * @throws IllegalArgumentException if {@code rows} is no collection, can be read only once, or
     *     has no rows and no names
     */
    public static GuestTable of(String name, Object rows, List<String> names) {
        try {
            Object first = first(name, rows);
            if (first == null && names == null) {
                throw new IllegalArgumentException(
                        "table " + name + " has no rows that could say what its columns are");
            }
            RowShape shape = first == null ? null : shape(first);
            List<Object> keys = names == null ? keys(shape, first) : ownKeys(shape, first, names);
            List<String> shown = names;
            if (names == null) {
                shown = new ArrayList<>();
                for (Object key : keys) {
                    shown.add(text(key));
                }
            }
            if (shown.isEmpty()) {
                throw new IllegalArgumentException("rows of table " + name + " have no columns");
            }
            return new GuestTable(
                    name,
                    rows,
                    null,
                    List.of(),
                    shape,
                    keys.toArray(),
                    shown.toArray(String[]::new));
        } catch (InteropException error) {
            throw new IllegalArgumentException(
                    "table " + name + " cannot be read: " + error.getMessage(), error);
        }
    }

    /**
     * Returns the table of a function that returns a collection for its arguments.
     *
     * @param names the names of the columns
     * @param parameters the names of the parameters
     */
    public static GuestTable of(GuestCallee function, List<String> names, List<String> parameters) {
        if (names.isEmpty()) {
            throw new IllegalArgumentException(
                    "rows of table " + function.name() + " have no columns");
        }
        if (parameters.size() > RegisteredTable.PARAMETERS_MAX) {
            throw new IllegalArgumentException(
                    "table " + function.name() + " has too many parameters");
        }
        List<Object> keys = new ArrayList<>();
        names.forEach(column -> keys.add(GuestValues.toGuest(Text.of(column))));
        String[] members = names.toArray(String[]::new);
        return new GuestTable(
                function.name(), null, function, parameters, null, keys.toArray(), members);
    }

    /** The first row, or null. */
    private static Object first(String name, Object rows) throws InteropException {
        if (INTEROP.hasArrayElements(rows)) {
            return INTEROP.getArraySize(rows) == 0 ? null : INTEROP.readArrayElement(rows, 0);
        }
        if (!INTEROP.hasIterator(rows) || INTEROP.isString(rows) || INTEROP.hasHashEntries(rows)) {
            throw new IllegalArgumentException("table " + name + " is not a list of rows");
        }
        for (String next : NEXT) {
            if (INTEROP.isMemberReadable(rows, next)) {
                throw new IllegalArgumentException(
                        "table " + name + " can be read only once: a list is needed");
            }
        }
        try {
            return INTEROP.getIteratorNextElement(INTEROP.getIterator(rows));
        } catch (StopIterationException _) {
            return null;
        }
    }

    /** Returns the form of a row. */
    public static RowShape shape(Object row) {
        boolean value = INTEROP.isNull(row)
                || INTEROP.isString(row)
                || INTEROP.isNumber(row)
                || INTEROP.isBoolean(row)
                || INTEROP.hasBufferElements(row);
        if (value) {
            return RowShape.VALUE;
        }
        if (INTEROP.hasHashEntries(row)) {
            return RowShape.HASH;
        }
        return INTEROP.hasArrayElements(row) ? RowShape.ARRAY : RowShape.MEMBERS;
    }

    /** The keys, or the names, of what a row has. */
    public static List<Object> keys(RowShape shape, Object row) throws InteropException {
        return switch (shape) {
            case VALUE -> List.of("value");
            case HASH -> elements(INTEROP.getHashKeysIterator(row));
            case ARRAY -> places(row);
            case MEMBERS -> members(row);
        };
    }

    private static List<Object> places(Object row) throws InteropException {
        if (INTEROP.isMemberReadable(row, TUPLE_NAMES)) {
            return elements(INTEROP.getIterator(INTEROP.readMember(row, TUPLE_NAMES)));
        }
        List<Object> places = new ArrayList<>();
        for (long i = 0; i < INTEROP.getArraySize(row); i++) {
            places.add("c" + i);
        }
        return places;
    }

    private static List<Object> members(Object row) throws InteropException {
        for (String attributes : ATTRIBUTES) {
            if (INTEROP.isMemberReadable(row, attributes)) {
                Object known = INTEROP.readMember(row, attributes);
                if (INTEROP.hasHashEntries(known)) {
                    return names(elements(INTEROP.getHashKeysIterator(known)));
                }
            }
        }
        List<Object> names = new ArrayList<>();
        Object members = INTEROP.getMembers(row);
        for (long i = 0; i < INTEROP.getArraySize(members); i++) {
            String member = text(INTEROP.readArrayElement(members, i));
            boolean shown = !member.startsWith("_") && INTEROP.isMemberReadable(row, member);
            if (shown && !INTEROP.isMemberInvocable(row, member)) {
                names.add(member);
            }
        }
        return names;
    }

    private static List<Object> names(List<Object> keys) {
        List<Object> names = new ArrayList<>();
        keys.forEach(key -> names.add(text(key)));
        names.removeIf(name -> ((String) name).startsWith("_"));
        return names;
    }

    private static List<Object> elements(Object iterator) throws InteropException {
        List<Object> elements = new ArrayList<>();
        while (true) {
            try {
                elements.add(INTEROP.getIteratorNextElement(iterator));
            } catch (StopIterationException _) {
                return elements;
            }
        }
    }

    /** The keys of a row that are called like the columns; strings for those that it has not. */
    public static List<Object> ownKeys(RowShape shape, Object row, List<String> names)
            throws InteropException {
        List<Object> known =
                shape == RowShape.HASH ? elements(INTEROP.getHashKeysIterator(row)) : List.of();
        List<Object> keys = new ArrayList<>();
        for (String name : names) {
            Object own = GuestValues.toGuest(Text.of(name));
            for (Object key : known) {
                own = text(key).equals(name) ? key : own;
            }
            keys.add(own);
        }
        return keys;
    }

    /** Returns the name of a value's class in its language, for messages. */
    public static String kind(Object value) {
        try {
            return INTEROP.hasMetaObject(value)
                    ? text(INTEROP.getMetaSimpleName(INTEROP.getMetaObject(value)))
                    : text(INTEROP.toDisplayString(value, false));
        } catch (InteropException error) {
            return text(INTEROP.toDisplayString(value, false));
        }
    }

    /** A key as the name of a column. */
    public static String text(Object key) {
        try {
            return INTEROP.isString(key)
                    ? INTEROP.asString(key)
                    : INTEROP.asString(INTEROP.toDisplayString(key, false));
        } catch (InteropException error) {
            throw new IllegalArgumentException("not a name of a column", error);
        }
    }
}
