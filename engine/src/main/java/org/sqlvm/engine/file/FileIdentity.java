package org.sqlvm.engine.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The state of a file as its file system has it: equal ones mean equal content, if the times were
 * {@linkplain #lastChangeNs old enough} when the first one was taken. No program can set the time
 * of the last change of the status: {@code cp -p} and {@code touch} leave the present there.
 *
 * @param device the number of the file system
 * @param inode the number of the file in it
 * @param size the size in bytes
 * @param modifiedNs the time of the last write, in nanoseconds since 1970
 * @param changedNs likewise, of the last write or change of times, name or permissions
 * @param owner the number of the user whose file it is
 */
public record FileIdentity(
        long device, long inode, long size, long modifiedNs, long changedNs, int owner) {
    /** The number of bytes that {@link #put} puts. */
    public static final int SIZE = 5 * Long.BYTES + Integer.BYTES;

    private static final String VIEW = "unix";

    /** File systems of this machine: their clock is the processes' own, and fine. */
    private static final Set<String> LOCAL = Set.of(
            "apfs", "btrfs", "ext2", "ext3", "ext4", "f2fs", "overlay", "tmpfs", "xfs", "zfs");

    /** The file of that name; null if its file system has no such numbers. */
    public static FileIdentity of(Path path) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains(VIEW)) {
            return null;
        }
        Map<String, Object> now =
                Files.readAttributes(path, VIEW + ":dev,ino,size,lastModifiedTime,ctime,uid");
        return new FileIdentity(
                (Long) now.get("dev"),
                (Long) now.get("ino"),
                (Long) now.get("size"),
                nanoseconds(now.get("lastModifiedTime")),
                nanoseconds(now.get("ctime")),
                (Integer) now.get("uid"));
    }

    private static long nanoseconds(Object time) {
        return ((FileTime) time).to(TimeUnit.NANOSECONDS);
    }

    /** Whether the times of a file tell of each write: its file system is one of this machine. */
    public static boolean hasReliableTimes(Path path) throws IOException {
        return LOCAL.contains(Files.getFileStore(path).type());
    }

    /** The later one of the two times. */
    public long lastChangeNs() {
        return Math.max(modifiedNs, changedNs);
    }

    /** Puts all numbers into a buffer. */
    public void put(ByteBuffer target) {
        target.putLong(device).putLong(inode).putLong(size);
        target.putLong(modifiedNs).putLong(changedNs).putInt(owner);
    }
}
