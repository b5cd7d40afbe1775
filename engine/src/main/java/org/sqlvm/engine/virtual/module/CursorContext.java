package org.sqlvm.engine.virtual.module;

import org.sqlvm.engine.error.Interruption;
import org.sqlvm.engine.file.FileSystem;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.virtual.pragma.Pragma;

import java.util.List;

/** The statement that reads a table, as the table's cursor sees it. */
public interface CursorContext {
    /** Returns the state that functions of the statement see. */
    CallContext callContext();

    /**
     * The files that the connection may open, for a statement that writes one.
     *
     * @throws org.sqlvm.engine.error.SqlException if the connection may only read
     */
    FileSystem filesToWrite();

    /** Returns the states in which this run of the statement has read files. */
    SeenFiles seenFiles();

    /** Returns the flag that long work between two rows must poll. */
    Interruption interruption();

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
