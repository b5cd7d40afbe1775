package org.sqlvm.test.crash;

import org.sqlvm.build.VolatileDisk;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;
import org.sqlvm.engine.file.SharedMemory;
import org.sqlvm.engine.file.WalIndexFile;
import org.sqlvm.engine.file.WriterQueue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The machine's files, and beside them a {@link VolatileDisk} that gets every change of them. So
 * what a loss of power would have left can be had at any time, while the run goes on. Temporary
 * files and the index of a log do not survive one, and are the machine's alone.
 */
final class WatchedFiles implements FileSystem {
    private final FileSystem real = DirectFileSystem.INSTANCE;
    private final VolatileDisk disk;
    private final Runnable beforeChange;

    /**
     * @param disk has the content of the files that there are
     * @param beforeChange runs before each change of a file or of a name
     */
    WatchedFiles(VolatileDisk disk, Runnable beforeChange) {
        this.disk = disk;
        this.beforeChange = beforeChange;
    }

    /** Makes each file of {@code disk} a file in {@code folder}. */
    static void store(VolatileDisk disk, Path folder) throws IOException {
        for (String name : disk.names()) {
            Files.write(folder.resolve(name), disk.find(name).toBytes());
        }
    }

    /** Returns the name that the disk knows a file by: all files are in one folder. */
    private static String name(String path) {
        return Path.of(path).getFileName().toString();
    }

    private DatabaseFile watched(String path, DatabaseFile opened) {
        VolatileDisk.Content content = disk.find(name(path));
        return new WatchedFile(opened, content == null ? disk.create(name(path)) : content);
    }

    private void beforeOpening(String path, OpenMode mode) {
        if (mode == OpenMode.READ_WRITE_CREATE && disk.find(name(path)) == null) {
            beforeChange.run();
        }
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        beforeOpening(path, mode);
        return watched(path, real.open(path, mode));
    }

    @Override
    public DatabaseFile openBeside(String database, String path, OpenMode mode) throws IOException {
        beforeOpening(path, mode);
        return watched(path, real.openBeside(database, path, mode));
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
        if (disk.find(name(path)) != null) {
            beforeChange.run();
            disk.delete(name(path));
        }
        return real.delete(path);
    }

    @Override
    public void syncFolder(String path) throws IOException {
        beforeChange.run();
        disk.syncNames();
    }

    @Override
    public String canonicalPath(String path) throws IOException {
        return real.canonicalPath(path);
    }

    @Override
    public boolean hasWalIndexes() {
        return real.hasWalIndexes();
    }

    @Override
    public WalIndexFile openWalIndex(String path, DatabaseFile database) throws IOException {
        return real.openWalIndex(path, ((WatchedFile) database).opened);
    }

    @Override
    public SharedMemory sharedMemory() {
        return real.sharedMemory();
    }

    @Override
    public boolean hasTemporaryFiles() {
        return real.hasTemporaryFiles();
    }

    @Override
    public RandomFile openTemporary() throws IOException {
        return real.openTemporary();
    }

    /** A sync is the disk's alone: the machine does not lose its power. */
    private final class WatchedFile implements DatabaseFile {
        private final DatabaseFile opened;
        private final VolatileDisk.Content content;

        WatchedFile(DatabaseFile opened, VolatileDisk.Content content) {
            this.opened = opened;
            this.content = content;
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) throws IOException {
            return opened.read(target, offset, length, position);
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            beforeChange.run();
            opened.write(source, offset, length, position);
            content.write(source, offset, length, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            beforeChange.run();
            opened.truncate(size);
            content.truncate(size);
        }

        @Override
        public void sync() {
            beforeChange.run();
            content.sync();
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
