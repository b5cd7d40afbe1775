package org.sqlvm.engine.virtual.many;

import org.sqlvm.engine.vector.cache.CachedRows;
import org.sqlvm.engine.vector.cache.FileColumns;
import org.sqlvm.engine.vector.cache.FileColumns.Held;
import org.sqlvm.engine.vector.cache.FileColumns.Key;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;

/**
 * The rows of files whose columns are all in memory. Small files that follow each other become one
 * partition: what is done once for each partition would cost more than the rows.
 *
 * @param members the numbers of the files
 */
record MembersInMemory(MemberRows.Scan scan, int[] members, VectorSizes sizes) {
    /** Files whose rows become partitions. */
    private record Unit(int from, int count) {}

    /** Partitions of a unit; the chunks by column, by partition. */
    private record Partitions(int[] rows, Chunk[][] chunks) {}

    /** Returns the rows; null if something has to be read from a file. */
    CachedRows rows() {
        return rows(new Held[members.length], new boolean[members.length]);
    }

    /** Returns the rows with their files; null if something has to be read from a file. */
    MemberGroup group() {
        Held[] held = new Held[members.length];
        boolean[] wanted = new boolean[members.length];
        CachedRows rows = rows(held, wanted);
        if (rows == null) {
            return null;
        }
        long[] ends = new long[members.length];
        long count = 0;
        for (int i = 0; i < ends.length; i++) {
            count += wanted[i] ? count(held[i]) : 0;
            ends[i] = count;
        }
        assert count == rows.count() : count;
        return new MemberGroup(members, rows, ends);
    }

    private CachedRows rows(Held[] held, boolean[] wanted) {
        AtomicBoolean missing = new AtomicBoolean();
        run(members.length, i -> {
            if (!missing.get()) {
                held[i] = scan.current(member(i));
                if (held[i] == null) {
                    missing.set(true);
                }
            }
        });
        if (missing.get()) {
            return null;
        }
        for (int i = 0; i < wanted.length; i++) {
            wanted[i] = scan.conditions().mayPass(held[i].bounds());
            if (wanted[i] && held[i].rows() == null) {
                return null;
            }
        }
        List<Unit> units = units(held, wanted);
        Partitions[] found = new Partitions[units.size()];
        run(found.length, i -> {
            if (!missing.get()) {
                found[i] = partitions(units.get(i), held);
                if (found[i] == null) {
                    missing.set(true);
                }
            }
        });
        if (missing.get()) {
            return null;
        }
        for (int i = 0; i < held.length; i++) {
            scan.see(member(i), held[i].state(), null);
        }
        return all(found);
    }

    private void run(int count, IntConsumer task) {
        if (count > 0) {
            sizes.rowThreads(scan.interruption()).runAll(count, task);
        }
    }

    private FileSet.Member member(int index) {
        return scan.table().set().members().get(members[index]);
    }

    /** Joins neighbours, always the same ones, as long as their rows fit into a partition. */
    private List<Unit> units(Held[] held, boolean[] wanted) {
        int joined = joinedCount();
        List<Unit> units = new ArrayList<>();
        int at = 0;
        while (at < members.length) {
            int count = joined > 1 && isUnit(held, wanted, at, joined) ? joined : 1;
            if (wanted[at]) {
                units.add(new Unit(at, count));
            }
            at += count;
        }
        return units;
    }

    private static int count(Held held) {
        int count = 0;
        for (int rows : held.rows()) {
            count += rows;
        }
        return count;
    }

    /** Returns how many files become one partition, which does not depend on conditions. */
    int joinedCount() {
        ManyTable table = scan.table();
        Held first = table.files()
                .columns()
                .find(scan.key(table.set().members().getFirst()), scan.time());
        double rows = first == null || first.rows() == null
                ? table.rowsOfFirst()
                : Arrays.stream(first.rows()).sum();
        return (int)
                Math.min(table.set().members().size(), sizes.partitionRows() / Math.max(1, rows));
    }

    private boolean isUnit(Held[] held, boolean[] wanted, int at, int count) {
        if (members[at] % count != 0
                || at + count > members.length
                || members[at + count - 1] != members[at] + count - 1) {
            return false;
        }
        long rows = 0;
        for (int i = at; i < at + count; i++) {
            if (!wanted[i]) {
                return false;
            }
            rows += count(held[i]);
        }
        return rows <= sizes.partitionRows();
    }

    /** Returns null if columns are not in memory. */
    private Partitions partitions(Unit unit, Held[] held) {
        Held[] own = Arrays.copyOfRange(held, unit.from(), unit.from() + unit.count());
        if (unit.count() > 1) {
            Partitions joined = joined(unit, own);
            if (joined != null) {
                return joined;
            }
        }
        if (!Arrays.stream(own).allMatch(each -> each.has(scan.wanted()))) {
            return null;
        }
        int[] rows = Arrays.stream(own)
                .flatMapToInt(each -> Arrays.stream(each.rows()))
                .toArray();
        Chunk[][] chunks = new Chunk[scan.wanted().size()][];
        Arrays.setAll(chunks, i -> FileColumns.chunks(own, scan.wanted().get(i)));
        return new Partitions(rows, chunks);
    }

    private Partitions joined(Unit unit, Held[] own) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < own.length; i++) {
            keys.add(scan.key(member(unit.from() + i)));
        }
        List<StoredColumn> wanted = scan.wanted();
        Chunk[] joined = scan.table().files().columns().joined(keys, own, wanted, scan.time());
        if (joined == null) {
            return null;
        }
        Chunk[][] chunks = new Chunk[joined.length][];
        Arrays.setAll(chunks, i -> new Chunk[] {joined[i]});
        int rows = Arrays.stream(own)
                .mapToInt(each -> Arrays.stream(each.rows()).sum())
                .sum();
        return rows == 0
                ? new Partitions(new int[0], new Chunk[joined.length][0])
                : new Partitions(new int[] {rows}, chunks);
    }

    private CachedRows all(Partitions[] found) {
        int[] rows = Arrays.stream(found)
                .flatMapToInt(each -> Arrays.stream(each.rows()))
                .toArray();
        Chunk[][] chunks = new Chunk[scan.wanted().size()][rows.length];
        int at = 0;
        for (Partitions each : found) {
            for (int i = 0; i < chunks.length; i++) {
                System.arraycopy(each.chunks()[i], 0, chunks[i], at, each.rows().length);
            }
            at += each.rows().length;
        }
        return new CachedRows(rows, chunks);
    }
}
