package org.sqlvm.api;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** What a function makes of each row; closes the rows behind the last one. */
final class RowIterator<T> implements Iterator<T> {
    private final Rows rows;
    private final Function<? super Rows, ? extends T> mapper;
    /** The rows stand on one that {@link #next} has not given yet. */
    private boolean ready;

    RowIterator(Rows rows, Function<? super Rows, ? extends T> mapper) {
        this.rows = rows;
        this.mapper = mapper;
    }

    @Override
    public boolean hasNext() {
        if (!ready) {
            ready = rows.next();
            if (!ready) {
                rows.close();
            }
        }
        return ready;
    }

    @Override
    public T next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ready = false;
        return mapper.apply(rows);
    }
}
