package org.sqlvm.engine.row.hash;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.RowTarget;
import org.sqlvm.engine.row.sort.Sorter;

import java.util.Arrays;
import java.util.List;

/**
 * Rows that are found by the values of their first columns, the keys: the groups of an aggregation,
 * the inner side of a join, the rows that DISTINCT has seen.
 *
 * <p>{@link KeyValues} defines equality of keys. Rows with equal keys come in the order in which
 * they were added.
 *
 * <p>Values are kept unboxed in arrays by column. A probe or a new row is first put into the table
 * value by value ({@link #probe}), so that compiled code can do it without an array of its own.
 *
 * <p>When the workspace has no more room the rows go to a temporary file; the {@link HashChains},
 * which are some twenty bytes a row, stay in memory. The columns then hold a few of the rows
 * ({@link SpilledRows}), and reading a value is the same as before. A partitioned hash join would
 * read its file in longer pieces, but it would have to store the rows of the outer side, too, and
 * would change the order of its rows; here the program and the order stay the same. Groups could be
 * stored and aggregated later, but sums of reals have to be the same in every digit, so the states
 * of their aggregates move with them.
 */
public final class HashTable implements RowTarget, AutoCloseable {
    private static final int CAPACITY_MIN = 16;

    /**
     * The size of a text or blob beside its bytes, or of an accumulator: object, array, and their
     * alignment.
     */
    private static final int OBJECT_SIZE = 48;

    /** The number of rows that a table keeps in memory, however small the workspace is. */
    private static final int ROWS_MIN = 2;

    private final int keyCount;
    private final int width;
    private final Collation[] collations;
    private final KeySort order;
    private final Workspace workspace;

    private final byte[][] kinds;
    private final long[][] numbers;
    /** By column; null until the column holds its first object. */
    private final Object[][] objects;

    private int count;
    private int capacity;

    /** The number of rows with which the next one asks the workspace. */
    private int room;

    /** The size of the texts and blobs in the columns. */
    private long objectBytes;

    /** With more of {@link #objectBytes}, the next row asks the workspace. */
    private long objectRoom;

    /** Bytes counted in the workspace. */
    private long taken;

    /** The rows that are not in the columns; null while all rows are there. */
    private SpilledRows spilled;

    /** The current row has been changed since it was gone to. */
    private boolean rowChanged;

    /** The slot of the current row in the columns: its number, unless rows are in a file. */
    private int row = -1;

    private final HashChains chains = new HashChains();

    /** The keys of a probe, or of the next row. */
    private final byte[] probeKinds;

    private final long[] probeNumbers;
    private final Object[] probeObjects;
    private int probeHash;

    /** By key: for texts under a collation that cannot be hashed; null before the first. */
    private TextClasses[] classes;

    /** The probed keys are hashed for a row that is added. */
    private boolean inserting;

    /** The position in {@link #sorted}, or the row, when all rows are walked through. */
    private int position;

    /** Up to this position a step goes through rows that are in memory. */
    private int stepEnd;

    /** All rows in the order of their keys, or null for the order in which they were added. */
    private int[] sorted;

    /** The order of rows in a file, as records of the keys and the row's number. */
    private Sorter sortedKeys;

    /**
     * An empty table.
     *
     * @param fields the order of each key; their directions matter to {@link #rewind} alone
     * @param valueCount the number of columns beside the keys
     */
    public HashTable(List<KeyField> fields, int valueCount, Workspace workspace) {
        this.workspace = workspace;
        keyCount = fields.size();
        width = keyCount + valueCount;
        collations = fields.stream().map(KeyField::collation).toArray(Collation[]::new);
        kinds = new byte[width][];
        numbers = new long[width][];
        objects = new Object[width][];
        Arrays.setAll(kinds, i -> new byte[0]);
        Arrays.setAll(numbers, i -> new long[0]);
        order = new KeySort(fields.toArray(KeyField[]::new), kinds, numbers, objects);
        probeKinds = new byte[keyCount];
        probeNumbers = new long[keyCount];
        probeObjects = new Object[keyCount];
    }

