package org.sqlvm.language.interop;

import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.database.InsertTarget;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.statement.RowInsertion;
import org.sqlvm.language.values.BatchView;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.NullObject;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows on their way into a table, in columns: for a language that makes lists of its objects'
 * members itself. Made of the table's name, the names of the members (null for a value for each
 * column), the types of the columns of a new table (null if there must be one), the database's name
 * and the word behind OR, or null. Members:
 *
 * <ul>
 *   <li>{@code width}: how many columns there are
 *   <li>{@code add(from, to, columns…)}: inserts rows from one on, of lists with a value for each
 *       row; gives the first row that has not been taken, since a value is of no kind that the
 *       database knows without the language's help, or {@code to}
 *   <li>{@code end()}: how many rows were inserted
 *   <li>{@code fail()}: undoes them
 *   <li>{@code row}: the number of the row, from 1, that an error of {@code add} or {@code end} was
 *       about; 0 if it was about none
 * </ul>
 */
final class InsertionObject extends Members {
    private static final int ABSENT = -1;

    private final OpenDatabase database;
    private final InsertTarget target;
    private final RowInsertion insertion;
    private final RecordEncoder record;

    /** By value of the record: its column; or {@link #ABSENT}. */
    private final int[] members;

    private final int rowidMember;
    /** Reads the columns' lists; null before the first, or if their kind is not known. */
    private BatchView view;

    private Object nothing;

    /** The error that {@code add} has failed with; or null. */
    private Throwable error;

    private boolean ended;

    InsertionObject(OpenDatabase database, Object[] arguments) throws UnsupportedTypeException {
        this.database = database;
        target = new InsertTarget(database, DatabaseObject.text(arguments[0]));
        target.setSchema(textOrNull(arguments[3]));
        target.setConflict(textOrNull(arguments[4]));
        insertion = target.begin(texts(arguments[1]), texts(arguments[2]));
        record = insertion.encoder();
        members = insertion.sources();
        rowidMember = insertion.rowidSource();
    }

    static String textOrNull(Object value) throws UnsupportedTypeException {
        return InteropLibrary.getUncached().isNull(value) ? null : DatabaseObject.text(value);
    }

    /** The elements of an array of strings; null for null. */
    static List<String> texts(Object array) throws UnsupportedTypeException {
        InteropLibrary interop = InteropLibrary.getUncached();
        if (interop.isNull(array)) {
            return null;
        }
        List<String> texts = new ArrayList<>();
        try {
            for (long i = 0; i < interop.getArraySize(array); i++) {
                texts.add(DatabaseObject.text(interop.readArrayElement(array, i)));
            }
        } catch (UnsupportedTypeException wrong) {
            throw wrong;
        } catch (InteropException _) {
            throw UnsupportedTypeException.create(new Object[] {array}, "an array of strings");
        }
        return texts;
    }

    @Override
    List<String> memberNames() {
        return List.of("width", "add", "end", "fail", "row");
    }

    @Override
    Object member(String name) {
        return switch (name) {
            case "width" -> insertion.width();
            case "add" ->
                new Method(
                        name, 2 + insertion.width(), Method.alone(database, this::addAndNoteError));
            case "end" -> new Method(name, 0, Method.alone(database, _ -> end()));
            case "fail" -> new Method(name, 0, Method.alone(database, _ -> fail()));
            case "row" -> insertion.failedRow();
            default -> null;
        };
    }

    private Object addAndNoteError(Object[] arguments) throws UnsupportedTypeException {
        try {
            return add(arguments);
        } catch (SqlException thrown) {
            error = thrown;
            throw thrown;
        }
    }

    private Object add(Object[] arguments) throws UnsupportedTypeException {
        int from = DatabaseMethods.integer(arguments[0]);
        int to = DatabaseMethods.integer(arguments[1]);
        if (view == null && insertion.width() > 0) {
            view = BatchView.ofObject(arguments[2]);
            nothing = view == null ? null : view.nothing();
        }
        Object[] columns = new Object[insertion.width()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = values(arguments[i + 2], to);
        }
        int row = from;
        while (row < to && tryToAddRow(columns, row)) {
            row++;
            if (insertion.isFull()) {
                insertion.flush();
            }
        }
        return row;
    }

    /** Returns an array that begins with the values of a list, which has at least {@code count}. */
    private Object values(Object list, int count) throws UnsupportedTypeException {
        Object known = view == null ? null : view.values(list);
        if (known != null && java.lang.reflect.Array.getLength(known) >= count) {
            return known;
        }
        InteropLibrary interop = InteropLibrary.getUncached(list);
        Object[] values = new Object[count];
        try {
            for (int i = 0; i < count; i++) {
                values[i] = interop.readArrayElement(list, i);
            }
        } catch (InteropException _) {
            throw UnsupportedTypeException.create(
                    new Object[] {list}, "a list of " + count + " values");
        }
        return values;
    }

    private boolean tryToAddRow(Object[] columns, int row) {
        try {
            return addRow(columns, row);
        } catch (SqlException thrown) {
            insertion.failAtNextRow();
            throw thrown;
        }
    }

    /** Makes a record of a row; false if one of its values needs the language's help. */
    private boolean addRow(Object[] columns, int row) {
        record.begin();
        if (rowidMember >= 0 && !setRowid(columns[rowidMember], row)) {
            return false;
        }
        for (int member : members) {
            if (member == ABSENT) {
                record.addNull();
                continue;
            }
            switch (columns[member]) {
                case long[] longs -> record.addLong(longs[row]);
                case int[] ints -> record.addLong(ints[row]);
                case double[] reals -> record.addDouble(reals[row]);
                case boolean[] truths -> record.addLong(truths[row] ? 1 : 0);
                default -> {
                    Object value = ((Object[]) columns[member])[row];
                    if (!GuestRecords.addPlain(record, value, nothing) && !addOther(value)) {
                        return false;
                    }
                }
            }
        }
        record.end();
        return true;
    }

    private boolean setRowid(Object column, int row) {
        switch (column) {
            case long[] longs -> record.setRowid(longs[row]);
            case int[] ints -> record.setRowid((long) ints[row]);
            case double[] reals -> record.setRowid((Object) reals[row]);
            case boolean[] truths -> record.setRowid(truths[row] ? 1L : 0L);
            default -> {
                Object value = ((Object[]) column)[row];
                Object known;
                try {
                    known = value == nothing ? SqlNull.NULL : GuestValues.toSql(value);
                } catch (UnsupportedTypeException | SqlException _) {
                    return false;
                }
                record.setRowid(known);
            }
        }
        return true;
    }

    /** Adds a buffer, or another value of SQL that needs no code of the language. */
    private boolean addOther(Object value) {
        Object known;
        try {
            known = GuestValues.toSql(value);
        } catch (UnsupportedTypeException | SqlException _) {
            return false; // Or too large an integer, for which the language has its own error.
        }
        record.add(known);
        return true;
    }

    private Object end() {
        try {
            insertion.flush();
        } catch (SqlException thrown) {
            error = thrown;
            throw thrown;
        }
        ended = true;
        insertion.end();
        return insertion.inserted();
    }

    private Object fail() {
        if (!ended && !database.isClosed()) {
            ended = true;
            insertion.fail(error);
        }
        return NullObject.NULL;
    }

    @Override
    String display() {
        return "insertion into " + target;
    }
}
