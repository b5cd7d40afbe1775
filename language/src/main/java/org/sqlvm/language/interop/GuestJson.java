package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextBuilder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.JsonMaker;
import org.sqlvm.engine.json.JsonPrinter;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.RowShape;

import java.util.ArrayList;
import java.util.List;

/** Converts objects of other languages to JSON: the nested values of a row. */
final class GuestJson {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();

    /** As deep as SQLite reads JSON. */
    static final int DEPTH_MAX = 1000;

    private final TextBuilder output = new TextBuilder(TextBuilder.LENGTH_MAX);

    private GuestJson() {}

    /** A member of an object. */
    record Entry(Object key, Object value) {}

    private static boolean isPlain(Object value) {
        return value instanceof Number
                || value instanceof TruffleString
                || value instanceof String
                || value instanceof Boolean;
    }

    /** Whether a value has members: it is a hash, or an object that is nothing else. */
    static boolean isObject(Object value) {
        if (isPlain(value) || GuestTables.shape(value) == RowShape.VALUE) {
            return false;
        }
        return INTEROP.hasHashEntries(value)
                || (!INTEROP.hasArrayElements(value)
                        && !INTEROP.isExecutable(value)
                        && !INTEROP.isDate(value)
                        && !INTEROP.isTime(value)
                        && !INTEROP.isDuration(value)
                        && !INTEROP.isMetaObject(value)
                        && INTEROP.hasMembers(value));
    }

    /** Whether a value is stored as JSON. */
    static boolean isStructure(Object value) {
        return isObject(value)
                || (GuestTables.shape(value) == RowShape.ARRAY && !INTEROP.hasHashEntries(value));
    }

    /** The members of an object, in its order. */
    static List<Entry> entries(Object object) {
        List<Entry> entries = new ArrayList<>();
        try {
            if (INTEROP.hasHashEntries(object)) {
                Object iterator = INTEROP.getHashEntriesIterator(object);
                while (INTEROP.hasIteratorNextElement(iterator)) {
                    Object entry = INTEROP.getIteratorNextElement(iterator);
                    entries.add(new Entry(
                            INTEROP.readArrayElement(entry, 0),
                            INTEROP.readArrayElement(entry, 1)));
                }
            } else {
                for (Object name : GuestTables.keys(RowShape.MEMBERS, object)) {
                    entries.add(new Entry(name, INTEROP.readMember(object, (String) name)));
                }
            }
        } catch (StopIterationException _) {
            return entries;
        } catch (InteropException error) {
            throw SqlException.error("an object cannot be read: " + error.getMessage());
        }
        return entries;
    }

    /** The text of a structure. */
    static TruffleString text(Object value) throws UnsupportedTypeException {
        GuestJson json = new GuestJson();
        json.add(value, 0);
        return GuestValues.toString(json.output.toText());
    }

    static SqlException tooDeep() {
        return SqlException.error("more than " + DEPTH_MAX + " objects within each other");
    }

    private void add(Object value, int depth) throws UnsupportedTypeException {
        if (depth > DEPTH_MAX) {
            throw tooDeep();
        }
        if (isObject(value)) {
            addObject(value, depth);
        } else if (isStructure(value)) {
            addElements(value, depth);
        } else {
            addValue(value);
        }
    }

    private void addObject(Object value, int depth) throws UnsupportedTypeException {
        output.append('{');
        boolean more = false;
        for (Entry entry : entries(value)) {
            if (more) {
                output.append(',');
            }
            JsonPrinter.appendString(output, Text.of(GuestTables.text(entry.key())));
            output.append(':');
            add(entry.value(), depth + 1);
            more = true;
        }
        output.append('}');
    }

    private void addElements(Object value, int depth) throws UnsupportedTypeException {
        output.append('[');
        try {
            for (long i = 0; i < INTEROP.getArraySize(value); i++) {
                if (i > 0) {
                    output.append(',');
                }
                add(INTEROP.readArrayElement(value, i), depth + 1);
            }
        } catch (UnsupportedTypeException wrong) {
            throw wrong;
        } catch (InteropException error) {
            throw SqlException.error("an array cannot be read: " + error.getMessage());
        }
        output.append(']');
    }

    private void addValue(Object value) throws UnsupportedTypeException {
        if (INTEROP.isBoolean(value)) {
            try {
                output.append(INTEROP.asBoolean(value) ? "true" : "false");
            } catch (InteropException error) {
                throw new AssertionError(error);
            }
            return;
        }
        Object known = GuestValues.toSql(value);
        if (known instanceof Blob) {
            throw SqlException.error("JSON cannot hold BLOB values");
        }
        JsonMaker.append(output, known);
    }
}
