package org.sqlvm.engine.vector.saved;

import org.sqlvm.engine.vector.column.ChunkBytes;

import java.util.Arrays;

/**
 * The pages that the rows of a partition are in, as they were when it was decoded.
 *
 * @param numbers the leaf pages in their order; none if the partition is not valid
 * @param hashes as {@code numbers}: the hash of each
 * @param first the first cell in the first leaf
 * @param end behind the last cell in the last leaf
 * @param overflowNumbers the overflow pages of the rows
 * @param overflowHashes as {@code overflowNumbers}: the hash of each
 */
public record SavedPages(
        int[] numbers,
        long[] hashes,
        int first,
        int end,
        int[] overflowNumbers,
        long[] overflowHashes) {
    /** Of a partition that is not valid. */
    public static final SavedPages NONE =
            new SavedPages(new int[0], new long[0], 0, 0, new int[0], new long[0]);

    /** Whether the pages of any partition are known. */
    public static boolean areKnown(SavedPages[] partitions) {
        return Arrays.stream(partitions).anyMatch(each -> each.numbers.length > 0);
    }

    void write(ChunkBytes target) {
        target.putInt(numbers.length);
        target.putInts(numbers);
        target.putLongs(hashes);
        target.putInt(first);
        target.putInt(end);
        target.putInt(overflowNumbers.length);
        target.putInts(overflowNumbers);
        target.putLongs(overflowHashes);
    }

    static SavedPages read(ChunkBytes source) {
        int count = source.getCount(Integer.BYTES);
        int[] numbers = source.getInts(count);
        long[] hashes = source.getLongs(count);
        int first = source.getInt();
        int end = source.getInt();
        int overflow = source.getCount(Integer.BYTES);
        return new SavedPages(
                numbers, hashes, first, end, source.getInts(overflow), source.getLongs(overflow));
    }
}
