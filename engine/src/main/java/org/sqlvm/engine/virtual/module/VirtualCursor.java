package org.sqlvm.engine.virtual.module;

import org.sqlvm.api.TableCursor;

/**
 * A cursor whose values are as registers hold them, in {@link #filter} and {@link #column}; they
 * may be borrowed until the next call.
 */
public abstract class VirtualCursor implements TableCursor {
    @Override
    public void close() {}
}
