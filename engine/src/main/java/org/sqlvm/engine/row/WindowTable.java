package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.Workspace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows under a window: taken in any order, sorted by partition and order, given back in that
 * order with the window's results ({@link WindowCalls}).
 *
 * <p>As long as the workspace has room, all rows are in memory. Then a {@link Sorter} takes them,
 * and they are computed partition by partition; one that is too large itself is in a file
 * ({@link WindowRows}).
 *
 * <p>Use: for each row {@link #beginRow}, {@link #set} for all columns below the results, and
 * {@link #endRow}; {@link #compute} once; then {@link #next} until false.
 */
public final class WindowTable implements AutoCloseable {
    /** For each row: where its peers begin and end, its group's number and beginning. */
    private static final long PLACES_SIZE = 4L * Integer.BYTES;

    private final WindowSpec spec;
    private final Workspace workspace;
    private final int width;
    private final List<RowKey> keys = new ArrayList<>();

    /** All rows, or the partition at hand if there is a sorter. */
    private final WindowRows rows;

    private final WindowCalls calls;

    /** What has all rows if they do not fit into memory; else null. */
    private Sorter sorter;

    /** How the sorter's records, which are keys and the whole row, hold text. */
    private TextEncoding encoding;

    private RecordWriter writer;
    private RowBuffer buffer;

    /** The first row of the next partition; null if there is none. */
    private Object[] ahead;

    /** Bytes counted for the places of the partition. */
    private long taken;

    private int current = -1;

    /** The row that it stands on is the one of this number in these columns. */
    private ValueColumn[] shown;

    private int shownRow;

    public WindowTable(WindowSpec spec, Workspace workspace) {
        this.spec = spec;
        this.workspace = workspace;
        addKeys(spec.partition(), spec.partitionFields());
        addKeys(spec.order(), spec.orderFields());
        width = spec.firstResult() + spec.calls().size();
        rows = new WindowRows(workspace, width);
        calls = new WindowCalls(spec, rows, workspace.interruption());
    }

    private void addKeys(List<Integer> columns, List<KeyField> fields) {
        for (int i = 0; i < columns.size(); i++) {
            keys.add(new RowKey(columns.get(i), fields.get(i)));
        }
    }

    /** Begins a row. */
    public void beginRow() {
        if (!rows.hasRoom()) {
            makeRoom();
        }
    }

    @TruffleBoundary
    private void makeRoom() {
        if (!rows.reserve()) {
            spill();
        }
    }

    /**
     * Sets a value of the row that has begun.
     *
     * @param kind see {@link ValueKind}
     * @param number an integer, or the raw bits of a real
     * @param object a text or a blob, which may be borrowed
     */
    public void set(int column, int kind, long number, Object object) {
        ValueColumn target = rows.columns()[column];
        if (ValueKind.isNumber(kind)) {
            target.setNumber(rows.size(), kind, number);
        } else if (kind == ValueKind.NULL) {
            target.setNull(rows.size());
        } else {
            setObject(target, (Bytes) object);
        }
    }

    @TruffleBoundary
    private void setObject(ValueColumn target, Bytes object) {
        Bytes owned = object.owned();
        target.setObject(rows.size(), owned);
        if (sorter == null) {
            rows.noteObject(owned);
        }
    }

    /** Ends a row all of whose values have been set. */
    public void endRow() {
        if (sorter == null) {
            rows.endRow();
        } else {
            sort(0);
        }
    }

    /** From now on the sorter takes the rows, and the first in memory is the one that comes. */
    private void spill() {
        List<KeyField> fields = keys.stream().map(RowKey::field).toList();
        encoding = KeyField.encoding(fields);
        writer = new RecordWriter(encoding);
        buffer = new RowBuffer();
        sorter = new Sorter(new KeyOrder(fields, encoding), workspace);
        for (int row = 0; row < rows.size(); row++) {
            sort(row);
        }
        rows.close();
        rows.reserve();
    }

    @TruffleBoundary
    private void sort(int row) {
        writer.clear();
        for (RowKey key : keys) {
            writer.add(rows.get(row, key.column()));
        }
        buffer.clear();
        WindowFile.write(rows.row(row, spec.firstResult()), buffer);
        writer.addBlob(new Blob(buffer.array, 0, buffer.position));
        byte[] record = writer.toRecord();
        sorter.add(record, 0, record.length);
    }

    /** Computes the results; the table then stands before the first row. */
    @TruffleBoundary
    public void compute() {
        if (sorter != null) {
            sorter.sort();
            rows.close();
            ahead = nextSorted();
            return;
        }
        rows.sort(keys, spec.partition().size());
        for (int first = 0; first < rows.size(); ) {
            int last = first + 1;
            while (last < rows.size() && !rows.beginsPartition(last)) {
                last++;
            }
            calls.compute(first, last);
            first = last;
        }
    }

    private Object[] nextSorted() {
        if (!sorter.next()) {
            return null;
        }
        Blob row = (Blob) RecordReader.column(
                sorter.array(), sorter.offset(), sorter.length(), keys.size(), encoding);
        buffer.reserve(row.length);
        System.arraycopy(row.array, row.offset, buffer.array, 0, row.length);
        buffer.rewind();
        return WindowFile.read(spec.firstResult(), buffer);
    }

    /** Computes the next partition of those that the sorter gives; false after the last. */
    private boolean computeNext() {
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
        workspace.take(rows.size() * PLACES_SIZE - taken);
        taken = rows.size() * PLACES_SIZE;
        calls.compute(0, rows.size());
        current = 0;
        return true;
    }

    /** What a row begins that comes behind another. */
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

    /** Moves to the next row; false after the last. */
    @TruffleBoundary
    public boolean next() {
        current++;
        if (current >= rows.size() && (sorter == null || !computeNext())) {
            return false;
        }
        show();
        return true;
    }

    private void show() {
        if (rows.isInMemory()) {
            shown = rows.columns();
            shownRow = current;
            return;
        }
        shown = new ValueColumn[width];
        shownRow = 0;
        Arrays.setAll(shown, _ -> new ValueColumn());
        for (int column = 0; column < width; column++) {
            shown[column].grow(1);
            shown[column].set(0, rows.get(current, column));
        }
    }

    /** What a value of the row is that the table stands on: see {@link ValueKind}. */
    public int kind(int column) {
        return shown[column].kind(shownRow);
    }

    /** An integer of the row that the table stands on, or the raw bits of a real. */
    public long number(int column) {
        return shown[column].number(shownRow);
    }

    /** A text or a blob of the row that the table stands on. */
    public Object object(int column) {
        return shown[column].object(shownRow);
    }

    /** Gives back what it holds. */
    @Override
    public void close() {
        rows.close();
        workspace.take(-taken);
        taken = 0;
        if (sorter != null) {
            sorter.close();
        }
    }
}
