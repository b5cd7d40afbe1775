package org.sqlvm.language.callbacks;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.virtual.VirtualCursor;

/** Walks over a collection of another language; {@link GuestRowNode} knows how. */
public final class GuestTableCursor extends VirtualCursor {
    final GuestTable table;
    /** What rows are; null before the first of a table that was empty when it was registered. */
    GuestShape shape;

    /** Null for one that has array elements. */
    Object iterator;

    /** Of array elements when the walk began. */
    long size;

    /** Of the row, from 0. */
    long position;

    /** Null for a row of NULLs. */
    Object row;

    GuestTableCursor(GuestTable table) {
        this.table = table;
        this.shape = table.shape();
    }

    @Override
    @TruffleBoundary
    public boolean filter(int index, Object[] arguments) {
        return GuestRowNode.UNCACHED.first(this);
    }

    @Override
    @TruffleBoundary
    public boolean next() {
        return GuestRowNode.UNCACHED.next(this);
    }

    @Override
    @TruffleBoundary
    public Object column(int column) {
        CallResult result = new CallResult();
        GuestRowNode.UNCACHED.read(this, column, result);
        return result.value();
    }

    @Override
    public long rowid() {
        return position + 1;
    }
}
