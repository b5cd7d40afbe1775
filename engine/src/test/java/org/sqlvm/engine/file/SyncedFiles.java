package org.sqlvm.engine.file;

import org.sqlvm.build.VolatileDisk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The machine's files, for threads. Syncs of logs can be counted, delayed, stopped and refused.
 * What a loss of power would have left can be had at any time: a sync keeps what was written before
 * it began.
 */
public final class SyncedFiles implements FileSystem {
    /** Runs in the middle of each sync of a log. */
    @FunctionalInterface
    public interface Hook {
        void run() throws IOException;
    }

    private final FileSystem real = DirectFileSystem.INSTANCE;
    private final VolatileDisk disk = new VolatileDisk();
    private final AtomicInteger logSyncs = new AtomicInteger();
    private volatile Hook hook = () -> {};

    public void setHook(Hook next) {
        hook = next;
    }

    /** How many syncs of logs have begun. */
    public int logSyncs() {
        return logSyncs.get();
    }

    /** Makes the files in {@code folder} that the machine would find if the power went now. */
    public void losePower(Random random, Path folder) throws IOException {
        VolatileDisk found;
        synchronized (disk) {
            found = disk.afterPowerLoss(random);
        }
        for (String name : found.names()) {
            Files.write(folder.resolve(name), found.find(name).toBytes());
        }
    }

    private static String name(String path) {
        return Path.of(path).getFileName().toString();
    }

    private DatabaseFile synced(String path, DatabaseFile opened) {
        synchronized (disk) {
            VolatileDisk.Content content = disk.find(name(path));
            return new SyncedFile(
                    opened,
                    content == null ? disk.create(name(path)) : content,
                    path.endsWith("-wal"));
        }
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        return synced(path, real.open(path, mode));
    }

    @Override
    public DatabaseFile openBeside(String database, String path, OpenMode mode) throws IOException {
        return synced(path, real.openBeside(database, path, mode));
    }

    @Override
    public boolean exists(String path) throws IOException {
        return real.exists(path);
    }

    @Override
    public boolean hasContent(String path) throws IOException {
        return real.hasContent(path);
    }

    @Override
    public boolean delete(String path) throws IOException {
        synchronized (disk) {
            disk.delete(name(path));
        }
        return real.delete(path);
    }

    @Override
    public void syncFolder(String path) {
        synchronized (disk) {
            disk.syncNames();
        }
    }

    @Override
    public String canonicalPath(String path) throws IOException {
        return real.canonicalPath(path);
    }

    @Override
    public boolean hasWalIndexes() {
        return true;
    }

    @Override
    public WalIndexFile openWalIndex(String path, DatabaseFile database) throws IOException {
        return real.openWalIndex(path, ((SyncedFile) database).opened);
    }

    @Override
    public SharedMemory sharedMemory() {
        return real.sharedMemory();
    }

    @Override
    public boolean hasTemporaryFiles() {
        return true;
    }

    @Override
    public RandomFile openTemporary() throws IOException {
        return real.openTemporary();
    }

    private final class SyncedFile implements DatabaseFile {
        private final DatabaseFile opened;
        private final VolatileDisk.Content content;
        private final boolean isLog;

        SyncedFile(DatabaseFile opened, VolatileDisk.Content content, boolean isLog) {
            this.opened = opened;
            this.content = content;
            this.isLog = isLog;
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) throws IOException {
            return opened.read(target, offset, length, position);
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            synchronized (disk) {
                opened.write(source, offset, length, position);
                content.write(source, offset, length, position);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            synchronized (disk) {
                opened.truncate(size);
                content.truncate(size);
            }
        }

        @Override
        public void sync() throws IOException {
            VolatileDisk.Sync sync;
            synchronized (disk) {
                sync = content.beginSync();
            }
            if (isLog) {
                logSyncs.incrementAndGet();
                hook.run();
            }
            synchronized (disk) {
                sync.end();
            }
        }

        @Override
        public long size() throws IOException {
            return opened.size();
        }

        @Override
        public boolean isReadOnly() {
            return opened.isReadOnly();
        }

        @Override
        public boolean lock(LockLevel level) throws IOException {
            return opened.lock(level);
        }

        @Override
        public void unlock(LockLevel level) throws IOException {
            opened.unlock(level);
        }

        @Override
        public LockLevel lockLevel() {
            return opened.lockLevel();
        }

        @Override
        public WriterQueue writers() {
            return opened.writers();
        }

        @Override
        public boolean hasOtherWriter() {
            return opened.hasOtherWriter();
        }

        @Override
        public boolean isReserved() throws IOException {
            return opened.isReserved();
        }

        @Override
        public void close() throws IOException {
            opened.close();
        }
    }
}
