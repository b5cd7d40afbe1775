package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.HashedLeaves;
import org.sqlvm.engine.btree.Meta;
import org.sqlvm.engine.btree.TableCursor;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.pager.ContentStamp;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.saved.MirrorForm;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.engine.vector.saved.MirrorWriter;
import org.sqlvm.engine.vector.saved.SavedMirror;
import org.sqlvm.engine.vector.saved.SavedPages;
import org.sqlvm.engine.vector.saved.SavedTable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Saves the cached columns of a database that is about to be closed. Nothing here is an error for
 * the connection: a mirror that cannot be saved is decoded again.
 */
final class MirrorSave {
    /** A table of one partition is decoded sooner than a file is opened. */
    private static final int PARTITIONS_MIN = 2;

    /** The file is written if at least one NEW_SHARE-th of the chunks is not in it. */
    private static final int NEW_SHARE = 16;

    private final Btree btree;
    private final MirrorPlace place;
    private final Path path;

    /** The file as it was opened; null if there is none. */
    private final SavedMirror old;

    /** The content when the connection began to decode; null if a later one may look the same. */
    private final ContentStamp first;

    /** By root page: the tables of which columns are cached. */
    private final Map<Integer, CachedTable> tables;

    /** Whether the pages of partitions are hashed. */
    private boolean hashed;

    MirrorSave(
            Btree btree,
            MirrorPlace place,
            Path path,
            ColumnCache.OpenMirror old,
            Map<Integer, CachedTable> tables) {
        this.btree = btree;
        this.place = place;
        this.path = path;
        this.old = old.file();
        first = old.first();
        this.tables = tables;
    }

    /** Writes the file, if that is allowed and worth it. */
    void run() {
        try {
            if (btree.storage().settings().isSecureDelete()) {
                // What is deleted must not be left anywhere.
                SavedMirror.delete(path);
            } else if (!btree.isWriting()) {
                boolean worthIt = isWorthIt();
                if (worthIt || isToBeStamped()) {
                    save(worthIt);
                }
            }
        } catch (IOException | SqlException _) {
            // The next connection decodes.
        }
    }

    private boolean isWorthIt() {
        long all = 0;
        long unsaved = 0;
        for (CachedTable table : tables.values()) {
            for (StoredColumn column : isSaved(table) ? table.columns() : Set.<StoredColumn>of()) {
                for (int i = 0; i < table.partitionCount(); i++) {
                    int saved = table.isSaved(column) ? table.savedPartition(i) : -1;
                    all++;
                    unsaved += saved >= 0 && table.saved().has(column, saved) ? 0 : 1;
                }
            }
        }
        return unsaved > 0 && unsaved * NEW_SHARE >= all;
    }

    /**
     * Whether the file has been found valid by hashes, and need not be hashed again if it is
     * written with a stamp.
     */
    private boolean isToBeStamped() {
        return first != null
                && old != null
                && !old.isStamped(first)
                && tables.values().stream().anyMatch(table -> table.saved() != null);
    }

    /** Whether a table is saved if the file is written. */
    private static boolean isSaved(CachedTable table) {
        return table.hasKnownRows() && table.partitionCount() >= PARTITIONS_MIN;
    }

    /** @param worthIt whether the file is written without a stamp, too */
    private void save(boolean worthIt) throws IOException {
        Path database = Path.of(btree.path());
        boolean timed = place.trustsTimes(database);
        // Saving by default takes little time: pages are hashed only where times say nothing.
        hashed = !place.isAuto() || !timed;
        if (!hashed && first == null) {
            return;
        }
        // The connection ends here: it waits for nobody.
        btree.storage().setBusyTimeoutMs(0);
        btree.beginRead();
        ContentStamp stamp = timed && first != null && first.equals(btree.stamp()) ? first : null;
        try (MirrorWriter writer = (hashed && worthIt) || stamp != null
                ? MirrorWriter.open(path, place.isOwnFolder(), form(btree), sizeMax(), stamp)
                : null) {
            if (writer == null || !place.allows(writer.draft(), database)) {
                return;
            }
            Set<Integer> done = new LinkedHashSet<>();
            for (Map.Entry<Integer, CachedTable> entry : tables.entrySet()) {
                if (isSaved(entry.getValue()) && add(writer, entry.getKey(), entry.getValue())) {
                    done.add(entry.getKey());
                }
            }
            if (done.isEmpty()) {
                return;
            }
            for (SavedTable table : old == null ? Set.<SavedTable>of() : old.tables()) {
                if (!done.contains(table.root())) {
                    writer.copy(old, table);
                }
            }
            writer.finish();
            place.tidy();
        } finally {
            btree.endRead();
        }
    }

    /** What the pages of a database depend on, in a transaction. */
    static MirrorForm form(Btree btree) {
        return new MirrorForm(
                btree.pageSize(), btree.usableSize(), btree.header().get(Meta.TEXT_ENCODING));
    }

    /** The file does not become larger than the database. */
    private long sizeMax() {
        return (long) btree.pageCount() * btree.pageSize();
    }

