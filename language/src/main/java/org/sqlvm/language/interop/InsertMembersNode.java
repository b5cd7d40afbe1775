package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;
import com.oracle.truffle.api.strings.TruffleString;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.json.Jsonb;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.database.JsonMembers;
import org.sqlvm.language.database.MemberColumns;
import org.sqlvm.language.database.MemberNames;
import org.sqlvm.language.database.MemberNames.Member;
import org.sqlvm.language.statement.RowInsertion;
import org.sqlvm.language.values.GuestValues;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes records of rows of another language that have members of their own each: hashes, objects,
 * or texts of JSON. A call takes some of the rows, so that the next one finds it compiled.
 */
final class InsertMembersNode extends RootNode {
    private static final int ROWS_MAX = 1000;
    private static final int CACHE_SIZE = 3;

    private final MemberColumns columns;
    private final JsonMembers json;
    private final Form form;
    private final GuestWriter writer;

    /** The objects that are read, one within the other. */
    private final List<Object> within = new ArrayList<>();

    @Child
    private InteropLibrary iteration = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    @Child
    private InteropLibrary rows = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    @Child
    private InteropLibrary members = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    @Child
    private InteropLibrary entries = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    /**
     * The form of the rows.
     *
     * @param isJson whether rows are texts of JSON
     * @param flattens whether the members of objects within a row are members of the row
     * @param creates whether to create the table if it does not exist
     * @param adapter a function of a value that is none of SQL, the row's number and the member's;
     *     or null
     */
    record Form(boolean isJson, boolean flattens, boolean creates, Object adapter) {}

    InsertMembersNode(TruffleLanguage<?> language, MemberColumns columns, Form form) {
        super(language);
        this.columns = columns;
        this.json = new JsonMembers(columns, form.flattens());
        this.form = form;
        this.writer = new GuestWriter(columns, form.adapter());
    }

    /** Takes a source of rows; gives whether there may be more of them. */
    @Override
    public Object execute(VirtualFrame frame) {
        InsertRowsNode.Source source = (InsertRowsNode.Source) frame.getArguments()[0];
        int count = 0;
        Object row = null;
        while (count < ROWS_MAX && !isFull()) {
            row = InsertRowsNode.next(source, iteration);
            if (row == null) {
                break;
            }
            insert(row);
            count++;
        }
        LoopNode.reportLoopCount(this, count);
        return row != null;
    }

    @TruffleBoundary(allowInlining = true)
    private boolean isFull() {
        return columns.insertion() != null && columns.insertion().isFull();
    }

    private void insert(Object row) {
        if (form.isJson()) {
            insertJson(row);
            return;
        }
        begin();
        read(row);
        if (isIncomplete()) {
            begin();
            read(row);
        }
        write(writer);
    }

    @TruffleBoundary
    private void insertJson(Object row) {
        Jsonb document;
        begin();
        try {
            document = JsonMembers.parse(text(row));
            json.set(document);
        } catch (SqlException error) {
            throw failed(error);
        }
        if (isIncomplete()) {
            begin();
            json.set(document);
        }
        write(MemberColumns.Writer.OF_SQL);
    }

    private static Text text(Object row) {
        try {
            Object value = GuestValues.toSql(row);
            if (value instanceof Text text) {
                return text;
            }
            if (value instanceof Blob blob) {
                return Text.of(blob.toArray());
            }
        } catch (UnsupportedTypeException _) {
            // The error is thrown below.
        }
        throw noRow("no text: ", row);
    }

    private static SqlException noRow(String what, Object row) {
        return new SqlException(ResultCode.MISMATCH, what + GuestWriter.shown(row));
    }

    @TruffleBoundary(allowInlining = true)
    private void begin() {
        within.clear();
        RowInsertion insertion = columns.insertion();
        columns.begin(insertion == null ? 1 : insertion.rowCount() + 1);
    }

    /** Whether the row has to be read again, since there are more columns. */
    @TruffleBoundary
    private boolean isIncomplete() {
        if (columns.isComplete()) {
            return false;
        }
        if (columns.insertion() == null) {
            columns.open(form.creates());
        } else {
            columns.insertion().flush();
            columns.extend();
        }
        return true;
    }

    @TruffleBoundary
    private void write(MemberColumns.Writer values) {
        try {
            columns.write(values);
        } catch (SqlException error) {
            throw failed(error);
        }
    }

    /** The error names the row. */
    private SqlException failed(SqlException error) {
        if (columns.insertion() != null) {
            columns.insertion().failAtNextRow();
            return error;
        }
        return new SqlException(error.code(), "row 1: " + error.getMessage());
    }

    private void read(Object row) {
        try {
            if (rows.hasHashEntries(row)) {
                readHash(row, columns.names());
            } else {
                readOther(row);
            }
        } catch (InteropException error) {
            throw unreadable(error);
        }
    }

    @TruffleBoundary
    private SqlException unreadable(InteropException error) {
        return failed(SqlException.error("the row cannot be read: " + error.getMessage()));
    }

    private void readHash(Object row, MemberNames names) throws InteropException {
        Object iterator = rows.getHashEntriesIterator(row);
        Member before = null;
        while (true) {
            Object entry;
            try {
                entry = members.getIteratorNextElement(iterator);
            } catch (StopIterationException _) {
                return;
            }
            Object key = entries.readArrayElement(entry, 0);
            Object value = entries.readArrayElement(entry, 1);
            before = set(names, key, value, before);
        }
    }

    /** Gives a member; and then it is the one that the next comes behind. */
    @TruffleBoundary
    private Member set(MemberNames names, Object key, Object value, Member before) {
        try {
            return give(names, key, value, before);
        } catch (SqlException error) {
            throw failed(error);
        }
    }

    private Member give(MemberNames names, Object key, Object value, Member before) {
        Member expected = names.expected(before);
        Member member = expected != null && isKey(expected.key, key)
                ? expected
                : member(names, key, before);
        if (form.flattens() && GuestJson.isObject(value)) {
            readInner(value, member.inner());
        } else {
            columns.set(member, value);
        }
        return member;
    }

    private static boolean isKey(Object known, Object key) {
        return known == key || known.equals(key);
    }

    private Member member(MemberNames names, Object key, Member before) {
        // Other objects may be equal to none but themselves.
        boolean plain = key instanceof TruffleString || key instanceof String;
        Object own = plain ? key : GuestTables.text(key);
        Member known = names.find(own, before);
        return known != null ? known : columns.add(names, own, GuestTables.text(key), before);
    }

    private void readInner(Object value, MemberNames names) {
        enter(value);
        Member before = null;
        for (GuestJson.Entry entry : GuestJson.entries(value)) {
            before = give(names, entry.key(), entry.value(), before);
        }
        within.removeLast();
    }

    private void enter(Object value) {
        if (within.size() == GuestJson.DEPTH_MAX) {
            throw GuestJson.tooDeep();
        }
        InteropLibrary interop = InteropLibrary.getUncached();
        for (Object outer : within) {
            if (outer == value || interop.isIdentical(outer, value, interop)) {
                throw SqlException.error("circular reference detected");
            }
        }
        within.add(value);
    }

    @TruffleBoundary
    private void readOther(Object row) {
        if (!GuestJson.isObject(row)) {
            throw failed(noRow("a row without names of its members: ", row));
        }
        try {
            readInner(row, columns.names());
        } catch (SqlException error) {
            throw failed(error);
        }
    }
}