    /** Sets key {@code key} of the row to {@link #find} or {@link #insert}. */
    public void probe(int key, int kind, long number, Object object) {
        probeKinds[key] = (byte) kind;
        probeNumbers[key] = number;
        probeObjects[key] = object;
    }

    /** Goes to the first row with the probed keys; false if there is none. */
    @TruffleBoundary
    public boolean find() {
        chains.index(count);
        probeHash = hashOfProbe();
        return findFrom(chains.first(probeHash));
    }

    /**
     * Goes to the next row with the same keys; false if there is none, also when none was found
     * before.
     */
    @TruffleBoundary
    public boolean findNext() {
        return row >= 0 && findFrom(chains.next(spilled == null ? row : spilled.current()));
    }

    private boolean findFrom(int link) {
        if (spilled != null) {
            return findSpilledFrom(link);
        }
        for (int rest = link; rest != 0; rest = chains.next(rest - 1)) {
            if (chains.hash(rest - 1) == probeHash && hasProbedKeys(rest - 1)) {
                row = rest - 1;
                return true;
            }
        }
        row = -1;
        return false;
    }

    private boolean findSpilledFrom(int link) {
        for (int rest = link; rest != 0; rest = chains.next(rest - 1)) {
            if (chains.hash(rest - 1) == probeHash) {
                load(rest - 1);
                if (hasProbedKeys(row)) {
                    return true;
                }
            }
        }
        leaveRow();
        row = -1;
        return false;
    }

    /** Goes to a row that may be in the file. */
    private int load(int number) {
        leaveRow();
        row = spilled.load(number);
        return row;
    }

    private void leaveRow() {
        if (rowChanged && row >= 0) {
            spilled.setChanged(row);
        }
        rowChanged = false;
    }

    /** Adds a row with the probed keys and goes to it; its other columns are NULL. */
    @TruffleBoundary
    public void insert() {
        if (count >= room) {
            makeRoom();
        }
        row = spilled == null ? count : spilled.add(count);
        assert count < chains.capacity() : count;
        inserting = true;
        chains.add(count++, hashOfProbe());
        inserting = false;
        for (int key = 0; key < keyCount; key++) {
            set(key, probeKinds[key], probeNumbers[key], probeObjects[key]);
        }
        sorted = null;
    }

    /** Adds a row to a table without keys. */
    @TruffleBoundary
    public void addRow(Object[] values) {
        assert values.length == width : values.length;
        beginRow();
        for (int column = 0; column < width; column++) {
            Object value = values[column];
            set(column, KeyValues.kindOf(value), KeyValues.bitsOf(value), value);
        }
        endRow();
    }

    /** Adds a row whose only column is its key, if none has that key. */
    @TruffleBoundary
    public void addKey(Object value) {
        assert keyCount == 1 && width == 1 : width;
        probe(0, KeyValues.kindOf(value), KeyValues.bitsOf(value), value);
        if (!find()) {
            insert();
        }
    }

    @Override
    public int rowCount() {
        return count;
    }

    /** Begins a row of a table without keys. */
    @Override
    public void beginRow() {
        insert();
    }

    @Override
    public void endRow() {
        setChanged();
    }

    /** Begins rows of a table without keys. */
    @Override
    public boolean beginRows(int more) {
        assert keyCount == 0 : keyCount;
        return count + more <= room || reserve(more);
    }

    private boolean reserve(int more) {
        if (spilled != null) {
            return false;
        }
        recount();
        int wanted = Math.max(capacity, CAPACITY_MIN);
        while (wanted < count + more) {
            wanted *= 2;
        }
        if (!workspace.mayGrow(taken, (wanted - capacity) * rowSize())) {
            return false;
        }
        if (wanted > capacity) {
            growTo(wanted);
        }
        hasRoom();
        return true;
    }

    @Override
    public void setLongs(int column, long[] values, boolean[] nulls, int more) {
        System.arraycopy(values, 0, numbers[column], count, more);
        setKinds(column, ValueKind.LONG, nulls, more);
    }

    @Override
    public void setDoubles(int column, double[] values, boolean[] nulls, int more) {
        for (int i = 0; i < more; i++) {
            numbers[column][count + i] = Double.doubleToRawLongBits(values[i]);
        }
        setKinds(column, ValueKind.DOUBLE, nulls, more);
    }

