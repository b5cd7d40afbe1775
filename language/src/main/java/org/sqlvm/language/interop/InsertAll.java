package org.sqlvm.language.interop;

import com.oracle.truffle.api.CallTarget;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.UnsupportedTypeException;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.database.InsertTarget;
import org.sqlvm.language.database.MemberColumns;
import org.sqlvm.language.database.OpenDatabase;
import org.sqlvm.language.machine.LongWork;
import org.sqlvm.language.statement.RowInsertion;
import org.sqlvm.language.values.GuestValues;
import org.sqlvm.language.values.RowShape;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * {@code insertAll(table, rows [, options])}: inserts objects, hashes, arrays or values, all or
 * none, and gives how many were inserted. The rows are an array, something that can be iterated
 * over, or something that gives an array of the next ones each time it is executed, an empty one at
 * the end. The first one says which members there are, and another one of a later row is an error;
 * their names are those of columns, whatever their case and underscores. The options are an object
 * or a hash with
 *
 * <ul>
 *   <li>{@code conflict}: the word behind OR
 *   <li>{@code columns}: an array of names, of the members that are inserted
 *   <li>{@code create}: whether a table is made if there is none
 *   <li>{@code schema}: the name of the table's database
 *   <li>{@code progress}: is called now and then with the number of rows that have been read
 *   <li>{@code commitEvery}: a number of rows
 *   <li>{@code addColumns}: whether members that are no columns become columns, of any row
 *   <li>{@code json}: whether rows are texts of JSON, or buffers with them
 *   <li>{@code flatten}: whether the members of objects within a row are members of the row
 *   <li>{@code names}: is called with the first row, and gives what {@code columns} is
 *   <li>{@code types}: is called with the first row, and gives how the columns of a new table are
 *       declared
 *   <li>{@code adapt}: is called with a value that is none of SQL, the row's number and the
 *       member's, or with {@code addColumns} its name; gives one that is
 * </ul>
 *
 * <p>See {@link org.sqlvm.api.BulkInsert}.
 */
final class InsertAll {
    private static final InteropLibrary INTEROP = InteropLibrary.getUncached();
    private static final List<String> CONFLICTS =
            List.of("ABORT", "IGNORE", "REPLACE", "FAIL", "ROLLBACK");

    /** After this many rows, about a second of interpreted code, compilation is worth its time. */
    private static final int LONG_ROWS = 50_000;

    private final OpenDatabase database;
    private final InsertTarget target;
    private final Object options;

    private InsertAll(OpenDatabase database, String table, Object options) {
        this.database = database;
        this.target = new InsertTarget(database, table);
        this.options = options;
    }

    static Object run(OpenDatabase database, Object[] arguments) throws UnsupportedTypeException {
        Object options = arguments.length > 2 ? arguments[2] : null;
        String table = DatabaseObject.text(arguments[0]);
        try {
            return new InsertAll(database, table, options).run(arguments[1]);
        } catch (InteropException error) {
            if (error instanceof UnsupportedTypeException wrong) {
                throw wrong;
            }
            throw new SqlException(
                    ResultCode.MISUSE, "the rows cannot be read: " + error.getMessage());
        }
    }

    /** Null for an option that is not there. */
    private Object option(String name) throws InteropException {
        if (options == null || INTEROP.isNull(options)) {
            return null;
        }
        Object value = null;
        Object key = GuestValues.toString(name);
        if (INTEROP.hasHashEntries(options) && INTEROP.isHashEntryReadable(options, key)) {
            value = INTEROP.readHashValue(options, key);
        } else if (INTEROP.isMemberReadable(options, name)) {
            value = INTEROP.readMember(options, name);
        }
        return value == null || INTEROP.isNull(value) ? null : value;
    }

    private long run(Object rows) throws InteropException {
        InsertRowsNode.Source source = InsertRowsNode.Source.of(rows);
        if (source == null) {
            throw new SqlException(ResultCode.MISUSE, "not a list of rows");
        }
        Object conflict = option("conflict");
        Object schema = option("schema");
        target.setConflict(conflict == null ? null : conflict(DatabaseObject.text(conflict)));
        target.setSchema(schema == null ? null : DatabaseObject.text(schema));
        Object first = source.first();
        if (first == null) {
            return 0;
        }
        return isOn("addColumns") || isOn("json")
                ? insertMembers(source, first)
                : insert(source, first);
    }

    private boolean isOn(String name) throws InteropException {
        Object value = option(name);
        return value != null && INTEROP.isBoolean(value) && INTEROP.asBoolean(value);
    }

