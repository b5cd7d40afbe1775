package org.sqlvm.engine.file;

import java.io.Closeable;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The process's one handle to one file, shared by all connections.
 *
 * <p>POSIX locks belong to the process, and closing <em>any</em> descriptor of a file drops them
 * all. So a file is opened once, found again by its identity, and closed when no connection of the
 * process uses it.
 *
 * <p>Reads go through {@link RandomAccessFile}, since a {@code FileChannel} closes itself when its
 * thread is interrupted, and the locks would be gone with it. Taking a lock without waiting is
 * safe. Pages of a database that is read from more than a little come from a mapping of it
 * (sqlite.org/mmap.html): one copy, and no system call.
 */
final class SharedHandle {
    private static final ReentrantLock REGISTRY_LOCK = new ReentrantLock();
    private static final Map<Object, SharedHandle> REGISTRY = new HashMap<>();

    /** Windows does not let a mapped file become shorter. */
    private static final boolean CAN_MAP = File.separatorChar == '/';

    /** Whether the process runs one statement: the launcher says so. */
    private static final boolean ONCE = Boolean.getBoolean("sqlvm.once");

    /** The number of reads without a mapping that are worth the first one. */
    private static final int MISSES_FIRST = 64;

    /** Guards the lock state of the process: see {@link DirectFile}, {@link DirectWalIndexFile}. */
    final ReentrantLock stateLock = new ReentrantLock();

    /**
     * The locks that the connections of this process hold together, a Locks of the file's class.
     */
    Object lockState;

    private final Object key;
    private final ReentrantLock positionLock = new ReentrantLock();
    private RandomAccessFile reader;
    private RandomAccessFile writer;
    private Arena mappings;
    private int users;

    /** The object that {@link #shared} returns; null until its first call. Guarded by stateLock. */
    private Closeable shared;

    /** The wal-index of a database, which may not be open any more. Guarded by stateLock. */
    SharedHandle walIndex;

    /** The handle of a wal-index's database. */
    SharedHandle database;

    /** The beginning of the file, for {@link #readMapped}; null for nothing. */
    private volatile MemorySegment mapped;

    /** The parts of {@link #mapped} that scans have read; null if they stay in memory. */
    private volatile ScannedParts scanned;

    /** Reads that found nothing mapped since the last mapping. Guarded by positionLock. */
    private int misses;

    /**
     * Each mapping takes twice as many misses as the last: a file that grows is not always mapped.
     */
    private int missesMax = MISSES_FIRST;

    private SharedHandle(Object key) {
        this.key = key;
    }

    /**
     * Opens the file, or joins the handle that is open.
     *
     * @param permissions the permissions of a new file
     */
    static SharedHandle open(Path path, OpenMode mode, Permissions permissions) throws IOException {
        REGISTRY_LOCK.lock();
        try {
            if (mode == OpenMode.READ_WRITE_CREATE && !Files.exists(path)) {
                permissions.create(path);
            }
            Object key = keyOf(path);
            SharedHandle handle = REGISTRY.get(key);
            if (handle == null) {
                handle = new SharedHandle(key);
            }
            handle.ensureOpen(path, mode);
            REGISTRY.put(key, handle);
            handle.users++;
            return handle;
        } finally {
            REGISTRY_LOCK.unlock();
        }
    }

    /** Takes part in this handle, unless it is closed already. */
    private boolean join() {
        REGISTRY_LOCK.lock();
        try {
            if (users == 0) {
                return false;
            }
            users++;
            return true;
        } finally {
            REGISTRY_LOCK.unlock();
        }
    }

    /**
     * Opens the wal-index of the database that this is the handle of. Its connections in this
     * process have one, as in SQLite, even if the file or the database has lost its name.
     *
     * @param path the database's path
     */
    SharedHandle openWalIndex(Path path) throws IOException {
        stateLock.lock();
        try {
            if (walIndex == null || !walIndex.join()) {
                walIndex = openOwnIndex(path);
                walIndex.database = this;
            }
            return walIndex;
        } finally {
            stateLock.unlock();
        }
    }

    private SharedHandle openOwnIndex(Path path) throws IOException {
        Path file = path.resolveSibling(path.getFileName() + "-shm");
        Permissions permissions =
                Files.exists(path) ? Permissions.of(path) : Permissions.OF_NEW_DATABASES;
        SharedHandle index = open(file, OpenMode.READ_WRITE_CREATE, permissions);
        if (index.database != null && index.database != this) {
            // It belongs to a database that had the name before and is still open here.
            index.close();
            Files.deleteIfExists(file);
            index = open(file, OpenMode.READ_WRITE_CREATE, permissions);
        }
        return index;
    }

    private static Object keyOf(Path path) throws IOException {
        Object fileKey = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
        return fileKey != null ? fileKey : path.toRealPath();
    }

    private void ensureOpen(Path path, OpenMode mode) throws IOException {
        if (mode != OpenMode.READ_ONLY && writer == null && Files.isWritable(path)) {
            try {
                writer = new RandomAccessFile(path.toFile(), "rw");
            } catch (FileNotFoundException _) {
                // Not writable after all, a read-only file system for instance: read it.
            }
        }
        if (writer == null && reader == null) {
            reader = new RandomAccessFile(path.toFile(), "r");
        }
    }

