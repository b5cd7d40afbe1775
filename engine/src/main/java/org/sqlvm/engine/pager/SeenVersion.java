package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.BigEndian;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The version of the database that the last transaction of a {@link FileSource} has seen. If the
 * next one sees the same, the pages in memory are still right.
 */
final class SeenVersion {
    /** The change counter and the page count: bytes 24 to 39 of the header (file format, 1.3). */
    private static final int BEGIN = 24;

    private static final int END = 40;

    private static final int SCHEMA_COOKIE = 40;

    /** The number of bytes that {@link #describe} puts. */
    static final int DESCRIBED = END - BEGIN;

    private final byte[] bytes = new byte[END - BEGIN];
    private boolean known;
    private int schemaCookie;
    private int pageCount;

    /**
     * The number of pages of the file and its log. It exceeds {@link #pageCount} if there are bytes
     * behind the database, which stay there as in SQLite.
     */
    private int filePages;

    /** False before the first transaction, and after one that may have left anything behind. */
    boolean isKnown() {
        return known;
    }

    /** Forgets the version, so that the next transaction does not rely on it. */
    void forget() {
        known = false;
    }

    int pageCount() {
        return pageCount;
    }

    int filePages() {
        return filePages;
    }

    /**
     * Notes the header as of the beginning of a transaction.
     *
     * @param header the database's header
     * @return whether pages may have changed since the last transaction
     */
    boolean see(byte[] header, int filePages) {
        boolean changed = !known || !Arrays.equals(header, BEGIN, END, bytes, 0, bytes.length);
        pageCount = HeaderBytes.countPages(header, filePages);
        this.filePages = filePages;
        keep(header);
        return changed;
    }

    /**
     * A transaction begins in a file without a byte.
     *
     * @return as {@link #see}
     */
    boolean seeEmpty() {
        boolean changed = !known || pageCount != 0;
        pageCount = 0;
        filePages = 0;
        Arrays.fill(bytes, (byte) 0);
        schemaCookie = 0;
        known = true;
        return changed;
    }

    /** Whether a first page's schema is the version's, as far as its cookie tells. */
    boolean hasSchemaOf(byte[] header) {
        return known && schemaCookie == BigEndian.getInt(header, SCHEMA_COOKIE);
    }

    /** Puts the change counter and the following header fields into a buffer. */
    void describe(ByteBuffer target) {
        assert known;
        target.put(bytes);
    }

    /**
     * Returns the number of the file's pages after a commit: only a database that shrinks cuts off
     * the bytes behind it.
     */
    int filePagesAfter(int newPageCount) {
        return newPageCount < pageCount ? newPageCount : Math.max(newPageCount, filePages);
    }

    /**
     * The transaction is committed.
     *
     * @param first the first page, or null if it has not been changed
     */
    void commit(Page first, int newPageCount) {
        assert known;
        filePages = filePagesAfter(newPageCount);
        pageCount = newPageCount;
        if (first != null) {
            keep(first.data);
        }
    }

    /** The transaction is committed; all pages of the file are new. */
    void become(Page first, int newPageCount) {
        filePages = newPageCount;
        pageCount = newPageCount;
        keep(first.data);
    }

    private void keep(byte[] header) {
        System.arraycopy(header, BEGIN, bytes, 0, bytes.length);
        schemaCookie = BigEndian.getInt(header, SCHEMA_COOKIE);
        known = true;
    }
}
