package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.BigEndian;

import java.io.IOException;
import java.util.Arrays;

/** Reads the log itself, without an index: its frames up to the last commit. */
final class WalScan {
    private final WalFile file;
    private byte[] header = new byte[WalFile.HEADER_SIZE];
    private int pageSize;

    /** Checksums behind the last commit. */
    private int sum1;

    private int sum2;

    private int[] pageNumbers = new int[16];
    private int frameCount;
    private int pageCount;

    WalScan(WalFile file) {
        this.file = file;
    }

    /** Page size of the log; 0 if there is none. */
    int pageSize() {
        return pageSize;
    }

    int frameCount() {
        return frameCount;
    }

    /** Returns the database's number of pages as of the last commit. */
    int pageCount() {
        return pageCount;
    }

    /** By frame, counted from 0. */
    int[] pageNumbers() {
        return pageNumbers;
    }

    byte[] header() {
        return header;
    }

    int sum1() {
        return sum1;
    }

    int sum2() {
        return sum2;
    }

    /**
     * Reads the frames that are new.
     *
     * @return true if the log does not just continue the known frames
     */
    boolean read() throws IOException {
        byte[] found = file.readHeader();
        if (found == null) {
            boolean had = pageSize != 0;
            reset();
            return had;
        }
        boolean replaced = !Arrays.equals(found, header) || pageSize == 0;
        if (replaced) {
            reset();
            header = found;
            pageSize = file.beginSums(found);
            if (pageSize == 0) {
                header = new byte[WalFile.HEADER_SIZE];
                return true;
            }
            sum1 = file.sum1;
            sum2 = file.sum2;
        }
        readCommits();
        return replaced;
    }

    private void reset() {
        header = new byte[WalFile.HEADER_SIZE];
        frameCount = 0;
        pageCount = 0;
        pageSize = 0;
    }

    private void readCommits() throws IOException {
        byte[] frame = new byte[WalFile.FRAME_HEADER_SIZE + pageSize];
        file.sum1 = sum1;
        file.sum2 = sum2;
        int read = frameCount;
        while (file.readFrame(read + 1, header, frame)) {
            if (read == pageNumbers.length) {
                pageNumbers = Arrays.copyOf(pageNumbers, read * 2);
            }
            pageNumbers[read++] = BigEndian.getInt(frame, 0);
            int committedPages = BigEndian.getInt(frame, 4);
            if (committedPages != 0) {
                frameCount = read;
                pageCount = committedPages;
                sum1 = file.sum1;
                sum2 = file.sum2;
            }
        }
    }
}
