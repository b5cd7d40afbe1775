package org.sqlvm.engine.virtual.many;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.cache.FileColumns;
import org.sqlvm.engine.vector.cache.FileColumns.Held;
import org.sqlvm.engine.vector.cache.FileColumns.Key;
import org.sqlvm.engine.vector.cache.FileColumns.State;
import org.sqlvm.engine.vector.cache.FilePartitions;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBounds;
import org.sqlvm.engine.vector.column.Codes;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.virtual.module.SeenFiles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of one file for a scan: from memory if the file has not changed since they were decoded,
 * else in a read transaction, which ends with the rows. The file is open for that time only.
 */
final class MemberRows implements AutoCloseable {
    /** The slot of a column that is not in records. */
    private static final int NOT_STORED = -1;

    private final ManyTable table;
    private final FileSet.Member member;
    private final List<StoredColumn> wanted;
    private final VectorSizes sizes;
    private final Interruption interruption;
    private final Key key;
    private final long scan;

    /** The columns in memory of the state that is read; null for none. */
    private Held held;

    /** Null if all columns are in memory, and at the end. */
    private OpenFile file;

    private BtreeCursor cursor;
    private FilePartitions reader;

    /** The state that is read; null if it cannot be told from others. */
    private State state;

    /** Whether a later change of the file has another state. */
    private boolean isSettled;

    /** By wanted column: its slot among those that are decoded, or {@link #NOT_STORED}. */
    private int[] slots;

    private Chunk[] decoded;

    /** The chunks for the cache, by partition; null if they are not to be kept. */
    private List<Chunk[]> kept;

    private final List<Integer> keptRows = new ArrayList<>();
    private long keptBytes;
    private int partition;
    private boolean ended;

    /** The parts of a scan that are the same for all files. */
    record Scan(
            ManyTable table,
            List<StoredColumn> wanted,
            ManyConditions conditions,
            VectorSizes sizes,
            Interruption interruption,
            SeenFiles seen,
            long time) {
        Key key(FileSet.Member member) {
            return new Key(member.canonical(), table.layout().key());
        }

        /**
         * Returns the columns in memory of a file as it is now, or as the statement has read it;
         * null for none.
         */
        Held current(FileSet.Member member) {
            Held known = table.files().columns().find(key(member), time);
            if (known == null) {
                return null;
            }
            State before = seen.state(member.canonical());
            State now = before != null
                    ? before
                    : OpenFile.now(table.files().system(), member, known.hasLog());
            return known.state().equals(now) ? known : null;
        }

        /** Notes that rows of a file in this state are read, or left out. */
        void see(FileSet.Member member, State state, ContentStamp stamp) {
            if (!seen.see(member.canonical(), state, stamp)) {
                throw new SqlException(
                        ResultCode.BUSY_SNAPSHOT,
                        member.path() + ": changed while the statement was reading it");
            }
        }
    }

