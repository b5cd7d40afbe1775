package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.BtreeCursor;
import org.sqlvm.engine.btree.HashedLeaves;
import org.sqlvm.engine.btree.PageImage;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.btree.TableLeaves;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.Workers;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.column.VectorSizes;
import org.sqlvm.engine.vector.saved.SavedMirror;
import org.sqlvm.engine.vector.saved.SavedPages;
import org.sqlvm.engine.vector.saved.SavedTable;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * Brings columns from the saved mirror into the column cache. A table is used if the scan's
 * transaction sees the content that was decoded, as the times of its file say. Otherwise, a
 * partition is used if the pages that the transaction sees have the numbers and hashes of those
 * that were decoded; the other partitions count as changed.
 */
final class MirrorLoad {
    /** The pages that a thread hashes at a time: they stay in the cache of a core. */
    private static final int BATCH_BYTES = 256 << 10;

    private final ColumnCache cache;
    private final BtreeCursor cursor;
    private final VectorSizes sizes;
    private final Workspace workspace;
    private final Runnable poll;

    MirrorLoad(
            ColumnCache cache,
            BtreeCursor cursor,
            VectorSizes sizes,
            Workspace workspace,
            Runnable poll) {
        this.cache = cache;
        this.cursor = cursor;
        this.sizes = sizes;
        this.workspace = workspace;
        this.poll = poll;
    }

    // ------------------------------------------------------------------ partitions

    /** The table with the partitions that have been saved, if it has none and most are valid. */
    CachedTable restore(CachedTable table) {
        if (!table.mayBeSaved() || !(cursor instanceof TableCursor)) {
            return table;
        }
        SavedMirror mirror = cache.savedMirror(cursor.btree());
        SavedTable saved = mirror == null ? null : mirror.table(cursor.root());
        CachedTable next = saved == null ? null : restore(table, mirror, saved);
        if (next == null) {
            table.setNotSaved();
            if (saved != null) {
                mirror.forget(saved);
            }
            return table;
        }
        cache.replace(cursor, next);
        return next;
    }

    private CachedTable restore(CachedTable table, SavedMirror mirror, SavedTable saved) {
        if (Arrays.stream(saved.rows()).anyMatch(rows -> rows > sizes.partitionRows())) {
            return null;
        }
        if (mirror.isOf(saved, cursor.btree().stamp())) {
            boolean[] valid = new boolean[saved.partitionCount()];
            Arrays.fill(valid, true);
            return table.restored(saved, saved.lastRowids(), valid, new BitSet(), cursor);
        }
        SavedPages[] pages = mirror.pages(saved);
        if (pages == null || !SavedPages.areKnown(pages)) {
            return null;
        }
        try {
            return restore(table, saved, pages, new Leaves());
        } catch (SqlException e) {
            // The scan finds it, if it reads as far.
            if (e.code() != ResultCode.CORRUPT) {
                throw e;
            }
            return null;
        }
    }

    /** Leaves that a helper hashes, or this thread if it is there first. */
    private static final class Batch {
        private final List<PageImage> images;
        private final long[] hashes;
        private final int[] numbers;
        private final int[] cells;
        private final int pageSize;
        private int count;
        private Workers.Task task;

        Batch(HashedLeaves pages) {
            pageSize = pages.pageSize();
            int size = Math.max(1, BATCH_BYTES / pageSize);
            images = pages.newImages(size);
            hashes = new long[size];
            numbers = new int[size];
            cells = new int[size];
        }

        /** Copies the next leaves; false if there are none. */
        boolean fill(HashedLeaves pages) {
            count = 0;
            while (count < images.size() && pages.next(images.get(count))) {
                numbers[count] = pages.number();
                cells[count] = pages.cellCount();
                count++;
            }
            return count > 0;
        }

        void hash() {
            HashedLeaves.PageHash hash = new HashedLeaves.PageHash();
            for (int i = 0; i < count; i++) {
                hashes[i] = hash.of(images.get(i), pageSize);
            }
        }

        void begin(Workers workers) {
            task = workers.begin(this::hash);
        }

        void end() {
            if (task == null || task.claim()) {
                hash();
            } else {
                task.await();
            }
            task = null;
        }
    }

