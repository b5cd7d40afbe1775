package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Checks;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.KeyPacking;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.group.GroupKeys;

import java.util.Arrays;

/**
 * The distinct keys of a join's build side. Each has an id, from 0; probing finds the ids of the
 * probe rows' keys. Keys are equal if they compare equal as columns do; NULL equals nothing.
 */
abstract sealed class JoinKeys {
    /** Returns a view of these keys for another thread. */
    abstract JoinKeys forThread();

    /** The number of distinct keys. */
    abstract int keyCount();

    /**
     * Finds the keys of probe rows.
     *
     * @param keys the values of the probe rows
     * @param hits takes the rows whose key is known, in ascending order
     * @param keyIds as {@code hits}: takes the ids of the keys; null if they do not matter
     * @return the number of hits
     */
    abstract int probe(Vector[] keys, int count, int[] hits, int[] keyIds);

    /**
     * Numbers the keys of the build side.
     *
     * @param keys columns without NULL
     * @param numeric as {@code keys}: whether texts that are numbers are compared as numbers
     * @param rowKeys takes the id of each row's key
     */
    static JoinKeys of(
            Chunk[] keys, boolean[] numeric, int[] rowKeys, int vectorRows, Workspace workspace) {
        KeyPacking packing = KeyPacking.of(keys, numeric, vectorRows);
        if (packing == null) {
            return new Values(keys, numeric, rowKeys, vectorRows, workspace);
        }
        long[] packed = packing.packAll(keys, rowKeys.length);
        return RankKeys.fits(packing.span(), rowKeys.length)
                ? new RankKeys(packing, packed, rowKeys)
                : new HashKeys(packing, packed, rowKeys);
    }

    /**
     * Integers in a narrow range: a bit map of the range, in which a key's id is its rank, the
     * number of bits that are set before its own. The rank of each word is stored.
     */
    static final class RankKeys extends JoinKeys {
        /** A bit map of at most this many bits for each row takes less memory than a hash table. */
        private static final int SPARSENESS = 128;

        /** A bit map of at most this many bits, 8 KiB, is used however few rows there are. */
        private static final int SPAN_SMALL = 1 << 16;

        /**
         * A bit map of this many bits, 1 MiB, stays in a core's second-level cache, so it may have
         * SPARSENESS_CACHED bits for each row.
         */
        private static final int SPAN_CACHED = 1 << 23;

        private static final int SPARSENESS_CACHED = 4096;

        private final KeyPacking packing;
        private final long[] bits;
        private final int[] ranks;
        private final int keyCount;

        static boolean fits(long span, int rows) {
            long cached = Math.min(SPAN_CACHED, (long) rows * SPARSENESS_CACHED);
            return span <= Math.max(Math.max(SPAN_SMALL, cached), (long) rows * SPARSENESS)
                    && span < Integer.MAX_VALUE;
        }

        RankKeys(KeyPacking packing, long[] packed, int[] rowKeys) {
            this.packing = packing;
            bits = new long[Bits.words((int) packing.span())];
            ranks = new int[bits.length];
            for (int row = 0; row < rowKeys.length; row++) {
                Bits.set(bits, (int) packed[row]);
            }
            int rank = 0;
            for (int i = 0; i < bits.length; i++) {
                ranks[i] = rank;
                rank += Long.bitCount(bits[i]);
            }
            keyCount = rank;
            for (int row = 0; row < rowKeys.length; row++) {
                rowKeys[row] = rank(bits, ranks, packed[row]);
            }
            assert Checks.areBelow(rowKeys, rowKeys.length, keyCount) : keyCount;
        }

        private RankKeys(KeyPacking packing, RankKeys shared) {
            this.packing = packing;
            bits = shared.bits;
            ranks = shared.ranks;
            keyCount = shared.keyCount;
        }

        @Override
        JoinKeys forThread() {
            return new RankKeys(packing.forThread(), this);
        }

        @Override
        int keyCount() {
            return keyCount;
        }

        @Override
        int probe(Vector[] keys, int count, int[] hits, int[] keyIds) {
            long[] packed = packing.pack(keys, count);
            long base = packing.base();
            int found = findSet(packed, base, packing.span(), bits, count, hits);
            for (int i = 0; i < found && keyIds != null; i++) {
                keyIds[i] = rank(bits, ranks, packed[hits[i]] - base);
            }
            return found;
        }

        /** Finds the rows whose bit is set. */
        private static int findSet(
                long[] packed, long base, long span, long[] bits, int count, int[] hits) {
            int found = 0;
            for (int i = 0; i < count; i++) {
                long offset = packed[i] - base;
                boolean inside = Long.compareUnsigned(offset, span) < 0;
                long word = bits[inside ? (int) (offset >>> 6) : 0];
                hits[found] = i;
                found += inside ? (int) (word >>> offset & 1) : 0;
            }
            return found;
        }

        private static int rank(long[] bits, int[] ranks, long offset) {
            int word = (int) (offset >>> 6);
            return ranks[word] + Long.bitCount(bits[word] & ((1L << offset) - 1));
        }
    }

    /**
     * Integers in a wide range: a hash table with linear probing, and a Bloom filter of one hash
     * before it.
     */
    static final class HashKeys extends JoinKeys {
        /**
         * The filter has 2^FILTER_WIDTH bits for each key: one key in 16 that is not in the table
         * passes it.
         */
        private static final int FILTER_WIDTH = 4;

        private static final int FILTER_WIDTH_MAX = 30;

        private final KeyPacking packing;

        /** By slot: a key. */
        private final long[] slots;

        /** By slot: the id of the key plus one, or 0 if the slot is free. */
        private final int[] slotKeys;

