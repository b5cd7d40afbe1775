package org.sqlvm.language.database;

import com.oracle.truffle.api.TruffleFile;
import com.oracle.truffle.api.TruffleLanguage.Env;
import com.oracle.truffle.api.exception.AbstractTruffleException;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.DatabaseFile;
import org.sqlvm.engine.file.FileStamp;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.HeldLock;
import org.sqlvm.engine.file.LocalLock;
import org.sqlvm.engine.file.LockLevel;
import org.sqlvm.engine.file.OpenMode;
import org.sqlvm.engine.file.RandomFile;
import org.sqlvm.engine.file.SharedMemory;
import org.sqlvm.engine.file.TemporaryPlaces;
import org.sqlvm.engine.file.WriterQueue;
import org.sqlvm.language.options.SqlvmOptions;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The files of a context's file system, which knows no locks but those of this process. All files
 * of a database go through it: journals, logs, temporary files, and those that ATTACH and VACUUM
 * INTO name. A context without I/O has none.
 */
final class ContextFiles implements FileSystem {
    private static final FileAttribute<?> FOR_OWNER_ALONE = PosixFilePermissions.asFileAttribute(
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));

    private final Env env;
    /** The files of this context only: contexts must not meet in this way. */
    private final SharedMemory sharedMemory = new SharedMemory();
    /**
     * Null before it is first needed; threads that compute it at the same time get the same answer.
     */
    private volatile Boolean hasTemporaryFiles;

    private ContextFiles(Env env) {
        this.env = env;
    }

    /**
     * Returns the file system that the option {@code sqlvm.Files} selects.
     *
     * @throws SqlException if the context does not have them
     */
    static FileSystem of(Env env) {
        boolean trusted = env.isFileIOAllowed() && env.isNativeAccessAllowed();
        return switch (env.getOptions().get(SqlvmOptions.Files)) {
            case AUTO ->
                trusted && MachineFiles.areThoseOf(env)
                        ? MachineFiles.of(env)
                        : new ContextFiles(env);
            case CONTEXT -> new ContextFiles(env);
            case MACHINE -> {
                if (!trusted) {
                    throw new SqlException(
                            ResultCode.AUTH,
                            "sqlvm.Files=machine needs a context with file and native access");
                }
                yield MachineFiles.of(env);
            }
        };
    }

    private TruffleFile file(String path) {
        return env.getPublicTruffleFile(path);
    }

    private interface Access<T> {
        T get() throws IOException;
    }

    /** Makes an error of the embedder's file system an error of the file. */
    private static <T> T guarded(Env env, Access<T> access) throws IOException {
        try {
            return access.get();
        } catch (SecurityException | UnsupportedOperationException e) {
            throw new IOException("the context does not allow it", e);
        } catch (AbstractTruffleException e) {
            if (env.isHostException(e)) {
                throw new IOException("the context's file system has failed", e);
            }
            throw e;
        }
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
        return guarded(env, () -> {
            TruffleFile file = file(path);
            if (file.isDirectory()) {
                throw new AccessDeniedException(path, null, "not a regular file");
            }
            try {
                return open(file, options);
            } catch (AccessDeniedException | SecurityException | UnsupportedOperationException e) {
                if (mode == OpenMode.READ_ONLY || !file.isReadable()) {
                    throw e;
                }
                return open(file, Set.of(StandardOpenOption.READ));
            }
        });
    }

    private DatabaseFile open(TruffleFile file, Set<StandardOpenOption> options)
            throws IOException {
        boolean readOnly = !options.contains(StandardOpenOption.WRITE);
        SeekableByteChannel channel = file.newByteChannel(options);
        boolean opened = false;
        try {
            String key = file.getCanonicalFile().getPath();
            DatabaseFile made = new ChannelFile(env, channel, readOnly, key);
            opened = true;
            return made;
        } finally {
            if (!opened) {
                channel.close();
            }
        }
    }

    @Override
    public boolean exists(String path) throws IOException {
        return guarded(env, () -> {
            try {
                return file(path).exists();
            } catch (SecurityException e) {
                return false;
            }
        });
    }

    @Override
    public boolean hasContent(String path) throws IOException {
        return guarded(env, () -> exists(path) && file(path).size() > 0);
    }

    @Override
    public boolean delete(String path) throws IOException {
        return guarded(env, () -> {
            TruffleFile file = file(path);
            boolean exists = file.exists();
            if (exists) {
                file.delete();
            }
            return exists;
        });
    }

    @Override
    public void move(String from, String to) throws IOException {
        guarded(env, () -> {
            file(from).move(file(to), StandardCopyOption.REPLACE_EXISTING);
            return null;
        });
    }

    @Override
    public List<String> list(String folder) throws IOException {
        return guarded(env, () -> {
            List<String> names = new ArrayList<>();
            for (TruffleFile file : file(folder).list()) {
                names.add(file.getName() + (file.isDirectory() ? "/" : ""));
            }
            return names;
        });
    }

    @Override
    public FileStamp stamp(String path) throws IOException {
        return guarded(env, () -> {
            TruffleFile file = file(path);
            return new FileStamp(file.size(), file.getLastModifiedTime().toMillis());
        });
    }

    @Override
    public String canonicalPath(String path) throws IOException {
        return guarded(env, () -> {
            TruffleFile file = file(path).getAbsoluteFile().normalize();
            if (file.exists()) {
                return file.getCanonicalFile().getPath();
            }
            TruffleFile folder = file.getParent();
            return folder != null && folder.exists()
                    ? folder.getCanonicalFile().resolve(file.getName()).getPath()
                    : file.getPath();
        });
    }

    @Override
    public SharedMemory sharedMemory() {
        return sharedMemory;
    }

    /** A file system that can only be read has none: then everything stays in memory. */
    @Override
    public boolean hasTemporaryFiles() {
        if (hasTemporaryFiles == null) {
            hasTemporaryFiles = env.isFileIOAllowed() && canMakeTemporary();
        }
        return hasTemporaryFiles;
    }

    private boolean canMakeTemporary() {
        try {
            if (temporaryFolder() == null) {
                openTemporary().close(); // In the file system's own folder.
            }
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    @Override
    public RandomFile openTemporary() throws IOException {
        return guarded(env, () -> {
            TruffleFile path = createTemporary(temporaryFolder());
            SeekableByteChannel channel = path.newByteChannel(
                    EnumSet.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
            boolean deleted = false;
            try {
                path.delete();
                deleted = true;
            } catch (IOException _) {
                // This system keeps files that are open: it goes when it is closed.
            }
            return new TemporaryChannelFile(
                    new ChannelFile(env, channel, false, channel), deleted ? null : path);
        });
    }

    private TruffleFile createTemporary(TruffleFile folder) throws IOException {
        try {
            return env.createTempFile(folder, TemporaryPlaces.PREFIX, "", FOR_OWNER_ALONE);
        } catch (UnsupportedOperationException _) {
            return env.createTempFile(folder, TemporaryPlaces.PREFIX, ""); // It has no permissions.
        }
    }

    /** Returns the folder for temporary files; null for the file system's own, if it has one. */
    private TruffleFile temporaryFolder() throws IOException {
        for (String place : TemporaryPlaces.of(env.getEnvironment())) {
            boolean fits = guarded(env, () -> {
                try {
                    TruffleFile folder = file(place);
                    return folder.isDirectory() && folder.isWritable();
                } catch (SecurityException | IllegalArgumentException _) {
                    return false;
                }
            });
            if (fits) {
                return file(place);
            }
        }
        return null;
    }

    /** @param path to delete at the end, or null */
    private record TemporaryChannelFile(ChannelFile file, TruffleFile path) implements RandomFile {
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
        private final Env env;
        private final SeekableByteChannel channel;
        private final boolean readOnly;
        private final LocalLock lock;

        /** @param key equal for channels of the same file */
        ChannelFile(Env env, SeekableByteChannel channel, boolean readOnly, Object key) {
            this.env = env;
            this.channel = channel;
            this.readOnly = readOnly;
            lock = new LocalLock(key);
        }

        @Override
        public int read(byte[] target, int offset, int length, long position) throws IOException {
            return guarded(env, () -> {
                channel.position(position);
                ByteBuffer buffer = ByteBuffer.wrap(target, offset, length);
                while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
                    assert buffer.position() <= offset + length : buffer;
                }
                return buffer.position() - offset;
            });
        }

        @Override
        public void write(byte[] source, int offset, int length, long position) throws IOException {
            guarded(env, () -> {
                channel.position(position);
                ByteBuffer buffer = ByteBuffer.wrap(source, offset, length);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                return null;
            });
        }

        @Override
        public void truncate(long size) throws IOException {
            if (size > size()) {
                write(new byte[1], 0, 1, size - 1);
            } else {
                guarded(env, () -> channel.truncate(size));
            }
        }

        @Override
        public void sync() {
            // A channel of a virtual file system has nothing to sync.
        }

        @Override
        public long size() throws IOException {
            return guarded(env, channel::size);
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
        public List<HeldLock> heldLocks() {
            return lock.heldLocks();
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
        public void close() throws IOException {
            lock.close();
            channel.close();
        }
    }
}
