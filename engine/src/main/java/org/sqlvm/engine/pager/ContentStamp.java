package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileIdentity;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Identifies the content that a read transaction sees, for later processes: the state of the file,
 * the counters of its header, and the frames of its log. If two stamps are equal, so is the
 * content, provided that the file had not been written for a while when the first one was taken:
 * two writes within one tick of the file system's clock may leave the same times.
 *
 * <p>With a log the counters say nothing (see {@link Snapshot}). The file alone is then identified
 * by its times, and the log by the number of its frames, its salts, and the checksums of all of its
 * frames. A checkpoint that copies frames into the file changes the stamp, but not the content.
 *
 * @param file the state of the file
 * @param content all that is compared, the file's state, too
 */
public record ContentStamp(FileIdentity file, ByteBuffer content) {
    private static final int SIZE =
            FileIdentity.SIZE + SeenVersion.DESCRIBED + WalHeader.FRAMES_SIZE;

    /**
     * @param wal the log; null without one
     * @return null if the content cannot be identified
     */
    static ContentStamp of(DatabaseFile file, String path, SeenVersion seen, Wal wal)
            throws IOException {
        FileIdentity identity = file.identity(path);
        if (identity == null || (wal != null && wal.identity() == null)) {
            return null;
        }
        ByteBuffer content = ByteBuffer.allocate(SIZE);
        identity.put(content);
        seen.describe(content);
        if (wal != null) {
            wal.describeFrames(content);
        }
        return new ContentStamp(identity, content.clear());
    }

    /** The content as bytes. */
    public byte[] toBytes() {
        byte[] bytes = new byte[content.remaining()];
        content.get(content.position(), bytes);
        return bytes;
    }

    /** Whether the bytes are those of an equal stamp. */
    public boolean isSame(byte[] bytes) {
        return content.equals(ByteBuffer.wrap(bytes));
    }

    /**
     * Whether both are of one commit, as far as can be told: they have the same frames of the log,
     * which a checkpoint may have copied in between; or the same counters and time of the last
     * write.
     */
    public boolean isSameCommit(ContentStamp other) {
        if (file.device() != other.file.device() || file.inode() != other.file.inode()) {
            return false;
        }
        ByteBuffer frames = frames();
        if (!frames.equals(other.frames())) {
            return false;
        }
        boolean hasFrames = !frames.equals(ByteBuffer.allocate(frames.remaining()));
        return hasFrames
                || (counters().equals(other.counters())
                        && file.size() == other.file.size()
                        && file.modifiedNs() == other.file.modifiedNs());
    }

    private ByteBuffer counters() {
        return content.slice(FileIdentity.SIZE, SeenVersion.DESCRIBED);
    }

    private ByteBuffer frames() {
        return content.slice(FileIdentity.SIZE + SeenVersion.DESCRIBED, WalHeader.FRAMES_SIZE);
    }

    /**
     * Whether a later write of the file would have another time.
     *
     * @param nowNs the present, in nanoseconds since 1970
     * @param ageNs the age of the last write at which that is certain
     */
    public boolean isSettled(long nowNs, long ageNs) {
        return nowNs - file.lastChangeNs() > ageNs;
    }
}
