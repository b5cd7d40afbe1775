package org.sqlvm.engine.file;

import org.sqlvm.build.VolatileDisk;
import org.sqlvm.build.VolatileDisk.Content;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/** A disk in memory that can lose its power ({@link VolatileDisk}), refuse a call, or be full. */
public final class FaultyDisk implements FileSystem {
    /** Thrown by every call on a machine without power. */
    public static final class PowerLoss extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** The key of the locks of each file: handles that lose their power are never closed. */
    private final Map<Content, Object> lockKeys = Collections.synchronizedMap(new WeakHashMap<>());

    private final VolatileDisk disk;
    private final Set<String> everMade = new TreeSet<>();
    private final Map<String, SharedIndex> indexes = new HashMap<>();

    private int calls;
    private int powerLossAt = Integer.MAX_VALUE;
    private int errorAt = Integer.MAX_VALUE;
    private int errorCount;
    private long capacity = Long.MAX_VALUE;
    private boolean off;
    private final SharedMemory shared = new SharedMemory();
    private boolean sharedMemory = true;
    private int syncs;

    public FaultyDisk() {
        this(new VolatileDisk());
    }

    private FaultyDisk(VolatileDisk disk) {
        this.disk = disk;
    }

    /** Changing calls so far: writes, syncs, truncations, creations, deletions. */
    public int calls() {
        return calls;
    }

    public int syncs() {
        return syncs;
    }

    /** The power goes just before changing call {@code number}, counted from 1. */
    public void losePowerAt(int number) {
        powerLossAt = number;
    }

    /** Lets {@code count} changing calls fail, from {@code number} on, counted from 1. */
    public void failAt(int number, int count) {
        errorAt = number;
        errorCount = count;
    }

    /** Sets the number of bytes that all files together may have. */
    public void setCapacity(long bytes) {
        capacity = bytes;
    }

    private void change() throws IOException {
        checkPower();
        calls++;
        if (calls >= powerLossAt) {
            off = true;
            throw new PowerLoss();
        }
        if (calls >= errorAt && calls - errorAt < errorCount) {
            throw new IOException("injected");
        }
    }

    private void checkPower() {
        if (off) {
            throw new PowerLoss();
        }
    }

    /** The disk as the machine finds it when the power is back. */
    public FaultyDisk afterPowerLoss(Random random) {
        return new FaultyDisk(disk.afterPowerLoss(random));
    }

    /** The content of a file as the machine sees it; null if there is none. */
    public byte[] content(String name) {
        Content content = disk.find(name);
        return content == null ? null : content.toBytes();
    }

    /** The names of the files that there are. */
    public Set<String> made() {
        return disk.names();
    }

    /** The names of all files that have been made. */
    public Set<String> everMade() {
        return everMade;
    }

    /** Bytes of all files. */
    public long used() {
        return disk.used();
    }

    // ------------------------------------------------------------------ the file system

    @Override
    public SharedMemory sharedMemory() {
        return shared;
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        checkPower();
        Content content = disk.find(path);
        if (content == null) {
            if (mode != OpenMode.READ_WRITE_CREATE) {
                throw new NoSuchFileException(path);
            }
            change();
            content = disk.create(path);
            everMade.add(path);
        }
        return new DiskFile(content, mode == OpenMode.READ_ONLY);
    }

    @Override
    public boolean exists(String path) {
        checkPower();
        return disk.find(path) != null;
    }

    @Override
    public boolean delete(String path) throws IOException {
        boolean exists = exists(path);
        if (exists) {
            change();
            disk.delete(path);
        }
        return exists;
    }

    @Override
    public boolean hasContent(String path) {
        checkPower();
        Content content = disk.find(path);
        return content != null && content.length() > 0;
    }

    @Override
    public void syncFolder(String path) throws IOException {
        change();
        disk.syncNames();
    }

    @Override
    public String canonicalPath(String path) {
        return path;
    }

    @Override
    public boolean hasTemporaryFiles() {
        return true;
    }

    @Override
    public RandomFile openTemporary() throws IOException {
        change();
        return new DiskFile(new Content(), false);
    }

    /** From now on no {@code -shm} file can be had. */
    public void forbidSharedMemory() {
        sharedMemory = false;
    }

    @Override
    public boolean hasWalIndexes() {
        return sharedMemory;
    }