    /** Whether this is the file that has that name now. */
    boolean isAt(Path path) throws IOException {
        try {
            return keyOf(path).equals(key);
        } catch (NoSuchFileException _) {
            return false;
        }
    }

    /** See {@link DatabaseFile#shared}. */
    Closeable shared(Supplier<Closeable> maker) {
        stateLock.lock();
        try {
            if (shared == null) {
                shared = maker.get();
            }
            return shared;
        } finally {
            stateLock.unlock();
        }
    }

    /** See {@link DatabaseFile#lastWriteNs}. */
    long lastWriteNs(Path path) throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            return key.equals(now.fileKey()) ? now.lastModifiedTime().to(TimeUnit.NANOSECONDS) : -1;
        } catch (NoSuchFileException _) {
            return -1;
        }
    }

    /** See {@link DatabaseFile#identity}. */
    FileIdentity identity(Path path) throws IOException {
        FileIdentity now = isAt(path) ? FileIdentity.of(path) : null;
        // It has not been exchanged in between.
        return now != null && isAt(path) ? now : null;
    }

    boolean isWritable() {
        return writer != null;
    }

    private RandomAccessFile any() {
        return writer != null ? writer : reader;
    }

    int read(byte[] target, int offset, int length, long position) throws IOException {
        positionLock.lock();
        try {
            return read(any(), target, offset, length, position);
        } finally {
            positionLock.unlock();
        }
    }

    /**
     * Reads from memory that the file is mapped to. The caller knows that the file has these bytes
     * now, and will not lose them while they are read.
     *
     * @return false if they are not mapped
     */
    boolean readMapped(byte[] target, int offset, int length, long position) throws IOException {
        MemorySegment source = mapped;
        if (source == null || position + length > source.byteSize()) {
            source = CAN_MAP ? mapAfterMisses() : null;
            if (source == null || position + length > source.byteSize()) {
                return false;
            }
        }
        try {
            MemorySegment.copy(source, ValueLayout.JAVA_BYTE, position, target, offset, length);
            // Compiled code notices a page that cannot be read when it returns from native code or
            // reaches a safepoint; without the former that would be after this method.
            Thread.holdsLock(this);
            ScannedParts parts = scanned;
            if (parts != null) {
                parts.read(source, position, length);
            }
        } catch (InternalError e) {
            throw new IOException("the file is not readable, or shorter than its locks allow", e);
        }
        return true;
    }

    private MemorySegment mapAfterMisses() throws IOException {
        positionLock.lock();
        try {
            if (++misses < missesMax) {
                return null;
            }
            misses = 0;
            missesMax = Math.max(missesMax, missesMax * 2);
            long size = size();
            if (mapped == null || size > mapped.byteSize()) {
                scanned = ONCE ? new ScannedParts(size) : null;
                mapped = map(size);
            }
            return mapped;
        } finally {
            positionLock.unlock();
        }
    }

    /**
     * Reads {@code length} bytes, or less at the end of the file; no other code uses its position.
     */
    static int read(RandomAccessFile file, byte[] target, int offset, int length, long position)
            throws IOException {
        file.seek(position);
        int done = 0;
        while (done < length) {
            int count = file.read(target, offset + done, length - done);
            if (count <= 0) {
                break;
            }
            done += count;
        }
        return done;
    }

    void write(byte[] source, int offset, int length, long position) throws IOException {
        positionLock.lock();
        try {
            writer.seek(position);
            writer.write(source, offset, length);
        } finally {
            positionLock.unlock();
        }
    }

    void truncate(long size) throws IOException {
        positionLock.lock();
        try {
            mapped = null;
            writer.setLength(size);
        } finally {
            positionLock.unlock();
        }
    }

    /** Makes the file at least so long; new bytes are 0. */
    void extend(long size) throws IOException {
        if (size() < size) {
            truncate(size);
        }
    }

    /**
     * Maps the beginning of the file into memory, for reading, until the handle is closed. Returns
     * null if there are no such mappings.
     */
    MemorySegment map(long size) {
        if (mappings == null) {
            mappings = Arena.ofShared();
        }
        Arena arena = mappings;
        // In a thread of its own: an interrupt of this one would close the file.
        return CompletableFuture.supplyAsync(
                        () -> map(size, arena),
                        task -> Thread.ofPlatform().daemon().start(task))
                .join();
    }

    private MemorySegment map(long size, Arena arena) {
        try {
            return any().getChannel().map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
        } catch (IOException | UnsupportedOperationException _) {
            return null;
        }
    }

    void sync() throws IOException {
        writer.getFD().sync();
    }

    long size() throws IOException {
        return any().length();
    }

    /** Takes a lock of the operating system; null if another process is in the way. */
    FileLock tryLock(long position, long size, boolean shared) throws IOException {
        try {
            return any().getChannel().tryLock(position, size, shared);
        } catch (OverlappingFileLockException _) {
            return null; // Another copy of this class, in another class loader, holds it.
        }
    }

    void close() throws IOException {
        REGISTRY_LOCK.lock();
        try {
            assert users > 0 : users;
            if (--users > 0) {
                return;
            }
            REGISTRY.remove(key);
            if (shared != null) {
                shared.close();
            }
            if (mappings != null) {
                mappings.close();
            }
            try (RandomAccessFile first = reader;
                    RandomAccessFile second = writer) {
                assert first != null || second != null;
            }
        } finally {
            REGISTRY_LOCK.unlock();
        }
    }
}