    /** Adds a table; false if others have changed it. */
    private boolean add(MirrorWriter writer, int root, CachedTable table) throws IOException {
        long version = btree.versions().ofTree(root);
        if (table.isStale() || (!table.isOf(version) && !table.isMostlyOf(version))) {
            return false;
        }
        Places places = new Places(table);
        boolean unchanged = table.isOf(version) && table.changedPartitions().isEmpty();
        if (!hashed) {
            if (!unchanged) {
                return false;
            }
            places.setFirstRowids();
        } else if (!(table.isOf(version) && places.takeSaved()) && !places.find(root)) {
            return false;
        }
        int count = table.partitionCount();
        long[] ends = new long[count];
        int[] savedAs = new int[count];
        for (int i = 0; i < count; i++) {
            ends[i] = table.lastRowid(i);
            savedAs[i] = !hashed || places.valid(i) ? table.savedPartition(i) : -1;
        }
        SavedTable target = writer.addTable(
                root,
                table.name(),
                table.storedBytes(),
                table.partitions(),
                places.firstRowids,
                ends,
                unchanged,
                places.pages);
        Set<StoredColumn> columns = new LinkedHashSet<>(table.columns());
        if (table.saved() != null) {
            table.saved().columns().forEach(columns::add);
        }
        for (StoredColumn column : columns) {
            Chunk[] chunks = new Chunk[count];
            if (table.holds(column)) {
                Chunk[] held = table.held(column);
                for (int i = 0; i < count; i++) {
                    chunks[i] = !hashed || places.valid(i) ? held[i] : null;
                }
            }
            writer.addColumn(target, column, chunks, old, table.saved(), savedAs);
        }
        return true;
    }

    /** Finds the pages of a table's partitions, in the transaction that sees them. */
    private final class Places {
        final SavedPages[] pages;
        final long[] firstRowids;
        private final CachedTable table;
        private final BitSet changed;

        /** The partition whose pages are being collected. */
        private int partition;

        private int rows;
        private int first;
        private int end;
        private final PageList leaves = new PageList();
        private final PageList overflow = new PageList();

        Places(CachedTable table) {
            this.table = table;
            changed = table.changedPartitions();
            pages = new SavedPages[table.partitionCount()];
            firstRowids = new long[table.partitionCount()];
            Arrays.fill(pages, SavedPages.NONE);
        }

        boolean valid(int i) {
            return pages[i] != SavedPages.NONE;
        }

        /** Takes the pages from the file, if the rows are as they were saved. */
        boolean takeSaved() {
            for (int i = 0; i < pages.length; i++) {
                if (table.savedPartition(i) < 0) {
                    return false;
                }
            }
            SavedPages[] saved = old == null ? null : old.pages(table.saved());
            if (saved == null || !SavedPages.areKnown(saved)) {
                return false;
            }
            for (int i = 0; i < pages.length; i++) {
                pages[i] = saved[table.savedPartition(i)];
                firstRowids[i] = table.saved().firstRowid(table.savedPartition(i));
            }
            return true;
        }

        /** Goes through the leaves; false if the table is not what the cache says. */
        boolean find(int root) {
            try (TableCursor cursor = btree.openTable(root, false)) {
                HashedLeaves tree = new HashedLeaves(cursor);
                while (partition < pages.length && tree.next()) {
                    if (!tree.measure() || !add(tree)) {
                        return false;
                    }
                }
            }
            endPartition();
            setFirstRowids();
            return true;
        }

        /** Sets the least rowid that a partition may have, where the rows have not been read. */
        void setFirstRowids() {
            for (int i = 0; i < pages.length; i++) {
                if (!valid(i)) {
                    firstRowids[i] = i == 0 ? Long.MIN_VALUE : table.lastRowid(i - 1) + 1;
                }
            }
        }

        /** Adds the cells of a leaf to their partitions. */
        private boolean add(HashedLeaves leaf) {
            int count = leaf.cellCount();
            int cell = 0;
            while (cell < count && partition < pages.length) {
                int to = cell;
                int before = cell;
                long last = table.lastRowid(partition);
                if (leaf.rowid(count - 1) <= last) {
                    to = count;
                }
                while (to < count && leaf.rowid(to) <= last) {
                    to++;
                }
                if (to > before && !take(leaf, before, to)) {
                    return false;
                }
                cell = to;
                if (cell < count) {
                    endPartition();
                }
            }
            return true;
        }

        private boolean take(HashedLeaves leaf, int from, int to) {
            if (rows == 0) {
                first = from;
                firstRowids[partition] = leaf.rowid(from);
            }
            rows += to - from;
            end = to;
            leaves.take(leaf.number(), leaf.hash());
            for (int cell = from; cell < to; cell++) {
                if (!leaf.overflow(cell, overflow)) {
                    return false;
                }
            }
            return true;
        }

        private void endPartition() {
            if (partition < pages.length
                    && !changed.get(partition)
                    && rows == table.rows(partition)) {
                pages[partition] = new SavedPages(
                        leaves.numbers(),
                        leaves.hashes(),
                        first,
                        end,
                        overflow.numbers(),
                        overflow.hashes());
            }
            leaves.clear();
            overflow.clear();
            rows = 0;
            partition++;
        }
    }

    /** Numbers and hashes of pages. */
    private static final class PageList implements HashedLeaves.PageSink {
        private int[] numbers = new int[64];
        private long[] hashes = new long[64];
        private int count;

        @Override
        public void take(int number, long hash) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
                hashes = Arrays.copyOf(hashes, 2 * count);
            }
            numbers[count] = number;
            hashes[count++] = hash;
        }

        int[] numbers() {
            return Arrays.copyOf(numbers, count);
        }

        long[] hashes() {
            return Arrays.copyOf(hashes, count);
        }

        void clear() {
            count = 0;
        }
    }
}