    /**
     * Begins to read a file.
     *
     * @param inContext see {@link OpenFile#open}
     */
    MemberRows(Scan scan, FileSet.Member member, boolean inContext) {
        this.table = scan.table();
        this.member = member;
        this.wanted = scan.wanted();
        this.sizes = scan.sizes();
        this.interruption = scan.interruption();
        this.scan = scan.time();
        key = scan.key(member);
        held = scan.current(member);
        if (held != null) {
            ended = !scan.conditions().mayPass(held.bounds());
            if (ended || held.has(wanted)) {
                scan.see(member, held.state(), null);
                return;
            }
        }
        boolean done = false;
        try {
            file = OpenFile.open(table.files(), member, inContext);
            begin(scan);
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private void begin(Scan all) {
        ManyConditions conditions = all.conditions();
        state = file.state();
        all.see(member, state, file.stamp());
        isSettled = state != null && table.files().columns().isSettled(state);
        held = table.files().columns().find(key, scan);
        if (held != null && !held.state().equals(state)) {
            held = null;
        }
        Table own = file.table(table.layout().table());
        ManyTable.checkEncoding(table.host(), member, file);
        StoredColumn[] stored = stored(own);
        if (isExcluded(conditions, own)) {
            close();
            return;
        }
        List<StoredColumn> columns = new ArrayList<>();
        slots = new int[wanted.size()];
        for (int i = 0; i < slots.length; i++) {
            StoredColumn column =
                    wanted.get(i).place() < stored.length ? stored[wanted.get(i).place()] : null;
            boolean decodes =
                    column != null && (held == null || held.chunks(wanted.get(i)) == null);
            slots[i] = decodes ? slot(columns, column) : NOT_STORED;
        }
        decoded = new Chunk[columns.size()];
        kept = isSettled ? new ArrayList<>() : null;
        if (held != null && held.rows() != null && columns.isEmpty()) {
            return; // Only columns are missing that are not in records.
        }
        cursor = OpenFile.during(member, () -> file.cursor(own));
        reader = new FilePartitions(
                cursor,
                columns,
                held == null || held.rows() == null ? new int[0] : held.rows(),
                sizes,
                table.files().workspace(),
                interruption::check);
    }

    /** Whether bounds of columns say that no row of the file is wanted. */
    private boolean isExcluded(ManyConditions conditions, Table own) {
        if (conditions.rows().list().isEmpty()) {
            return false;
        }
        Map<StoredColumn, ChunkBounds> known = held == null ? Map.of() : held.bounds();
        Map<StoredColumn, ChunkBounds> found =
                OpenFile.during(member, () -> new TreeBounds(file, own).of(conditions, known));
        if (isSettled && !found.isEmpty()) {
            table.files().columns().addBounds(key, state, file.hasLog(), found, scan);
        }
        Map<StoredColumn, ChunkBounds> all = new HashMap<>(known);
        all.putAll(found);
        return !conditions.mayPass(all);
    }

    private static int slot(List<StoredColumn> columns, StoredColumn column) {
        int known = columns.indexOf(column);
        if (known < 0) {
            columns.add(column);
            known = columns.size() - 1;
        }
        return known;
    }

    /**
     * Finds the columns in the file's table.
     *
     * @return by column of the common table; null for those that the file does not have
     * @throws SqlException if the table does not have the columns of the others
     */
    private StoredColumn[] stored(Table own) {
        ManyTable.Layout layout = table.layout();
        StoredColumn[] found = new StoredColumn[layout.columns().size()];
        for (int i = 0; i < own.columns().size(); i++) {
            Column column = own.columns().get(i);
            if (column.isVirtual()) {
                continue;
            }
            int index = layout.find(column.name());
            if (index < 0) {
                throw OpenFile.error(
                        member,
                        "table " + own.name() + " has a column " + column.name()
                                + ", which other files do not have (union_by_name allows it)");
            }
            ManyTable.Field field = new ManyTable.Field(
                    column.name(),
                    column.declaredType(),
                    column.affinity(),
                    column.collationName());
            if (!layout.columns().get(index).isLike(field)) {
                throw ManyTable.otherType(member, layout.columns().get(index), field);
            }
            found[index] = i == own.rowidAlias()
                    ? StoredColumn.OF_ROWIDS
                    : new StoredColumn(
                            column.name(),
                            column.recordIndex(),
                            column.affinity() == Affinity.REAL,
                            table.files().absentValue(own, i));
        }
        for (int i = 0; i < found.length && !layout.byName(); i++) {
            if (found[i] == null) {
                throw OpenFile.error(
                        member,
                        "table " + own.name() + " has no column "
                                + layout.columns().get(i).name()
                                + ", which other files have (union_by_name allows it)");
            }
        }
        return found;
    }

    /**
     * Reads the next partition.
     *
     * @param target as the wanted columns
     * @return the number of rows; 0 at the end
     */
    int next(Chunk[] target) {
        int rows = 0;
        if (!ended) {
            rows = reader == null ? nextHeld() : nextDecoded();
        }
        if (rows == 0) {
            end();
            return 0;
        }
        for (int i = 0; i < target.length; i++) {
            Chunk[] known = held == null ? null : held.chunks(wanted.get(i));
            target[i] = known != null
                    ? known[partition]
                    : slots[i] >= 0 ? decoded[slots[i]] : notStored(wanted.get(i), rows);
        }
        partition++;
        if (kept != null) {
            keep(target.clone(), rows);
        }
        return rows;
    }

    private int nextHeld() {
        return partition < held.rows().length ? held.rows()[partition] : 0;
    }

    private int nextDecoded() {
        return OpenFile.during(member, () -> reader.next(decoded));
    }

    private Chunk notStored(StoredColumn column, int rows) {
        int hidden = column.place() - table.layout().columns().size();
        if (hidden < 0) {
            return new Chunk.Nulls();
        }
        Text[] entries = {text(table, hidden, member)};
        return new Chunk.Dictionary(Codes.of(new long[rows], rows, null), entries, null);
    }

    /** The value of a hidden column. */
    static Text text(ManyTable table, int hidden, FileSet.Member member) {
        boolean path = table.layout().hidden().get(hidden).equals(ManyTable.FILE);
        return Text.of(path ? member.path() : member.database());
    }

    private void keep(Chunk[] chunks, int rows) {
        for (Chunk chunk : chunks) {
            keptBytes += chunk.size();
        }
        kept.add(chunks);
        keptRows.add(rows);
        if (!table.files().columns().mayHold(keptBytes)) {
            kept = null;
        }
    }

    /** Ends the read transaction; what has been read is right if the file is as it was. */
    private void end() {
        if (!ended && file != null && state != null) {
            State after = file.state();
            if (after != null && !file.hasLog() && isOther(after)) {
                throw new SqlException(
                        ResultCode.IOERR,
                        member.path() + ": changed without a lock while it was read");
            }
            if (kept != null && state.equals(after)) {
                add();
            }
        }
        ended = true;
        close();
    }

    private boolean isOther(State after) {
        return after.database().inode() == state.database().inode()
                && (after.database().size() != state.database().size()
                        || after.database().modifiedNs() != state.database().modifiedNs());
    }

    private void add() {
        Map<StoredColumn, Chunk[]> added = new HashMap<>();
        for (int i = 0; i < wanted.size(); i++) {
            int column = i;
            if (held == null || held.chunks(wanted.get(i)) == null) {
                added.put(
                        wanted.get(i),
                        kept.stream().map(chunks -> chunks[column]).toArray(Chunk[]::new));
            }
        }
        int[] rows = keptRows.stream().mapToInt(Integer::intValue).toArray();
        assert held == null || held.rows() == null || Arrays.equals(rows, held.rows())
                : member.path();
        FileColumns columns = table.files().columns();
        columns.add(key, state, file.hasLog(), rows, added, scan);
    }

    @Override
    public void close() {
        ended = true;
        try {
            if (reader != null) {
                reader.close();
                reader = null;
            }
            if (cursor != null) {
                cursor.close();
                cursor = null;
            }
        } finally {
            if (file != null) {
                file.close();
                file = null;
            }
        }
    }

    /** Describes a column of the common table, for scans and for the cache. */
    static StoredColumn column(int index) {
        return new StoredColumn("", index, false, SqlNull.NULL);
    }
}
