package org.sqlvm.api;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of a result, each given to the constructor of a class: what {@link Rows#as} gives. Can
 * be read once, in one of the three ways that there are; each closes the rows behind the last one,
 * {@link #close} closes them before.
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