        /** A hash shifted right by this is a slot. */
        private final int shift;

        /**
         * The filter: a bit for each hash of a key. A probe row without its bit does not look into
         * the slots.
         */
        private final long[] filter;

        private final int filterShift;
        private final int keyCount;

        HashKeys(KeyPacking packing, long[] packed, int[] rowKeys) {
            this.packing = packing;
            int rows = rowKeys.length;
            int width = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(rows);
            slots = new long[1 << width];
            slotKeys = new int[1 << width];
            shift = Long.SIZE - width;
            int filterWidth = Math.min(FILTER_WIDTH_MAX, width - 2 + FILTER_WIDTH);
            filter = new long[Bits.words(1 << filterWidth)];
            filterShift = Long.SIZE - filterWidth;
            int known = 0;
            for (int row = 0; row < rows; row++) {
                long key = packed[row];
                long hash = KeyValues.mix(key);
                int slot = (int) (hash >>> shift);
                while (slotKeys[slot] != 0 && slots[slot] != key) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                if (slotKeys[slot] == 0) {
                    slots[slot] = key;
                    slotKeys[slot] = ++known;
                    Bits.set(filter, (int) (hash >>> filterShift));
                }
                rowKeys[row] = slotKeys[slot] - 1;
            }
            keyCount = known;
        }

        private HashKeys(KeyPacking packing, HashKeys shared) {
            this.packing = packing;
            slots = shared.slots;
            slotKeys = shared.slotKeys;
            shift = shared.shift;
            filter = shared.filter;
            filterShift = shared.filterShift;
            keyCount = shared.keyCount;
        }

        @Override
        JoinKeys forThread() {
            return new HashKeys(packing.forThread(), this);
        }

        @Override
        int keyCount() {
            return keyCount;
        }

        @Override
        int probe(Vector[] keys, int count, int[] hits, int[] keyIds) {
            long[] packed = packing.pack(keys, count);
            long base = packing.base();
            int likely = filter(packed, base, filter, filterShift, count, hits);
            int found = 0;
            for (int i = 0; i < likely; i++) {
                int keyId = keyId(packed[hits[i]] - base);
                hits[found] = hits[i];
                if (keyIds != null) {
                    keyIds[found] = keyId;
                }
                found += keyId >= 0 ? 1 : 0;
            }
            return found;
        }

        private static int filter(
                long[] packed, long base, long[] filter, int shift, int count, int[] hits) {
            int likely = 0;
            for (int i = 0; i < count; i++) {
                int hash = (int) (KeyValues.mix(packed[i] - base) >>> shift);
                hits[likely] = i;
                likely += (int) (filter[hash >>> 6] >>> hash & 1);
            }
            return likely;
        }

        private int keyId(long key) {
            int slot = (int) (KeyValues.mix(key) >>> shift);
            while (slotKeys[slot] != 0 && slots[slot] != key) {
                slot = (slot + 1) & (slots.length - 1);
            }
            return slotKeys[slot] - 1;
        }
    }

    /** Values of any kind, compared one by one. */
    static final class Values extends JoinKeys {
        private final boolean[] numeric;
        private final GroupKeys keys;
        private final Vector[] converted;
        private final int vectorRows;

        Values(
                Chunk[] columns,
                boolean[] numeric,
                int[] rowKeys,
                int vectorRows,
                Workspace workspace) {
            this.numeric = numeric;
            this.vectorRows = vectorRows;
            keys = new GroupKeys(columns.length, vectorRows, workspace);
            converted = new Vector[columns.length];
            Arrays.setAll(converted, i -> new Vector(vectorRows));
            Vector[] loaded = new Vector[columns.length];
            Arrays.setAll(loaded, i -> new Vector(vectorRows));
            int[] some = new int[vectorRows];
            for (int from = 0; from < rowKeys.length; from += vectorRows) {
                int count = Math.min(vectorRows, rowKeys.length - from);
                for (int i = 0; i < columns.length; i++) {
                    columns[i].load(from, null, count, loaded[i]);
                }
                convert(loaded, count);
                boolean added = keys.find(converted, count, some);
                assert added;
                System.arraycopy(some, 0, rowKeys, from, count);
            }
        }

        private Values(Values shared) {
            numeric = shared.numeric;
            vectorRows = shared.vectorRows;
            keys = shared.keys;
            converted = new Vector[numeric.length];
            Arrays.setAll(converted, i -> new Vector(vectorRows));
        }

        @Override
        JoinKeys forThread() {
            return new Values(this);
        }

        @Override
        int keyCount() {
            return keys.count();
        }

        @Override
        int probe(Vector[] values, int count, int[] hits, int[] keyIds) {
            convert(values, count);
            int found = 0;
            for (int i = 0; i < count; i++) {
                boolean isNull = false;
                for (Vector value : converted) {
                    isNull |= value.isNull(i);
                }
                int keyId = isNull ? -1 : keys.known(converted, i);
                if (keyId >= 0) {
                    if (keyIds != null) {
                        keyIds[found] = keyId;
                    }
                    hits[found++] = i;
                }
            }
            return found;
        }

        private void convert(Vector[] values, int count) {
            for (int i = 0; i < converted.length; i++) {
                Affinity affinity = numeric[i] ? Affinity.NUMERIC : Affinity.BLOB;
                Object[] target = converted[i].makeObjects();
                for (int index = 0; index < count; index++) {
                    target[index] = Affinities.forComparison(values[i].get(index), affinity);
                }
            }
        }

        @Override
        void release() {
            keys.release();
        }
    }

    /** Releases the memory that was taken from the workspace. */
    void release() {}
}
