package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;

/**
 * The records of a {@link Sorter} that are in memory: one after another in large chunks of bytes,
 * beside an array of references that is merge-sorted.
 *
 * <p>Most comparisons never touch the records: each reference is accompanied by the first eight
 * bytes of its key in an encoding that compares as a number ({@link KeyOrder#prefix}).
 */
final class MemorySorter implements Records {
    private static final int CHUNK_SIZE_MIN = 1 << 16;
    private static final int CHUNK_SIZE_MAX = 1 << 24;

    /** Every record is preceded by its length in four bytes. */
    private static final int LENGTH_SIZE = 4;

    /** A reference and a prefix, and their copies while they are sorted. */
    private static final long REFERENCE_SIZE = 32;

    private static final int COUNT_MIN = 64;

    /** Below this count insertion is faster than merging. */
    private static final int INSERTION_COUNT = 12;

    /** The number that is sorted without a question whether to go on. */
    private static final int UNINTERRUPTED_COUNT = 1 << 14;

    /** With a limit, this many records come in between two sorts at least. */
    private static final int SURPLUS_MIN = 1024;

    private final KeyOrder order;
    /** No more than this many records come out: the first in the order. */
    private final int limit;
    /** With this many records in memory, all but the first {@link #limit} are dropped. */
    private final int countMax;

    private final int chunkSizeMax;
    private final Interruption interruption;
    private byte[][] chunks = new byte[4][];
    private int chunkCount;
    private int chunkUsed;
    /** Number of the chunk in the high half, offset of the record's length in the low half. */
    private long[] references = {};

    private long[] prefixes = {};
    private int count;
    /**
     * Whether the last of the best records is at {@code limit - 1}, so that only smaller ones are
     * kept.
     */
    private boolean full;

    /** The first field of that record; null before it is first needed. */
    private Object lastWanted;

    private int position = -1;
    /** The size of the chunks, and of the references while they are sorted. */
    private long bytes;

    MemorySorter(KeyOrder order) {
        this(order, Integer.MAX_VALUE, CHUNK_SIZE_MAX, new Interruption());
    }

    /**
     * @param limit the number of first records that are kept
     * @param chunkSizeMax the maximum size of a chunk, unless a record is longer
     * @param interruption checked while many records are sorted
     */
    MemorySorter(KeyOrder order, int limit, int chunkSizeMax, Interruption interruption) {
        assert limit >= 0 : limit;
        this.order = order;
        this.limit = limit;
        this.interruption = interruption;
        this.chunkSizeMax = Math.min(chunkSizeMax, CHUNK_SIZE_MAX);
        countMax = (int) Math.min(Integer.MAX_VALUE, limit + (long) Math.max(limit, SURPLUS_MIN));
    }

    /** Takes a record; its bytes are copied. */
    void add(byte[] record, int offset, int length) {
        assert position < 0 : "sorted already";
        long prefix = order.prefix(record, offset, length);
        if (!isWanted(prefix, record, offset, length)) {
            return;
        }
        if (count == countMax) {
            keepBest();
        }
        if (count == references.length) {
            int capacity = grownCapacity();
            bytes += (capacity - count) * REFERENCE_SIZE;
            references = Arrays.copyOf(references, capacity);
            prefixes = Arrays.copyOf(prefixes, capacity);
        }
        references[count] = store(record, offset, length);
        prefixes[count] = prefix;
        count++;
    }

    private int grownCapacity() {
        return Math.max(COUNT_MIN, count + (count >> 1));
    }

    /** Returns the bytes that {@link #add} of a record of this length would take; mostly 0. */
    long growth(int length) {
        long growth = 0;
        if (count == references.length) {
            growth = (grownCapacity() - count) * REFERENCE_SIZE;
        }
        if (needsChunk(LENGTH_SIZE + length)) {
            growth += chunkSize(LENGTH_SIZE + length);
        }
        return growth;
    }

    /** Returns the size of the records in bytes. */
    long bytes() {
        return bytes;
    }

    /** Whether a record may be among the first in the order, as far as its prefix shows. */
    boolean wants(byte[] record, int offset, int length) {
        return isWanted(order.prefix(record, offset, length), record, offset, length);
    }

    private boolean isWanted(long prefix, byte[] record, int offset, int length) {
        if (!full) {
            return limit > 0;
        }
        int compared = Long.compareUnsigned(prefix, prefixes[limit - 1]);
        if (compared != 0) {
            return compared < 0;
        }
        long worst = references[limit - 1];
        byte[] chunk = chunks[(int) (worst >>> 32)];
        int start = (int) worst;
        return order.compare(
                        record,
                        offset,
                        length,
                        chunk,
                        start + LENGTH_SIZE,
                        readLength(chunk, start))
                < 0;
    }

    /** See {@link Sorter#lastWanted}. */
    Object lastWanted() {
        if (!full || limit == 0) {
            return null;
        }
        if (lastWanted == null) {
            byte[] chunk = chunks[(int) (references[limit - 1] >>> 32)];
            int start = (int) references[limit - 1];
            lastWanted = RecordReader.column(
                    chunk, start + LENGTH_SIZE, readLength(chunk, start), 0, TextEncoding.UTF8);
        }
        return lastWanted;
    }

    /** Whether some records will be dropped once all are sorted. */
    boolean hasSurplus() {
        return count > limit;
    }

