package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The file header's layout (file-format section 1.3), its checks, and the header of a new database.
 */
public final class HeaderBytes {
    public static final int SIZE = 100;
    public static final int CHANGE_COUNTER = 24;
    public static final int PAGE_COUNT = 28;
    public static final int FREELIST_TRUNK = 32;
    public static final int FREELIST_COUNT = 36;
    public static final int VERSION_VALID_FOR = 92;
    public static final int LIBRARY_VERSION = 96;

    public static final int PAGE_SIZE_MIN = 512;
    public static final int PAGE_SIZE_MAX = 65536;

    /** Below, four index cells would not fit a page (file-format section 1.3.4). */
    private static final int USABLE_SIZE_MIN = 480;

    /** PENDING, RESERVED and SHARED lock bytes begin here; their page is never used. */
    private static final long LOCK_BYTES = 0x4000_0000L;

    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    private HeaderBytes() {}

    /** Throws SQLITE_NOTADB unless these are the first bytes of a database that we can read. */
    public static void check(byte[] header) {
        boolean good = Arrays.equals(header, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                && header[19] >= 0
                && header[19] <= 2
                && header[21] == 64
                && header[22] == 32
                && header[23] == 32
                && Integer.bitCount(pageSize(header)) == 1
                && pageSize(header) >= PAGE_SIZE_MIN
                && pageSize(header) - reservedBytes(header) >= USABLE_SIZE_MIN;
        if (!good) {
            throw new SqlException(ResultCode.NOTADB, "file is not a database");
        }
    }

    public static int pageSize(byte[] header) {
        int size = BigEndianBytes.getU16(header, 16);
        return size == 1 ? PAGE_SIZE_MAX : size;
    }

    public static int reservedBytes(byte[] header) {
        return header[20] & 0xff;
    }

    /** Is the database in write-ahead log mode? */
    static boolean isWal(byte[] header) {
        return header[19] == 2;
    }

    /** The number of the page that the lock bytes are in. */
    public static int lockBytePage(int pageSize) {
        return (int) (LOCK_BYTES / pageSize) + 1;
    }

    /** Makes {@code page} the first page of a new database: UTF-8, schema format 4, no tables. */
    static void initialize(byte[] page) {
        System.arraycopy(MAGIC, 0, page, 0, MAGIC.length);
        BigEndianBytes.putU16(page, 16, page.length == PAGE_SIZE_MAX ? 1 : page.length);
        page[18] = 1;
        page[19] = 1;
        page[21] = 64;
        page[22] = 32;
        page[23] = 32;
        BigEndianBytes.putInt(page, PAGE_COUNT, 1);
        BigEndianBytes.putInt(page, 44, 4);
        BigEndianBytes.putInt(page, 56, 1);
        page[SIZE] = 13; // An empty table leaf: the schema table.
        BigEndianBytes.putU16(page, SIZE + 5, page.length & 0xffff);
    }
}
