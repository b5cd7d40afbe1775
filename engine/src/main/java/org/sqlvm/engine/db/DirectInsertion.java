package org.sqlvm.engine.db;

import org.sqlvm.api.Limit;
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
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What an INSERT of one row of parameters does, for many rows and without its program: makes a
 * record and appends it. Only where the program does nothing else: it has no instruction of an
 * index, a trigger, a foreign key, a counter, a DEFAULT or a type check. So whatever a table may
 * have that is not known here, the program has an instruction for it, and rows take the program's
 * way.
 *
 * <p>The same holds for single rows: one that is not behind all others, or has a NULL where there
 * may be none, is left to the program, which knows what the statement's OR says.
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

    private DirectInsertion(
            Connection connection, int database, Table table, int[] sources, int rowidSource) {
        this.connection = connection;
        this.database = database;
        this.root = table.rootPage();
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
     * The direct way of a statement.
     *
     * @param program of {@code INSERT INTO table(names) VALUES (?1, ?2, …)}
     * @param schema that it was compiled for
     * @param names of columns, each once; null for all
     * @return null if the program has more to do
     */
    public static DirectInsertion of(
            Connection connection, Program program, Schema schema, List<String> names) {
        Instruction opened = null;
        for (Instruction instruction : program.instructions()) {
            boolean opens = instruction.opcode() == Opcode.OpenWrite;
            if (!PLAIN.contains(instruction.opcode()) || (opens && opened != null)) {
                return null;
            }
            opened = opens ? instruction : opened;
        }
        if (opened == null || connection.hooks().hasUpdateListener()) {
            return null;
        }
        int database = opened.p3();
        Table table = table(schema.database(database), opened.p2());
        return table == null ? null : of(connection, database, table, names);
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
            Connection connection, int database, Table table, List<String> names) {
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
        return new DirectInsertion(connection, database, table, sources, rowidSource);
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

    /** What makes the records. */
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
        try (TableCursor cursor = connection.btree(database).openTable(root, true)) {
            boolean empty = !cursor.last();
            int to = rows.number(from, empty ? 0 : cursor.rowid(), empty);
            if (to > from) {
                cursor.append(rows, from, to);
                connection.setChanges(to - from);
                connection.setLastInsertRowid(rows.rowid(to - 1));
            }
            return to;
        }
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
