package org.sqlvm.engine.row.window;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.RowBuffer;
import org.sqlvm.engine.row.sort.RowKey;
import org.sqlvm.engine.row.sort.RowOrder;
import org.sqlvm.engine.row.sort.Sorter;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One window: the rows, if they are all in memory, are sorted there and computed
 * ({@link #compute}). If they are not, a {@link Sorter} takes them, and the rows are filled with
 * one partition after the other ({@link #computeNext}).
 */
final class WindowStage implements AutoCloseable {
    /** For each row: where its peers begin and end, its group's number and beginning. */
    private static final long PLACES_SIZE = 4L * Integer.BYTES;

    private final WindowSpec spec;
    private final Set<Integer> wanted;
    private final Workspace workspace;
    private final List<RowKey> keys = new ArrayList<>();

    /** All rows, or the current partition. */
    private final WindowRows rows;

    private final WindowCalls calls;

    /** How the sorter's records, which are keys and the whole row, hold text. */
    private final TextEncoding encoding;

    /** Null if the rows are in memory. */
    private Sorter sorter;

    private RecordWriter writer;
    private RowBuffer buffer;

    /** The first row of the next partition; null if there is none. */
    private Object[] ahead;

    /** The number of bytes counted for the peer groups of the partition. */
    private long taken;

    /** @param wanted the columns that are read of the rows once they are sorted */
    WindowStage(WindowSpec spec, Set<Integer> wanted, WindowRows rows, Workspace workspace) {
        this.spec = spec;
        this.wanted = wanted;
        this.rows = rows;
        this.workspace = workspace;
        addKeys(spec.partition(), spec.partitionFields());
        addKeys(spec.order(), spec.orderFields());
        encoding = KeyField.encoding(fields());
        calls = new WindowCalls(spec, rows, workspace.interruption());
    }

    private void addKeys(List<Integer> columns, List<KeyField> fields) {
        for (int i = 0; i < columns.size(); i++) {
            keys.add(new RowKey(columns.get(i), fields.get(i)));
        }
    }

    private List<KeyField> fields() {
        return keys.stream().map(RowKey::field).toList();
    }

    /** Sorts rows that are all in memory, and computes the results. */
    void compute() {
        boolean divides = !spec.calls().isEmpty();
        rows.sort(keys, spec.partition().size(), divides, wanted);
        if (!divides) {
            return;
        }
        for (int first = 0; first < rows.size(); ) {
            int last = first + 1;
            while (last < rows.size() && !rows.beginsPartition(last)) {
                last++;
            }
            calls.compute(first, last);
            first = last;
        }
    }

    /** Opens the sorter to which the rows go. */
    void openSorter() {
        writer = new RecordWriter(encoding);
        buffer = new RowBuffer();
        sorter = new Sorter(new KeyOrder(fields(), encoding), workspace);
    }

    /** Adds one of the rows to the sorter. */
    void sort(int row) {
        writer.clear();
        for (RowKey key : keys) {
            writer.add(rows.get(row, key.column()));
        }
        buffer.clear();
        WindowFile.write(rows.row(row, spec.firstResult()), buffer);
        writer.addBlob(buffer.borrowed());
        byte[] record = writer.toRecord();
        sorter.add(record, 0, record.length);
    }

    /** Sorts the rows, which have all gone to the sorter. */
    void finishSorting() {
        sorter.sort();
        rows.close();
        ahead = nextSorted();
    }

    private Object[] nextSorted() {
        if (!sorter.next()) {
            return null;
        }
        Blob row = (Blob) RecordReader.column(
                sorter.array(), sorter.offset(), sorter.length(), keys.size(), encoding);
        buffer.read(row);
        return WindowFile.read(spec.firstResult(), buffer);
    }

    /** Computes the next partition from the sorter; returns false after the last. */
    boolean computeNext() {
        if (ahead == null) {
            return false;
        }
        rows.close();
        byte start = RowOrder.NEW_PARTITION | RowOrder.NEW_PLACE;
        do {
            Object[] row = ahead;
            rows.add(row, start);
            ahead = nextSorted();
            start = ahead == null ? RowOrder.NEW_PARTITION : start(row, ahead);
        } while ((start & RowOrder.NEW_PARTITION) == 0);
        count(rows.size() * PLACES_SIZE);
        calls.compute(0, rows.size());
        return true;
    }

    private void count(long bytes) {
        workspace.take(bytes - taken);
        taken = bytes;
    }

    /** Returns the groups that a row begins which follows another row. */
    private byte start(Object[] before, Object[] row) {
        for (int i = 0; i < keys.size(); i++) {
            int column = keys.get(i).column();
            if (keys.get(i).field().compare(before[column], row[column]) != 0) {
                return i < spec.partition().size()
                        ? RowOrder.NEW_PARTITION | RowOrder.NEW_PLACE
                        : RowOrder.NEW_PLACE;
            }
        }
        return 0;
    }

    /** Releases the memory and files, except the rows. */
    @Override
    public void close() {
        count(0);
        if (sorter != null) {
            sorter.close();
        }
    }
}
