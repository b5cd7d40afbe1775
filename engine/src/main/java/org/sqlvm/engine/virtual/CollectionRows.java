package org.sqlvm.engine.virtual;

import org.sqlvm.engine.row.function.RegisteredTable;
import org.sqlvm.engine.virtual.module.ColumnCursor;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/**
 * The rows of a {@link CollectionTable}. If they have batches, cursors are {@link ColumnCursor}s.
 */
public interface CollectionRows extends RegisteredTable.Rows {
    /** A cursor that stands nowhere yet. */
    VirtualCursor open();
}
