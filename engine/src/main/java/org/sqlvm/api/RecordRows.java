package org.sqlvm.api;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of a result as objects of a class; made by {@link Rows#as}. They can be read once, by
 * one of {@link #iterator}, {@link #stream} and {@link #toList}, which close the rows after the
 * last one. {@link #close} closes them earlier.
 */
public final class RecordRows<T> implements Iterable<T>, AutoCloseable {
    private final Rows rows;
    private final RecordMapper<T> mapper;

    RecordRows(Rows rows, Class<T> type) {
        this.rows = rows;
        this.mapper = new RecordMapper<>(rows, type);
    }

    @Override
    public Iterator<T> iterator() {
        return new RowIterator<>(rows, mapper::map);
    }

    /** A sequential stream; closing it closes the rows. */
    public Stream<T> stream() {
        return rows.stream(mapper::map);
    }

    public List<T> toList() {
        return stream().toList();
    }

    @Override
    public void close() {
        rows.close();
    }
}
