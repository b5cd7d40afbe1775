package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.vector.column.Vector;

import java.util.List;

/**
 * One radix partition of both sides of a join: the rows whose key has certain bits in its hash.
 * Equal keys are in the same partition, so a probe row that finds nothing in its own finds nothing
 * at all.
 *
 * @param number from 0 to less than {@code count}
 * @param count the number of partitions, a power of two
 */
public record RadixPartition(int number, int count) {
    /** All rows. */
    public static final RadixPartition WHOLE = new RadixPartition(0, 1);

    /** The most partitions. A partition that is too large even then has equal keys. */
    private static final int COUNT_MAX = 1 << 10;

    /** Hash bits above this are not those that a hash table looks at first. */
    private static final int SHIFT = 40;

    public RadixPartition {
        assert Integer.bitCount(count) == 1 && number >= 0 && number < count : number;
    }

    public boolean isWhole() {
        return count == 1;
    }

    public boolean mayDivide() {
        return count < COUNT_MAX;
    }

    public List<RadixPartition> halves() {
        assert mayDivide() : count;
        return List.of(
                new RadixPartition(number, 2 * count),
                new RadixPartition(number + count, 2 * count));
    }

    /**
     * Selects the rows that belong to this partition.
     *
     * @param numeric as {@code keys}: whether texts that are numbers are compared as numbers
     * @param selection takes the rows
     * @return how many there are
     */
    public int select(Vector[] keys, boolean[] numeric, int rows, int[] selection) {
        int found = 0;
        for (int row = 0; row < rows; row++) {
            selection[found] = row;
            found += has(keys, numeric, row) ? 1 : 0;
        }
        return found;
    }

    private boolean has(Vector[] keys, boolean[] numeric, int row) {
        long hash = 0;
        for (int i = 0; i < keys.length; i++) {
            Affinity affinity = numeric[i] ? Affinity.NUMERIC : Affinity.BLOB;
            Object value = Affinities.forComparison(keys[i].get(row), affinity);
            hash = KeyValues.mix(hash + KeyValues.hash(KeyValues.code(value)));
        }
        return (int) (hash >>> SHIFT & count - 1) == number;
    }
}
