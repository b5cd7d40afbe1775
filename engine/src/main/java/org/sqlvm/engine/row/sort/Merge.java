package org.sqlvm.engine.row.sort;

import org.sqlvm.engine.data.KeyOrder;

/**
 * The records of several sorted runs in one order; of equal ones, those of an earlier run first. It
 * keeps a heap of the runs by their current records.
 */
final class Merge implements Records {
    private final KeyOrder order;
    private final RunReader[] readers;
    /** The numbers of the runs; the first one has the least record. */
    private final int[] heap;

    private int size;
    private boolean begun;

    Merge(KeyOrder order, RunReader[] readers) {
        this.order = order;
        this.readers = readers;
        heap = new int[readers.length];
    }

    @Override
    public boolean next() {
        if (!begun) {
            begin();
        } else if (advance(heap[0])) {
            sink(0);
        } else {
            heap[0] = heap[--size];
            sink(0);
        }
        return size > 0;
    }

    private void begin() {
        begun = true;
        for (int i = 0; i < readers.length; i++) {
            if (advance(i)) {
                heap[size++] = i;
            }
        }
        for (int i = size / 2 - 1; i >= 0; i--) {
            sink(i);
        }
    }

    private boolean advance(int number) {
        RunReader reader = readers[number];
        if (!reader.next()) {
            return false;
        }
        reader.prefix = order.prefix(reader.array(), reader.offset(), reader.length());
        return true;
    }

    private void sink(int from) {
        int at = from;
        while (true) {
            int child = 2 * at + 1;
            if (child >= size) {
                return;
            }
            if (child + 1 < size && isBefore(heap[child + 1], heap[child])) {
                child++;
            }
            if (!isBefore(heap[child], heap[at])) {
                return;
            }
            int moved = heap[at];
            heap[at] = heap[child];
            heap[child] = moved;
            at = child;
        }
    }

    private boolean isBefore(int left, int right) {
        RunReader a = readers[left];
        RunReader b = readers[right];
        int compared = Long.compareUnsigned(a.prefix, b.prefix);
        if (compared == 0) {
            compared = order.compare(
                    a.array(), a.offset(), a.length(), b.array(), b.offset(), b.length());
        }
        return compared < 0 || (compared == 0 && left < right);
    }

    @Override
    public byte[] array() {
        return readers[heap[0]].array();
    }

    @Override
    public int offset() {
        return readers[heap[0]].offset();
    }

    @Override
    public int length() {
        return readers[heap[0]].length();
    }
}
