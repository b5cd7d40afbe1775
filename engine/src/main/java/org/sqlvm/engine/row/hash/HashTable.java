package org.sqlvm.engine.row.hash;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.row.RowTarget;
import org.sqlvm.engine.row.sort.IntegerOrder;
import org.sqlvm.engine.row.sort.MergeSort;
import org.sqlvm.engine.row.sort.Sorter;

import java.util.Arrays;
import java.util.List;

/**
 * Rows that are found by the values of their first columns, the keys: the groups of an aggregation,
 * the inner side of a join, the rows that DISTINCT has seen.
 *
 * <p>Keys are equal as {@code IS} and a key's collation say: 1 and 1.0 are one key, NULL equals
 * NULL. Rows with equal keys come in the order they were added.
 *
 * <p>Values are kept unboxed in arrays by column. A probe or a new row is first laid into the table
 * value by value ({@link #probe}), so that compiled code can do it without an array of its own.
 *
 * <p>When the workspace has no more room the rows go to a temporary file; hashes and chains, which
 * are some twenty bytes a row, stay in memory. The columns then hold a few of the rows
 * ({@link SpilledRows}), and reading a value is the same as before. A hash join in partitions would
 * read its file in longer pieces, but it needs the rows of the outer side put aside too and gives
 * its rows in another order; here the program and the order of its rows stay as they are. Groups
 * could be put aside and aggregated later, but sums of reals, too, are to be the same in every
 * digit, so the states of their aggregates move with them.
 */
public final class HashTable implements RowTarget, AutoCloseable {
    private static final int CAPACITY_MIN = 16;

    /** Chains of rows are this long on average at most. */
    private static final double LOAD_MAX = 0.75;

    /**
     * A text or blob beside its bytes, and an accumulator: object, array, and what they align to.
     */
    private static final int OBJECT_SIZE = 48;

    /** So many of its rows a table keeps whatever the workspace says. */
    private static final int ROWS_MIN = 2;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final int keyCount;
    private final int width;
    private final Collation[] collations;
    private final KeyField[] fields;
    private final Workspace workspace;

    private final byte[][] kinds;
    private final long[][] numbers;
    /** By column; null until the column holds its first object. */
    private final Object[][] objects;

    private int count;
    private int capacity;

    /** With so many rows, the next one asks the workspace. */
    private int room;

    /** Of the texts and blobs in the columns. */
    private long objectBytes;

    /** With more of {@link #objectBytes}, the next row asks the workspace. */
    private long objectRoom;

    /** Bytes counted in the workspace. */
    private long taken;

    /** The rows that are not in the columns; null as long as all are. */
    private SpilledRows spilled;

    /** The current row has been changed since it was gone to. */
    private boolean rowChanged;

    /** The slot of the current row in the columns: its number, unless rows are in a file. */
    private int row = -1;

    /**
     * By hash: row + 1 of the first of a chain, or 0. Rows from {@link #indexed} on are in none.
     */
    private int[] heads = new int[CAPACITY_MIN];

    private int[] next = {};
    private int[] hashes = {};
    private int indexed;

    /** The keys looked for. */
    private final byte[] probeKinds;

    private final long[] probeNumbers;
    private final Object[] probeObjects;
    private int probeHash;

    /** By key: for texts under a collation that cannot be hashed; null before the first. */
    private TextClasses[] classes;

    /** The probed keys are hashed for a row that is added. */
    private boolean inserting;

    /** The place in {@link #sorted}, or the row, when all rows are walked through. */
    private int position;

    /** Up to this place a step goes through rows that are in memory. */
    private int stepEnd;

    /** All rows in the order of their keys, or null for the order in which they were added. */
    private int[] sorted;

    /** The same, of rows that are in a file: keys, then the row's number. */
    private Sorter sortedKeys;

    /**
     * An empty table.
     *
     * @param fields how each key compares; their directions matter to {@link #rewind} alone
     * @param valueCount columns beside the keys
     */
    public HashTable(List<KeyField> fields, int valueCount, Workspace workspace) {
        this.workspace = workspace;
        this.fields = fields.toArray(KeyField[]::new);
        keyCount = this.fields.length;
        width = keyCount + valueCount;
        collations = fields.stream().map(KeyField::collation).toArray(Collation[]::new);
        kinds = new byte[width][];
        numbers = new long[width][];
        objects = new Object[width][];
        Arrays.setAll(kinds, i -> new byte[0]);
        Arrays.setAll(numbers, i -> new long[0]);
        probeKinds = new byte[keyCount];
        probeNumbers = new long[keyCount];
        probeObjects = new Object[keyCount];
    }

    /** Sets key {@code key} of what {@link #find} looks for and {@link #insert} adds. */
    public void probe(int key, int kind, long number, Object object) {
        probeKinds[key] = (byte) kind;
        probeNumbers[key] = number;
        probeObjects[key] = object;
    }

    /** Goes to the first row with the probed keys; false if there is none. */
    @TruffleBoundary
    public boolean find() {
        index();
        probeHash = hashOfProbe();
        return findFrom(heads[probeHash & (heads.length - 1)]);
    }