    @Override
    public WalIndexFile openWalIndex(String path, DatabaseFile database) {
        if (!sharedMemory) {
            return null;
        }
        SharedIndex shared = indexes.computeIfAbsent(path, _ -> new SharedIndex());
        if (shared.users++ == 0) {
            shared.bytes = new byte[0];
            shared.companion = null;
            shared.writeKept = false;
        }
        return new IndexFile(shared);
    }

    private final class DiskFile implements DatabaseFile {
        private final Content content;
        private final boolean readOnly;
        private final LocalLock lock;

        DiskFile(Content content, boolean readOnly) {
            this.content = content;
            this.readOnly = readOnly;
            lock = new LocalLock(lockKeys.computeIfAbsent(content, _ -> new Object()));
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) {
            checkPower();
            return content.read(target, offset, length, position);
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            change();
            long growth = Math.max(0, position + length - content.length());
            if (growth > 0 && used() + growth > capacity) {
                throw new IOException("No space left on device");
            }
            content.write(source, offset, length, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            change();
            content.truncate(size);
        }

        @Override
        public void sync() throws IOException {
            change();
            syncs++;
            content.sync();
        }

        @Override
        public long size() {
            checkPower();
            return content.length();
        }

        @Override
        public boolean isReadOnly() {
            return readOnly;
        }

        @Override
        public boolean lock(LockLevel level) {
            return lock.lock(level);
        }

        @Override
        public void unlock(LockLevel level) {
            lock.unlock(level);
        }

        @Override
        public WriterQueue writers() {
            return lock.writers();
        }

        @Override
        public LockLevel lockLevel() {
            return lock.level();
        }

        @Override
        public boolean isReserved() {
            return lock.isReserved();
        }

        @Override
        public void close() {
            lock.close();
        }
    }

    /** The state that the handles of one {@code -shm} file share. */
    private static final class SharedIndex {
        byte[] bytes = {};
        int users;
        final int[] shared = new int[WalIndexFile.LOCK_COUNT];
        final boolean[] exclusive = new boolean[WalIndexFile.LOCK_COUNT];
        boolean writeKept;
        Object companion;
    }

    private static final class IndexFile implements WalIndexFile {
        private final SharedIndex index;
        private final int[] mine = new int[LOCK_COUNT];
        private final boolean[] mineAlone = new boolean[LOCK_COUNT];
        private boolean closed;

        IndexFile(SharedIndex index) {
            this.index = index;
        }

        @Override
        public void read(byte[] target, long position) {
            int count = (int) Math.clamp(index.bytes.length - position, 0L, (long) target.length);
            Arrays.fill(target, (byte) 0);
            if (count > 0) {
                System.arraycopy(index.bytes, (int) position, target, 0, count);
            }
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) {
            int end = (int) position + length;
            if (end > index.bytes.length) {
                index.bytes = Arrays.copyOf(index.bytes, end);
            }
            System.arraycopy(source, offset, index.bytes, (int) position, length);
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public boolean lock(int number, boolean exclusive) {
            if (index.exclusive[number]
                    || (index.writeKept && number == WRITE_LOCK)
                    || (exclusive && index.shared[number] > 0)) {
                return false;
            }
            if (exclusive) {
                index.exclusive[number] = true;
                mineAlone[number] = true;
            } else {
                index.shared[number]++;
                mine[number]++;
            }
            return true;
        }

        @Override
        public void unlock(int number, boolean exclusive) {
            if (exclusive) {
                assert mineAlone[number] : number;
                mineAlone[number] = false;
                index.exclusive[number] = false;
            } else {
                assert mine[number] > 0 : number;
                mine[number]--;
                index.shared[number]--;
            }
        }

        @Override
        public void keepWriteLock() {
            unlock(WRITE_LOCK, true);
            index.writeKept = true;
        }

        @Override
        public boolean joinWriteLock() {
            boolean isFree = !index.exclusive[WRITE_LOCK];
            if (isFree) {
                index.exclusive[WRITE_LOCK] = true;
                mineAlone[WRITE_LOCK] = true;
            }
            return isFree;
        }

        @Override
        public void dropWriteLock() {
            index.writeKept = false;
        }

        @Override
        public Object shared(Supplier<Object> maker) {
            if (index.companion == null) {
                index.companion = maker.get();
            }
            return index.companion;
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                for (int number = 0; number < LOCK_COUNT; number++) {
                    index.shared[number] -= mine[number];
                    index.exclusive[number] &= !mineAlone[number];
                }
                index.users--;
            }
        }
    }
}
