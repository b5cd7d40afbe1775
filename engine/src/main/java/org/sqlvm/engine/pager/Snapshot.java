package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.DatabaseFile;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Identifies the content that a read transaction sees, for comparison between connections of this
 * process: if two snapshots of one file are equal, all pages are the same.
 *
 * <p>Without a log, the change counter identifies the content, as each commit counts it up. The
 * time of the last write is compared, too, in case a program has copied another database over the
 * file.
 *
 * <p>With a log, the change counter says nothing. The wal-index header identifies the frames of the
 * log by their number, salts and checksums. It identifies the content while the database has this
 * log. The connections of this process keep it: each holds SHARED while it has the wal-index open,
 * so the log is not removed before the last of them has closed it. A wal-index that is opened again
 * has another {@code log}.
 *
 * @param log {@link org.sqlvm.engine.file.WalIndexFile#identity}; null without a log
 * @param content counters, salts and checksums
 */
public record Snapshot(Object log, ByteBuffer content) {
    /**
     * The snapshot of a read transaction.
     *
     * @param wal the log; null without one
     * @return null if it cannot be compared with what other connections see
     */
    static Snapshot of(DatabaseFile file, String path, SeenVersion seen, Wal wal)
            throws IOException {
        ByteBuffer content = ByteBuffer.allocate(SeenVersion.DESCRIBED + WalHeader.SIZE);
        seen.describe(content);
        if (wal != null) {
            Object log = wal.identity();
            return log == null
                    ? null
                    : new Snapshot(log, content.put(wal.snapshotHeader()).flip());
        }
        long written = file.lastWriteNs(path);
        content.putInt(seen.pageCount()).putInt(seen.filePages()).putLong(written);
        return written < 0 ? null : new Snapshot(null, content.flip());
    }
}
