package org.sqlvm.engine.row.window;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.RowThreads;
import org.sqlvm.engine.row.sort.RowKey;
import org.sqlvm.engine.row.sort.RowOrder;
import org.sqlvm.engine.row.sort.ValueColumn;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The rows that a window is computed over, by number from 0: by column in memory as long as the
 * workspace has room, then in a {@link WindowFile}. A column that has not been set is NULL.
 */
final class WindowRows implements AutoCloseable {
    private static final int CAPACITY_MIN = 4;

    /** The number of rows in memory, however small the workspace is. */
    private static final int ROWS_MIN = 2;

    /**
     * The size of a text or a blob beside its bytes, with the reference: in an array of its own, or
     * not.
     */
    private static final int OBJECT_SIZE = 64;

    private static final int SLICE_SIZE = 32;

    /** While rows are sorted: two words and two copies of them, and numbers of rows. */
    private static final int SORT_SIZE = 4 * Long.BYTES + 3 * Integer.BYTES;

    private final Workspace workspace;
    private final RowThreads threads;
    private final int width;

    /** The size of each row without its texts and blobs. */
    private final long rowSize;

    private ValueColumn[] columns;
    private int capacity;
    private int count;

    /** The rows that fit, unless texts and blobs take more than {@link #objectRoom}. */
    private int room;

    private long objectBytes;
    private long objectRoom;

    /** By row, as {@link RowOrder} has it. */
    private byte[] starts = {};

    /** Bytes counted in the workspace. */
    private long taken;

    /** Null while all rows are in memory. */
    private WindowFile file;

    /**
     * Creates an empty set of rows.
     *
     * @param threads the threads that sort them
     * @param width the number of columns of a row
     */
    WindowRows(Workspace workspace, RowThreads threads, int width) {
        this.workspace = workspace;
        this.threads = threads;
        this.width = width;
        rowSize = SORT_SIZE + 1 + width * (1L + Long.BYTES);
        clear();
    }

    private void clear() {
        columns = new ValueColumn[width];
        Arrays.setAll(columns, _ -> new ValueColumn());
        capacity = 0;
        count = 0;
        room = 0;
        objectBytes = 0;
        objectRoom = 0;
    }

    int size() {
        return count;
    }

    /** Whether there is room in memory for some more rows without asking for any. */
    boolean hasRoom(int more) {
        return count + more <= room && objectBytes <= objectRoom;
    }

    /** Makes room in memory for some more rows; false if the workspace has none. */
    boolean reserve(int more) {
        if (hasRoom(more)) {
            return true;
        }
        recount();
        int needed = count + more;
        int wanted = needed <= capacity
                ? capacity
                : Math.max(needed, Math.max(CAPACITY_MIN, 2 * capacity));
        long bytes = (wanted - capacity) * rowSize;
        if (needed > ROWS_MIN && !workspace.mayGrow(taken, bytes)) {
            return false;
        }
        if (wanted > capacity) {
            grow(wanted);
        }
        room = capacity;
        objectRoom = objectBytes + workspace.limit() / 32;
        return true;
    }

    private void grow(int wanted) {
        capacity = wanted;
        for (ValueColumn column : columns) {
            column.grow(capacity);
        }
        starts = Arrays.copyOf(starts, capacity);
        recount();
    }

    private void recount() {
        long bytes = capacity * rowSize + objectBytes;
        workspace.take(bytes - taken);
        taken = bytes;
    }

    /** Returns the columns in memory, in which the next row is set. */
    ValueColumn[] columns() {
        return columns;
    }

    /** Notes a text or a blob that was put into a column. */
    void noteObject(Bytes object) {
        objectBytes += object.length + OBJECT_SIZE;
    }

    /** Notes a text or blob whose bytes are a slice of a shared array. */
    void noteSlice(Bytes object) {
        objectBytes += object.length + SLICE_SIZE;
    }

    /** The next rows have been set in {@link #columns}. */
    void endRows(int more) {
        count += more;
    }

