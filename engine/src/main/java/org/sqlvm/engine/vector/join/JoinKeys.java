package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.KeyPacking;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.group.GroupKeys;

import java.util.Arrays;

/**
 * Numbers the different keys of a join's input: rows that are scanned look for the numbers, its
 * places, from 0. Values are equal here as they are in a comparison of two columns; NULL equals
 * nothing.
 */
abstract sealed class JoinKeys {
    /** The same for another thread. */
    abstract JoinKeys forThread();

    /** How many different keys there are. */
    abstract int placeCount();

    /**
     * Looks for rows.
     *
     * @param keys values of the rows at hand
     * @param lanes takes those that have found a place, in their order
     * @param places takes the places, as {@code lanes}; null if they do not matter
     * @return how many have
     */
    abstract int find(Vector[] keys, int count, int[] lanes, int[] places);

    /**
     * The keys of an input, whose rows' places go to {@code rowPlaces}.
     *
     * @param keys columns without NULL
     * @param numeric as {@code keys}: texts that are numbers count as those
     */
    static JoinKeys of(
            Chunk[] keys, boolean[] numeric, int[] rowPlaces, int vectorRows, Workspace workspace) {
        KeyPacking packing = KeyPacking.of(keys, numeric, vectorRows);
        if (packing == null) {
            return new Values(keys, numeric, rowPlaces, vectorRows, workspace);
        }
        long[] packed = packing.packAll(keys, rowPlaces.length);
        return RankKeys.fits(packing.span(), rowPlaces.length)
                ? new RankKeys(packing, packed, rowPlaces)
                : new HashKeys(packing, packed, rowPlaces);
    }

    /**
     * Integers that are close together: a bit for each that there might be. The place of one is how
     * many there are before it, which is counted for each word of bits.
     */
    static final class RankKeys extends JoinKeys {
        /** Bits for each row; it is less memory than a hash table then. */
        private static final int SPARSENESS = 128;

        /** So many bits are always few: 8 KiB. */
        private static final int SPAN_SMALL = 1 << 16;

        /** So many stay in a core's second cache, 1 MiB; each row may take as many as follows. */
        private static final int SPAN_CACHED = 1 << 23;

        private static final int SPARSENESS_CACHED = 4096;

        private final KeyPacking packing;
        private final long[] bits;
        private final int[] ranks;
        private final int placeCount;

        static boolean fits(long span, int rows) {
            long cached = Math.min(SPAN_CACHED, (long) rows * SPARSENESS_CACHED);
            return span <= Math.max(Math.max(SPAN_SMALL, cached), (long) rows * SPARSENESS)
                    && span < Integer.MAX_VALUE;
        }

        RankKeys(KeyPacking packing, long[] packed, int[] rowPlaces) {
            this.packing = packing;
            bits = new long[Bits.words((int) packing.span())];
            ranks = new int[bits.length];
            for (int row = 0; row < rowPlaces.length; row++) {
                Bits.set(bits, (int) packed[row]);
            }
            int rank = 0;
            for (int i = 0; i < bits.length; i++) {
                ranks[i] = rank;
                rank += Long.bitCount(bits[i]);
            }
            placeCount = rank;
            for (int row = 0; row < rowPlaces.length; row++) {
                rowPlaces[row] = rank(bits, ranks, packed[row]);
            }
        }

        private RankKeys(KeyPacking packing, RankKeys shared) {
            this.packing = packing;
            bits = shared.bits;
            ranks = shared.ranks;
            placeCount = shared.placeCount;
        }

        @Override
        JoinKeys forThread() {
            return new RankKeys(packing.forThread(), this);
        }

        @Override
        int placeCount() {
            return placeCount;
        }

        @Override
        int find(Vector[] keys, int count, int[] lanes, int[] places) {
            long[] packed = packing.pack(keys, count);
            long base = packing.base();
            int found = findSet(packed, base, packing.span(), bits, count, lanes);
            for (int i = 0; i < found && places != null; i++) {
                places[i] = rank(bits, ranks, packed[lanes[i]] - base);
            }
            return found;
        }

        /** The lanes whose bit is set. */
        private static int findSet(
                long[] packed, long base, long span, long[] bits, int count, int[] lanes) {
            int found = 0;
            for (int i = 0; i < count; i++) {
                long offset = packed[i] - base;
                boolean inside = Long.compareUnsigned(offset, span) < 0;
                long word = bits[inside ? (int) (offset >>> 6) : 0];
                lanes[found] = i;
                found += inside ? (int) (word >>> offset & 1) : 0;
            }
            return found;
        }

        private static int rank(long[] bits, int[] ranks, long offset) {
            int word = (int) (offset >>> 6);
            return ranks[word] + Long.bitCount(bits[word] & ((1L << offset) - 1));
        }
    }

    /** Integers that are far apart. */
    static final class HashKeys extends JoinKeys {
        private static final long MIX = 0x9E3779B97F4A7C15L;

        /** Two to this are the filter's bits for each key. One in so many others passes it. */
        private static final int FILTER_WIDTH = 4;

        private static final int FILTER_WIDTH_MAX = 30;

