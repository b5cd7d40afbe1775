package org.sqlvm.engine.virtual.tokens;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;

/**
 * Terms and what an index notes of them before it is written: a hash table whose entries all stand
 * in two arrays. A term has a block of bytes, first its key, a byte for the index and a token, then
 * a list that grows; and a few numbers of the caller's. It is told by its number here, which stays
 * until {@link #clear}.
 */
public final class TermBlocks {
    // The numbers of a term in {@link #heads}; those of the caller are behind them.
    private static final int KEY = 0;
    private static final int START = 1;
    private static final int LENGTH = 2;
    private static final int CAPACITY = 3;
    /** The first eight bytes of the token as a big-endian number, with zeros behind it. */
    private static final int FIRST_HIGH = 4;

    private static final int FIRST_LOW = 5;
    private static final int OWN = 6;

    private static final int INDEX_SHIFT = 24;
    private static final int LENGTH_MASK = (1 << INDEX_SHIFT) - 1;

    private static final int FIRST_SLOTS = 1024;
    private static final int FIRST_BYTES = 16 << 10;
    /** Bytes for the list in a term's first block. */
    private static final int LIST_ROOM = 40;
    /** Arrays of which less than a part of this size was used get smaller. */
    private static final int SPARSE = 16;

    private static final long MIX = 0x9e3779b97f4a7c15L;

    private final int width;
    /** Open addressing: 1 + the number of a term, or 0. */
    private int[] slots = new int[FIRST_SLOTS];

    private int[] heads;
    /** Length of the part of {@link #heads} that terms have. */
    private int headsUsed;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int bytesUsed;

    /** @param ownCount how many numbers the caller has for each term */
    public TermBlocks(int ownCount) {
        width = OWN + ownCount;
        heads = new int[FIRST_SLOTS / 2 * width];
    }

    public boolean isEmpty() {
        return headsUsed == 0;
    }

    /** Forgets all terms. */
    public void clear() {
        int count = headsUsed / width;
        if (count * SPARSE < slots.length) {
            slots = new int[FIRST_SLOTS];
            heads = new int[FIRST_SLOTS / 2 * width];
        } else {
            Arrays.fill(slots, 0);
        }
        if (bytesUsed < bytes.length / SPARSE) {
            bytes = new byte[FIRST_BYTES];
        }
        headsUsed = 0;
        bytesUsed = 0;
    }

    // ------------------------------------------------------------------ terms

    private static long first(byte[] token, int start, int length) {
        if (length >= Long.BYTES) {
            return BigEndian.getLong(token, start);
        }
        if (length > 0 && start + Long.BYTES <= token.length) {
            return BigEndian.getLong(token, start) & (-1L << (Long.SIZE - length * Byte.SIZE));
        }
        long first = 0;
        for (int i = 0; i < length; i++) {
            first |= (token[start + i] & 0xffL) << (Long.SIZE - (i + 1) * Byte.SIZE);
        }
        return first;
    }

    /** The first slot of a key, by the token's first bytes and those behind them. */
    private int slot(int key, long first, byte[] token, int start) {
        long hash = (first ^ key) * MIX;
        int rest = (key & LENGTH_MASK) - Long.BYTES;
        int at = start + Long.BYTES;
        for (; rest >= Long.BYTES; rest -= Long.BYTES) {
            hash = ((hash ^ hash >>> Integer.SIZE) + BigEndian.getLong(token, at)) * MIX;
            at += Long.BYTES;
        }
        for (; rest > 0; rest--) {
            hash = (hash ^ hash >>> Integer.SIZE) * 31 + token[at++];
        }
        hash *= MIX;
        return (int) (hash >>> Integer.SIZE) & slots.length - 1;
    }

    private static int key(byte index, int length) {
        assert length <= LENGTH_MASK : length;
        return (index << INDEX_SHIFT) | length;
    }

    /** Returns a term; -1 if there is none of this key. */
    public int find(byte index, byte[] token, int start, int length) {
        int key = key(index, length);
        long first = first(token, start, length);
        return slots[findSlot(key, first, token, start)] - 1;
    }

