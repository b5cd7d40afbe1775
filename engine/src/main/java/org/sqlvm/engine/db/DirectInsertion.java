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
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Inserts many rows for an INSERT of one row of parameters, without running its program: makes a
 * record for each, and appends it and its index entries. Used only if the program does nothing
 * else: it has no instruction of a trigger, a foreign key, a counter, a DEFAULT or a type check. A
 * table's feature that is unknown here has an instruction in the program, so its rows take the
 * program's way.
 *
 * <p>Single rows take it, too: one that does not go behind all others, has a NULL in a NOT NULL
 * column, or a key that must be unique and is not. The program knows what the statement's OR says.
 */
public final class DirectInsertion {
    /** The instructions of programs that only append. */
    private static final Set<Opcode> PLAIN = EnumSet.of(
            Opcode.Init,
            Opcode.Goto,
            Opcode.Transaction,
            Opcode.OpenWrite,
            Opcode.Variable,
            Opcode.SCopy,
            Opcode.Copy,
            Opcode.Null,
            Opcode.IsNull,
            Opcode.NotNull,
            Opcode.HaltIfNull,
            Opcode.NewRowid,
            Opcode.MustBeInt,
            Opcode.NotExists,
            Opcode.Delete,
            Opcode.Affinity,
            Opcode.MakeRecord,
            Opcode.Insert,
            Opcode.Close,
            Opcode.Halt);

    /** The instructions that an index adds: those that look for conflicts, and end them. */
    private static final Set<Opcode> OF_INDEX = EnumSet.of(
            Opcode.NoConflict,
            Opcode.IdxInsert,
            Opcode.IdxRowid,
            Opcode.IdxDelete,
            Opcode.Column,
            Opcode.RealAffinity,
            Opcode.Rowid);

    /** How many rows are appended together behind one that could not be. */
    private static final int STEP_FIRST = 16;

    /** The most rows that are left to the program before rows are appended together again. */
    private static final int PAUSE_MAX = 1 << 10;

    private static final int ABSENT = -1;

    private final Connection connection;
    private final int database;
    private final int root;

    /** By column of the record: the parameter that it comes from, from 0; or {@link #ABSENT}. */
    private final int[] sources;

    /** The parameter that is the rowid, or {@link #ABSENT}. */
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

    private DirectInsertion(
            Connection connection,
            int database,
            Table table,
            List<DirectIndex> indexes,
            int[] sources,
            int rowidSource) {
        this.connection = connection;
        this.database = database;
        this.root = table.rootPage();
        this.indexes = indexes;
        this.sources = sources;
        this.rowidSource = rowidSource;
        affinities = new Affinity[sources.length];
        notNull = new boolean[sources.length];
        places = new int[sources.length + 1];
        for (int place = 0; place < sources.length; place++) {
            Column column = table.columns().get(place);
            affinities[place] = column.affinity();
            notNull[place] = column.notNull() && place != table.rowidAlias();
            if (sources[place] != ABSENT) {
                places[sources[place]] = place;
            }
        }
    }

    /**
     * Returns the direct insertion of a statement's rows.
     *
     * @param program the program of {@code INSERT INTO table(names) VALUES (?1, ?2, …)}
     * @param schema the schema that it was compiled for
     * @param names the columns' names, each once; null for all
     * @return null if the program does more than that
     */
    public static DirectInsertion of(
            Connection connection, Program program, Schema schema, List<String> names) {
        List<Instruction> opened = new ArrayList<>();
        for (Instruction instruction : program.instructions()) {
            if (instruction.opcode() == Opcode.OpenWrite) {
                opened.add(instruction);
            } else if (!PLAIN.contains(instruction.opcode())
                    && !OF_INDEX.contains(instruction.opcode())) {
                return null;
            }
        }
        if (opened.isEmpty() || connection.hooks().hasUpdateListener()) {
            return null;
        }
        int database = opened.getFirst().p3();
        Table table = table(schema.database(database), opened.getFirst().p2());
        List<DirectIndex> indexes = table == null ? null : indexes(table, opened);
        return indexes == null ? null : of(connection, database, table, indexes, names);
    }

    /**
     * Returns the indexes that the program opens behind the table; null if these are not all of the
     * table's.
     */
    private static List<DirectIndex> indexes(Table table, List<Instruction> opened) {
        if (opened.size() != 1 + table.indexes().size()) {
            return null;
        }
        List<DirectIndex> indexes = new ArrayList<>();
        for (Index index : table.indexes()) {
            DirectIndex direct = DirectIndex.of(table, index);
            if (direct == null
                    || opened.stream().noneMatch(each -> each.p2() == index.rootPage())) {
                return null;
            }
            indexes.add(direct);
        }
        return indexes;
    }

    /** The table with that root, if it is of a kind that rows can be appended to. */
    private static Table table(Schema home, int root) {
        if (home == null || home.encoding() != TextEncoding.UTF8 || root <= 1) {
            return null;
        }
        return home.tables().stream()
                .filter(table -> table.rootPage() == root
                        && table.hasRowid()
                        && table.columns().stream().noneMatch(Column::generated)
                        && StoredExpressions.checks(table, home.encoding()).isEmpty())
                .findFirst()
                .orElse(null);
    }

    private static DirectInsertion of(
            Connection connection,
            int database,
            Table table,
            List<DirectIndex> indexes,
            List<String> names) {
        int count = table.columns().size();
        int[] sources = new int[count];
        Arrays.fill(sources, ABSENT);
        int rowidSource = ABSENT;
        int given = names == null ? count : names.size();
        for (int i = 0; i < given; i++) {
            int column = names == null ? i : table.columnIndex(names.get(i));
            if (column < 0 || column == table.rowidAlias()) {
                rowidSource = i; // The program is compiled: another name is one of the rowid.
            } else {
                sources[column] = i;
            }
        }
        return new DirectInsertion(connection, database, table, indexes, sources, rowidSource);
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
