package org.sqlvm.engine.virtual.module;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.vector.cache.FileColumns;

/**
 * Database files that are not attached, as a connection may read them. All but {@link #isSet} may
 * be called by any thread.
 */
public interface DatabaseFiles {
    /** Returns the files that the connection may open. */
    FileSystem system();

    /**
     * Opens a database file that exists, with the rights that ATTACH has.
     *
     * @param inContext whether the caller is the thread of the statement, whose waits for locks the
     *     embedder may end
     * @throws org.sqlvm.engine.error.SqlException if it cannot be opened
     */
    Btree open(String path, boolean inContext);

    /** Reads the schema of such a database, within a read transaction. */
    Schema schema(Btree database);

    /** Returns the value of a column in records that end before it. */
    Object absentValue(Table table, int column);

    /** Returns the decoded columns of such files. */
    FileColumns columns();

    /** Returns the memory for what is read. */
    Workspace workspace();

    /** Whether a database of the connection is a set of files that ATTACH has named. */
    boolean isSet(DatabaseId database);
}