    /** Inserts rows each of which has members of its own. */
    private long insertMembers(InsertRowsNode.Source source, Object first) throws InteropException {
        List<String> wanted = texts("columns", "", first);
        MemberColumns columns = new MemberColumns(target, isOn("addColumns"), wanted);
        InsertMembersNode.Form form = new InsertMembersNode.Form(
                isOn("json"), isOn("flatten"), isOn("create"), option("adapt"));
        CallTarget loop = new InsertMembersNode(database.language(), columns, form).getCallTarget();
        return insertAll(source, loop, columns::insertion);
    }

    static String conflict(String word) {
        String upper = word.toUpperCase(Locale.ROOT);
        if (!CONFLICTS.contains(upper)) {
            throw new SqlException(
                    ResultCode.MISUSE,
                    "no conflict clause: " + word + " (" + String.join(", ", CONFLICTS) + ")");
        }
        return upper;
    }

    private long insert(InsertRowsNode.Source source, Object first) throws InteropException {
        RowShape shape = GuestTables.shape(first);
        List<String> wanted = texts("columns", "names", first);
        List<Object> keys = wanted == null
                ? GuestTables.keys(shape, first)
                : GuestTables.ownKeys(shape, first, wanted);
        boolean places = shape == RowShape.ARRAY || shape == RowShape.VALUE;
        boolean named = wanted != null || !places || hasNames(shape, first);
        List<String> names = named ? keys.stream().map(GuestTables::text).toList() : null;
        boolean creates = isOn("create");
        if (creates && names == null) {
            throw new SqlException(
                    ResultCode.MISUSE, "rows without names do not say what columns a table has");
        }
        List<String> types = creates ? texts("", "types", first) : null;
        types = creates && types == null ? Collections.nCopies(names.size(), "") : types;
        RowInsertion insertion = target.begin(names, types);
        if (names == null && insertion.width() != keys.size()) {
            insertion.fail(null);
            throw SqlException.error(keys.size() + (keys.size() == 1 ? " value" : " values")
                    + " for " + insertion.width()
                    + (insertion.width() == 1 ? " column" : " columns"));
        }
        Object[] members = shape == RowShape.MEMBERS
                ? keys.stream().map(GuestTables::text).toArray()
                : keys.toArray();
        MemberCheckNode check =
                option("columns") == null ? MemberCheckNode.of(shape, first, keys) : null;
        CallTarget loop = new InsertRowsNode(
                        database.language(), insertion, shape, members, option("adapt"), check)
                .getCallTarget();
        return insertAll(source, loop, () -> insertion);
    }

    /** @param insertion may be null until the first row has been read */
    private long insertAll(
            InsertRowsNode.Source source, CallTarget loop, Supplier<RowInsertion> insertion)
            throws InteropException {
        boolean done = false;
        Throwable thrown = null;
        try {
            insertRows(source, loop, insertion);
            done = true;
        } catch (SqlException error) {
            SqlException ofRow = ofRow(insertion.get(), error);
            thrown = ofRow;
            throw ofRow;
        } finally {
            if (!done && insertion.get() != null) {
                insertion.get().fail(thrown);
            }
        }
        insertion.get().end();
        return insertion.get().inserted();
    }

    /** An option that is an array of strings, or one that gives it for the first row; or null. */
    private List<String> texts(String array, String function, Object first)
            throws InteropException {
        Object given = option(array);
        Object asked = given == null ? option(function) : null;
        Object texts = asked == null ? given : INTEROP.execute(asked, first);
        return texts == null ? null : InsertionObject.texts(texts);
    }

    /** Whether the elements of an array have names, like those of a named tuple. */
    private static boolean hasNames(RowShape shape, Object row) {
        return shape == RowShape.ARRAY && INTEROP.isMemberReadable(row, "_fields");
    }

    /** With the number of the row that is to blame. */
    private static SqlException ofRow(RowInsertion insertion, SqlException error) {
        long row = insertion == null ? 0 : insertion.failedRow();
        return row == 0 || error.isCallback()
                ? error
                : new SqlException(error.code(), "row " + row + ": " + error.getMessage())
                        .undoing(error.undo());
    }

    private void insertRows(
            InsertRowsNode.Source source, CallTarget loop, Supplier<RowInsertion> made)
            throws InteropException {
        Object progress = option("progress");
        Object every = option("commitEvery");
        long commitRows = every == null ? Long.MAX_VALUE : INTEROP.asLong(every);
        long nextCommit = commitRows;
        boolean more = true;
        while (more) {
            more = (boolean) loop.call(source);
            RowInsertion insertion = made.get();
            if (insertion.rowCount() >= LONG_ROWS) {
                LongWork.begin();
            }
            if (insertion.isFull() || !more) {
                insertion.flush();
                if (progress != null) {
                    INTEROP.execute(progress, insertion.rowCount());
                }
                if (more && insertion.rowCount() >= nextCommit) {
                    nextCommit = insertion.rowCount() + commitRows;
                    insertion.commit();
                }
            }
        }
    }
}