    /** Returns the slot of a key, or the free one where it belongs. */
    private int findSlot(int key, long first, byte[] token, int start) {
        int slot = slot(key, first, token, start);
        while (slots[slot] != 0 && !hasKey(slots[slot] - 1, key, first, token, start)) {
            slot = slot + 1 & slots.length - 1;
        }
        return slot;
    }

    private boolean hasKey(int term, int key, long first, byte[] token, int start) {
        if (heads[term + KEY] != key || first(term) != first) {
            return false;
        }
        int length = key & LENGTH_MASK;
        int at = heads[term + START] + 1;
        return length <= Long.BYTES
                || Arrays.equals(
                        bytes,
                        at + Long.BYTES,
                        at + length,
                        token,
                        start + Long.BYTES,
                        start + length);
    }

    private long first(int term) {
        return (long) heads[term + FIRST_HIGH] << Integer.SIZE
                | (heads[term + FIRST_LOW] & 0xffff_ffffL);
    }

    /** Returns a term, which is new if there is none of this key; then its list is empty. */
    public int findOrAdd(byte index, byte[] token, int start, int length) {
        int key = key(index, length);
        long first = first(token, start, length);
        int slot = findSlot(key, first, token, start);
        if (slots[slot] != 0) {
            return slots[slot] - 1;
        }
        if (headsUsed == heads.length) {
            grow();
            slot = findSlot(key, first, token, start);
        }
        int term = headsUsed;
        headsUsed += width;
        Arrays.fill(heads, term, headsUsed, 0);
        heads[term + KEY] = key;
        heads[term + FIRST_HIGH] = (int) (first >>> Integer.SIZE);
        heads[term + FIRST_LOW] = (int) first;
        int capacity = 1 + length + LIST_ROOM;
        int at = allocate(capacity);
        bytes[at] = index;
        System.arraycopy(token, start, bytes, at + 1, length);
        heads[term + START] = at;
        heads[term + LENGTH] = 1 + length;
        heads[term + CAPACITY] = capacity;
        slots[slot] = term + 1;
        return term;
    }

    private void grow() {
        slots = new int[slots.length * 2];
        for (int term = 0; term < headsUsed; term += width) {
            int key = heads[term + KEY];
            int slot = slot(key, first(term), bytes, heads[term + START] + 1);
            while (slots[slot] != 0) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = term + 1;
        }
        heads = Arrays.copyOf(heads, slots.length / 2 * width);
    }

    private int allocate(int count) {
        int at = bytesUsed;
        if (bytes.length - at < count) {
            long wanted = Math.max(bytes.length * 2L, (long) at + count);
            if (wanted > Integer.MAX_VALUE - Long.BYTES) {
                wanted = Integer.MAX_VALUE - Long.BYTES;
                if (wanted - at < count) {
                    throw new SqlException(ResultCode.NOMEM, "out of memory");
                }
            }
            bytes = Arrays.copyOf(bytes, (int) wanted);
        }
        bytesUsed += count;
        return at;
    }

    // ------------------------------------------------------------------ blocks

    /** The array of all blocks, until {@link #reserve} or a new term. */
    public byte[] bytes() {
        return bytes;
    }

    /** Where the term's block starts, with its key. */
    public int start(int term) {
        return heads[term + START];
    }

    /** Number of bytes of key and list. */
    public int length(int term) {
        return heads[term + LENGTH];
    }

    /** Number of bytes of the key: the byte for the index, and the token. */
    public int keyLength(int term) {
        return 1 + (heads[term + KEY] & LENGTH_MASK);
    }

    /** Where the term's list ends. */
    public int end(int term) {
        return heads[term + START] + heads[term + LENGTH];
    }

