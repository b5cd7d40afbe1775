package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.file.BigEndian;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileErrors;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a write-ahead log (file-format section 4): a header, then frames of a page each,
 * chained by checksums.
 */
final class WalFile {
    static final int HEADER_SIZE = 32;
    static final int FRAME_HEADER_SIZE = 24;

    private static final int MAGIC = 0x377f0682;
    private static final int VERSION = 3_007_000;

    private static final int SEQUENCE = 12;
    static final int SALTS = 16;
    private static final int SUMS = 24;

    private static final boolean NATIVE_IS_BIG = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

    private static final int BUFFER_BYTES = 64 * 1024;

    private final DatabaseFile file;
    private byte[] buffer = new byte[0];

    /** Running checksum behind the frame that was last read or written. */
    int sum1;

    int sum2;

    WalFile(DatabaseFile file) {
        this.file = file;
    }

    DatabaseFile file() {
        return file;
    }

    private static long position(long frame, int pageSize) {
        return HEADER_SIZE + (frame - 1) * (FRAME_HEADER_SIZE + pageSize);
    }

    /** Reads the first {@code length} bytes of a frame's page. */
    void readPage(int frame, int pageSize, byte[] target, int offset, int length)
            throws IOException {
        long position = position(frame, pageSize) + FRAME_HEADER_SIZE;
        if (file.read(target, offset, length, position) < length) {
            IOException e = new IOException("the write-ahead log has become shorter");
            throw FileErrors.of(ResultCode.IOERR_SHORT_READ, e);
        }
    }

    // ------------------------------------------------------------------ reading the log itself

    /** Reads the header from the file; returns null if there is none. */
    byte[] readHeader() throws IOException {
        byte[] header = new byte[HEADER_SIZE];
        return file.read(header, 0, HEADER_SIZE, 0) < HEADER_SIZE ? null : header;
    }

    /**
     * Checks a header, and begins the checksums with it.
     *
     * @return the page size, or 0 if the header is not valid: the log is empty then
     */
    int beginSums(byte[] header) {
        int magic = BigEndian.getInt(header, 0);
        int size = BigEndian.getInt(header, 8);
        if ((magic & ~1) != MAGIC
                || BigEndian.getInt(header, 4) != VERSION
                || size < HeaderBytes.PAGE_SIZE_MIN
                || size > HeaderBytes.PAGE_SIZE_MAX
                || Integer.bitCount(size) != 1) {
            return 0;
        }
        sum1 = 0;
        sum2 = 0;
        addToSums(header, 0, SUMS, hasBigEndianSums(header));
        boolean right = sum1 == BigEndian.getInt(header, SUMS)
                && sum2 == BigEndian.getInt(header, SUMS + 4);
        return right ? size : 0;
    }

    static boolean hasBigEndianSums(byte[] header) {
        return (BigEndian.getInt(header, 0) & 1) != 0;
    }

    static int sequence(byte[] header) {
        return BigEndian.getInt(header, SEQUENCE);
    }

    /**
     * Reads frame {@code frame} and goes on with the checksums.
     *
     * @param whole takes the frame, header and page
     * @return false if it does not belong to the log that {@code header} begins
     */
    boolean readFrame(int frame, byte[] header, byte[] whole) throws IOException {
        int pageSize = whole.length - FRAME_HEADER_SIZE;
        if (file.read(whole, 0, whole.length, position(frame, pageSize)) < whole.length
                || !Arrays.equals(whole, 8, 16, header, SALTS, SALTS + WalHeader.SALT_SIZE)
                || BigEndian.getInt(whole, 0) <= 0) {
            return false;
        }
        boolean big = hasBigEndianSums(header);
        addToSums(whole, 0, 8, big);
        addToSums(whole, FRAME_HEADER_SIZE, pageSize, big);
        return sum1 == BigEndian.getInt(whole, 16) && sum2 == BigEndian.getInt(whole, 20);
    }

    private void addToSums(byte[] bytes, int offset, int length, boolean big) {
        ByteBuffer words =
                ByteBuffer.wrap(bytes).order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int first = sum1;
        int second = sum2;
        for (int at = offset; at < offset + length; at += 8) {
            first += words.getInt(at) + second;
            second += words.getInt(at + 4) + first;
        }
        sum1 = first;
        sum2 = second;
    }

    // ------------------------------------------------------------------ writing

    /** Restarts the log with the salts of the index's header, whose checksums it sets. */
    void writeHeader(int pageSize, int sequence, WalHeader index) throws IOException {
        byte[] header = new byte[HEADER_SIZE];
        BigEndian.putInt(header, 0, MAGIC | (NATIVE_IS_BIG ? 1 : 0));
        BigEndian.putInt(header, 4, VERSION);
        BigEndian.putInt(header, 8, pageSize);
        BigEndian.putInt(header, SEQUENCE, sequence);
        index.copySaltsTo(header, SALTS);
        sum1 = 0;
        sum2 = 0;
        addToSums(header, 0, SUMS, NATIVE_IS_BIG);
        BigEndian.putInt(header, SUMS, sum1);
        BigEndian.putInt(header, SUMS + 4, sum2);
        file.write(header, 0, HEADER_SIZE, 0);
        index.setBigEndianSums(NATIVE_IS_BIG);
        index.setPageSize(pageSize);
        index.setFrameSums(sum1, sum2);
    }

    /**
     * Writes pages as frames from {@code firstFrame} on; the checksums go on from those of
     * {@code index}, and into them.
     *
     * @param pageCount the database's number of pages, if the last frame commits; else 0
     */
    void writeFrames(
            int firstFrame, Page[] pages, int count, int pageSize, int pageCount, WalHeader index)
            throws IOException {
        boolean big = index.hasBigEndianSums();
        sum1 = index.frameSum(0);
        sum2 = index.frameSum(1);
        int frameSize = FRAME_HEADER_SIZE + pageSize;
        if (buffer.length == 0 || buffer.length % frameSize != 0) {
            buffer = new byte[Math.max(1, BUFFER_BYTES / frameSize) * frameSize];
        }
        int filled = 0;
        long position = position(firstFrame, pageSize);
        for (int i = 0; i < count; i++) {
            Page page = pages[i];
            BigEndian.putInt(buffer, filled, page.number);
            BigEndian.putInt(buffer, filled + 4, i == count - 1 ? pageCount : 0);
            index.copySaltsTo(buffer, filled + 8);
            addToSums(buffer, filled, 8, big);
            addToSums(page.data, 0, pageSize, big);
            BigEndian.putInt(buffer, filled + 16, sum1);
            BigEndian.putInt(buffer, filled + 20, sum2);
            System.arraycopy(page.data, 0, buffer, filled + FRAME_HEADER_SIZE, pageSize);
            filled += frameSize;
            if (filled == buffer.length || i == count - 1) {
                file.write(buffer, 0, filled, position);
                position += filled;
                filled = 0;
            }
        }
        index.setFrameSums(sum1, sum2);
    }

    /** Makes a frame, if there is one, and so all behind it, no part of the log. */
    void invalidateFrame(int frame, int pageSize) throws IOException {
        long position = position(frame, pageSize);
        if (position < file.size()) {
            file.write(new byte[FRAME_HEADER_SIZE], 0, FRAME_HEADER_SIZE, position);
        }
    }
}