        private final KeyPacking packing;

        /** By hash: a key. */
        private final long[] slots;

        /** As {@link #slots}: the key's place plus one, or 0. */
        private final int[] slotPlaces;

        /** Shifted so far right, a hash is a slot. */
        private final int shift;

        /** A bit for each hash that occurs: what has none is not looked for. */
        private final long[] filter;

        private final int filterShift;
        private final int placeCount;

        HashKeys(KeyPacking packing, long[] packed, int[] rowPlaces) {
            this.packing = packing;
            int rows = rowPlaces.length;
            int width = 1 + Integer.SIZE - Integer.numberOfLeadingZeros(rows);
            slots = new long[1 << width];
            slotPlaces = new int[1 << width];
            shift = Long.SIZE - width;
            int filterWidth = Math.min(FILTER_WIDTH_MAX, width - 2 + FILTER_WIDTH);
            filter = new long[Bits.words(1 << filterWidth)];
            filterShift = Long.SIZE - filterWidth;
            int known = 0;
            for (int row = 0; row < rows; row++) {
                long key = packed[row];
                long hash = key * MIX;
                int slot = (int) (hash >>> shift);
                while (slotPlaces[slot] != 0 && slots[slot] != key) {
                    slot = (slot + 1) & (slots.length - 1);
                }
                if (slotPlaces[slot] == 0) {
                    slots[slot] = key;
                    slotPlaces[slot] = ++known;
                    Bits.set(filter, (int) (hash >>> filterShift));
                }
                rowPlaces[row] = slotPlaces[slot] - 1;
            }
            placeCount = known;
        }

        private HashKeys(KeyPacking packing, HashKeys shared) {
            this.packing = packing;
            slots = shared.slots;
            slotPlaces = shared.slotPlaces;
            shift = shared.shift;
            filter = shared.filter;
            filterShift = shared.filterShift;
            placeCount = shared.placeCount;
        }

        @Override
        JoinKeys forThread() {
            return new HashKeys(packing.forThread(), this);
        }

        @Override
        int placeCount() {
            return placeCount;
        }

        @Override
        int find(Vector[] keys, int count, int[] lanes, int[] places) {
            long[] packed = packing.pack(keys, count);
            long base = packing.base();
            int likely = filter(packed, base, filter, filterShift, count, lanes);
            int found = 0;
            for (int i = 0; i < likely; i++) {
                int place = place(packed[lanes[i]] - base);
                lanes[found] = lanes[i];
                if (places != null) {
                    places[found] = place;
                }
                found += place >= 0 ? 1 : 0;
            }
            return found;
        }

        private static int filter(
                long[] packed, long base, long[] filter, int shift, int count, int[] lanes) {
            int likely = 0;
            for (int i = 0; i < count; i++) {
                int hash = (int) (((packed[i] - base) * MIX) >>> shift);
                lanes[likely] = i;
                likely += (int) (filter[hash >>> 6] >>> hash & 1);
            }
            return likely;
        }

        private int place(long key) {
            int slot = (int) ((key * MIX) >>> shift);
            while (slotPlaces[slot] != 0 && slots[slot] != key) {
                slot = (slot + 1) & (slots.length - 1);
            }
            return slotPlaces[slot] - 1;
        }
    }

    /** Any values, one by one. */
    static final class Values extends JoinKeys {
        private final boolean[] numeric;
        private final GroupKeys keys;
        private final Vector[] converted;
        private final int vectorRows;

        Values(
                Chunk[] columns,
                boolean[] numeric,
                int[] rowPlaces,
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
            for (int from = 0; from < rowPlaces.length; from += vectorRows) {
                int count = Math.min(vectorRows, rowPlaces.length - from);
                for (int i = 0; i < columns.length; i++) {
                    columns[i].load(from, null, count, loaded[i]);
                }
                convert(loaded, count);
                boolean added = keys.find(converted, count, some);
                assert added;
                System.arraycopy(some, 0, rowPlaces, from, count);
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
        int placeCount() {
            return keys.count();
        }

        @Override
        int find(Vector[] values, int count, int[] lanes, int[] places) {
            convert(values, count);
            int found = 0;
            for (int i = 0; i < count; i++) {
                boolean isNull = false;
                for (Vector value : converted) {
                    isNull |= value.isNull(i);
                }
                int place = isNull ? -1 : keys.known(converted, i);
                if (place >= 0) {
                    if (places != null) {
                        places[found] = place;
                    }
                    lanes[found++] = i;
                }
            }
            return found;
        }

        private void convert(Vector[] values, int count) {
            for (int i = 0; i < converted.length; i++) {
                Affinity affinity = numeric[i] ? Affinity.NUMERIC : Affinity.BLOB;
                Object[] target = converted[i].makeObjects();
                for (int lane = 0; lane < count; lane++) {
                    target[lane] = Affinities.forComparison(values[i].get(lane), affinity);
                }
            }
        }

        /** Gives back its memory. */
        @Override
        void release() {
            keys.release();
        }
    }

    /** Gives back what it has taken of the workspace. */
    void release() {}
}