    /**
     * Goes to the next row with the same keys; false if there is none, also when none was found
     * before.
     */
    @TruffleBoundary
    public boolean findNext() {
        return row >= 0 && findFrom(next[spilled == null ? row : spilled.current()]);
    }

    private boolean findFrom(int link) {
        if (spilled != null) {
            return findSpilledFrom(link);
        }
        for (int rest = link; rest != 0; rest = next[rest - 1]) {
            if (hashes[rest - 1] == probeHash && hasProbedKeys(rest - 1)) {
                row = rest - 1;
                return true;
            }
        }
        row = -1;
        return false;
    }

    private boolean findSpilledFrom(int link) {
        for (int rest = link; rest != 0; rest = next[rest - 1]) {
            if (hashes[rest - 1] == probeHash) {
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
    private void load(int number) {
        leaveRow();
        row = spilled.load(number);
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
        inserting = true;
        hashes[count++] = hashOfProbe();
        inserting = false;
        for (int key = 0; key < keyCount; key++) {
            set(key, probeKinds[key], probeNumbers[key], probeObjects[key]);
        }
        sorted = null;
    }

    /** Adds rows; the values are in the order of the columns. */
    @TruffleBoundary
    public void addAll(List<List<Object>> rows) {
        for (List<Object> values : rows) {
            assert values.size() == width : values;
            for (int column = 0; column < keyCount; column++) {
                Object value = values.get(column);
                probe(column, kindOf(value), numberOf(value), value);
            }
            insert();
            for (int column = keyCount; column < width; column++) {
                Object value = values.get(column);
                set(column, kindOf(value), numberOf(value), value);
            }
        }
    }

    private static int kindOf(Object value) {
        return switch (value) {
            case Long _ -> ValueKind.LONG;
            case Double _ -> ValueKind.DOUBLE;
            case Text _ -> ValueKind.TEXT;
            case Blob _ -> ValueKind.BLOB;
            default -> ValueKind.NULL;
        };
    }

    private static long numberOf(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> Double.doubleToRawLongBits(number);
            default -> 0;
        };
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
            kinds[column][count + i] = (byte) kindOf(values[i]);
            numbers[column][count + i] = numberOf(values[i]);
            objectBytes += sizeOf(values[i]);
        }
        if (objectBytes > objectRoom) {
            room = 0;
        }
    }

    @Override
    public void endRows(int more) {
        Arrays.fill(hashes, count, count + more, hashOfProbe());
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

    /** To be told whenever a row that was found is changed with {@link #set}. */
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
     * @param inOrder of the keys; otherwise in the order they were added
     */
    @TruffleBoundary
    public void rewind(boolean inOrder) {
        position = -1;
        stepEnd = spilled == null ? count : 0;
        sorted = null;
        closeSortedKeys();
        if (inOrder && spilled == null) {
            sorted = sortedRows();
        } else if (inOrder) {
            sortedKeys = sortKeys();
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
            long growth = count < capacity ? 0 : (grownCapacity() - capacity) * rowSize();
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
        if (count == next.length) {
            growChains(grownCapacity());
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

    private int grownCapacity() {
        return Math.max(CAPACITY_MIN, 2 * next.length);
    }

    /** A row in the arrays, in bytes, without the texts and blobs. */
    private long rowSize() {
        long size = 2L * Integer.BYTES;
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
        long bytes = heads.length * (long) Integer.BYTES;
        if (spilled == null) {
            bytes += capacity * rowSize() + objectBytes;
        } else {
            bytes += next.length * 2L * Integer.BYTES
                    + spilled.slots() * rowSize()
                    + spilled.objectBytes();
        }
        workspace.take(bytes - taken);
        taken = bytes;
    }

    private void growChains(int wanted) {
        next = Arrays.copyOf(next, wanted);
        hashes = Arrays.copyOf(hashes, wanted);
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
        growChains(capacity);
    }

    /** Puts the rows added since the last time into their chains. */
    private void index() {
        if (indexed == count) {
            return;
        }
        int wanted = heads.length;
        while (count > wanted * LOAD_MAX) {
            wanted *= 2;
        }
        if (wanted != heads.length) {
            heads = new int[wanted];
            indexed = 0;
        }
        // From the last, as each goes to the front of its chain. Rows that are in chains already
        // can have the keys of a new one only if somebody adds without looking first; then the new
        // one comes before them.
        for (int added = count - 1; added >= indexed; added--) {
            int place = hashes[added] & (wanted - 1);
            next[added] = heads[place];
            heads[place] = added + 1;
        }
        indexed = count;
    }

    private int hashOfProbe() {
        long hash = 0;
        for (int key = 0; key < keyCount; key++) {
            hash = (hash + hashOfProbe(key)) * MIX;
            hash ^= hash >>> 32;
        }
        return (int) hash;
    }

    private long hashOfProbe(int key) {
        return switch (probeKinds[key]) {
            case ValueKind.NULL -> 1;
            case ValueKind.LONG -> probeNumbers[key];
            case ValueKind.DOUBLE -> {
                double number = Double.longBitsToDouble(probeNumbers[key]);
                long integer = (long) number;
                yield integer == number ? integer : probeNumbers[key];
            }
            case ValueKind.TEXT -> hashOfText(key, (Text) probeObjects[key]);
            default -> ((Blob) probeObjects[key]).hashCode();
        };
    }

    private int hashOfText(int key, Text text) {
        if (collations[key].isHashable()) {
            return collations[key].hash(text);
        }
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
            boolean equal;
            if (kind == ValueKind.LONG && probeKinds[key] == ValueKind.LONG) {
                equal = numbers[key][candidate] == probeNumbers[key];
            } else if (ValueKind.isNumber(kind) && ValueKind.isNumber(probeKinds[key])) {
                equal = compareNumbers(
                                kind, numbers[key][candidate], probeKinds[key], probeNumbers[key])
                        == 0;
            } else if (kind != probeKinds[key]) {
                equal = false;
            } else if (kind == ValueKind.TEXT) {
                Text own = (Text) objects[key][candidate];
                equal = collations[key].compare(own, (Text) probeObjects[key]) == 0;
            } else {
                equal = kind == ValueKind.NULL || objects[key][candidate].equals(probeObjects[key]);
            }
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    private static int compareNumbers(int kind, long number, int otherKind, long other) {
        boolean real = kind == ValueKind.DOUBLE;
        boolean otherReal = otherKind == ValueKind.DOUBLE;
        if (real && otherReal) {
            double left = Double.longBitsToDouble(number);
            double right = Double.longBitsToDouble(other);
            return left < right ? -1 : left == right ? 0 : 1;
        }
        if (real) {
            return -Values.compareLongDouble(other, Double.longBitsToDouble(number));
        }
        return otherReal
                ? Values.compareLongDouble(number, Double.longBitsToDouble(other))
                : Long.compare(number, other);
    }

    private Sorter sortKeys() {
        TextEncoding encoding = KeyField.encoding(List.of(fields));
        Sorter sorter = new Sorter(new KeyOrder(List.of(fields), encoding), workspace);
        RecordWriter writer = new RecordWriter(encoding);
        try {
            for (int number = 0; number < count; number++) {
                load(number);
                writer.clear();
                for (int key = 0; key < keyCount; key++) {
                    switch (kinds[key][row]) {
                        case ValueKind.NULL -> writer.addNull();
                        case ValueKind.LONG -> writer.addLong(numbers[key][row]);
                        case ValueKind.DOUBLE ->
                            writer.addDouble(Double.longBitsToDouble(numbers[key][row]));
                        default -> writer.add(objects[key][row]);
                    }
                }
                writer.addLong(number);
                byte[] record = writer.toRecord();
                sorter.add(record, 0, record.length);
            }
            sorter.sort();
            return sorter;
        } catch (SqlException e) {
            sorter.close();
            throw e;
        }
    }

    private void closeSortedKeys() {
        if (sortedKeys != null) {
            sortedKeys.close();
            sortedKeys = null;
        }
    }

    /** Gives back what it holds. */
    @Override
    public void close() {
        closeSortedKeys();
        if (spilled != null) {
            spilled.close();
        }
        workspace.take(-taken);
        taken = 0;
    }

    /** Null if they came in that order. */
    private int[] sortedRows() {
        int ordered = 1;
        while (ordered < count && compareRows(ordered - 1, ordered) <= 0) {
            ordered++;
        }
        if (ordered >= count) {
            return null;
        }
        boolean[] descending = new boolean[keyCount];
        for (int key = 0; key < keyCount; key++) {
            descending[key] = fields[key].descending();
        }
        int[] byNumbers = IntegerOrder.sort(kinds, numbers, descending, count);
        if (byNumbers != null) {
            return byNumbers;
        }
        Integer[] rows = new Integer[count];
        Arrays.setAll(rows, Integer::valueOf);
        MergeSort.sort(rows, count, this::compareRows);
        return Arrays.stream(rows).mapToInt(Integer::intValue).toArray();
    }

    private int compareRows(int left, int right) {
        for (int key = 0; key < keyCount; key++) {
            int compared = compareKeys(key, left, right);
            if (compared != 0) {
                return fields[key].descending() ? -compared : compared;
            }
        }
        return 0;
    }

    private int compareKeys(int key, int left, int right) {
        int leftKind = kinds[key][left];
        int rightKind = kinds[key][right];
        if (ValueKind.isNumber(leftKind) && ValueKind.isNumber(rightKind)) {
            return compareNumbers(leftKind, numbers[key][left], rightKind, numbers[key][right]);
        }
        if (leftKind != rightKind) {
            // The kinds' numbers rise as the storage classes do: NULL, numbers, TEXT, BLOB.
            return Integer.compare(leftKind, rightKind);
        }
        return switch (leftKind) {
            case ValueKind.NULL -> 0;
            case ValueKind.TEXT ->
                collations[key].compare((Text) objects[key][left], (Text) objects[key][right]);
            default -> Bytes.compare((Blob) objects[key][left], (Blob) objects[key][right]);
        };
    }
}
