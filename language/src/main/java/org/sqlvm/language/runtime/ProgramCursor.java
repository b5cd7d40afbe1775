package org.sqlvm.language.runtime;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.IndexCursor;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordWalk;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.row.RowQueue;
import org.sqlvm.engine.row.RowThreads;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.row.sort.Sorter;
import org.sqlvm.engine.row.window.WindowPlan;
import org.sqlvm.engine.row.window.WindowTable;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.scan.ColumnScan;
import org.sqlvm.engine.vector.scan.FoundGroups;
import org.sqlvm.engine.virtual.ValueList;
import org.sqlvm.engine.virtual.module.VirtualCursor;

import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A cursor of a running program, whatever it runs over: a table or index b-tree, a temporary one, a
 * sorter, or the single row of a pseudo-table. Moves leave the coordinates of the record here, so
 * that one Column node serves all kinds.
 */
public final class ProgramCursor {
    /** Random rowids tried before a table counts as full: SQLite's number. */
    private static final int ROWID_ATTEMPTS_MAX = 100;

    /** A table's b-tree, or null. */
    public TableCursor table;

    /** An index's b-tree, or null. */
    public IndexCursor index;

    public Sorter sorter;

    /** Rows found by their keys, or null. */
    public HashTable hash;

    /** Groups that are not rows of {@link #hash} yet; or null. */
    private FoundGroups groups;

    /** Rows under a window, or null. */
    public WindowTable window;

    /** Rows that a recursive query has still to work on, or null. */
    public RowQueue queue;

    /** Over a virtual table, or null. */
    public VirtualCursor virtual;

    /**
     * For each argument of a virtual table that is a list its values; null if there are no lists.
     */
    public Map<Integer, ValueList> lists;

    /** Owner of a temporary b-tree, to be closed with the cursor; or null. */
    private Btree temporary;

    private int temporaryRoot;

    /** The array the record is in: a page, or an array of its own. */
    public byte[] record;

    public int recordOffset;

    /** Bytes of the record that are in {@link #record}; the rest, if any, is on overflow pages. */
    public int localSize;

    /** The position from which columns at unknown offsets are read. */
    public final RecordWalk walk = new RecordWalk();

    /** The cursor gives NULL for every column. */
    public boolean nullRow;

    /** The source of rows instead of {@link #table}; null while they are read from the table. */
    private ColumnScan columnScan;

    /** The values of the scan's columns in some rows; null if rows are read from the table. */
    public Vector[] vectors;

    /** The loop over the rows does not run: the scan gives whole batches. */
    public boolean givesBatches;

    /** The index of the row in {@link #vectors}. */
    public int lane;

    /** How many rows are in {@link #vectors}. */
    public int laneCount;

    /** For a table cursor: the index cursor to whose row it moves when it is next read. */
    private ProgramCursor deferred;

    private ProgramCursor() {}

    public static ProgramCursor table(Btree btree, int root, boolean writable) {
        ProgramCursor cursor = new ProgramCursor();
        cursor.table = btree.openTable(root, writable);
        return cursor;
    }

    public static ProgramCursor index(Btree btree, int root, boolean writable, KeyOrder order) {
        ProgramCursor cursor = new ProgramCursor();
        cursor.index = btree.openIndex(root, writable, order);
        return cursor;
    }

    /** Whether {@link #reopen} makes this cursor one on that tree. */
    public boolean fits(Btree btree, int root, boolean writable) {
        BtreeCursor tree = table != null ? table : index;
        return temporary == null && tree != null && tree.fits(btree, root, writable);
    }

    /** Opens a cursor again that {@link #close} has closed. */
    public void reopen() {
        if (table != null) {
            table.reopen();
        } else {
            index.reopen();
        }
        nullRow = false;
    }

    /**
     * Returns a cursor on a new temporary b-tree of its own.
     *
     * @param order the order of an index's entries, or null for a table
     */
    public static ProgramCursor temporary(KeyOrder order, Workspace workspace) {
        Btree btree = Btree.openEphemeral(workspace);
        int root = btree.trees().create(order == null);
        ProgramCursor cursor =
                order == null ? table(btree, root, true) : index(btree, root, true, order);
        cursor.temporary = btree;
        cursor.temporaryRoot = root;
        return cursor;
    }

