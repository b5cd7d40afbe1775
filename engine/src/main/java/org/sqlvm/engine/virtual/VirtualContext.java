package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.row.CallContext;

import java.util.List;

/** What a virtual table may know of the statement that reads it. */
public interface VirtualContext {
    /** What its functions may know. */
    CallContext callContext();

    /**
     * The files that the connection may open, for a statement that writes one.
     *
     * @throws org.sqlvm.engine.error.SqlException if the connection may only read
     */
    FileSystem filesToWrite();

    /** What work asks that is done between two rows, if it may last. */
    Interruption interruption();

    /**
     * The connection's own table for one that the program knows.
     *
     * @throws org.sqlvm.engine.error.SqlException if its module cannot make it
     */
    ModuleTable connected(ConnectedTable table);

    /**
     * The rows of a PRAGMA.
     *
     * @param argument null without
     * @param database null for all, or main where a PRAGMA is about one
     * @return values as in a register
     * @throws org.sqlvm.engine.error.SqlException for an unknown database
     */
    List<Object[]> pragma(Pragma pragma, String argument, String database);
}
