package org.sqlvm.language.interop;

import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.interop.ArityException;
import com.oracle.truffle.api.interop.InteropException;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.StopIterationException;
import com.oracle.truffle.api.interop.UnknownKeyException;
import com.oracle.truffle.api.interop.UnsupportedMessageException;
import com.oracle.truffle.api.interop.UnsupportedTypeException;
import com.oracle.truffle.api.nodes.ExplodeLoop;
import com.oracle.truffle.api.nodes.LoopNode;
import com.oracle.truffle.api.nodes.RootNode;

import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.callbacks.guest.GuestTables;
import org.sqlvm.language.statement.RowInsertion;
import org.sqlvm.language.values.RowShape;

/**
 * Makes records of rows of another language. Made for one insertion, whose members it reads through
 * caches of their own. A call takes some of the rows, so that the next one finds it compiled.
 */
final class InsertRowsNode extends RootNode {
    private static final int ROWS_MAX = 1000;
    private static final int CACHE_SIZE = 3;

    private final RowInsertion insertion;
    private final RecordEncoder record;
    private final RowShape shape;

    @CompilationFinal(dimensions = 1)
    private final Object[] keys;

    /** By value of the record: its member; or -1. */
    @CompilationFinal(dimensions = 1)
    private final int[] members;

    private final int rowidMember;

    /** Makes values of SQL of others; or null. */
    private final Object adapter;

