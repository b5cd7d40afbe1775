package org.sqlvm.engine.file;

import java.util.Arrays;
import java.util.BitSet;

/**
 * The bytes of a file in memory as of one commit; they never change. The next version shares the
 * unchanged parts: blocks of bytes, and the leaves that list them.
 */
final class FileVersion {
    private static final int BLOCK_BITS = 12;
    private static final int BLOCK_SIZE = 1 << BLOCK_BITS;
    private static final int LEAF_BITS = 10;
    private static final int LEAF_SIZE = 1 << LEAF_BITS;

    static final FileVersion EMPTY = new FileVersion(0, new byte[0][][], 0);

    /** Blocks by leaf; null for a leaf, or a block, of zeros. */
    private final byte[][][] leaves;

    final long size;
    /** The version's number, one more than that of the version before it. */
    final long number;

    private FileVersion(long number, byte[][][] leaves, long size) {
        this.number = number;
        this.leaves = leaves;
        this.size = size;
    }

    /** @return how many bytes there were */
    int read(byte[] target, int offset, int length, long position) {
        return read(leaves, size, target, offset, length, position);
    }

    private static int read(
            byte[][][] leaves, long size, byte[] target, int offset, int length, long position) {
        int count = (int) Math.clamp(size - position, 0L, (long) length);
        int done = 0;
        while (done < count) {
            long at = position + done;
            int from = (int) at & (BLOCK_SIZE - 1);
            int part = Math.min(count - done, BLOCK_SIZE - from);
            byte[] block = block(leaves, at >>> BLOCK_BITS);
            if (block == null) {
                Arrays.fill(target, offset + done, offset + done + part, (byte) 0);
            } else {
                System.arraycopy(block, from, target, offset + done, part);
            }
            done += part;
        }
        return count;
    }

    private static byte[] block(byte[][][] leaves, long number) {
        int leaf = (int) (number >>> LEAF_BITS);
        return leaf >= leaves.length || leaves[leaf] == null
                ? null
                : leaves[leaf][(int) number & (LEAF_SIZE - 1)];
    }

    /** The next version while it is written. One thread. */
    static final class Draft {
        private final long number;
        private byte[][][] leaves;
        private long size;
        /** The leaves that belong to this draft alone, and may be written to. */
        private final BitSet ownLeaves = new BitSet();

        private final BitSet ownBlocks = new BitSet();

        Draft(FileVersion base) {
            number = base.number + 1;
            leaves = base.leaves.clone();
            size = base.size;
        }

        long size() {
            return size;
        }

        int read(byte[] target, int offset, int length, long position) {
            return FileVersion.read(leaves, size, target, offset, length, position);
        }

        void write(byte[] source, int offset, int length, long position) {
            int done = 0;
            while (done < length) {
                long at = position + done;
                int from = (int) at & (BLOCK_SIZE - 1);
                int part = Math.min(length - done, BLOCK_SIZE - from);
                byte[] block = ownBlock(at >>> BLOCK_BITS, part == BLOCK_SIZE);
                System.arraycopy(source, offset + done, block, from, part);
                done += part;
            }
            size = Math.max(size, position + length);
        }

        private byte[] ownBlock(long number, boolean replaced) {
            byte[][] leaf = ownLeaf((int) (number >>> LEAF_BITS));
            int place = (int) number & (LEAF_SIZE - 1);
            int bit = Math.toIntExact(number);
            if (!ownBlocks.get(bit)) {
                boolean isNew = replaced || leaf[place] == null;
                leaf[place] = isNew ? new byte[BLOCK_SIZE] : leaf[place].clone();
                ownBlocks.set(bit);
            }
            return leaf[place];
        }

        private byte[][] ownLeaf(int number) {
            if (number >= leaves.length) {
                leaves = Arrays.copyOf(leaves, Math.max(number + 1, leaves.length * 2));
            }
            if (!ownLeaves.get(number)) {
                leaves[number] =
                        leaves[number] == null ? new byte[LEAF_SIZE][] : leaves[number].clone();
                ownLeaves.set(number);
            }
            return leaves[number];
        }

        /** Bytes between the old end and a new one behind it are zeros. */
        void truncate(long newSize) {
            if (newSize < size) {
                int part = (int) newSize & (BLOCK_SIZE - 1);
                long kept = newSize >>> BLOCK_BITS;
                if (part > 0) {
                    if (block(leaves, kept) != null) {
                        Arrays.fill(ownBlock(kept, false), part, BLOCK_SIZE, (byte) 0);
                    }
                    kept++;
                }
                drop(kept, (size + BLOCK_SIZE - 1) >>> BLOCK_BITS);
            }
            size = newSize;
        }

        /** Forgets blocks, up to {@code end}. */
        private void drop(long first, long end) {
            for (long number = first; number < end; ) {
                int leaf = (int) (number >>> LEAF_BITS);
                int place = (int) number & (LEAF_SIZE - 1);
                if (leaf >= leaves.length) {
                    return;
                }
                if (place == 0) {
                    leaves[leaf] = null;
                    ownLeaves.clear(leaf);
                    ownBlocks.clear((int) number, (int) number + LEAF_SIZE);
                    number += LEAF_SIZE;
                } else {
                    if (leaves[leaf] != null) {
                        ownLeaf(leaf)[place] = null;
                    }
                    ownBlocks.clear((int) number);
                    number++;
                }
            }
        }

        /** Ends the draft: nothing is written to it any more. */
        FileVersion finished() {
            return new FileVersion(number, leaves, size);
        }
    }
}