    /**
     * Adds a row, whose values do not change, with the groups that it begins: see {@link RowOrder}.
     */
    void add(Object[] row, byte start) {
        if (file == null && !reserve(1)) {
            leave();
        }
        if (file != null) {
            starts = count < starts.length ? starts : Arrays.copyOf(starts, 2 * count);
            file.add(count, Arrays.copyOf(row, width));
        } else {
            for (int column = 0; column < row.length; column++) {
                columns[column].set(count, row[column]);
                if (row[column] instanceof Bytes bytes) {
                    noteObject(bytes);
                }
            }
        }
        starts[count] = start;
        count++;
    }

    /** Into the file. */
    private void leave() {
        file = new WindowFile(workspace, width, count / 2);
        for (int number = 0; number < count; number++) {
            Object[] row = new Object[width];
            for (int column = 0; column < width; column++) {
                row[column] = columns[column].get(number);
            }
            file.add(number, row);
        }
        for (ValueColumn column : columns) {
            column.grow(0);
        }
        workspace.take(taken / 2 - taken);
        taken /= 2;
    }

    /** The first {@code end} values of a row. */
    Object[] row(int number, int end) {
        Object[] row = new Object[end];
        for (int column = 0; column < end; column++) {
            row[column] = get(number, column);
        }
        return row;
    }

    boolean isInMemory() {
        return file == null;
    }

    /** A column of rows that are in memory; else null. */
    ValueColumn column(int column) {
        return file == null ? columns[column] : null;
    }

    /** A value of a row. */
    Object get(int number, int column) {
        if (file == null) {
            return columns[column].get(number);
        }
        Object value = file.get(number, column);
        return value == null ? SqlNull.NULL : value;
    }

    /** Changes a value of a row. */
    void set(int number, int column, Object value) {
        if (file == null) {
            columns[column].set(number, value);
        } else {
            file.set(number, column, value);
        }
    }

    void setLong(int number, int column, long value) {
        if (file == null) {
            columns[column].setNumber(number, ValueKind.LONG, value);
        } else {
            file.set(number, column, value);
        }
    }

    void setDouble(int number, int column, double value) {
        if (file == null) {
            columns[column].setDouble(number, value);
        } else {
            file.set(number, column, value);
        }
    }

    /** Gives a row a value of another. */
    void copy(int from, int source, int to, int target) {
        if (file == null) {
            columns[target].copy(to, columns[source], from);
        } else {
            file.set(to, target, file.get(from, source));
        }
    }

    /**
     * Sorts rows that are all in memory.
     *
     * @param partitionKeys the number of first keys that make a partition
     * @param divides whether {@link #beginsPartition} and {@link #beginsPlace} will be called
     * @param wanted the columns that are read afterwards; the others are NULL then
     */
    void sort(List<RowKey> keys, int partitionKeys, boolean divides, Set<Integer> wanted) {
        assert file == null;
        RowOrder order =
                RowOrder.of(columns, count, keys, partitionKeys, threads, workspace.interruption());
        starts = divides ? order.starts() : starts;
        for (int i = 0; i < width; i++) {
            if (!wanted.contains(i)) {
                columns[i] = new ValueColumn();
                columns[i].grow(capacity);
            } else if (!order.isGiven()) {
                columns[i].reorder(order.rows(), threads);
            }
        }
    }

    /** Whether a row begins a partition; rows are in order. */
    boolean beginsPartition(int row) {
        return (starts[row] & RowOrder.NEW_PARTITION) != 0;
    }

    /** Whether a row's order keys differ from those of the row before. */
    boolean beginsPlace(int row) {
        return (starts[row] & RowOrder.NEW_PLACE) != 0;
    }

    /** Forgets all rows. */
    @Override
    public void close() {
        if (file != null) {
            file.close();
            file = null;
        }
        workspace.take(-taken);
        taken = 0;
        starts = new byte[0];
        clear();
    }
}
