package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.arrow.ArrowColumns;
import org.sqlvm.api.arrow.ColumnBuffers;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.ArrayList;
import java.util.List;

/**
 * Columns in memory, which another language fills with lists of values and gives to its libraries:
 * {@code add(from, to, list…)}, a list for each column; {@code finish()}, which gives the
 * {@link ArrowColumns}; {@code capsule(name, address)} and {@code address(name, capsule)}, for
 * languages whose objects can hold a pointer.
 */
final class ColumnsObject extends Members {
    private final OpenDatabase database;
    private final ArrowColumns columns;
    private final BatchView view;
    private final Object nothing;

    /** @param arguments the language, names and declared types */
    ColumnsObject(OpenDatabase database, Object[] arguments) throws UnsupportedTypeException {
        this.database = database;
        this.view = BatchView.of(DatabaseObject.text(arguments[0]));
        this.nothing = view == null ? null : view.nothing();
        this.columns = new ArrowColumns(texts(arguments[1]), texts(arguments[2]));
    }

    private static List<String> texts(Object array) throws UnsupportedTypeException {
        InteropLibrary interop = InteropLibrary.getUncached();
        List<String> texts = new ArrayList<>();
        try {
            for (long i = 0; i < interop.getArraySize(array); i++) {
                texts.add(interop.asString(interop.readArrayElement(array, i)));
            }
        } catch (InteropException _) {
            throw UnsupportedTypeException.create(
                    new Object[] {array}, "an array of texts is expected");
        }
        return texts;
    }

    @Override
    List<String> memberNames() {
        return List.of("add", "finish", "capsule", "address");
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "add" -> new Method(name, 2 + columns.columnCount(), this::add);
            case "finish" ->
                new Method(name, 0, _ -> database.env().asGuestValue(columns.finish()));
            case "capsule" ->
                new Method(
                        name,
                        2,
                        arguments -> known().capsule(
                                        DatabaseObject.text(arguments[0]), address(arguments[1])));
            case "address" ->
                new Method(
                        name,
                        2,
                        arguments -> known().capsuleAddress(
                                        DatabaseObject.text(arguments[0]), arguments[1]));
            default -> null;
        };
    }

    private BatchView known() {
        if (view == null) {
            throw SqlException.notSupported("capsules", -1);
        }
        return view;
    }

    private static long address(Object value) throws UnsupportedTypeException {
        try {
            return InteropLibrary.getUncached().asLong(value);
        } catch (InteropException _) {
            throw UnsupportedTypeException.create(new Object[] {value}, "an address is expected");
        }
    }

    private Object add(Object[] arguments) throws UnsupportedTypeException {
        int from = DatabaseMethods.integer(arguments[0]);
        int to = DatabaseMethods.integer(arguments[1]);
        try {
            for (int i = 0; i < columns.columnCount(); i++) {
                add(columns.column(i), arguments[i + 2], from, to);
            }
        } catch (SqlvmException error) {
            throw new SqlException(ResultCode.MISMATCH, error.getMessage());
        }
        return NullObject.NULL;
    }

    private void add(ColumnBuffers column, Object list, int from, int to)
            throws UnsupportedTypeException {
        Object known = view == null ? null : view.values(list);
        switch (known) {
            case long[] longs -> column.addLongs(longs, from, to - from);
            case double[] reals -> column.addDoubles(reals, from, to - from);
            case int[] integers -> {
                long[] longs = new long[to - from];
                for (int i = from; i < to; i++) {
                    longs[i - from] = integers[i];
                }
                column.addLongs(longs, 0, longs.length);
            }
            case boolean[] truths -> {
                for (int i = from; i < to; i++) {
                    column.addLong(truths[i] ? 1 : 0);
                }
            }
            case Object[] values -> {
                for (int i = from; i < to; i++) {
                    add(column, values[i]);
                }
            }
            case null, default -> addForeign(column, list, from, to);
        }
    }

    private void addForeign(ColumnBuffers column, Object list, int from, int to)
            throws UnsupportedTypeException {
        InteropLibrary interop = InteropLibrary.getUncached();
        try {
            for (int i = from; i < to; i++) {
                add(column, interop.readArrayElement(list, i));
            }
        } catch (UnsupportedTypeException error) {
            throw error;
        } catch (InteropException _) {
            throw UnsupportedTypeException.create(new Object[] {list}, "a list is expected");
        }
    }

    private void add(ColumnBuffers column, Object value) throws UnsupportedTypeException {
        switch (value == nothing ? SqlNull.NULL : GuestValues.toSql(value)) {
            case Long integer -> column.addLong(integer);
            case Double real -> column.addDouble(real);
            case Text text -> {
                byte[] bytes = text.toArray();
                column.addText(bytes, 0, bytes.length);
            }
            case Blob blob -> {
                byte[] bytes = blob.toArray();
                column.addBlob(bytes, 0, bytes.length);
            }
            default -> column.addNull();
        }
    }

    @Override
    String display() {
        return columns.columnCount() + " columns";
    }
}
