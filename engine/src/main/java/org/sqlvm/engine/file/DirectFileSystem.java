package org.sqlvm.engine.file;

import org.sqlvm.engine.error.ResultCode;

import java.io.File;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/** The machine's file system, without any sandbox between. */
public final class DirectFileSystem implements FileSystem {
    public static final DirectFileSystem INSTANCE = new DirectFileSystem(path -> path);

    /** The databases in memory that the whole process shares. */
    private static final SharedMemory SHARED_MEMORY = new SharedMemory();

    /** By device: whether the times of its files tell of each write. */
    private static final Map<Long, Boolean> RELIABLE = new ConcurrentHashMap<>();

    private final UnaryOperator<String> resolution;

    /** @param resolution may make a relative path absolute; else it is the process's */
    public DirectFileSystem(UnaryOperator<String> resolution) {
        this.resolution = resolution;
    }

    @Override
    public DatabaseFile open(String path, OpenMode mode) throws IOException {
        return open(path, mode, Permissions.OF_NEW_DATABASES);
    }

    /** As SQLite, which looks for the database's permissions before it opens any such file. */
    @Override
    public DatabaseFile openBeside(String database, String path, OpenMode mode) throws IOException {
        Permissions permissions;
        try {
            permissions = Permissions.of(Path.of(database));
        } catch (IOException e) {
            throw FileErrors.of(ResultCode.IOERR_FSTAT, e);
        }
        return open(path, mode, permissions);
    }

    private static DatabaseFile open(String path, OpenMode mode, Permissions permissions)
            throws IOException {
        Path file = Path.of(path);
        if (!Files.exists(file) && mode != OpenMode.READ_WRITE_CREATE) {
            throw new NoSuchFileException(path);
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new AccessDeniedException(path, null, "not a regular file");
        }
        return new DirectFile(SharedHandle.open(file, mode, permissions), mode);
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(Path.of(path));
    }

    @Override
    public boolean hasContent(String path) {
        return new File(path).length() > 0; // 0 where there is none; without an exception.
    }

    @Override
    public boolean delete(String path) throws IOException {
        return Files.deleteIfExists(Path.of(path));
    }

    @Override
    public void move(String from, String to) throws IOException {
        Files.move(Path.of(from), Path.of(to), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public List<String> list(String folder) throws IOException {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> content = Files.newDirectoryStream(Path.of(folder))) {
            for (Path path : content) {
                names.add(path.getFileName() + (Files.isDirectory(path) ? "/" : ""));
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }

    /** Does not look at what is in the folder, which may be much. */
    @Override
    public boolean isFolder(String path) {
        Path folder = Path.of(path);
        return Files.isDirectory(folder) && Files.isReadable(folder);
    }

    @Override
    public FileStamp stamp(String path) throws IOException {
        BasicFileAttributes found = Files.readAttributes(Path.of(path), BasicFileAttributes.class);
        return new FileStamp(found.size(), found.lastModifiedTime().toMillis());
    }

    @Override
    public FileIdentity identity(String path) throws IOException {
        Path file = Path.of(path);
        FileIdentity found = FileIdentity.of(file);
        if (found == null) {
            return null;
        }
        Boolean reliable = RELIABLE.get(found.device());
        if (reliable == null) {
            reliable = FileIdentity.hasReliableTimes(file);
            RELIABLE.put(found.device(), reliable);
        }
        return reliable ? found : null;
    }

    /** A channel that an interrupt has closed is opened again: a commit depends on this. */
    @Override
    public void syncFolder(String path) throws IOException {
        Path folder = Path.of(path).toAbsolutePath().getParent();
        boolean interrupted = false;
        try {
            boolean done = false;
            while (!done) {
                interrupted |= Thread.interrupted();
                done = trySyncFolder(folder);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** @return false if an interrupt came between */
    private static boolean trySyncFolder(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (ClosedByInterruptException _) {
            return false;
        } catch (IOException _) {
            return true; // This system does not open folders.
        }
        try (channel) {
            channel.force(true);
            return true;
        } catch (ClosedByInterruptException _) {
            return false;
        }
    }

    @Override
    public String canonicalPath(String path) throws IOException {
        Path absolute = Path.of(resolution.apply(path)).toAbsolutePath().normalize();
        if (Files.exists(absolute)) {
            return realPath(absolute).toString();
        }
        Path parent = absolute.getParent();
        boolean resolvable = parent != null && Files.exists(parent);
        return resolvable
                ? parent.toRealPath().resolve(absolute.getFileName()).toString()
                : absolute.toString();
    }

    /** A file in memory or without a name has no other path than the link to it below /proc. */
    private static Path realPath(Path absolute) throws IOException {
        try {
            return absolute.toRealPath();
        } catch (NoSuchFileException _) {
            return absolute;
        }
    }

    @Override
    public boolean hasWalIndexes() {
        return true;
    }

    @Override
    public WalIndexFile openWalIndex(String path, DatabaseFile database) throws IOException {
        return DirectWalIndexFile.open(Path.of(path), ((DirectFile) database).handle());
    }

    @Override
    public SharedMemory sharedMemory() {
        return SHARED_MEMORY;
    }

    @Override
    public boolean hasTemporaryFiles() {
        return true;
    }

    @Override
    public RandomFile openTemporary() throws IOException {
        for (String place : TemporaryPlaces.of(System.getenv())) {
            Path folder = Path.of(place);
            if (Files.isDirectory(folder) && Files.isWritable(folder)) {
                return DirectTemporaryFile.create(folder);
            }
        }
        throw new NoSuchFileException("no directory for temporary files");
    }
}
