package org.sqlvm.engine.db;

import org.sqlvm.engine.btree.Btree;
import org.sqlvm.engine.btree.IndexCursor;
import org.sqlvm.engine.btree.RecordSequence;
import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.SerialType;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.Varint;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.program.Insertion;
import org.sqlvm.engine.row.sort.Sorter;

/**
 * The entries that appended rows need in an index. Those of many rows are sorted, and so the pages
 * of the index are visited in their order: if it was empty, it grows at its end.
 */
final class DirectIndex {
    private final int root;
    private final KeyOrder order;

    /** The order of the fields that the user named; null if entries may be equal in them. */
    private final KeyOrder uniqueOrder;

    /** By field: the column of the row's record, or {@link Insertion#ABSENT}. */
    private final int[] places;

    /** By field: whether a real that is a whole number is an integer in the entry. */
    private final boolean[] reals;

    private final int columnCount;
    private final RecordWriter writer = new RecordWriter(TextEncoding.UTF8);

    /** The serial types and the offsets of a row's columns, as far as they are needed. */
    private final long[] types;

    private final int[] starts;

    /** The entries in their order, with the rowids of their rows. */
    private final RecordSequence sorted = new RecordSequence();

    private byte[] entry = new byte[256];

    DirectIndex(Insertion.Entry index) {
        root = index.rootPage();
        order = new KeyOrder(index.order(), TextEncoding.UTF8);
        int unique = index.uniqueCount();
        uniqueOrder = unique == 0
                ? null
                : new KeyOrder(index.order().subList(0, unique), TextEncoding.UTF8);
        int count = index.fields().size();
        places = new int[count];
        reals = new boolean[count];
        int last = Insertion.ABSENT;
        for (int i = 0; i < count; i++) {
            places[i] = index.fields().get(i).column();
            reals[i] = index.fields().get(i).real();
            last = Math.max(last, places[i]);
        }
        columnCount = last + 1;
        types = new long[columnCount];
        starts = new int[columnCount];
    }

    /** Makes the entries of rows that have their rowids, and sorts them. */
    void collect(RecordSequence rows, int from, int to, Workspace workspace) {
        sorted.clear();
        try (Sorter sorter = new Sorter(order, workspace)) {
            for (int row = from; row < to; row++) {
                int length = write(rows, row);
                sorter.add(entry, 0, length);
            }
            sorter.sort();
            while (sorter.next()) {
                int length = sorter.length();
                sorted.reserve(sorted.size, length);
                System.arraycopy(
                        sorter.array(), sorter.offset(), sorted.bytes, sorted.size, length);
                long rowid = RecordReader.lastLong(sorter.array(), sorter.offset(), length);
                sorted.add(sorted.size + length, rowid, RecordSequence.GIVEN);
            }
        }
    }

    /** Writes a row's entry, and gives its length. */
    private int write(RecordSequence rows, int row) {
        byte[] data = rows.bytes;
        int position = rows.start(row);
        int value = position + (int) Varint.read(data, position);
        position += Varint.sizeAt(data, position);
        for (int column = 0; column < columnCount; column++) {
            long type = Varint.read(data, position);
            position += Varint.sizeAt(data, position);
            types[column] = type;
            starts[column] = value;
            value += (int) SerialType.size(type);
        }
        writer.clear();
        for (int field = 0; field < places.length; field++) {
            int place = places[field];
            if (place == Insertion.ABSENT) {
                writer.addLong(rows.rowid(row));
                continue;
            }
            Object stored =
                    RecordReader.value(data, starts[place], types[place], TextEncoding.UTF8);
            writer.add(reals[field] ? Affinities.stored(stored, Affinity.NUMERIC) : stored);
        }
        if (writer.size() > entry.length) {
            entry = new byte[(int) writer.size()];
        }
        return writer.writeTo(entry, 0);
    }

    /** The first of the rows whose key one before it has; {@code to} if there is none. */
    int firstConflict(Btree btree, RecordSequence rows, int from, int to) {
        int first = to;
        if (uniqueOrder == null) {
            return first;
        }
        try (IndexCursor cursor = btree.openIndex(root, true, order)) {
            boolean empty = !cursor.first();
            for (int i = 0; i < sorted.count(); i++) {
                if (!hasNull(i) && (isLikeBefore(i) || (!empty && isThere(cursor, i)))) {
                    first = Math.min(first, rows.find(sorted.rowid(i), from, to));
                }
            }
        }
        return first;
    }

    /** Whether a key has a NULL, and so is equal to no other. */
    private boolean hasNull(int i) {
        int position = sorted.start(i) + Varint.sizeAt(sorted.bytes, sorted.start(i));
        for (int field = 0; field < uniqueOrder.fieldCount(); field++) {
            if (Varint.read(sorted.bytes, position) == SerialType.NULL) {
                return true;
            }
            position += Varint.sizeAt(sorted.bytes, position);
        }
        return false;
    }

    private boolean isLikeBefore(int i) {
        if (i == 0) {
            return false;
        }
        int before = sorted.start(i - 1);
        int start = sorted.start(i);
        return uniqueOrder.compare(
                        sorted.bytes, before, start - before, sorted.bytes, start, length(i))
                == 0;
    }

    private int length(int i) {
        return sorted.end(i) - sorted.start(i);
    }

    private boolean isThere(IndexCursor cursor, int i) {
        IndexKey key = order.probe(sorted.bytes, sorted.start(i), length(i));
        key.setCount(uniqueOrder.fieldCount());
        return cursor.seek(key) == 0;
    }

    /**
     * Inserts the entries.
     *
     * @param rowidEnd entries of rows from this one on are left out
     * @param all whether no entry is left out
     */
    void insert(Btree btree, long rowidEnd, boolean all) {
        try (IndexCursor cursor = btree.openIndex(root, true, order)) {
            for (int i = 0; i < sorted.count(); i++) {
                if (all || sorted.rowid(i) < rowidEnd) {
                    int length = length(i);
                    System.arraycopy(sorted.bytes, sorted.start(i), entry, 0, length);
                    cursor.insert(entry, length, order.probe(entry, length));
                }
            }
        }
    }
}
