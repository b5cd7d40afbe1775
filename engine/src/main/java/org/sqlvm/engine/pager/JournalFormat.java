package org.sqlvm.engine.pager;

import java.util.Arrays;

/**
 * The rollback journal's layout (file-format section 3): headers of one sector each, and behind
 * each of them records of a page number, the page before the transaction, and a checksum.
 */
final class JournalFormat {
    private static final byte[] MAGIC = {
        (byte) 0xd9, (byte) 0xd5, 0x05, (byte) 0xf9, 0x20, (byte) 0xa1, 0x63, (byte) 0xd7
    };

    static final int MAGIC_SIZE = MAGIC.length;

    /** Magic, record count, nonce, original page count, sector size, page size. */
    static final int HEADER_SIZE = 28;

    static final int COUNT = 8;
    static final int NONCE = 12;
    static final int PAGE_COUNT = 16;
    static final int SECTOR_SIZE = 20;
    static final int PAGE_SIZE = 24;

    /** Record count of a journal that is never synced: it goes to the end of the file. */
    static final int COUNT_BY_SIZE = -1;

    /** Page number and checksum. */
    static final int RECORD_OVERHEAD = 8;

    /** The checksum takes every 200th byte. */
    private static final int CHECKSUM_STEP = 200;

    private JournalFormat() {}

    static boolean isMagic(byte[] bytes, int offset) {
        return Arrays.equals(bytes, offset, offset + MAGIC_SIZE, MAGIC, 0, MAGIC_SIZE);
    }

    static void putMagic(byte[] target, int offset) {
        System.arraycopy(MAGIC, 0, target, offset, MAGIC_SIZE);
    }

    /** Returns the checksum of the page that begins at {@code offset}. */
    static int checksum(byte[] bytes, int offset, int pageSize, int nonce) {
        int sum = nonce;
        for (int i = pageSize - CHECKSUM_STEP; i > 0; i -= CHECKSUM_STEP) {
            sum += bytes[offset + i] & 0xff;
        }
        return sum;
    }
}