    /** The leaves of the table as the transaction sees them. */
    private final class Leaves {
        private final HashedLeaves pages = new HashedLeaves((TableCursor) cursor);
        private int count;
        private long[] hashes = new long[1024];
        private int[] cells = new int[1024];

        /** By number of a page: its place among the leaves, from 1 on; 0 for none. */
        private final int[] places = new int[cursor.btree().pageCount() + 1];

        Leaves() {
            int ahead = sizes.threadCount() - 1;
            Workers workers = new Workers();
            ArrayDeque<Batch> begun = new ArrayDeque<>();
            try {
                Batch next = new Batch(pages);
                while (next.fill(pages)) {
                    poll.run();
                    if (ahead > 0) {
                        next.begin(workers);
                    }
                    begun.add(next);
                    // One is filled while each helper has one, and one more waits for it.
                    next = begun.size() > 2 * ahead ? end(begun.remove()) : new Batch(pages);
                }
                begun.forEach(this::end);
            } finally {
                begun.forEach(batch -> {
                    if (batch.task != null) {
                        batch.task.await();
                    }
                });
            }
        }

        /** Adds the leaves of a batch, which can be filled again. */
        private Batch end(Batch batch) {
            batch.end();
            if (count + batch.count > hashes.length) {
                int size = Math.max(count + batch.count, 2 * hashes.length);
                hashes = Arrays.copyOf(hashes, size);
                cells = Arrays.copyOf(cells, size);
            }
            System.arraycopy(batch.hashes, 0, hashes, count, batch.count);
            System.arraycopy(batch.cells, 0, cells, count, batch.count);
            for (int i = 0; i < batch.count; i++) {
                count++;
                places[batch.numbers[i]] = count;
            }
            return batch;
        }

        /** The place of a page, from 0 on; -1 if it is no leaf of the table. */
        int place(int number) {
            return number < places.length ? places[number] - 1 : -1;
        }

        /** Whether the pages of a partition are what they were. */
        boolean has(SavedPages saved) {
            int[] numbers = saved.numbers();
            int place = numbers.length == 0 ? -1 : place(numbers[0]);
            if (place < 0 || place + numbers.length > count) {
                return false;
            }
            for (int i = 0; i < numbers.length; i++) {
                if (place(numbers[i]) != place + i || hashes[place + i] != saved.hashes()[i]) {
                    return false;
                }
            }
            for (int i = 0; i < saved.overflowNumbers().length; i++) {
                if (pages.hash(saved.overflowNumbers()[i]) != saved.overflowHashes()[i]) {
                    return false;
                }
            }
            return true;
        }

        /** Whether no row is between two places: the end of one partition, and the next one. */
        boolean areAdjacent(int place, int end, int nextPlace, int first) {
            return place == nextPlace
                    ? end == first
                    : place + 1 == nextPlace && first == 0 && (place < 0 || end == cells[place]);
        }
    }

    /**
     * Finds the partitions that are valid.
     *
     * @return null if they are less than half of all
     */
    private CachedTable restore(
            CachedTable table, SavedTable saved, SavedPages[] pages, Leaves leaves) {
        int count = pages.length;
        boolean[] valid = new boolean[count];
        BitSet stale = new BitSet(count + 1);
        long[] ends = saved.lastRowids();
        int place = -1;
        int end = 0;
        for (int i = 0; i < count; i++) {
            SavedPages each = pages[i];
            valid[i] = leaves.has(each);
            int first = valid[i] ? leaves.place(each.numbers()[0]) : -1;
            // Rows may have come between it and the partition before, or pages have changed places.
            boolean follows = (i > 0 && !valid[i - 1])
                    ? first > place || (first == place && each.first() >= end)
                    : leaves.areAdjacent(place, end, first, each.first());
            valid[i] &= follows;
            if (!valid[i]) {
                stale.set(i);
                continue;
            }
            if (i > 0 && !valid[i - 1]) {
                ends[i - 1] = saved.firstRowid(i) - 1;
            }
            place = first + each.numbers().length - 1;
            end = each.end();
        }
        boolean complete =
                count > 0 && valid[count - 1] && leaves.areAdjacent(place, end, leaves.count, 0);
        if (2 * stale.cardinality() > count || !isAscending(ends)) {
            return null;
        }
        if (!complete) {
            stale.set(count);
        }
        return table.restored(saved, ends, valid, stale, cursor);
    }

