package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.BigEndian;

/**
 * Writes the pages of one database over those of another, as they are (sqlite.org/backup.html).
 *
 * <p>The target may be a file with pages of another size: then its pager writes the source's bytes
 * in pieces of its own size, and finds the new size in the header afterwards. If the target's
 * transaction is undone, the target is as before.
 */
public final class PageCopy {
    private static final int SCHEMA_COOKIE = 40;
    /** The offsets in the header of the library versions that may write and read, a byte each. */
    private static final int WRITE_FORMAT = 18;

    private static final int READ_FORMAT = 19;

    private final Pager<?> source;
    private final Pager<?> target;
    /** The target's own counters, which go on counting. */
    private final int changeCounter;

    private final int schemaCookie;

    /** Needs a write transaction of the target. */
    public PageCopy(Pager<?> source, Pager<?> target) {
        assert target.isWriting();
        this.source = source;
        this.target = target;
        byte[] header = target.get(1).data;
        changeCounter = BigEndian.getInt(header, HeaderBytes.CHANGE_COUNTER);
        schemaCookie = BigEndian.getInt(header, SCHEMA_COOKIE);
    }

    /**
     * Needs a read transaction of the source.
     *
     * @throws SqlException SQLITE_READONLY if the pages differ in size and the target is in memory
     *     or has a write-ahead log, or the lock bytes of the file are in the way
     */
    public void check() {
        if (source.pageSize() == target.pageSize()) {
            return;
        }
        boolean fixed = target.isMemory() || target.journal().mode() == JournalMode.WAL;
        boolean hidden = target.pageSize() > source.pageSize()
                && source.pageCount() >= HeaderBytes.lockBytePage(source.pageSize());
        if (fixed || hidden) {
            throw new SqlException(ResultCode.READONLY, "attempt to write a readonly database");
        }
    }

    /** Copies a page of the source. Both are in transactions, and the target is not read. */
    public void copy(int number) {
        int size = source.pageSize();
        if (number == HeaderBytes.lockBytePage(size)) {
            return;
        }
        byte[] from = source.get(number).data;
        int piece = Math.min(size, target.pageSize());
        for (int start = 0; start < size; start += piece) {
            write((number - 1L) * size + start, from, start, piece);
        }
    }

    /** Writes bytes to their position in the target; keeps the overwritten ones for an undo. */
    private void write(long offset, byte[] from, int start, int length) {
        int number = (int) (offset / target.pageSize()) + 1;
        if (number == HeaderBytes.lockBytePage(target.pageSize())) {
            return;
        }
        settle();
        while (target.pageCount() < number) {
            target.write(target.append());
            settle();
        }
        Page page = target.get(number);
        target.write(page);
        System.arraycopy(from, start, page.data, (int) (offset % target.pageSize()), length);
        page.forgetContent();
    }

    private void settle() {
        if (target.memory().mustSettle()) {
            target.memory().settle();
        }
    }

    /** All pages are there: the target gets the source's size, and a header that others notice. */
    public void finish() {
        int sourceCount = Math.max(1, source.pageCount());
        if (source.pageCount() == 0) {
            makeEmpty();
        }
        int size = target.pageSize();
        long count = ((long) sourceCount * source.pageSize() + size - 1) / size;
        if (target.pageCount() > count) {
            target.truncate((int) count);
        }
        settle();
        boolean log = target.journal().mode() == JournalMode.WAL;
        Page first = target.get(1);
        target.write(first);
        BigEndian.putInt(first.data, HeaderBytes.PAGE_COUNT, sourceCount);
        BigEndian.putInt(first.data, HeaderBytes.CHANGE_COUNTER, changeCounter);
        BigEndian.putInt(first.data, SCHEMA_COOKIE, schemaCookie + 1);
        if (log) {
            first.data[WRITE_FORMAT] = 2;
            first.data[READ_FORMAT] = 2;
        }
    }

    private void makeEmpty() {
        byte[] page = new byte[source.pageSize()];
        HeaderBytes.initialize(page, source.settings());
        int piece = Math.min(page.length, target.pageSize());
        for (int start = 0; start < page.length; start += piece) {
            write(start, page, start, piece);
        }
    }
}
