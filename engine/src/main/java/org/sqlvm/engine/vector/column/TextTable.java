package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.SerialType;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The texts of a column, numbered in the order in which they come. A text is either looked up, and
 * equal texts have one number, or appended. Equality is mostly decided by the first eight bytes,
 * which are in an array of their own.
 */
final class TextTable {
    private static final int WORD = Long.BYTES;

    /** Eight bytes in the processor's order, which does not matter here. */
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(
                    long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** By size: the bytes of a word that a text has. */
    private static final long[] SHORT_MASKS = new long[WORD + 1];

    static {
        for (int size = 1; size <= WORD; size++) {
            SHORT_MASKS[size] = -1L >>> (Long.SIZE - Byte.SIZE * size);
        }
    }

    /** From the golden ratio: the high bits of a product depend on all bits of the factor. */
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    /** Fewer bytes are copied. */
    private static final int TAKEN_MIN = 1 << 20;

    /** Bytes are given away as they are if at most a SPARE_SHARE-th of them is not used. */
    private static final int SPARE_SHARE = 128;

    /** By number: the start of the text in {@link #bytes}; then the end of the last one. */
    private int[] starts = new int[128];

    /** By number: the first bytes, see {@link #head}. */
    private long[] heads = new long[127];

    private int count;
    private byte[] bytes = new byte[1024];

    /** By slot: the number of a text plus one, or 0. */
    private int[] slots = new int[256];

    /** A hash shifted right by this is an index in {@link #slots}. */
    private int shift = Long.SIZE - Integer.numberOfTrailingZeros(slots.length);

    int count() {
        return count;
    }

    /** The bytes of all texts. */
    byte[] copyBytes() {
        return Arrays.copyOf(bytes, starts[count]);
    }

    /**
     * The bytes of all texts, at whose end there may be others. The table has none afterwards, and
     * has to be cleared.
     */
    byte[] takeBytes() {
        int size = starts[count];
        if (size < TAKEN_MIN) {
            return copyBytes();
        }
        boolean isTight = bytes.length - size <= size / SPARE_SHARE;
        byte[] taken = isTight ? bytes : copyBytes();
        // The next bytes are likely to be as many.
        bytes = new byte[size + size / (2 * SPARE_SHARE)];
        return taken;
    }

    byte[] bytes() {
        return bytes;
    }

    int start(int number) {
        return starts[number];
    }

    int length(int number) {
        return starts[number + 1] - starts[number];
    }

    void clear() {
        count = 0;
        Arrays.fill(slots, 0);
    }

    /** Appends a text without looking it up; returns its number. */
    int append(byte[] data, int at, int size) {
        assert size >= 0 && at + size <= data.length : at;
        int number = count;
        if (number == heads.length) {
            heads = Arrays.copyOf(heads, 2 * heads.length + 1);
            starts = Arrays.copyOf(starts, 2 * starts.length);
        }
        int start = starts[number];
        if (start + size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(start + size, 2 * bytes.length));
        }
        System.arraycopy(data, at, bytes, start, size);
        starts[number + 1] = start + size;
        count = number + 1;
        return number;
    }

    /**
     * Looks up texts of one to eight bytes, as long as they are known.
     *
     * @param types their serial types
     * @param target takes the numbers, from {@code index} on
     * @return the first row that has another value
     */
    int findShort(
            byte[] data, int[] types, int[] offsets, int from, int to, long[] target, int index) {
        int[] starts = this.starts;
        long[] heads = this.heads;
        int[] slots = this.slots;
        int mask = slots.length - 1;
        int shift = this.shift;
        int last = data.length - WORD;
        int next = index;
        for (int i = from; i < to; i++) {
            int size = (types[i] - SerialType.TEXT_BASE) >> 1;
            int at = offsets[i];
            if (size <= 0 || size > WORD || (types[i] & 1) == 0 || at > last) {
                return i;
            }
            long head = (long) WORDS.get(data, at) & SHORT_MASKS[size];
            int slot = (int) (((head + size) * MULTIPLIER) >>> shift);
            int number = slots[slot] - 1;
            while (number >= 0
                    && (heads[number] != head || starts[number + 1] - starts[number] != size)) {
                slot = (slot + 1) & mask;
                number = slots[slot] - 1;
            }
            if (number < 0) {
                return i;
            }
            target[next++] = number;
        }
        return to;
    }

    /** Looks up a text, and adds it if it is new; returns its number. */
    int find(byte[] data, int at, int size) {
        long head = head(data, at, size);
        int mask = slots.length - 1;
        int slot = (int) (hash(head, data, at, size) >>> shift);
        int known = slots[slot];
        while (known != 0) {
            int number = known - 1;
            if (heads[number] == head && isSame(number, data, at, size)) {
                return number;
            }
            slot = (slot + 1) & mask;
            known = slots[slot];
        }
        return add(slot, head, data, at, size);
    }

    private int add(int slot, long head, byte[] data, int at, int size) {
        int number = append(data, at, size);
        heads[number] = head;
        slots[slot] = number + 1;
        if (2 * count > slots.length) {
            rehash();
        }
        return number;
    }

    /** Whether a text with the same head is equal. */
    private boolean isSame(int number, byte[] data, int at, int size) {
        int start = starts[number];
        if (starts[number + 1] - start != size) {
            return false;
        }
        if (size <= WORD) {
            return true;
        }
        if (size <= 2 * WORD) {
            return word(bytes, start + size - WORD) == word(data, at + size - WORD);
        }
        return Arrays.equals(bytes, start + WORD, start + size, data, at + WORD, at + size);
    }

    /** The first eight bytes of a text; a shorter one has them in the low bytes. */
    private static long head(byte[] data, int at, int size) {
        if (size >= WORD) {
            return word(data, at);
        }
        if (size > 0 && at + WORD <= data.length) {
            return word(data, at) & (-1L >>> (Long.SIZE - Byte.SIZE * size));
        }
        long head = 0;
        for (int i = size - 1; i >= 0; i--) {
            head = head << Byte.SIZE | (data[at + i] & 0xff);
        }
        return head;
    }

    private static long word(byte[] data, int at) {
        return (long) WORDS.get(data, at);
    }

    private static long hash(long head, byte[] data, int at, int size) {
        long hash = (head + size) * MULTIPLIER;
        if (size > WORD) {
            for (int i = WORD; i < size - WORD; i += WORD) {
                hash = mix(hash, word(data, at + i));
            }
            hash = mix(hash, word(data, at + size - WORD));
        }
        return hash;
    }

    private static long mix(long hash, long word) {
        return (hash ^ hash >>> 32 ^ word) * MULTIPLIER;
    }

    private void rehash() {
        int[] larger = new int[2 * slots.length];
        shift--;
        for (int known : slots) {
            if (known != 0) {
                int start = starts[known - 1];
                long hash = hash(heads[known - 1], bytes, start, starts[known] - start);
                int slot = (int) (hash >>> shift);
                while (larger[slot] != 0) {
                    slot = (slot + 1) & (larger.length - 1);
                }
                larger[slot] = known;
            }
        }
        slots = larger;
    }
}