    private static boolean isAscending(long[] ends) {
        for (int i = 1; i < ends.length; i++) {
            if (ends[i - 1] >= ends[i]) {
                return false;
            }
        }
        return true;
    }

    // ------------------------------------------------------------------ columns

    /**
     * Loads saved columns, if the table is in its current state. Partitions that have not been
     * saved are decoded.
     */
    void columns(CachedTable table, Collection<StoredColumn> wanted) {
        if (!table.isComplete() || table.partitionCount() == 0) {
            return;
        }
        List<StoredColumn> columns = wanted.stream()
                .filter(column -> !table.holds(column) && table.isSaved(column))
                .distinct()
                .toList();
        long all =
                columns.stream().mapToLong(column -> table.saved().size(column)).sum();
        if (columns.isEmpty() || !cache.makeRoom(all, table)) {
            return;
        }
        Chunk[][] chunks = new Chunk[columns.size()][table.partitionCount()];
        BitSet missing = new BitSet();
        for (int i = 0; i < chunks.length; i++) {
            load(table, columns.get(i), chunks[i], missing);
        }
        if (2 * missing.cardinality() > table.partitionCount()
                || !decode(table, columns, chunks, missing)) {
            columns.forEach(table::setUnloadable);
            return;
        }
        for (int i = 0; i < chunks.length; i++) {
            long size = Arrays.stream(chunks[i]).mapToLong(Chunk::size).sum();
            if (cache.makeRoom(size, table)) {
                int loaded = chunks[i].length - missing.cardinality();
                table.put(columns.get(i), chunks[i], loaded, 0);
            }
        }
    }

    /** Loads the chunks of a column, and notes the partitions of which there is none. */
    private void load(CachedTable table, StoredColumn column, Chunk[] chunks, BitSet missing) {
        SavedMirror mirror = cache.savedMirror(cursor.btree());
        for (int i = 0; i < chunks.length; i++) {
            poll.run();
            int saved = table.savedPartition(i);
            if (saved >= 0) {
                chunks[i] = mirror.chunk(table.saved(), column, saved);
            }
            if (chunks[i] == null) {
                missing.set(i);
            }
        }
    }

    /**
     * Decodes the partitions that are missing, which stay as they are.
     *
     * @return false if that is not possible
     */
    private boolean decode(
            CachedTable table, List<StoredColumn> columns, Chunk[][] chunks, BitSet missing) {
        long version = version();
        int from = missing.nextSetBit(0);
        while (from >= 0) {
            int to = missing.nextClearBit(from);
            try {
                if (!decode(table, columns, chunks, from, to)) {
                    return false;
                }
            } catch (SqlException e) {
                if (e.code() != ResultCode.CORRUPT) {
                    throw e;
                }
                return false;
            }
            from = missing.nextSetBit(to);
        }
        return version() == version;
    }

    private long version() {
        return cursor.btree().versions().ofTree(cursor.root());
    }

    private boolean decode(
            CachedTable table, List<StoredColumn> columns, Chunk[][] chunks, int from, int to) {
        boolean[] wanted = new boolean[columns.size()];
        Arrays.fill(wanted, true);
        TableLeaves pages = new TableLeaves((TableCursor) cursor);
        if (from > 0) {
            pages.readBehind(table.lastRowid(from - 1));
        }
        pages.readTo(table.lastRowid(to - 1));
        try (PartitionReader reader =
                new PartitionReader(pages, columns, wanted, sizes, true, workspace, poll)) {
            reader.readAs(Arrays.copyOfRange(table.partitions(), from, to));
            Chunk[] decoded = new Chunk[columns.size()];
            for (int partition = from; partition < to; partition++) {
                int rows = reader.read(decoded);
                if (rows != table.rows(partition)
                        || reader.lastRowid() != table.lastRowid(partition)) {
                    return false;
                }
                for (int i = 0; i < decoded.length; i++) {
                    chunks[i][partition] = decoded[i];
                }
            }
        }
        return true;
    }
}
