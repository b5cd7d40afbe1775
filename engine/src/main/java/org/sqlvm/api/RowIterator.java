package org.sqlvm.api;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Applies a function to each row, and closes the rows after the last one. */
final class RowIterator<T> implements Iterator<T> {
    private final Rows rows;
    private final Function<? super Rows, ? extends T> mapper;
    /** Whether the rows are positioned on one that {@link #next} has not returned yet. */
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
