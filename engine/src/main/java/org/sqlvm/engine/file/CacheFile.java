package org.sqlvm.engine.file;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;

/**
 * A file on the machine with content that can be made again. It is only ever replaced as a whole: a
 * reader goes on with the one that it has opened. Only its owner may read it.
 */
public final class CacheFile implements AutoCloseable {
    /** The permissions of files, and of the folders that are made for them. */
    private static final String FILE_MODE = "rw-------";

    private static final String FOLDER_MODE = "rwx------";

    /** Not a channel, which an interrupt of the thread would close. */
    private final RandomAccessFile file;

    private CacheFile(RandomAccessFile file) {
        this.file = file;
    }

    /** Opens a file for reading. */
    public static CacheFile open(Path path) throws IOException {
        return new CacheFile(new RandomAccessFile(path.toFile(), "r"));
    }

    /** The size in bytes. */
    public long size() throws IOException {
        return file.length();
    }

    /** Reads some bytes, all of which must be there. */
    public byte[] read(long position, int size) throws IOException {
        byte[] bytes = new byte[size];
        file.seek(position);
        file.readFully(bytes);
        return bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Deletes a file, if there is one that begins with {@code magic}. */
    public static void delete(Path path, byte[] magic) throws IOException {
        if (Files.exists(path) && beginsWith(path, magic)) {
            Files.deleteIfExists(path);
        }
    }

    private static boolean beginsWith(Path path, byte[] magic) throws IOException {
        if (!Files.isRegularFile(path)) {
            return false;
        }
        try (CacheFile old = open(path)) {
            return old.size() >= magic.length && Arrays.equals(old.read(0, magic.length), magic);
        }
    }

    private static FileAttribute<?>[] mode(String permissions) {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    /**
     * Writes a new version of a file. It is written beside the old version, and replaces it once it
     * is complete. There is one writer at a time.
     */
    public static final class Writer implements AutoCloseable {
        private final Path path;
        private final Path draft;
        private final FileChannel lock;
        private final FileOutputStream out;

        /** Whether the file is synced to the disk before it gets its name. */
        private final boolean synced;

        private long position;
        private boolean finished;

        private Writer(
                Path path, Path draft, FileChannel lock, FileOutputStream out, boolean synced) {
            this.path = path;
            this.draft = draft;
            this.lock = lock;
            this.out = out;
            this.synced = synced;
        }

        /**
         * Begins to write a file.
         *
         * @param magic the first bytes of such files: any other file is not replaced; null if any
         *     file is, so that it need not be synced to the disk
         * @return null if another writer is writing it, or it is another kind of file
         */
        public static Writer open(Path path, byte[] magic) throws IOException {
            Path folder = path.toAbsolutePath().getParent();
            if (!Files.isDirectory(folder)) {
                Files.createDirectories(folder, mode(FOLDER_MODE));
            }
            if (magic != null && Files.exists(path) && !beginsWith(path, magic)) {
                return null;
            }
            // The lock is on a file that stays: one that is renamed could be locked twice.
            FileChannel lock = lock(path.resolveSibling(path.getFileName() + "-lock"));
            if (lock == null) {
                return null;
            }
            try {
                Path draft = path.resolveSibling(path.getFileName() + "-draft");
                Files.deleteIfExists(draft);
                Files.createFile(draft, mode(FILE_MODE));
                return new Writer(
                        path, draft, lock, new FileOutputStream(draft.toFile()), magic != null);
            } catch (IOException e) {
                lock.close();
                throw e;
            }
        }

        /** Null if another writer has the lock. */
        private static FileChannel lock(Path path) throws IOException {
            try {
                Files.createFile(path, mode(FILE_MODE));
            } catch (FileAlreadyExistsException _) {
                // An earlier writer has made it.
            }
            FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
            FileLock lock = null;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException _) {
                // A writer of this process has it.
            } finally {
                if (lock == null) {
                    channel.close();
                }
            }
            return lock == null ? null : channel;
        }

        /** The file while it is written. */
        public Path draft() {
            return draft;
        }

        /** The number of bytes so far. */
        public long position() {
            return position;
        }

        public void write(byte[] bytes) throws IOException {
            out.write(bytes);
            position += bytes.length;
        }

        /** Gives the file its name. */
        public void finish() throws IOException {
            if (synced) {
                out.getFD().sync();
            }
            out.close();
            Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
            finished = true;
        }

        /** Ends the writer. A file that is not finished is deleted. */
        @Override
        public void close() throws IOException {
            try (lock) {
                out.close();
                if (!finished) {
                    Files.deleteIfExists(draft);
                }
            }
        }
    }
}
