package org.sqlvm.engine.virtual;

import org.sqlvm.engine.row.function.RegisteredFunction;
import org.sqlvm.engine.virtual.module.ColumnCursor;
import org.sqlvm.engine.virtual.module.VirtualCursor;

/** What the rows of a {@link CollectionTable} are. */
public interface CollectionRows extends RegisteredFunction.Body {
    /** Whether its cursors are {@link ColumnCursor}s. */
    default boolean hasBatches() {
        return false;
    }

    /** A cursor that stands nowhere yet. */
    VirtualCursor open();
}
