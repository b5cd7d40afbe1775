package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.RecordSequence;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.RecordEncoder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Insertion;
import org.sqlvm.engine.program.Program;

import java.util.List;

/**
 * Inserts many rows for an INSERT of one row of parameters, without running its program: makes a
 * record for each, and appends it and its index entries. Used only if the program does nothing else
 * ({@link Insertion}).
 *
 * <p>Single rows take it, too: one that does not go behind all others, has a NULL in a NOT NULL
 * column, or a key that must be unique and is not. The program knows what the statement's OR says.
 */
public final class DirectInsertion {
    /** How many rows are appended together behind one that could not be. */
    private static final int STEP_FIRST = 16;

    /** The most rows that are left to the program before rows are appended together again. */
    private static final int PAUSE_MAX = 1 << 10;

    private final Connection connection;
    private final int database;
    private final int root;

    /**
     * By column of the record: the parameter that it comes from, from 0; or
     * {@link Insertion#ABSENT}.
     */
    private final int[] sources;

    /** The parameter that is the rowid, or {@link Insertion#ABSENT}. */
    private final int rowidSource;

    /** By parameter: its column of the record. */
    private final int[] places;

    private final Affinity[] affinities;
    private final boolean[] notNull;
    private final List<DirectIndex> indexes;

    /** With indexes: how many rows are tried at once. */
    private int step = Integer.MAX_VALUE;

    /** With indexes: how many rows were left to the program after the last conflict. */
    private int pause;

    /** How many of them are still to come. */
    private int skip;

    private DirectInsertion(Connection connection, Insertion insertion) {
        this.connection = connection;
        database = insertion.database();
        root = insertion.rootPage();
        indexes = insertion.indexes().stream().map(DirectIndex::new).toList();
        rowidSource = insertion.rowidSource();
        int count = insertion.values().size();
        sources = new int[count];
        affinities = new Affinity[count];
        notNull = new boolean[count];
        places = new int[count + 1];
        for (int place = 0; place < count; place++) {
            Insertion.Value value = insertion.values().get(place);
            sources[place] = value.source();
            affinities[place] = value.affinity();
            notNull[place] = value.notNull();
            if (value.source() != Insertion.ABSENT) {
                places[value.source()] = place;
            }
        }
    }

    /** Returns the direct insertion of a statement's rows; null if its program does more. */
    public static DirectInsertion of(Connection connection, Program program) {
        Insertion insertion = program.facts().insertion();
        return insertion == null || connection.hooks().hasUpdateListener()
                ? null
                : new DirectInsertion(connection, insertion);
    }

    /** The number of the database that rows go to. */
    public int database() {
        return database;
    }

    /** By column of the record: the parameter that it comes from, from 0; or -1 for NULL. */
    public int[] sources() {
        return sources.clone();
    }

    /** The parameter that is the rowid, from 0; or -1. */
    public int rowidSource() {
        return rowidSource;
    }

    /** Returns an encoder that appends records to {@code rows}. */
    public RecordEncoder encoder(RecordSequence rows) {
        int lengthMax = connection.limits().get(Limit.LENGTH);
        return new RecordEncoder(rows, affinities, notNull, lengthMax);
    }

    /**
     * Appends rows from one on. A statement runs that writes to the database.
     *
     * @return the first one that has to be inserted by the program, or how many there are
     */
    public int append(RecordSequence rows, int from) {
        if (!connection.btree(database).isWriting()) {
            throw new SqlException(ResultCode.ABORT_ROLLBACK, "abort due to ROLLBACK");
        }
        Btree btree = connection.btree(database);
        try (TableCursor cursor = btree.openTable(root, true)) {
            boolean empty = !cursor.last();
            int to = rows.number(from, empty ? 0 : cursor.rowid(), empty);
            int end = indexes.isEmpty() ? to : appendIndexed(btree, cursor, rows, from, to);
            if (indexes.isEmpty() && to > from) {
                cursor.append(rows, from, to);
            }
            if (end > from) {
                connection.setChanges(end - from);
                connection.setLastInsertRowid(rows.rowid(end - 1));
            }
            return end;
        }
    }

    /**
     * Appends rows and their entries, up to a row with an existing key. The rows before it are then
     * sorted once more, so the next attempt has few rows. If most attempts are in vain, rows are
     * left to the program for a while.
     */
    private int appendIndexed(
            Btree btree, TableCursor cursor, RecordSequence rows, int from, int to) {
        if (skip > 0) {
            skip--;
            return from;
        }
        int row = from;
        while (row < to) {
            int tried = (int) Math.min(to, row + (long) step);
            int free = tried;
            for (DirectIndex index : indexes) {
                index.collect(rows, row, tried, connection.workspace());
                free = Math.min(free, index.firstConflict(btree, rows, row, tried));
            }
            if (free > row) {
                for (DirectIndex index : indexes) {
                    index.insert(btree, free < tried ? rows.rowid(free) : 0, free == tried);
                }
                cursor.append(rows, row, free);
            }
            if (free < tried) {
                step = STEP_FIRST;
                pause = free - row > (tried - row) / 2 ? 0 : Math.min(PAUSE_MAX, 2 * pause + 1);
                skip = pause;
                return free;
            }
            pause = 0;
            step = (int) Math.min(Integer.MAX_VALUE, 2L * step);
            row = tried;
        }
        return to;
    }

    /** Whether it pays to have many rows at once: their entries are sorted. */
    public boolean isSorting() {
        return !indexes.isEmpty();
    }

    /** The value of a parameter, from 0, for a row that the program inserts; as in a register. */
    public Object value(RecordSequence rows, int row, int parameter) {
        if (parameter == rowidSource) {
            return rows.hasRowid(row) ? (Object) rows.rowid(row) : SqlNull.NULL;
        }
        int start = rows.start(row);
        return RecordReader.column(
                rows.bytes, start, rows.end(row) - start, places[parameter], TextEncoding.UTF8);
    }
}
