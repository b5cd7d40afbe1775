package org.sqlvm.shell.recover;

import org.sqlvm.api.Database;
import org.sqlvm.api.FileInfo;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The pages of a database that may be damaged, for {@code RecoverCommand}. They come from the
 * engine if it can still open the file, log and all; otherwise from the file as it is, and where
 * the header is damaged, too, the page size is guessed.
 */
public final class RecoveredFile implements AutoCloseable {
    private static final int SIZE_MIN = 512;
    private static final int SIZE_MAX = 65536;
    private static final int HEADER_SIZE = 100;
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

    /** The open database; null if the engine cannot open it. */
    private final Database database;

    private final RandomAccessFile file;
    private final byte[] header;
    private final int pageSize;
    private final int pageCount;

    private RecoveredFile(
            Database database, RandomAccessFile file, byte[] header, int pageSize, int pageCount) {
        this.database = database;
        this.file = file;
        this.header = header;
        this.pageSize = pageSize;
        this.pageCount = pageCount;
    }

    /** @param path the file's path, which is read directly if {@code database} returns no pages */
    public static RecoveredFile open(Database database, String path) throws IOException {
        try {
            FileInfo info = database.fileInfo();
            int count = (int) info.pageCount();
            byte[] header = count == 0 ? new byte[HEADER_SIZE] : database.page(1);
            return new RecoveredFile(database, null, header, info.pageSize(), count);
        } catch (SqlvmException e) {
            return openRaw(path);
        }
    }

    private static RecoveredFile openRaw(String path) throws IOException {
        RandomAccessFile file = new RandomAccessFile(path, "r");
        byte[] header = new byte[HEADER_SIZE];
        int size = file.read(header);
        boolean whole = size == HEADER_SIZE && Arrays.equals(MAGIC, 0, 16, header, 0, 16);
        int pageSize = ByteBuffer.wrap(header).getShort(16) & 0xffff;
        pageSize = pageSize == 1 ? SIZE_MAX : pageSize;
        if (!whole || !isSize(pageSize)) {
            pageSize = guess(file);
            Arrays.fill(header, (byte) 0);
        }
        int count = (int) Math.min(file.length() / pageSize, Integer.MAX_VALUE - 1);
        return new RecoveredFile(null, file, header, pageSize, count);
    }

    private static boolean isSize(int bytes) {
        return bytes >= SIZE_MIN && bytes <= SIZE_MAX && Integer.bitCount(bytes) == 1;
    }

    /**
     * The page size with which most of the file looks like pages of b-trees. All multiples of the
     * right one fit as well, its parts only by half.
     */
    private static int guess(RandomAccessFile file) throws IOException {
        int best = 4096;
        double bestShare = 0;
        for (int size = SIZE_MIN; size <= SIZE_MAX; size *= 2) {
            long pages = Math.min(file.length() / size, 1000);
            byte[] page = new byte[size];
            int good = 0;
            for (long i = 1; i < pages; i++) {
                file.seek(i * size);
                file.readFully(page);
                good += new RecoveredPage(page, 2, size).isTree() ? 1 : 0;
            }
            double share = pages > 1 ? (double) good / (pages - 1) : 0;
            if (share * 3 / 4 > bestShare) {
                bestShare = share;
                best = size;
            }
        }
        return best;
    }

    public int pageSize() {
        return pageSize;
    }

    public int pageCount() {
        return pageCount;
    }

    /** A number of the header (file-format section 1.3). */
    public int headerInt(int offset) {
        return ByteBuffer.wrap(header).getInt(offset);
    }

    /** Bytes of a page that hold content. */
    public int usableSize() {
        int reserved = header[20] & 0xff;
        return pageSize - reserved >= 480 ? pageSize - reserved : pageSize;
    }

    /** The page, or null if there is none. */
    public RecoveredPage page(int number) {
        byte[] data = bytes(number);
        return data == null ? null : new RecoveredPage(data, number, usableSize());
    }

    /** The bytes of a page, or null if there is none. */
    public byte[] bytes(int number) {
        if (number < 1 || number > pageCount) {
            return null;
        }
        try {
            if (database != null) {
                return database.page(number);
            }
            byte[] data = new byte[pageSize];
            file.seek((number - 1L) * pageSize);
            file.readFully(data);
            return data;
        } catch (SqlvmException | IOException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