    /**
     * Empties the temporary b-tree of this cursor, for a program that opens one again; false if it
     * has none that is in this order.
     */
    public boolean reopenTemporary(KeyOrder order) {
        if (temporary == null || (order == null ? table == null : !index.isIn(order))) {
            return false;
        }
        reset();
        record = null;
        nullRow = false;
        deferred = null;
        return true;
    }

    /**
     * Pauses the cursor of a program that has ended, but may run again soon: a temporary b-tree is
     * kept.
     */
    public void pause() {
        if (temporary == null) {
            close();
        }
    }

    /** Another cursor on the temporary table that this one has made, for reading. */
    public ProgramCursor duplicate() {
        return table(temporary, temporaryRoot, false);
    }

    /** A cursor on a sorter that keeps the first {@code rowCountMax} rows. */
    public static ProgramCursor sorting(KeyOrder order, long rowCountMax, Workspace workspace) {
        ProgramCursor cursor = new ProgramCursor();
        int limit = (int) Math.min(rowCountMax, Integer.MAX_VALUE);
        cursor.sorter = new Sorter(order, limit, workspace);
        return cursor;
    }

    /** A cursor on an empty hash table. */
    public static ProgramCursor hash(KeyInfo keys, int valueCount, Workspace workspace) {
        ProgramCursor cursor = new ProgramCursor();
        cursor.hash = new HashTable(keys.fields(), valueCount, workspace);
        return cursor;
    }

    /** A cursor on the rows under a window. */
    public static ProgramCursor window(WindowPlan plan, RowThreads threads, Workspace workspace) {
        ProgramCursor cursor = new ProgramCursor();
        cursor.window = new WindowTable(plan, threads, workspace);
        return cursor;
    }

    /** A cursor on an empty queue of rows. */
    public static ProgramCursor queue(int width, Workspace workspace) {
        ProgramCursor cursor = new ProgramCursor();
        cursor.queue = new RowQueue(width, workspace);
        return cursor;
    }

    /** Returns a cursor on the rows of a virtual table, without a position. */
    public static ProgramCursor virtual(VirtualCursor rows) {
        ProgramCursor cursor = new ProgramCursor();
        cursor.virtual = rows;
        return cursor;
    }

    /** A cursor on one row, which {@link #loadRecord} gives it. */
    public static ProgramCursor pseudo() {
        return new ProgramCursor();
    }

    /** Takes the record under the table cursor. */
    public void loadTable() {
        TableCursor cursor = table;
        setRecord(cursor.page());
        recordOffset = cursor.payloadOffset();
        localSize = cursor.localSize();
        nullRow = false;
    }

    /** Rows are to be read from a scan's vectors; null for the table again. */
    public void setColumnScan(ColumnScan scan) {
        if (columnScan != null) {
            columnScan.close();
        }
        columnScan = scan;
        vectors = scan == null ? null : scan.vectors;
        nullRow = false;
        givesBatches = false;
    }

    /** The scan that rows are read from instead of {@link #table}; or null. */
    public ColumnScan columnScan() {
        return columnScan;
    }

    /** To the first row of the column scan's next vectors; false at the end. */
    public boolean nextVectors() {
        lane = 0;
        laneCount = columnScan.next();
        return laneCount > 0;
    }

    /** Groups wait to become rows; with null they have. */
    public void setGroups(FoundGroups found) {
        if (groups != null) {
            groups.close();
        }
        groups = found;
    }

    /** Groups that wait; or null. */
    public FoundGroups groups() {
        return groups;
    }

    /** Takes the record under the index cursor. */
    public void loadIndex() {
        IndexCursor cursor = index;
        setRecord(cursor.page());
        recordOffset = cursor.payloadOffset();
        localSize = cursor.localSize();
        nullRow = false;
    }

