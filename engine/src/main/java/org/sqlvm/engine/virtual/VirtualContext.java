package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.engine.virtual.module.CursorContext;

/** What a virtual table may know of the statement that reads it. */
public interface VirtualContext extends CursorContext {
    /**
     * The connection's own table for one that the program knows.
     *
     * @throws org.sqlvm.engine.error.SqlException if its module cannot make it
     */
    ModuleTable connected(ConnectedTable table);
}
