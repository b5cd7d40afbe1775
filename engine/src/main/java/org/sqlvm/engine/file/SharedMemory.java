package org.sqlvm.engine.file;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Databases in memory that connections share by name (sqlite.org/inmemorydb.html). One begins with
 * its first connection and ends with its last. Any number of threads may use this.
 */
public final class SharedMemory {
    /**
     * The name of a database in memory.
     *
     * @param tableLocks whether it is one of {@code cache=shared}, whose errors are those of
     *     SQLite's locks on tables; if not, it is one of the VFS memdb, with the errors of a file.
     *     Both may have a database of the same name
     */
    public record Name(String name, boolean tableLocks) {}

    /** One database, and the state that its connections share. */
    static final class Store {
        /** Guards the fields below but {@link #current}, and the locks of all handles. */
        final ReentrantLock guard = new ReentrantLock();

        /** The one handle with RESERVED or more; null for none. */
        VersionedFile writer;

        final WriterQueue writers = new WriterQueue();

        /** The last committed version. Only the writer replaces it. */
        volatile FileVersion current = FileVersion.EMPTY;

        /** The last version, by its number, that has changed a tree, by its root. */
        private final Map<Integer, Long> changes = new HashMap<>();

        /** Handles that are open; guarded by the registry. */
        private int users;

        /** Whether one of the trees has changed since a version. */
        boolean hasChanged(BitSet trees, FileVersion since) {
            return trees.stream().anyMatch(root -> changes.getOrDefault(root, 0L) > since.number);
        }

        /** A new version, which differs from the one before in these trees. */
        void publish(FileVersion version, BitSet trees) {
            guard.lock();
            try {
                trees.stream().forEach(root -> changes.put(root, version.number));
                current = version;
            } finally {
                guard.unlock();
            }
        }
    }

    private final ReentrantLock guard = new ReentrantLock();
    private final Map<Name, Store> stores = new HashMap<>();

    /** Opens the database called {@code name}; makes an empty one if there is none. */
    public DatabaseFile open(Name name, OpenMode mode) {
        guard.lock();
        try {
            Store store = stores.computeIfAbsent(name, _ -> new Store());
            store.users++;
            boolean readOnly = mode == OpenMode.READ_ONLY;
            return new VersionedFile(name, store, readOnly, () -> leave(name, store));
        } finally {
            guard.unlock();
        }
    }

    private void leave(Name name, Store store) {
        guard.lock();
        try {
            assert store.users > 0 : store.users;
            if (--store.users == 0) {
                stores.remove(name);
            }
        } finally {
            guard.unlock();
        }
    }
}
