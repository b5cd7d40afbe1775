package org.sqlvm.engine.file;

import java.io.IOException;

/** The place where database files live. Stateless for its callers; may be shared by threads. */
public interface FileSystem {
    /**
     * Opens a file.
     *
     * @throws java.nio.file.NoSuchFileException if there is none and the mode does not make one
     * @throws IOException if it cannot be opened (a directory, no permission)
     */
    DatabaseFile open(String path, OpenMode mode) throws IOException;

    /** Is there a file, or a folder or anything else that a file cannot be in the place of? */
    boolean exists(String path) throws IOException;

    /** Deletes a file; nothing happens if there is none. */
    void delete(String path) throws IOException;

    /**
     * Returns when the creation or deletion of {@code path} is on the disk: syncs its folder.
     * Nothing happens where folders cannot be synced.
     */
    default void syncFolder(String path) throws IOException {}

    /** The absolute path with links resolved, also of a file that does not exist yet. */
    String canonicalPath(String path) throws IOException;

    /**
     * Opens the {@code -shm} file beside the database {@code path}, the place of the locks of a
     * write-ahead log.
     *
     * @return null if these files cannot have shared locks, or the file cannot be opened or made
     */
    default WalIndexFile openWalIndex(String path) throws IOException {
        return null;
    }

    /**
     * Whether {@link #openTemporary} may be asked at all: a sandbox without files keeps everything
     * in memory.
     */
    default boolean hasTemporaryFiles() {
        return false;
    }

    /**
     * Opens a new file that nobody else uses and that is gone when it is closed, or with the
     * process. It is in the first of {@link TemporaryPlaces} that takes it.
     */
    default RandomFile openTemporary() throws IOException {
        throw new IOException("no temporary files here");
    }
}
