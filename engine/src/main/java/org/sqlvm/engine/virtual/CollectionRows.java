package org.sqlvm.engine.virtual;

import org.sqlvm.engine.row.function.RegisteredFunction;

/** What the rows of a {@link CollectionTable} are. */
public interface CollectionRows extends RegisteredFunction.Body {
    /** A cursor that stands nowhere yet. */
    VirtualCursor open();
}
