package org.sqlvm.engine.virtual.module;

import org.sqlvm.engine.vector.scan.ColumnSource;

/**
 * Walks over rows that come column by column: vectors take whole batches ({@link ColumnSource}),
 * programs of rows go through them.
 */
public abstract class ColumnCursor extends VirtualCursor implements ColumnSource {
    @Override
    public void close() {}
}
