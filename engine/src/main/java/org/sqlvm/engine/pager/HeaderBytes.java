package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The file header's layout (file-format section 1.3), its checks, and the header of a new database.
 */
public final class HeaderBytes {
    public static final int SIZE = 100;
    private static final int WRITE_VERSION = 18;
    /** With a write-ahead log. */
    private static final int WRITE_VERSION_MAX = 2;

    public static final int CHANGE_COUNTER = 24;
    public static final int PAGE_COUNT = 28;
    public static final int FREELIST_TRUNK = 32;
    public static final int FREELIST_COUNT = 36;
    private static final int SCHEMA_FORMAT = 44;
    static final int LARGEST_ROOT = 52;
    private static final int TEXT_ENCODING = 56;
    private static final int INCREMENTAL = 64;
    public static final int VERSION_VALID_FOR = 92;
    public static final int LIBRARY_VERSION = 96;

    public static final int PAGE_SIZE_MIN = 512;
    public static final int PAGE_SIZE_MAX = 65536;

    /** Below, four index cells would not fit a page (file-format section 1.3.4). */
    private static final int USABLE_SIZE_MIN = 480;

    /** PENDING, RESERVED and SHARED lock bytes begin here; their page is never used. */
    private static final long LOCK_BYTES = 0x4000_0000L;

    /** SQLITE_VERSION_NUMBER of the SQLite that we are like. */
    private static final int SQLITE_VERSION = 3_054_001;

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
        int size = BigEndian.getU16(header, 16);
        return size == 1 ? PAGE_SIZE_MAX : size;
    }

    public static int reservedBytes(byte[] header) {
        return header[20] & 0xff;
    }

    /**
     * Whether a later version of the format has written a database, which may be read but not
     * written to. Within a transaction.
     */
    public static boolean isWrittenLater(Pager<?> pager) {
        return pager.pageCount() > 0
                && (pager.get(1).data[WRITE_VERSION] & 0xff) > WRITE_VERSION_MAX;
    }

    /** Is the database in write-ahead log mode? */
    static boolean isWal(byte[] header) {
        return header[19] == 2;
    }

    /** Counts a transaction, for other connections, and signs it. */
    static void countChange(byte[] page) {
        int counter = BigEndian.getInt(page, CHANGE_COUNTER) + 1;
        BigEndian.putInt(page, CHANGE_COUNTER, counter);
        BigEndian.putInt(page, VERSION_VALID_FOR, counter);
        BigEndian.putInt(page, LIBRARY_VERSION, SQLITE_VERSION);
    }

    /**
     * Makes a page the header of a database that replaces another one, in the next transaction
     * after {@code old}'s last.
     */
    static void succeed(byte[] page, byte[] old) {
        page[18] = old[18]; // Whether there is a write-ahead log.
        page[19] = old[19];
        System.arraycopy(old, CHANGE_COUNTER, page, CHANGE_COUNTER, 4);
        countChange(page);
    }

    /** The number of the page that the lock bytes are in. */
    public static int lockBytePage(int pageSize) {
        return (int) (LOCK_BYTES / pageSize) + 1;
    }

    /** Makes {@code page} the first page of a new database: schema format 4, no tables. */
    static void initialize(byte[] page, PagerSettings settings) {
        System.arraycopy(MAGIC, 0, page, 0, MAGIC.length);
        BigEndian.putU16(page, 16, page.length == PAGE_SIZE_MAX ? 1 : page.length);
        page[18] = 1;
        page[19] = 1;
        page[20] = (byte) settings.newReservedBytes();
        page[21] = 64;
        page[22] = 32;
        page[23] = 32;
        BigEndian.putInt(page, PAGE_COUNT, 1);
        BigEndian.putInt(page, SCHEMA_FORMAT, 4);
        BigEndian.putInt(page, TEXT_ENCODING, settings.newEncoding());
        AutoVacuum vacuum = settings.newAutoVacuum();
        BigEndian.putInt(page, LARGEST_ROOT, vacuum == AutoVacuum.NONE ? 0 : 1);
        BigEndian.putInt(page, INCREMENTAL, vacuum == AutoVacuum.INCREMENTAL ? 1 : 0);
        page[SIZE] = 13; // An empty table leaf: the schema table.
        int usable = page.length - settings.newReservedBytes();
        BigEndian.putU16(page, SIZE + 5, usable & 0xffff);
    }

    /** How many pages a file of this size has. */
    static int pagesIn(long fileSize, int pageSize) {
        long count = (fileSize + pageSize - 1) / pageSize;
        if (count > Integer.MAX_VALUE) {
            throw SqlException.corrupt(0, count + " pages");
        }
        return (int) count;
    }

    /**
     * The number of pages of a database: the header's count if it is valid, else that of the file.
     */
    static int countPages(byte[] header, int inFile) {
        long inHeader = BigEndian.getU32(header, PAGE_COUNT);
        boolean headerIsValid = inHeader != 0
                && BigEndian.getInt(header, CHANGE_COUNTER)
                        == BigEndian.getInt(header, VERSION_VALID_FOR);
        long count = headerIsValid ? inHeader : inFile;
        if (count > inFile) {
            throw SqlException.corrupt(
                    0, "the file has " + inFile + " pages, its header says " + inHeader);
        }
        return (int) count;
    }
}
