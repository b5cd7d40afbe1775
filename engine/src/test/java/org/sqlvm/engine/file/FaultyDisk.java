package org.sqlvm.engine.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * A disk in memory that can lose its power, refuse a call, or be full.
 *
 * <p>What is written is volatile until its file is synced; a file's name is until its folder is.
 * When the power goes, of each volatile write any of its sectors may have arrived, in whatever
 * order, and any change of a name may have.
 */
public final class FaultyDisk implements FileSystem {
    private static final int SECTOR = 512;

    /** Thrown by every call on a machine without power. */
    public static final class PowerLoss extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** Bytes at an offset, or, without bytes, a new length. */
    private record Change(long offset, byte[] bytes) {}

    private static final class Content {
        /** Handles that lose their power are never closed, and must not keep the content. */
        final Object lockKey = new Object();

        byte[] bytes = {};
        int length;
        byte[] durable = {};
        final List<Change> pending = new ArrayList<>();

        void apply(Change change) {
            if (change.bytes == null) {
                int newLength = (int) change.offset;
                grow(newLength);
                Arrays.fill(bytes, Math.min(length, newLength), bytes.length, (byte) 0);
                length = newLength;
            } else {
                int end = (int) change.offset + change.bytes.length;
                grow(end);
                System.arraycopy(change.bytes, 0, bytes, (int) change.offset, change.bytes.length);
                length = Math.max(length, end);
            }
            pending.add(change);
        }

        private void grow(int size) {
            if (size > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(size, 2 * bytes.length));
            }
        }

        byte[] content() {
            return Arrays.copyOf(bytes, length);
        }

        void sync() {
            durable = content();
            pending.clear();
        }
    }

    private final Map<String, Content> names = new HashMap<>();
    private Map<String, Content> durableNames = new HashMap<>();
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
        FaultyDisk disk = new FaultyDisk();
        Map<Content, Content> copies = new HashMap<>();
        List<String> all = new ArrayList<>(names.keySet());
        durableNames.keySet().stream().filter(name -> !all.contains(name)).forEach(all::add);
        for (String name : all) {
            Content now = names.get(name);
            Content before = durableNames.get(name);
            Content kept = now == before || random.nextBoolean() ? now : before;
            if (kept != null) {
                disk.names.put(name, copies.computeIfAbsent(kept, c -> survivor(c, random)));
            }
        }
        disk.durableNames = new HashMap<>(disk.names);
        return disk;
    }

    private static Content survivor(Content content, Random random) {
        Content survivor = new Content();
        survivor.bytes = content.durable.clone();
        survivor.length = content.durable.length;
        int kind = random.nextInt(4);
        for (Change change : content.pending) {
            if (change.bytes == null) {
                if (kind == 0 || random.nextBoolean()) {
                    survivor.apply(change);
                }
                continue;
            }
            for (int from = 0; from < change.bytes.length; ) {
                long offset = change.offset + from;
                int to = Math.min(change.bytes.length, from + SECTOR - (int) (offset % SECTOR));
                if (kind == 0 || (kind != 1 && random.nextBoolean())) {
                    byte[] sector = Arrays.copyOfRange(change.bytes, from, to);
                    survivor.apply(new Change(offset, sector));
                }
                from = to;
            }
        }
        survivor.sync();
        return survivor;
    }

    /** The content of a file as the machine sees it; null if there is none. */
    public byte[] content(String name) {
        Content content = names.get(name);
        return content == null ? null : content.content();
    }

    /** The names of the files that there are. */
    public Set<String> made() {
        return new TreeSet<>(names.keySet());
    }

    /** The names of all files that have been made. */
    public Set<String> everMade() {
        return everMade;
    }

    /** Bytes of all files. */
    public long used() {
        return names.values().stream()
                .mapToLong(content -> content.bytes.length)
                .sum();
    }

    // ------------------------------------------------------------------ the file system

    @Override
    public SharedMemory sharedMemory() {
        return shared;
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        checkPower();
        Content content = names.get(path);
        if (content == null) {
            if (mode != OpenMode.READ_WRITE_CREATE) {
                throw new NoSuchFileException(path);
            }
            change();
            content = new Content();
            names.put(path, content);
            everMade.add(path);
        }
        return new DiskFile(content, mode == OpenMode.READ_ONLY);
    }

    @Override
    public boolean exists(String path) {
        checkPower();
        return names.containsKey(path);
    }

    @Override
    public boolean delete(String path) throws IOException {
        boolean exists = exists(path);
        if (exists) {
            change();
            names.remove(path);
        }
        return exists;
    }

    @Override
    public boolean hasContent(String path) {
        checkPower();
        Content content = names.get(path);
        return content != null && content.length > 0;
    }

    @Override
    public void syncFolder(String path) throws IOException {
        change();
        durableNames = new HashMap<>(names);
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
            lock = new LocalLock(content.lockKey);
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) {
            checkPower();
            int count = (int) Math.clamp(content.length - position, 0L, (long) length);
            if (count > 0) {
                System.arraycopy(content.bytes, (int) position, target, offset, count);
            }
            return count;
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            change();
            long growth = Math.max(0, position + length - content.length);
            if (growth > 0 && used() + growth > capacity) {
                throw new IOException("No space left on device");
            }
            content.apply(
                    new Change(position, Arrays.copyOfRange(source, offset, offset + length)));
        }

        @Override
        public void truncate(long size) throws IOException {
            change();
            content.apply(new Change(size, null));
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
            return content.length;
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
            if (index.exclusive[number] || (exclusive && index.shared[number] > 0)) {
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