    /** Makes room for more bytes of the list; returns where it ends. */
    public int reserve(int term, int count) {
        int length = heads[term + LENGTH];
        int capacity = heads[term + CAPACITY];
        if (capacity - length < count) {
            int larger = (int)
                    Math.min(Math.max(capacity * 2L, (long) length + count), Integer.MAX_VALUE);
            int moved = allocate(larger);
            System.arraycopy(bytes, heads[term + START], bytes, moved, length);
            heads[term + START] = moved;
            heads[term + CAPACITY] = larger;
        }
        return heads[term + START] + length;
    }

    /** Notes that the list ends before this byte of the array. */
    public void setEnd(int term, int end) {
        heads[term + LENGTH] = end - heads[term + START];
    }

    /** A number of the caller's; 0 for a new term. */
    public int get(int term, int own) {
        return heads[term + OWN + own];
    }

    public void set(int term, int own, int value) {
        heads[term + OWN + own] = value;
    }

    /** A number of the caller's that takes two of them. */
    public long getLong(int term, int own) {
        return (long) heads[term + OWN + own] << Integer.SIZE
                | (heads[term + OWN + own + 1] & 0xffff_ffffL);
    }

    public void setLong(int term, int own, long value) {
        heads[term + OWN + own] = (int) (value >>> Integer.SIZE);
        heads[term + OWN + own + 1] = (int) value;
    }

    // ------------------------------------------------------------------ order

    /** Returns the terms whose keys begin with these bytes, in the order of their keys. */
    public int[] sorted(byte[] prefix, int prefixLength) {
        int[] found = new int[headsUsed / width];
        int count = 0;
        for (int term = 0; term < headsUsed; term += width) {
            if (prefixLength == 0 || startsWith(term, prefix, prefixLength)) {
                found[count++] = term;
            }
        }
        return sort(found, count);
    }

    private boolean startsWith(int term, byte[] prefix, int prefixLength) {
        int at = heads[term + START];
        return keyLength(term) >= prefixLength
                && Arrays.equals(bytes, at, at + prefixLength, prefix, 0, prefixLength);
    }

    /**
     * Sorts terms: first by the start of their keys, as numbers, which leaves little for the sort
     * by whole keys.
     */
    private int[] sort(int[] terms, int count) {
        long indexMask = (1L << (Integer.SIZE - Integer.numberOfLeadingZeros(count))) - 1;
        long[] keys = new long[count];
        for (int i = 0; i < count; i++) {
            int index = heads[terms[i] + KEY] >>> INDEX_SHIFT;
            long start =
                    ((long) index << (Long.SIZE - Byte.SIZE)) | (first(terms[i]) >>> Byte.SIZE);
            // The lowest value is that of the smallest unsigned key.
            keys[i] = ((start ^ Long.MIN_VALUE) & ~indexMask) | i;
        }
        Arrays.sort(keys);
        int[] sorted = new int[count];
        int runStart = 0;
        for (int i = 0; i < count; i++) {
            sorted[i] = terms[(int) (keys[i] & indexMask)];
            if (i + 1 == count || (keys[i] & ~indexMask) != (keys[i + 1] & ~indexMask)) {
                sortRun(sorted, runStart, i + 1);
                runStart = i + 1;
            }
        }
        return sorted;
    }

    private void sortRun(int[] terms, int from, int to) {
        if (to - from < 2) {
            return;
        }
        Integer[] run = new Integer[to - from];
        Arrays.setAll(run, i -> terms[from + i]);
        Arrays.sort(run, this::compare);
        for (int i = 0; i < run.length; i++) {
            terms[from + i] = run[i];
        }
    }

    private int compare(int left, int right) {
        int order = Long.compareUnsigned(first(left), first(right));
        int leftStart = heads[left + START];
        int rightStart = heads[right + START];
        return order != 0
                ? order
                : Arrays.compareUnsigned(
                        bytes,
                        leftStart,
                        leftStart + keyLength(left),
                        bytes,
                        rightStart,
                        rightStart + keyLength(right));
    }

    /** Compares a term's key. */
    public int compare(int term, byte[] key, int length) {
        int at = heads[term + START];
        return Arrays.compareUnsigned(bytes, at, at + keyLength(term), key, 0, length);
    }
}
