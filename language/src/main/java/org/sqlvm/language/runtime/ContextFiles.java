package org.sqlvm.language.runtime;

import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.TruffleLanguage.Env;

import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.DirectFileSystem;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.LocalLock;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;
import org.sqlvm.engine.file.SharedMemory;
import org.sqlvm.engine.file.TemporaryPlaces;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.Set;

/**
 * The files of a context, as its embedder allows them. A context that may call native code is
 * trusted with the operating system's own files and locks; any other uses its file system, which
 * knows no locks but those of this process, and a context without I/O has none.
 */
final class ContextFiles implements FileSystem {
    private final Env env;
    /** Of this context alone: it may not meet others in this way. */
    private final SharedMemory sharedMemory = new SharedMemory();

    private ContextFiles(Env env) {
        this.env = env;
    }

    static FileSystem of(Env env) {
        boolean trusted = env.isFileIOAllowed() && env.isNativeAccessAllowed();
        return trusted ? DirectFileSystem.INSTANCE : new ContextFiles(env);
    }

    private TruffleFile file(String path) {
        return env.getPublicTruffleFile(path);
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        Set<StandardOpenOption> options = EnumSet.of(StandardOpenOption.READ);
        if (mode != OpenMode.READ_ONLY) {
            options.add(StandardOpenOption.WRITE);
        }
        if (mode == OpenMode.READ_WRITE_CREATE) {
            options.add(StandardOpenOption.CREATE);
        }
        try {
            return open(path, options);
        } catch (AccessDeniedException e) {
            if (mode == OpenMode.READ_ONLY || !file(path).isReadable()) {
                throw e;
            }
            return open(path, Set.of(StandardOpenOption.READ));
        } catch (SecurityException e) {
            throw new IOException("the context does not allow to open " + path, e);
        }
    }

    private DatabaseFile open(String path, Set<StandardOpenOption> options) throws IOException {
        boolean readOnly = !options.contains(StandardOpenOption.WRITE);
        SeekableByteChannel channel = file(path).newByteChannel(options);
        return new ChannelFile(channel, readOnly, file(path).getCanonicalFile().getPath());
    }

    @Override
    public boolean exists(String path) throws IOException {
        try {
            return file(path).exists();
        } catch (SecurityException e) {
            return false;
        }
    }

    @Override
    public boolean hasContent(String path) throws IOException {
        return exists(path) && file(path).size() > 0;
    }

    @Override
    public boolean delete(String path) throws IOException {
        TruffleFile file = file(path);
        boolean exists = file.exists();
        if (exists) {
            file.delete();
        }
        return exists;
    }

    @Override
    public String canonicalPath(String path) throws IOException {
        try {
            TruffleFile file = file(path);
            return (file.exists() ? file.getCanonicalFile() : file.getAbsoluteFile()).getPath();
        } catch (SecurityException e) {
            throw new IOException("the context does not allow to open " + path, e);
        }
    }

    @Override
    public SharedMemory sharedMemory() {
        return sharedMemory;
    }

    @Override
    public boolean hasTemporaryFiles() {
        return env.isFileIOAllowed();
    }

    @Override
    public RandomFile openTemporary() throws IOException {
        try {
            TruffleFile path = createTemporary();
            SeekableByteChannel channel = path.newByteChannel(
                    EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
            boolean deleted = false;
            try {
                path.delete();
                deleted = true;
            } catch (IOException _) {
                // This system keeps files that are open: it goes when it is closed.
            }
            return new TemporaryChannelFile(channel, deleted ? null : path);
        } catch (SecurityException e) {
            throw new IOException("the context does not allow temporary files", e);
        }
    }

    private TruffleFile createTemporary() throws IOException {
        for (String place : TemporaryPlaces.of(env.getEnvironment())) {
            TruffleFile folder = file(place);
            if (folder.isDirectory() && folder.isWritable()) {
                return env.createTempFile(folder, TemporaryPlaces.PREFIX, "");
            }
        }
        return env.createTempFile(null, TemporaryPlaces.PREFIX, "");
    }

    /** @param path to delete at the end, or null */
    private record TemporaryChannelFile(ChannelFile file, TruffleFile path) implements RandomFile {
        TemporaryChannelFile(SeekableByteChannel channel, TruffleFile path) {
            this(new ChannelFile(channel, false, channel), path);
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) throws IOException {
            return file.read(target, offset, length, position);
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            file.write(source, offset, length, position);
        }

        @Override
        public void truncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void close() throws IOException {
            file.close();
            if (path != null && path.exists()) {
                path.delete();
            }
        }
    }

    /** A file with locks for this process alone. */
    private static final class ChannelFile implements DatabaseFile {
        private final SeekableByteChannel channel;
        private final boolean readOnly;
        private final LocalLock lock;

        /** @param key equal for channels of the same file */
        ChannelFile(SeekableByteChannel channel, boolean readOnly, Object key) {
            this.channel = channel;
            this.readOnly = readOnly;
            lock = new LocalLock(key);
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) throws IOException {
            channel.position(position);
            ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                assert buffer.position() <= offset + length : buffer;
            }
            return buffer.position() - offset;
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            channel.position(position);
            ByteBuffer buffer = ByteBuffer.wrap(source, offset, length);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            if (size > channel.size()) {
                write(new byte[1], 0, 1, size - 1);
            } else {
                channel.truncate(size);
            }
        }

        @Override
        public void sync() {
            // A channel of a virtual file system has nothing to sync.
        }

        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public boolean isReadOnly() {
            return readOnly;
        }

        @Override
        public boolean lock(LockLevel wanted) {
            return lock.lock(wanted);
        }

        @Override
        public void unlock(LockLevel wanted) {
            lock.unlock(wanted);
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
        public void close() throws IOException {
            lock.close();
            channel.close();
        }
    }
}
