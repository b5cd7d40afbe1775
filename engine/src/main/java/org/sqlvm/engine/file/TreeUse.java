package org.sqlvm.engine.file;

import java.util.BitSet;

/**
 * The trees, by their root pages, that a connection's transaction on a versioned file has read and
 * written. They replace the table locks of SQLite's shared cache (sqlite.org/sharedcache.html
 * section 2.2): transactions on different tables do not block each other.
 */
public final class TreeUse {
    /** For every other file: nothing is noted. */
    public static final TreeUse NONE = new TreeUse(null);

    /** The tree of sqlite_schema. Who reads anything depends on it. */
    private static final int SCHEMA = 1;

    private final SharedMemory.Name name;
    private final BitSet read = new BitSet();
    private final BitSet written = new BitSet();

    TreeUse(SharedMemory.Name name) {
        this.name = name;
    }

    /** Returns the versioned file's name; null if there is none. */
    public SharedMemory.Name name() {
        return name;
    }

    /** A read transaction begins. */
    public void begin() {
        if (name != null) {
            read.clear();
            read.set(SCHEMA);
        }
    }

    /** A write transaction begins in it. */
    public void beginWrite() {
        if (name != null) {
            written.clear();
        }
    }

    /** A cursor on a tree is opened. */
    public void open(int root, boolean writable) {
        if (name != null) {
            (writable ? written : read).set(root);
        }
    }

    /** Something else than entries of trees is written: the header, or all pages. */
    public void writeAll() {
        open(SCHEMA, true);
    }

    BitSet trees() {
        return read;
    }

    BitSet writtenTrees() {
        return written;
    }
}
