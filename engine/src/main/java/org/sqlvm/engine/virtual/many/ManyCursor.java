package org.sqlvm.engine.virtual.many;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.scan.ChunkRows;
import org.sqlvm.engine.vector.scan.ChunkSource;
import org.sqlvm.engine.virtual.module.ColumnCursor;
import org.sqlvm.engine.virtual.module.CursorContext;
import org.sqlvm.engine.virtual.module.SeenFiles;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Walks over the rows of many files. One file is open at a time; of its parts, which threads read,
 * one for each.
 */
final class ManyCursor extends ColumnCursor implements ChunkSource {
    /** The rows of a vector of a program of rows. */
    private static final int VECTOR_ROWS = 2048;

    /** Rows of a file with smaller numbers have different rowids in all files. */
    private static final int ROWID_BITS = 40;

    private final ManyTable table;
    private final CursorContext context;

    /** The thread of the statement. */
    private final Thread owner;

    private ManyTable.Wanted wanted = ManyTable.Wanted.ALL;
    private ManyConditions conditions;

    /** The numbers of the files that are read, and which of them comes next. */
    private int[] members = {};

    private int next;

    /** The number of files of the scan, which this may be a part of. */
    private int scanned;

    private long time;
    private SeenFiles seen;

    /** Null between files. */
    private MemberRows file;

    // For a program of rows.
    private List<StoredColumn> columns;

    /** By column of the table: its index among those that are read; -1 for others. */
    private int[] slots;

    private ChunkRows rows;
    private Chunk[] chunks;
    private int rowCount;
    private int row;

    /** Files in memory that are read at once; null for none. */
    private MemberGroup group;

    /** The number of rows of the file, or of the group, before the partition, and in it. */
    private long before;

    private int partitionRows;

    ManyCursor(ManyTable table, CursorContext context) {
        this(table, context, Thread.currentThread());
    }

    private ManyCursor(ManyTable table, CursorContext context, Thread owner) {
        this.table = table;
        this.context = context;
        this.owner = owner;
    }

    @Override
    public void begin(ScanPlan plan, Object[] arguments) {
        close();
        wanted = plan.detail() instanceof ManyTable.Wanted known ? known : ManyTable.Wanted.ALL;
        conditions = ManyConditions.of(table, wanted, arguments);
        List<FileSet.Member> all = table.set().members();
        int[] found = new int[all.size()];
        int count = 0;
        for (int i = 0; i < found.length; i++) {
            if (conditions.mayPass(all.get(i))) {
                found[count++] = i;
            }
        }
        members = Arrays.copyOf(found, count);
        next = 0;
        scanned = count;
        time = table.files().columns().begin();
        seen = context.seenFiles();
    }

    private FileSet.Member member(int number) {
        return table.set().members().get(members[number]);
    }

    private MemberRows.Scan scan(List<StoredColumn> read, VectorSizes all) {
        int threads = Math.max(1, all.threadCount() / Math.max(1, scanned));
        VectorSizes own = new VectorSizes(all.vectorRows(), all.partitionRows(), threads);
        return new MemberRows.Scan(
                table, read, conditions, own, context.interruption(), seen, time);
    }

    /** Describes the columns of a scan as the cache does. */
    private static List<StoredColumn> described(List<StoredColumn> given) {
        return given.stream().map(column -> MemberRows.column(column.place())).toList();
    }

    // ------------------------------------------------------------------ for vectors

    @Override
    public List<ManyCursor> parts() {
        if (members.length < 2) {
            return List.of();
        }
        List<ManyCursor> parts = new ArrayList<>();
        for (int member : members) {
            ManyCursor part = new ManyCursor(table, context, owner);
            part.conditions = conditions;
            part.wanted = wanted;
            part.members = new int[] {member};
            part.scanned = scanned;
            part.time = time;
            part.seen = seen;
            parts.add(part);
        }
        return parts;
    }

    @Override
    public CachedRows cached(List<StoredColumn> given, VectorSizes all) {
        return new MembersInMemory(scan(described(given), all), members, all).rows();
    }

