package org.sqlvm.engine.pager;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.FileIdentity;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The content that read transactions of a connection see: the last commit, or that of another
 * connection's transaction, as by SQLite's {@code sqlite3_snapshot_get} and
 * {@code sqlite3_snapshot_open}.
 *
 * <p>With a log, an older content can be read as long as its frames are there and have not been
 * overwritten below: as long as one connection has a transaction that sees it. Without one, the
 * content is the last commit, or an error.
 */
public final class SnapshotChoice {
    /** The last commit. */
    public static final SnapshotChoice LAST = new SnapshotChoice(false, null);

    /** The last commit, which other connections may read for as long as the transaction lasts. */
    public static final SnapshotChoice SHARED = new SnapshotChoice(true, null);

    private static final byte WITH_LOG = 1;
    private static final byte WITHOUT_LOG = 2;

    private final boolean isShared;

    /**
     * The kind, the wal-index header if there is a log, and the file's stamp if no frame of a log
     * identifies the content. Null for the last commit.
     */
    private final byte[] bytes;

    private SnapshotChoice(boolean isShared, byte[] bytes) {
        this.isShared = isShared;
        this.bytes = bytes;
    }

    /**
     * Returns the content with this description.
     *
     * @throws SqlException SQLITE_MISUSE for other bytes than {@link #describe} returns
     */
    public static SnapshotChoice of(byte[] description) {
        boolean isKnown = description.length > 0
                && (description[0] == WITHOUT_LOG
                        || (description[0] == WITH_LOG
                                && description.length > WalHeader.SIZE
                                && (frameCount(description, 1) > 0
                                        || description.length
                                                > WalHeader.SIZE + FileIdentity.SIZE)));
        if (!isKnown) {
            throw new SqlException(ResultCode.MISUSE, "not a snapshot");
        }
        return new SnapshotChoice(true, description.clone());
    }

    /**
     * Returns a description of the content that a read transaction sees.
     *
     * @return null if it cannot be identified
     */
    public static byte[] describe(Pager<?> pager) {
        Snapshot seen = pager.snapshot();
        byte[] log = {};
        if (seen != null && seen.log() != null) {
            log = new byte[WalHeader.SIZE];
            seen.content().duplicate().position(SeenVersion.DESCRIBED).get(log);
        }
        byte[] file = {};
        if (log.length == 0 || frameCount(log, 0) == 0) {
            ContentStamp stamp = pager.stamp();
            if (stamp == null) {
                return null;
            }
            file = stamp.toBytes();
        }
        ByteBuffer made = ByteBuffer.allocate(1 + log.length + file.length);
        return made.put(log.length > 0 ? WITH_LOG : WITHOUT_LOG)
                .put(log)
                .put(file)
                .array();
    }

    private static int frameCount(byte[] log, int offset) {
        WalHeader header = new WalHeader();
        header.copyFrom(log, offset);
        return header.frameCount();
    }

    /** Whether frames of the log must stay, even if all of them have been copied back. */
    boolean isShared() {
        return isShared;
    }

    /** The wal-index header of the content; null for the last commit. */
    WalHeader header() {
        if (bytes == null || bytes[0] != WITH_LOG) {
            return null;
        }
        WalHeader header = new WalHeader();
        header.copyFrom(bytes, 1);
        return header;
    }

    /**
     * Checks the database's file if the content is its own, without frames of the log.
     *
     * @throws SqlException SQLITE_ERROR_SNAPSHOT if it has been written to since
     */
    void checkFile(FileIdentity file) {
        WalHeader header = header();
        if (header == null || header.frameCount() > 0) {
            return;
        }
        ByteBuffer now = ByteBuffer.allocate(FileIdentity.SIZE);
        if (file != null) {
            file.put(now);
        }
        int from = 1 + WalHeader.SIZE;
        if (!Arrays.equals(bytes, from, from + FileIdentity.SIZE, now.array(), 0, now.capacity())) {
            throw gone();
        }
    }

    /**
     * Checks that a transaction sees the content.
     *
     * @throws SqlException SQLITE_ERROR_SNAPSHOT if it sees another one
     */
    public void check(Pager<?> pager) {
        if (bytes != null && !Arrays.equals(bytes, describe(pager))) {
            throw gone();
        }
    }

    /** The content cannot be read any more. */
    static SqlException gone() {
        return new SqlException(ResultCode.ERROR_SNAPSHOT, "the snapshot is not there any more");
    }
}
