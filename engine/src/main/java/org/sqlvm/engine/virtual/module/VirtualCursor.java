package org.sqlvm.engine.virtual.module;

import org.sqlvm.api.TableCursor;

/**
 * A cursor whose values are as registers hold them, in {@link #filter} and {@link #column}; they
 * may be borrowed until the next call.
 */
public abstract class VirtualCursor implements TableCursor {
    /**
     * Goes on by rows without reading their values.
     *
     * @param limit how many, at least 1
     * @return how many it has gone on by; fewer if it is at the end
     */
    public int skip(int limit) {
        int count = 0;
        while (count < limit && next()) {
            count++;
        }
        return count;
    }

    @Override
    public void close() {}
}