    /** Most rows are in the page of the row before: see {@link BtreeCursor}. */
    private void setRecord(byte[] array) {
        if (record != array) {
            record = array;
        }
    }

    /** Takes a record that belongs to no tree. */
    public void loadRecord(Blob blob) {
        record = blob.array;
        recordOffset = blob.offset;
        localSize = blob.length;
        nullRow = false;
    }

    /**
     * Brings a record with an overflow chain into one array. Offsets relative to its start stay.
     */
    @TruffleBoundary
    public void loadOverflow() {
        if (table != null && table.payloadSize() > localSize) {
            record = table.fullPayload();
        } else if (index != null && index.payloadSize() > localSize) {
            record = index.fullPayload();
        } else {
            return;
        }
        recordOffset = 0;
        localSize = record.length;
    }

    public void nullRow() {
        nullRow = true;
        deferred = null;
    }

    /** This table cursor is to follow {@code source}, but only once it is read. */
    public void deferTo(ProgramCursor source) {
        deferred = source;
        nullRow = false;
    }

    public boolean isDeferred() {
        return deferred != null;
    }

    /** Moves as {@link #deferTo} has set. */
    @TruffleBoundary
    public void follow() {
        ProgramCursor source = deferred;
        deferred = null;
        if (source.nullRow) {
            nullRow = true;
            return;
        }
        source.loadOverflow();
        long rowid = IndexEntries.rowid(source.record, source.recordOffset, source.localSize);
        if (!table.seekExact(rowid)) {
            throw IndexEntries.missingRow();
        }
        loadTable();
    }

    /** A rowid that no row has: the greatest plus one; a random one when that is taken. */
    @TruffleBoundary
    public long newRowid() {
        if (!table.last()) {
            return 1;
        }
        long greatest = table.rowid();
        if (greatest < Long.MAX_VALUE) {
            return greatest + 1;
        }
        for (int attempt = 0; attempt < ROWID_ATTEMPTS_MAX; attempt++) {
            long candidate = ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE / 2);
            if (!table.seekExact(candidate)) {
                return candidate;
            }
        }
        throw full();
    }

    /** Returns a rowid greater than those of all rows, and than {@code greatest}. */
    @TruffleBoundary
    public long newRowid(long greatest) {
        long last = table.last() ? Math.max(table.rowid(), greatest) : greatest;
        if (last == Long.MAX_VALUE) {
            throw full();
        }
        return Math.max(last, 0) + 1;
    }

    private static SqlException full() {
        return new SqlException(ResultCode.FULL, "database or disk is full");
    }

    /** All rows of a sorter or a window have come: goes to the first in order; false if none. */
    @TruffleBoundary
    public boolean sort() {
        if (window != null) {
            window.compute();
        } else {
            sorter.sort();
        }
        return nextSorted();
    }

    /** Goes to the next row of a sorter or a window; false after the last. */
    @TruffleBoundary
    public boolean nextSorted() {
        return window != null ? window.next() : sorter.next();
    }

    /** Empties a sorter or a temporary table. */
    public void reset() {
        if (sorter != null) {
            sorter.clear();
        } else {
            int root = temporary.restart(table != null);
            assert root == temporaryRoot : root;
        }
    }

    /** Ends the use of the current row. The second call does nothing. */
    @TruffleBoundary
    public void close() {
        if (columnScan != null) {
            setColumnScan(null);
        }
        if (table != null) {
            table.close();
        }
        if (index != null) {
            index.close();
        }
        if (sorter != null) {
            sorter.close();
            sorter = null;
        }
        setGroups(null);
        if (hash != null) {
            hash.close();
            hash = null;
        }
        if (window != null) {
            window.close();
            window = null;
        }
        if (queue != null) {
            queue.clear();
        }
        if (virtual != null) {
            virtual.close();
            virtual = null;
        }
        BtreeCursor tree = table != null ? table : index;
        if (tree == null || temporary != null || !tree.isOn(record)) {
            record = null;
        }
        deferred = null;
        if (temporary != null) {
            table = null;
            index = null;
            temporary.close();
            temporary = null;
        }
    }
}
