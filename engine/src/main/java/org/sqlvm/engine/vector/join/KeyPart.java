package org.sqlvm.engine.vector.join;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.group.GroupKeys;

import java.util.List;

/**
 * A part of an input, and of the rows that look for its rows: those whose keys' hash has some bits.
 * Equal keys are in the same part, so that within one it is known what a row does not find.
 *
 * @param number from 0 to less than {@code count}
 * @param count how many parts there are: a power of two
 */
public record KeyPart(int number, int count) {
    /** Everything. */
    public static final KeyPart WHOLE = new KeyPart(0, 1);

    /** Smaller parts are not made: what is too much then has equal keys. */
    private static final int COUNT_MAX = 1 << 10;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    /** Bits that a hash table does not look at first. */
    private static final int SHIFT = 40;

    public KeyPart {
        assert Integer.bitCount(count) == 1 && number >= 0 && number < count : number;
    }

    public boolean isWhole() {
        return count == 1;
    }

    public boolean mayDivide() {
        return count < COUNT_MAX;
    }

    public List<KeyPart> halves() {
        return List.of(new KeyPart(number, 2 * count), new KeyPart(number + count, 2 * count));
    }

    /**
     * The rows at hand that are in this part.
     *
     * @param numeric as {@code keys}: texts that are numbers are compared as those
     * @param lanes takes them
     * @return how many they are
     */
    public int lanes(Vector[] keys, boolean[] numeric, int rows, int[] lanes) {
        int found = 0;
        for (int row = 0; row < rows; row++) {
            lanes[found] = row;
            found += has(keys, numeric, row) ? 1 : 0;
        }
        return found;
    }

    private boolean has(Vector[] keys, boolean[] numeric, int row) {
        long hash = 0;
        for (int i = 0; i < keys.length; i++) {
            Affinity affinity = numeric[i] ? Affinity.NUMERIC : Affinity.BLOB;
            Object value = Affinities.forComparison(keys[i].get(row), affinity);
            hash = (hash + GroupKeys.hash(value)) * MIX;
        }
        return (int) (hash >>> SHIFT & count - 1) == number;
    }
}