    @Override
    public int next(List<StoredColumn> given, VectorSizes all, Chunk[] target) {
        while (file != null || next < members.length) {
            if (file == null) {
                file = open(scan(described(given), all));
            }
            int count = file.next(target);
            if (count > 0) {
                return count;
            }
            closeFile();
        }
        return 0;
    }

    private MemberRows open(MemberRows.Scan scan) {
        context.interruption().check();
        return new MemberRows(scan, member(next++), Thread.currentThread() == owner);
    }

    // ------------------------------------------------------------------ for rows

    @Override
    public void filter(ScanPlan plan, Object[] arguments) {
        begin(plan, arguments);
        int all = table.layout().columns().size() + table.layout().hidden().size();
        boolean[] used = new boolean[all];
        for (int i = 0; i < all; i++) {
            used[i] = wanted.isUsed(i);
        }
        wanted.rows().list().forEach(condition -> used[condition.column()] = true);
        slots = new int[all];
        columns = new ArrayList<>();
        for (int i = 0; i < all; i++) {
            slots[i] = used[i] ? columns.size() : -1;
            if (used[i]) {
                columns.add(MemberRows.column(i));
            }
        }
        rows = new ChunkRows(columns.size(), VECTOR_ROWS, conditions.filter(slots, VECTOR_ROWS));
        chunks = new Chunk[columns.size()];
        rowCount = 0;
        row = 0;
        partitionRows = 0;
        before = 0;
        group = null;
    }

    /** The sizes for a program of rows, which one thread runs. */
    private static VectorSizes sizes(int partitionRows) {
        return new VectorSizes(VECTOR_ROWS, partitionRows, 1);
    }

    /** Makes what finds rows of files that are in memory. */
    private MembersInMemory inMemory(int[] some) {
        VectorSizes joined = sizes(table.files().columns().joinedRows());
        return new MembersInMemory(scan(columns, joined), some, joined);
    }

    @Override
    public boolean next() {
        row++;
        return row < rowCount || nextRows();
    }

    private boolean nextRows() {
        context.interruption().check();
        row = 0;
        rowCount = rows.next();
        while (rowCount == 0) {
            if (!nextPartition()) {
                return false;
            }
            rowCount = rows.next();
        }
        return true;
    }

    private boolean nextPartition() {
        before += partitionRows;
        partitionRows = 0;
        while (group != null || file != null || next < members.length) {
            if (group == null && file == null) {
                before = 0;
                group = nextGroup();
            }
            if (group == null && file == null) {
                file = open(scan(columns, sizes(table.files().columns().partitionRows())));
            }
            partitionRows = group == null ? file.next(chunks) : group.next(chunks);
            if (partitionRows > 0) {
                rows.enter(chunks, partitionRows);
                return true;
            }
            group = null;
            closeFile();
        }
        return false;
    }

    /**
     * Takes the next files together if they are in memory. What is done once for each partition
     * would cost more than their rows.
     *
     * @return null if one of them has to be read, or if they do not follow each other
     */
    private MemberGroup nextGroup() {
        int size = inMemory(members).joinedCount();
        int end = next + size;
        boolean isGroup = size > 1
                && end <= members.length
                && members[next] % size == 0
                && members[end - 1] == members[next] + size - 1;
        if (!isGroup) {
            return null;
        }
        context.interruption().check();
        MemberGroup found = inMemory(Arrays.copyOfRange(members, next, end)).group();
        if (found != null) {
            next = end;
        }
        return found;
    }

    @Override
    public Object column(int column) {
        assert slots[column] >= 0 : column;
        return rows.vectors[slots[column]].get(row);
    }

    @Override
    public long rowid() {
        long number = before + rows.index(row);
        return group == null
                ? rowid(members[next - 1], number)
                : rowid(group.member(number), group.number(number));
    }

    private static long rowid(int member, long number) {
        return ((long) member << ROWID_BITS) + number + 1;
    }

    @Override
    public void close() {
        closeFile();
        group = null;
        members = new int[0];
        next = 0;
    }

    private void closeFile() {
        if (file != null) {
            file.close();
            file = null;
        }
    }
}