    @Child
    private InteropLibrary iteration = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    @Child
    private InteropLibrary sizes = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);

    /** By member. */
    @Children
    private final InteropLibrary[] readers;

    /** Finds members that the first row had not; null if rows may have others. */
    @Child
    private MemberCheckNode check;

    /**
     * @param keys each member's name, or key of a hash
     * @param adapter a function of a value that is none of SQL, the row's number and the member's;
     *     or null
     * @param check the check for the members of the first row; null if rows may have other members
     */
    InsertRowsNode(
            TruffleLanguage<?> language,
            RowInsertion insertion,
            RowShape shape,
            Object[] keys,
            Object adapter,
            MemberCheckNode check) {
        super(language);
        this.adapter = adapter;
        this.check = check;
        this.insertion = insertion;
        this.record = insertion.encoder();
        this.shape = shape;
        this.keys = keys;
        members = insertion.sources();
        rowidMember = insertion.rowidSource();
        readers = new InteropLibrary[keys.length];
        for (int i = 0; i < keys.length; i++) {
            readers[i] = InteropLibrary.getFactory().createDispatched(CACHE_SIZE);
        }
    }

    /** Rows that are read once, one after the other. */
    static final class Source {
        /** An array, of which {@link #position} is next. */
        private Object rows;

        private long size;
        private long position;

        /** Gives the rows if they are no array; or null. */
        private final Object iterator;

        /** Gives the next array when it is executed; null if there is one array. */
        private final Object more;

        /** The row that is next; null if it has not been read. */
        private Object next;

        private Source(Object rows, long size, Object iterator, Object more) {
            this.rows = rows;
            this.size = size;
            this.iterator = iterator;
            this.more = more;
        }

        /** Null if they are none. */
        static Source of(Object rows) throws UnsupportedMessageException {
            InteropLibrary interop = InteropLibrary.getUncached();
            if (interop.isIterator(rows)) {
                return new Source(null, 0, rows, null);
            }
            if (interop.hasArrayElements(rows) && !interop.isString(rows)) {
                return new Source(rows, interop.getArraySize(rows), null, null);
            }
            if (interop.hasIterator(rows) && !interop.isString(rows)) {
                return new Source(null, 0, interop.getIterator(rows), null);
            }
            return interop.isExecutable(rows) ? new Source(null, 0, null, rows) : null;
        }

        /** The first row, which is still to come; null if there is none. */
        Object first() {
            next = next(this, InteropLibrary.getUncached());
            return next;
        }
    }

    /** The next row; null behind the last. */
    static Object next(Source source, InteropLibrary interop) {
        if (source.next != null) {
            Object known = source.next;
            source.next = null;
            return known;
        }
        try {
            if (source.iterator != null) {
                return interop.getIteratorNextElement(source.iterator);
            }
            if (source.position == source.size && source.more != null) {
                source.rows = interop.execute(source.more);
                source.size = interop.getArraySize(source.rows);
                source.position = 0;
            }
            return source.position < source.size
                    ? interop.readArrayElement(source.rows, source.position++)
                    : null;
        } catch (StopIterationException _) {
            return null;
        } catch (UnsupportedMessageException
                | UnsupportedTypeException
                | ArityException
                | InvalidArrayIndexException error) {
            throw unreadable(error);
        }
    }

    @TruffleBoundary
    private static SqlException unreadable(InteropException error) {
        return SqlException.error("the rows cannot be read: " + error.getMessage());
    }

    /** Takes a {@link Source}; gives whether there may be more rows. */
    @Override
    public Object execute(VirtualFrame frame) {
        Source source = (Source) frame.getArguments()[0];
        int count = 0;
        Object row = null;
        while (count < ROWS_MAX && !isFull(insertion)) {
            row = next(source, iteration);
            if (row == null) {
                break;
            }
            encode(row);
            count++;
        }
        LoopNode.reportLoopCount(this, count);
        return row != null;
    }

    @ExplodeLoop
    private void encode(Object row) {
        begin(record);
        if (shape == RowShape.ARRAY) {
            checkSize(row);
        }
        int found = 0;
        if (rowidMember >= 0) {
            Object value = read(row, rowidMember);
            if (value != null) {
                setRowid(value);
                found++;
            }
        }
        for (int i = 0; i < members.length; i++) {
            int member = members[i];
            Object value = member < 0 ? null : read(row, member);
            if (value == null) {
                addNull(record);
            } else {
                add(value, member);
                found++;
            }
        }
        if (check != null && !check.isLikeFirst(row, found)) {
            requireKnown(row);
        }
        end(record);
    }

    @TruffleBoundary
    private void requireKnown(Object row) {
        try {
            check.requireKnown(row);
        } catch (SqlException error) {
            insertion.failAtNextRow();
            throw error;
        }
    }

    private void checkSize(Object row) {
        try {
            if (sizes.getArraySize(row) != keys.length) {
                throw otherSize();
            }
        } catch (UnsupportedMessageException _) {
            throw otherKind(row);
        }
    }

    @TruffleBoundary
    private SqlException otherSize() {
        insertion.failAtNextRow();
        return SqlException.error("the row has not " + keys.length + " values");
    }

    /** The value of a member; null for one that the row does not have. */
    private Object read(Object row, int member) {
        InteropLibrary interop = readers[member];
        try {
            return switch (shape) {
                case HASH -> interop.readHashValue(row, keys[member]);
                case ARRAY -> interop.readArrayElement(row, member);
                case MEMBERS -> interop.readMember(row, (String) keys[member]);
                case VALUE -> row;
            };
        } catch (UnknownKeyException | InvalidArrayIndexException _) {
            return null;
        } catch (UnsupportedMessageException _) {
            throw otherKind(row);
        } catch (InteropException error) {
            throw failed(member, "there is no such member: " + error.getMessage());
        }
    }

    @TruffleBoundary
    private SqlException otherKind(Object row) {
        insertion.failAtNextRow();
        return SqlException.error("the row is " + GuestTables.kind(row)
                + ", which has no members as the first row has");
    }

    @TruffleBoundary
    private void setRowid(Object value) {
        try {
            GuestRecords.setRowid(record, value);
        } catch (UnsupportedTypeException | SqlException wrong) {
            try {
                GuestRecords.setRowid(record, adapted(value, rowidMember, wrong));
            } catch (UnsupportedTypeException _) {
                throw failed(rowidMember, shown(value));
            }
        }
    }

    @TruffleBoundary
    private void add(Object value, int member) {
        try {
            GuestRecords.add(record, value);
        } catch (UnsupportedTypeException | SqlException wrong) {
            try {
                GuestRecords.add(record, adapted(value, member, wrong));
            } catch (UnsupportedTypeException _) {
                throw failed(member, shown(value));
            }
        }
    }

    /** Returns the value that the language's adapter makes of one that was rejected. */
    private Object adapted(Object value, int member, Exception refused)
            throws UnsupportedTypeException {
        if (adapter != null) {
            try {
                return InteropLibrary.getUncached()
                        .execute(adapter, value, insertion.rowCount() + 1, member);
            } catch (InteropException error) {
                throw failed(member, error.getMessage());
            }
        }
        if (refused instanceof SqlException error) {
            insertion.failAtNextRow();
            throw error;
        }
        throw (UnsupportedTypeException) refused;
    }

    private static String shown(Object value) {
        return InteropLibrary.getUncached().toDisplayString(value, false) + " is no value of SQL";
    }

    @TruffleBoundary
    private SqlException failed(int member, String what) {
        insertion.failAtNextRow();
        return SqlException.error(GuestTables.text(keys[member]) + ": " + what);
    }

    @TruffleBoundary(allowInlining = true)
    private static boolean isFull(RowInsertion insertion) {
        return insertion.isFull();
    }

    @TruffleBoundary(allowInlining = true)
    private static void begin(RecordEncoder record) {
        record.begin();
    }

    @TruffleBoundary(allowInlining = true)
    private static void addNull(RecordEncoder record) {
        record.addNull();
    }

    @TruffleBoundary(allowInlining = true)
    private static void end(RecordEncoder record) {
        record.end();
    }
}