    private void setKinds(int column, int kind, boolean[] nulls, int more) {
        for (int i = 0; i < more; i++) {
            boolean isNull = nulls != null && nulls[i];
            kinds[column][count + i] = (byte) (isNull ? ValueKind.NULL : kind);
        }
    }

    @Override
    public void setObjects(int column, Object[] values, int more) {
        if (objects[column] == null) {
            objects[column] = new Object[capacity];
        }
        for (int i = 0; i < more; i++) {
            objects[column][count + i] = values[i] instanceof Bytes ? values[i] : null;
            kinds[column][count + i] = (byte) KeyValues.kindOf(values[i]);
            numbers[column][count + i] = KeyValues.bitsOf(values[i]);
            objectBytes += sizeOf(values[i]);
        }
        if (objectBytes > objectRoom) {
            room = 0;
        }
    }

    @Override
    public void endRows(int more) {
        chains.add(count, count + more, hashOfProbe());
        count += more;
        sorted = null;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Columns of a row from the left: keys, then values. */
    public int width() {
        return width;
    }

    public int kind(int column) {
        assert row >= 0 : column;
        return kinds[column][row];
    }

    /** The number, or the raw bits of the real, in a column of the current row. */
    public long number(int column) {
        return numbers[column][row];
    }

    /** The object in a column of the current row, or null. */
    public Object object(int column) {
        Object[] values = objects[column];
        return values == null ? null : values[row];
    }

    /**
     * Notes that the current row is changed with {@link #set}; must be called for each such row.
     */
    public void setChanged() {
        rowChanged = true;
    }

    /** Changes a column of the current row. What is borrowed is copied. */
    @Override
    public void set(int column, int kind, long number, Object object) {
        kinds[column][row] = (byte) kind;
        numbers[column][row] = number;
        Object[] values = objects[column];
        if (kind == ValueKind.INTERNAL && values != null) {
            values[row] = object;
        } else if (kind != ValueKind.NULL && !ValueKind.isNumber(kind)) {
            setObject(column, object);
        }
    }

    @TruffleBoundary
    private void setObject(int column, Object object) {
        if (objects[column] == null) {
            objects[column] = new Object[kinds[column].length];
        }
        Object[] values = objects[column];
        Object kept = object instanceof Bytes bytes ? bytes.owned() : object;
        objectBytes += sizeOf(kept) - sizeOf(values[row]);
        values[row] = kept;
        if (objectBytes > objectRoom) {
            room = 0;
        }
    }

    private static long sizeOf(Object object) {
        return object instanceof Bytes bytes ? bytes.length + OBJECT_SIZE : 0;
    }

    /**
     * Goes before the first of all rows.
     *
     * @param inOrder whether in the order of the keys; otherwise in the order in which they were
     *     added
     */
    @TruffleBoundary
    public void rewind(boolean inOrder) {
        position = -1;
        stepEnd = spilled == null ? count : 0;
        sorted = null;
        closeSortedKeys();
        if (inOrder && spilled == null) {
            sorted = order.sort(count);
        } else if (inOrder) {
            sortedKeys = order.sort(count, this::load, workspace);
        }
    }

    /** Goes to the next of all rows; false after the last. */
    public boolean step() {
        if (position + 1 >= stepEnd) {
            return stepFurther();
        }
        position++;
        row = sorted == null ? position : sorted[position];
        return true;
    }

    /** Behind the rows there were at the beginning, or through rows that are in the file. */
    @TruffleBoundary
    private boolean stepFurther() {
        if (position + 1 >= count) {
            return false;
        }
        position++;
        int number = sorted == null ? position : sorted[position];
        if (spilled == null) {
            row = number;
            return true;
        }
        if (sortedKeys != null) {
            boolean more = sortedKeys.next();
            assert more : position;
            number = (int) (long) (Long) RecordReader.column(
                    sortedKeys.array(),
                    sortedKeys.offset(),
                    sortedKeys.length(),
                    keyCount,
                    TextEncoding.UTF8);
        }
        load(number);
        return true;
    }

    /** Room for one more row, in memory or in the file. */
    private void makeRoom() {
        if (spilled == null) {
            recount();
            long growth = count < capacity ? 0 : (chains.grownCapacity() - capacity) * rowSize();
            if (workspace.mayGrow(taken, growth)) {
                if (count == capacity) {
                    grow();
                }
                hasRoom();
                return;
            }
            if (capacity == 0) {
                grow();
                recount();
            }
            if (count < ROWS_MIN) {
                return;
            }
            spill();
        }
        leaveRow();
        if (count == chains.capacity()) {
            chains.grow(chains.grownCapacity());
            recount();
        }
    }

    /** The arrays may be filled. */
    private void hasRoom() {
        room = capacity;
        objectRoom = objectBytes + workspace.limit() / 32;
        recount();
    }

    private void spill() {
        spilled = new SpilledRows(workspace, kinds, numbers, objects, count, taken / 4);
        rowChanged = false;
        room = 0;
        stepEnd = 0;
        recount();
    }

    /** A row in the arrays, in bytes, without the texts and blobs. */
    private long rowSize() {
        long size = HashChains.rowSize();
        for (int column = 0; column < width; column++) {
            size += 1 + Long.BYTES;
            if (objects[column] != null) {
                boolean internal = kinds[column][0] == ValueKind.INTERNAL;
                size += Integer.BYTES + (internal ? OBJECT_SIZE : 0);
            }
        }
        return size;
    }

    private void recount() {
        long bytes = chains.headBytes();
        if (spilled == null) {
            bytes += capacity * rowSize() + objectBytes;
        } else {
            bytes += chains.capacity() * HashChains.rowSize()
                    + spilled.slots() * rowSize()
                    + spilled.objectBytes();
        }
        workspace.take(bytes - taken);
        taken = bytes;
    }

    private void grow() {
        growTo(Math.max(CAPACITY_MIN, capacity * 2));
    }

    private void growTo(int wanted) {
        capacity = wanted;
        for (int column = 0; column < width; column++) {
            kinds[column] = Arrays.copyOf(kinds[column], capacity);
            numbers[column] = Arrays.copyOf(numbers[column], capacity);
            if (objects[column] != null) {
                objects[column] = Arrays.copyOf(objects[column], capacity);
            }
        }
        chains.grow(capacity);
    }

    private int hashOfProbe() {
        long hash = 0;
        for (int key = 0; key < keyCount; key++) {
            hash = KeyValues.mix(hash + code(key));
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    private long code(int key) {
        int kind = probeKinds[key];
        if (kind == ValueKind.LONG) {
            return probeNumbers[key]; // As KeyValues.code, without reading the object.
        }
        if (kind == ValueKind.TEXT && !collations[key].isHashable()) {
            return classOf(key, (Text) probeObjects[key]);
        }
        return KeyValues.code(kind, probeNumbers[key], probeObjects[key], collations[key]);
    }

    private int classOf(int key, Text text) {
        if (classes == null) {
            classes = new TextClasses[keyCount];
        }
        if (classes[key] == null) {
            classes[key] = new TextClasses(collations[key]);
        }
        return inserting ? classes[key].add(text) : classes[key].find(text);
    }

    private boolean hasProbedKeys(int candidate) {
        for (int key = 0; key < keyCount; key++) {
            int kind = kinds[key][candidate];
            // Numbers and objects apart: a row's other array may not be in the processor's cache.
            boolean equal = ValueKind.isNumber(kind)
                    ? KeyValues.equalNumbers(
                            kind, numbers[key][candidate], probeKinds[key], probeNumbers[key])
                    : hasProbedObject(key, kind, candidate);
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    private boolean hasProbedObject(int key, int kind, int candidate) {
        Object own = kind == ValueKind.NULL ? null : objects[key][candidate];
        return KeyValues.equalObjects(
                kind, own, probeKinds[key], probeObjects[key], collations[key]);
    }

    private void closeSortedKeys() {
        if (sortedKeys != null) {
            sortedKeys.close();
            sortedKeys = null;
        }
    }

    /** Releases the memory and the file. */
    @Override
    public void close() {
        closeSortedKeys();
        if (spilled != null) {
            spilled.close();
        }
        workspace.take(-taken);
        taken = 0;
    }
}
