package org.sqlvm.engine.row;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;

import java.util.Arrays;
import java.util.List;

/**
 * Rows in memory that are found by the values of their first columns, the keys: the groups of an
 * aggregation, the inner side of a join, the rows that DISTINCT has seen.
 *
 * <p>Keys are equal as {@code IS} and a key's collation say: 1 and 1.0 are one key, NULL equals
 * NULL. Rows with equal keys come in the order they were added.
 *
 * <p>Values are kept unboxed in arrays by column. A probe or a new row is first laid into the table
 * value by value ({@link #probe}), so that compiled code can do it without an array of its own.
 */
public final class HashTable {
    private static final int CAPACITY_MIN = 16;

    /** Chains of rows are this long on average at most. */
    private static final double LOAD_MAX = 0.75;

    private static final long MIX = 0x9E3779B97F4A7C15L;

    private final int keyCount;
    private final int width;
    private final Collation[] collations;
    private final KeyField[] fields;

    private final byte[][] kinds;
    private final long[][] numbers;
    /** By column; null until the column holds its first object. */
    private final Object[][] objects;

    private int count;
    private int capacity;

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

    private int row = -1;
    /** The place in {@link #sorted}, or the row, when all rows are walked through. */
    private int position;

    /** All rows in the order of their keys, or null for the order in which they were added. */
    private int[] sorted;

    /**
     * An empty table.
     *
     * @param fields how each key compares; their directions matter to {@link #rewind} alone
     * @param valueCount columns beside the keys
     */
    public HashTable(List<KeyField> fields, int valueCount) {
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
        return row >= 0 && findFrom(next[row]);
    }

    private boolean findFrom(int link) {
        for (int rest = link; rest != 0; rest = next[rest - 1]) {
            if (hashes[rest - 1] == probeHash && hasProbedKeys(rest - 1)) {
                row = rest - 1;
                return true;
            }
        }
        row = -1;
        return false;
    }

    /** Adds a row with the probed keys and goes to it; its other columns are NULL. */
    @TruffleBoundary
    public void insert() {
        if (count == capacity) {
            grow();
        }
        row = count++;
        hashes[row] = hashOfProbe();
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

    /** Changes a column of the current row. What is borrowed is copied. */
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
            objects[column] = new Object[capacity];
        }
        objects[column][row] = object instanceof Bytes bytes ? bytes.owned() : object;
    }

    /**
     * Goes before the first of all rows.
     *
     * @param inOrder of the keys; otherwise in the order they were added
     */
    @TruffleBoundary
    public void rewind(boolean inOrder) {
        position = -1;
        sorted = inOrder ? sortedRows() : null;
    }

    /** Goes to the next of all rows; false after the last. */
    public boolean step() {
        if (position + 1 >= count) {
            return false;
        }
        position++;
        row = sorted == null ? position : sorted[position];
        return true;
    }

    private void grow() {
        capacity = Math.max(CAPACITY_MIN, capacity * 2);
        for (int column = 0; column < width; column++) {
            kinds[column] = Arrays.copyOf(kinds[column], capacity);
            numbers[column] = Arrays.copyOf(numbers[column], capacity);
            if (objects[column] != null) {
                objects[column] = Arrays.copyOf(objects[column], capacity);
            }
        }
        next = Arrays.copyOf(next, capacity);
        hashes = Arrays.copyOf(hashes, capacity);
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
            case ValueKind.TEXT -> collations[key].hash((Text) probeObjects[key]);
            default -> ((Blob) probeObjects[key]).hashCode();
        };
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

    private int[] sortedRows() {
        Integer[] rows = new Integer[count];
        Arrays.setAll(rows, Integer::valueOf);
        Arrays.sort(rows, this::compareRows);
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