    /** Sorts, and forgets all but the best, bytes included. */
    void keepBest() {
        sortReferences();
        byte[][] old = chunks;
        forgetChunks();
        for (int i = 0; i < limit; i++) {
            byte[] chunk = old[(int) (references[i] >>> 32)];
            int start = (int) references[i];
            references[i] = store(chunk, start + LENGTH_SIZE, readLength(chunk, start));
        }
        count = limit;
        full = true;
        lastWanted = null;
    }

    private long store(byte[] record, int offset, int length) {
        int size = LENGTH_SIZE + length;
        if (needsChunk(size)) {
            addChunk(size);
        }
        byte[] chunk = chunks[chunkCount - 1];
        int start = chunkUsed;
        BigEndian.putInt(chunk, start, length);
        System.arraycopy(record, offset, chunk, start + LENGTH_SIZE, length);
        chunkUsed = start + size;
        return (long) (chunkCount - 1) << 32 | start;
    }

    private void addChunk(int sizeMin) {
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, chunkCount * 2);
        }
        int size = chunkSize(sizeMin);
        chunks[chunkCount++] = new byte[size];
        chunkUsed = 0;
        bytes += size;
    }

    private boolean needsChunk(int size) {
        return chunkCount == 0 || size > chunks[chunkCount - 1].length - chunkUsed;
    }

    private int chunkSize(int sizeMin) {
        int doubled = CHUNK_SIZE_MIN << Math.min(chunkCount, 8);
        return Math.max(sizeMin, Math.min(doubled, chunkSizeMax));
    }

    private void forgetChunks() {
        for (int i = 0; i < chunkCount; i++) {
            bytes -= chunks[i].length;
        }
        chunks = new byte[4][];
        chunkCount = 0;
    }

    private static int readLength(byte[] chunk, int start) {
        return BigEndian.getInt(chunk, start);
    }

    /** Ends the adding; moves before the first record. */
    void sort() {
        assert position < 0 : "sorted already";
        sortReferences();
        count = Math.min(count, limit);
    }

    private void sortReferences() {
        if (count > 1) {
            mergeSort(prefixes, references, prefixes.clone(), references.clone(), 0, count);
        }
    }

    /** Sorts the range of the targets, whose contents the sources have too. */
    private void mergeSort(
            long[] prefixes,
            long[] references,
            long[] prefixSource,
            long[] source,
            int from,
            int to) {
        if (to - from <= INSERTION_COUNT) {
            insertionSort(prefixes, references, from, to);
            return;
        }
        if (to - from > UNINTERRUPTED_COUNT) {
            interruption.check();
        }
        int middle = (from + to) >>> 1;
        mergeSort(prefixSource, source, prefixes, references, from, middle);
        mergeSort(prefixSource, source, prefixes, references, middle, to);
        if (compare(
                        prefixSource[middle - 1],
                        source[middle - 1],
                        prefixSource[middle],
                        source[middle])
                <= 0) {
            // Already in order, as rows often come.
            System.arraycopy(prefixSource, from, prefixes, from, to - from);
            System.arraycopy(source, from, references, from, to - from);
            return;
        }
        int left = from;
        int right = middle;
        for (int i = from; i < to; i++) {
            boolean takeLeft = right == to
                    || (left < middle
                            && compare(
                                            prefixSource[left],
                                            source[left],
                                            prefixSource[right],
                                            source[right])
                                    <= 0);
            int taken = takeLeft ? left++ : right++;
            prefixes[i] = prefixSource[taken];
            references[i] = source[taken];
        }
    }

    private void insertionSort(long[] prefixes, long[] references, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            long prefix = prefixes[i];
            long reference = references[i];
            int hole = i;
            while (hole > from
                    && compare(prefixes[hole - 1], references[hole - 1], prefix, reference) > 0) {
                prefixes[hole] = prefixes[hole - 1];
                references[hole] = references[hole - 1];
                hole--;
            }
            prefixes[hole] = prefix;
            references[hole] = reference;
        }
    }

    private int compare(long leftPrefix, long left, long rightPrefix, long right) {
        int result = Long.compareUnsigned(leftPrefix, rightPrefix);
        return result != 0 ? result : compareRecords(left, right);
    }

    private int compareRecords(long left, long right) {
        byte[] leftChunk = chunks[(int) (left >>> 32)];
        byte[] rightChunk = chunks[(int) (right >>> 32)];
        int leftStart = (int) left;
        int rightStart = (int) right;
        return order.compare(
                leftChunk,
                leftStart + LENGTH_SIZE,
                readLength(leftChunk, leftStart),
                rightChunk,
                rightStart + LENGTH_SIZE,
                readLength(rightChunk, rightStart));
    }

    @Override
    public boolean next() {
        if (position + 1 >= count) {
            return false;
        }
        position++;
        return true;
    }

    @Override
    public byte[] array() {
        return chunks[(int) (references[position] >>> 32)];
    }

    @Override
    public int offset() {
        return (int) references[position] + LENGTH_SIZE;
    }

    @Override
    public int length() {
        return readLength(array(), (int) references[position]);
    }

    /** Returns the number of records taken; after {@link #sort()} the number that it returns. */
    int count() {
        return count;
    }

    /** Forgets all records and is as new. */
    void clear() {
        forgetChunks();
        bytes = 0;
        references = new long[] {};
        prefixes = new long[] {};
        count = 0;
        full = false;
        lastWanted = null;
        position = -1;
    }
}
