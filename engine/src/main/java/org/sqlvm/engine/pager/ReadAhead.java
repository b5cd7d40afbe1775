package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.DatabaseFile;

import java.io.IOException;
import java.util.Arrays;

/**
 * Reads pages of a file, and more than one at once where the page numbers come in ascending order:
 * a cold scan is then one system call per {@link #WINDOW_BYTES}, not one per page.
 */
final class ReadAhead {
    /** Larger reads make the Java runtime map and unmap memory for each. */
    private static final int WINDOW_BYTES = 64 * 1024;

    /** A gap up to this many pages (pages of an index between those of a table) still is a scan. */
    private static final int GAP_MAX = 8;

    private final DatabaseFile file;
    private final int pageSize;
    private final int windowPages;
    private byte[] window;
    private int windowStart;
    private int windowCount;
    private int previous;
    private int inOrder;

    ReadAhead(DatabaseFile file, int pageSize) {
        this.file = file;
        this.pageSize = pageSize;
        windowPages = WINDOW_BYTES / pageSize;
    }

    /** Forgets the pages that were read ahead. */
    void forget() {
        windowCount = 0;
        inOrder = 0;
    }

    /**
     * Reads a page.
     *
     * @param target has it afterwards from {@code offset} on; zeros beyond the end of the file
     */
    void read(int number, byte[] target, int offset) throws IOException {
        int index = number - windowStart;
        if (index >= 0 && index < windowCount) {
            previous = number;
            System.arraycopy(window, index * pageSize, target, offset, pageSize);
            return;
        }
        boolean near = number > previous && number - previous <= GAP_MAX;
        inOrder = near ? inOrder + 1 : 0;
        previous = number;
        // Double with each page in order: a point lookup never pays for a window.
        int pages = Math.min(windowPages, 1 << Math.min(inOrder, 8));
        if (pages <= 1) {
            int bytes = file.read(target, offset, pageSize, (number - 1L) * pageSize);
            Arrays.fill(target, offset + bytes, offset + pageSize, (byte) 0);
            return;
        }
        if (window == null) {
            window = new byte[windowPages * pageSize];
        }
        windowCount = 0;
        int bytes = file.read(window, 0, pages * pageSize, (number - 1L) * pageSize);
        windowStart = number;
        windowCount = bytes / pageSize;
        int own = Math.min(bytes, pageSize);
        System.arraycopy(window, 0, target, offset, own);
        Arrays.fill(target, offset + own, offset + pageSize, (byte) 0);
    }
}
