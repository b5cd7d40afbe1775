package org.sqlvm.engine.row.hash;

import java.util.Arrays;

/**
 * The rows of a {@link HashTable} in chains by the hash of their keys. Each row has a number, from
 * 0; a link is a row's number + 1, or 0 for the end of a chain.
 */
final class HashChains {
    private static final int CAPACITY_MIN = 16;

    /** Chains of rows are this long on average at most. */
    private static final double LOAD_MAX = 0.75;

    /** By bucket: the link to the first row. Rows from {@link #indexed} on are in no chain. */
    private int[] heads = new int[CAPACITY_MIN];

    /** By row: the link to the next one. */
    private int[] next = {};

    /** By row. */
    private int[] hashes = {};

    private int indexed;

    /** Rows that there is room for. */
    int capacity() {
        return next.length;
    }

    int grownCapacity() {
        return Math.max(CAPACITY_MIN, 2 * next.length);
    }

    void grow(int capacity) {
        next = Arrays.copyOf(next, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
    }

    /** Bytes of the buckets. */
    long headBytes() {
        return heads.length * (long) Integer.BYTES;
    }

    /** Bytes for each row. */
    static long rowSize() {
        return 2L * Integer.BYTES;
    }

    /** Sets the hash of rows that are added; {@link #index} puts them into their chains. */
    void add(int from, int to, int hash) {
        Arrays.fill(hashes, from, to, hash);
    }

    void add(int row, int hash) {
        hashes[row] = hash;
    }

    /** The link to the first row of the chain that has the rows with this hash. */
    int first(int hash) {
        return heads[hash & (heads.length - 1)];
    }

    /** The link to the next row in the chain of this one. */
    int next(int row) {
        return next[row];
    }

    int hash(int row) {
        return hashes[row];
    }

    /** Puts the rows added since the last time into their chains. */
    void index(int count) {
        if (indexed == count) {
            return;
        }
        assert indexed < count : count;
        int wanted = heads.length;
        while (count > wanted * LOAD_MAX) {
            wanted *= 2;
        }
        if (wanted != heads.length) {
            heads = new int[wanted];
            indexed = 0;
        }
        // From the last, as each goes to the front of its chain. Rows that are in chains already
        // can have the keys of a new one only if it was added without a probe; then the new one
        // comes before them.
        for (int added = count - 1; added >= indexed; added--) {
            int bucket = hashes[added] & (wanted - 1);
            next[added] = heads[bucket];
            heads[bucket] = added + 1;
        }
        indexed = count;
    }
}
