package org.sqlvm.engine.file;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;

/**
 * The file system that database files live in. Stateless for its callers; may be shared by threads.
 */
public interface FileSystem {
    /**
     * Opens a file.
     *
     * @throws java.nio.file.NoSuchFileException if there is none and the mode does not make one
     * @throws IOException if it cannot be opened (a directory, no permission)
     */
    DatabaseFile open(String path, OpenMode mode) throws IOException;

    /**
     * Opens a file that stands beside a database. A new one has the database's permissions and
     * owner from the beginning, since it has the same content.
     *
     * @param database its path
     * @param path the path of the file beside it
     */
    default DatabaseFile openBeside(String database, String path, OpenMode mode)
            throws IOException {
        return open(path, mode);
    }

    /**
     * Whether there is a file of that name, or a folder or anything else that keeps a file from
     * having it.
     */
    boolean exists(String path) throws IOException;

    /**
     * Whether there is a file with content, or anything else of that name. A file of no bytes,
     * which a process that died may have left, is no journal and no log.
     */
    default boolean hasContent(String path) throws IOException {
        return exists(path);
    }

    /**
     * Deletes a file; nothing happens if there is none.
     *
     * @return false if there was none
     */
    boolean delete(String path) throws IOException;

    /**
     * Renames a file; replaces a file that has the new name.
     *
     * @throws IOException if that is not possible
     */
    default void move(String from, String to) throws IOException {
        throw new IOException("files cannot be renamed here");
    }

    /**
     * Returns when the creation or deletion of {@code path} is on the disk: syncs its folder.
     * Nothing happens where folders cannot be synced.
     */
    default void syncFolder(String path) throws IOException {}

    /**
     * Returns the names in a folder, in any order; the names of folders end in a slash.
     *
     * @throws IOException if it is no folder, or cannot be read
     */
    default List<String> list(String folder) throws IOException {
        throw new NotDirectoryException(folder);
    }

    /** Returns whether there is a folder of that path, which can be read. */
    default boolean isFolder(String path) {
        try {
            list(path);
            return true;
        } catch (IOException _) {
            return false;
        }
    }

    /**
     * Returns the stamp that tells whether a file has changed.
     *
     * @throws IOException if there is none
     */
    default FileStamp stamp(String path) throws IOException {
        throw new NoSuchFileException(path);
    }

    /**
     * Returns the state of a file, with which content that has been read from it stays valid.
     *
     * @return null if these files do not have such states: their times do not tell of each write
     * @throws IOException if there is none
     */
    default FileIdentity identity(String path) throws IOException {
        return null;
    }

    /** The absolute path with links resolved, also of a file that does not exist yet. */
    String canonicalPath(String path) throws IOException;

    /** Whether {@link #openWalIndex} may give one: these files can have shared locks. */
    default boolean hasWalIndexes() {
        return false;
    }

    /**
     * Opens the {@code -shm} file beside the database {@code path}, which has the locks of a
     * write-ahead log.
     *
     * @param database the opened file of that path: connections of this process to it have one
     *     index, also if its file is deleted
     * @return null if these files cannot have shared locks, or the file cannot be opened or made
     */
    default WalIndexFile openWalIndex(String path, DatabaseFile database) throws IOException {
        return null;
    }

    /** The databases in memory that connections with this file system share by name. */
    SharedMemory sharedMemory();

    /**
     * Whether {@link #openTemporary} may be called: a sandbox without files keeps all data in
     * memory.
     */
    default boolean hasTemporaryFiles() {
        return false;
    }

    /**
     * Opens a new private file that is gone when it is closed, or with the process. It is in the
     * first of {@link TemporaryPlaces} that takes it.
     */
    default RandomFile openTemporary() throws IOException {
        throw new IOException("no temporary files here");
    }
}
