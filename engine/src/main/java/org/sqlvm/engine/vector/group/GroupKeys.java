package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.data.Values;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;
import java.util.Objects;

/**
 * Numbers the groups of an aggregation: equal keys get the number that they got first, from 0. Keys
 * are equal as {@code IS} says: 1 and 1.0 are, NULL and NULL are; the first row's are kept.
 */
public final class GroupKeys {
    private static final int CAPACITY_MIN = 64;
    private static final long MIX = 0x9E3779B97F4A7C15L;

    /**
     * Integers in a range of so many are not hashed, and in a larger one that has not more for each
     * group.
     */
    private static final int RANGE_MIN = 1 << 10;

    private static final int RANGE_PER_GROUP = 4;

    private final int keyCount;
    private final Workspace workspace;
    private final boolean always;
    private final int countMax;

    /** Bytes for each group, here and in the aggregates. */
    private final int groupSize;

    private final byte[][] kinds;
    private final long[][] bits;

    /** By key; without length as long as all values are numbers or NULL. */
    private final Object[][] objects;

    /** By group; of no length before keys are hashed. */
    private int[] hashes = {};

    /** By hash: group + 1, or 0. */
    private int[] slots = new int[2 * CAPACITY_MIN];

    /**
     * A single key, and only integers in a small range so far: by integer less {@link #least} its
     * group + 1, or 0. Null where keys are hashed; {@link #hashes} and {@link #slots} mean nothing
     * until then.
     */
    private int[] byNumber;

    private long least;

    /** The integers that have been asked for lie between these; any if there are none. */
    private long lowest;

    private long highest;

    private int count;
    private int capacity;

    /** The first capacity, a power of two. */
    private int expected = CAPACITY_MIN;

    private long taken;

    /** Of texts and blobs among the keys. */
    private long objectBytes;

    /** By row of the vector at hand. */
    private final int[] rowHashes;

    /**
     * Keys that grow while there is memory.
     *
     * @param aggregateSize bytes that each group takes elsewhere
     * @param countMax the most groups
     */
    public GroupKeys(
            int keyCount, int aggregateSize, int vectorRows, Workspace workspace, int countMax) {
        this(keyCount, aggregateSize, vectorRows, workspace, countMax, false);
    }

    /** Keys that grow whether there is memory or not. */
    public GroupKeys(int keyCount, int vectorRows, Workspace workspace) {
        this(keyCount, 0, vectorRows, workspace, Integer.MAX_VALUE, true);
    }

    private GroupKeys(
            int keyCount,
            int aggregateSize,
            int vectorRows,
            Workspace workspace,
            int countMax,
            boolean always) {
        this.keyCount = keyCount;
        this.workspace = workspace;
        this.countMax = countMax;
        this.always = always;
        this.groupSize = aggregateSize + keyCount * (1 + 2 * Long.BYTES) + 4 * Integer.BYTES;
        kinds = new byte[keyCount][0];
        bits = new long[keyCount][0];
        objects = new Object[keyCount][0];
        rowHashes = new int[vectorRows];
        byNumber = keyCount == 1 ? new int[0] : null;
    }

    public int count() {
        return count;
    }

    /** There will be so many groups, as a guess. */
    public void expect(int groupCount) {
        if (groupCount > CAPACITY_MIN) {
            expected = 2 * Integer.highestOneBit(groupCount - 1);
        }
    }

    /** Groups that there is room for. */
    public int capacity() {
        return capacity;
    }

    int kind(int key, int group) {
        return kinds[key][group];
    }

    long bits(int key, int group) {
        return bits[key][group];
    }

    Object object(int key, int group) {
        return objects[key].length == 0 ? null : objects[key][group];
    }

    private void setObject(int key, int group, Bytes value) {
        if (objects[key].length == 0) {
            objects[key] = new Object[capacity];
        }
        objects[key][group] = value;
        objectBytes += value.length;
    }

    /**
     * The groups of the rows at hand. The first look at all of them comes first: so the memory is
     * asked for many of them at a time.
     *
     * @return false if there is no memory for more groups, or they are too many
     */
    public boolean find(Vector[] keys, int rows, int[] groups) {
        if (byNumber != null && reaches(keys[0], rows)) {
            return findByNumber(keys[0].longs, rows, groups);
        }
        hashAll();
        hash(keys, rows);
        int mask = slots.length - 1;
        for (int i = 0; i < rows; i++) {
            groups[i] = slots[rowHashes[i] & mask] - 1;
        }
        if (keyCount == 1 && keys[0].kind == Vector.LONGS && !keys[0].hasNulls) {
            return findLongs(keys[0], rows, groups);
        }
        for (int i = 0; i < rows; i++) {
            int group = groups[i];
            if (group < 0 || hashes[group] != rowHashes[i] || !equals(group, keys, i)) {
                groups[i] = findOne(keys, i, rowHashes[i]);
                if (groups[i] < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether all keys have a place in {@link #byNumber}, which may become larger for them. */
    private boolean reaches(Vector key, int rows) {
        if (key.kind != Vector.LONGS || key.hasNulls) {
            return false;
        }
        long low = Long.MAX_VALUE;
        long high = Long.MIN_VALUE;
        for (int i = 0; i < rows; i++) {
            low = Math.min(low, key.longs[i]);
            high = Math.max(high, key.longs[i]);
        }
        return rows == 0 || reaches(low, high, rows);
    }

    private boolean reaches(long low, long high, int rows) {
        boolean inside = low >= least && Long.compareUnsigned(high - least, byNumber.length) < 0;
        if (!inside) {
            return makeNumbers(low, high, count + rows);
        }
        lowest = Math.min(lowest, low);
        highest = Math.max(highest, high);
        return true;
    }

    /**
     * Makes {@link #byNumber} reach further, if integers from {@code low} to {@code high} and those
     * that are known are close together.
     *
     * @param groupCount how many groups there may be
     */
    private boolean makeNumbers(long low, long high, int groupCount) {
        boolean known = byNumber.length > 0;
        long newLow = known ? Math.min(low, lowest) : low;
        long newHigh = known ? Math.max(high, highest) : high;
        long range = newHigh - newLow + 1;
        long most = Math.max(RANGE_MIN, (long) RANGE_PER_GROUP * groupCount);
        // A range of more than 63 bits is negative.
        if (range <= 0 || range > most || range > Integer.MAX_VALUE / 4) {
            return false;
        }
        // Where they grow they will grow further, but for the ends of all integers. Twice the range
        // that is allowed: else one close to it would be made longer with every vector.
        long longer = known ? Math.max(range, Math.min(2 * most, 2L * byNumber.length)) : range;
        boolean fits = newLow < Long.MAX_VALUE - longer && newHigh > Long.MIN_VALUE + longer;
        int length = (int) (fits ? longer : range);
        long bytes = (long) Integer.BYTES * (length - (known ? byNumber.length : 0));
        if (!always && !workspace.mayGrow(taken, bytes)) {
            return false;
        }
        workspace.take(bytes);
        taken += bytes;
        long newLeast = known && low < lowest ? newHigh - length + 1 : newLow;
        int[] wider = new int[length];
        if (known) {
            System.arraycopy(
                    byNumber, (int) (lowest - least), wider, (int) (lowest - newLeast), (int)
                            (highest - lowest + 1));
        }
        byNumber = wider;
        least = newLeast;
        lowest = newLow;
        highest = newHigh;
        return true;
    }

    private boolean findByNumber(long[] values, int rows, int[] groups) {
        int[] known = byNumber;
        long base = least;
        for (int i = 0; i < rows; i++) {
            int group = known[(int) (values[i] - base)] - 1;
            if (group < 0) {
                group = addNumber(values[i]);
                if (group < 0) {
                    return false;
                }
            }
            groups[i] = group;
        }
        return true;
    }

    private int addNumber(long value) {
        if (count == capacity && !grow()) {
            return -1;
        }
        int group = count++;
        kinds[0][group] = ValueKind.LONG;
        bits[0][group] = value;
        byNumber[(int) (value - least)] = group + 1;
        return group;
    }

    /** From now on keys are hashed. */
    private void hashAll() {
        if (byNumber == null) {
            return;
        }
        long bytes = (long) Integer.BYTES * byNumber.length;
        workspace.take(-bytes);
        taken -= bytes;
        byNumber = null;
        hashes = new int[capacity];
        for (int group = 0; group < count; group++) {
            hashes[group] = hashOf(bits[0][group]);
        }
        fillSlots();
    }

    private void fillSlots() {
        slots = new int[2 * Math.max(capacity, CAPACITY_MIN)];
        for (int group = 0; group < count; group++) {
            insert(group);
        }
    }

    private boolean findLongs(Vector key, int rows, int[] groups) {
        Vector[] keys = {key};
        long[] values = key.longs;
        for (int i = 0; i < rows; i++) {
            int group = groups[i];
            boolean hit =
                    group >= 0 && bits[0][group] == values[i] && kinds[0][group] == ValueKind.LONG;
            if (!hit) {
                groups[i] = findOne(keys, i, rowHashes[i]);
                if (groups[i] < 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** The group of one row; -1 if there is no memory for a new one. */
    public int find(Vector[] keys, int row) {
        if (byNumber != null && keys[0].kind == Vector.LONGS && !keys[0].isNull(row)) {
            long value = keys[0].longs[row];
            if (reaches(value, value, 1)) {
                return findNumber(value);
            }
        }
        hashAll();
        return findOne(keys, row, hashOf(keys, row));
    }

    private int findNumber(long value) {
        int known = byNumber[(int) (value - least)] - 1;
        return known < 0 ? addNumber(value) : known;
    }

    private int findOne(Vector[] keys, int row, int hash) {
        int known = known(keys, row, hash);
        if (known >= 0) {
            return known;
        }
        if (count == capacity && !grow()) {
            return -1;
        }
        return add(keys, row, hash);
    }

    /**
     * The groups whose keys equal those elsewhere.
     *
     * @param groups by group of {@code other}, the one here
     * @return false if there is no memory for more groups
     */
    public boolean findAll(GroupKeys other, int[] groups) {
        boolean byNumbers = byNumber != null
                && other.byNumber != null
                && other.count > 0
                && reaches(other.lowest, other.highest, other.count);
        if (byNumbers) {
            return findByNumber(other.bits[0], other.count, groups);
        }
        for (int group = 0; group < other.count; group++) {
            groups[group] = find(other, group);
            if (groups[group] < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * The group whose keys equal those of one elsewhere; -1 if there is no memory for a new one.
     */
    private int find(GroupKeys other, int group) {
        if (byNumber != null && other.kinds[0][group] == ValueKind.LONG) {
            long value = other.bits[0][group];
            if (reaches(value, value, other.count)) {
                return findNumber(value);
            }
        }
        hashAll();
        int hash = other.byNumber == null ? other.hashes[group] : hashOf(other.bits[0][group]);
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int known = slots[slot] - 1;
            if (hashes[known] == hash && equals(known, other, group)) {
                return known;
            }
            slot = (slot + 1) & mask;
        }
        if (count == capacity && !grow()) {
            return -1;
        }
        int added = count++;
        for (int key = 0; key < keyCount; key++) {
            kinds[key][added] = other.kinds[key][group];
            bits[key][added] = other.bits[key][group];
            if (other.object(key, group) instanceof Bytes bytes) {
                setObject(key, added, bytes);
            }
        }
        hashes[added] = hash;
        insert(added);
        return added;
    }

    private boolean equals(int group, GroupKeys other, int otherGroup) {
        for (int key = 0; key < keyCount; key++) {
            int kind = kinds[key][group];
            int otherKind = other.kinds[key][otherGroup];
            boolean equal = (kind == otherKind && kind != ValueKind.DOUBLE)
                    ? bits[key][group] == other.bits[key][otherGroup]
                            && Objects.equals(object(key, group), other.object(key, otherGroup))
                    : kind != ValueKind.NULL
                            && otherKind != ValueKind.NULL
                            && equal(value(key, group), other.value(key, otherGroup));
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    Object value(int key, int group) {
        return switch (kinds[key][group]) {
            case ValueKind.LONG -> bits[key][group];
            case ValueKind.DOUBLE -> Double.longBitsToDouble(bits[key][group]);
            default -> object(key, group);
        };
    }

    /** Gives values of a key to a vector: see {@link Chunk#load}. */
    void load(int key, int from, int[] lanes, int rows, Vector target) {
        int others = 0;
        for (int i = 0; i < rows; i++) {
            others |= kinds[key][GroupResults.group(from, lanes, i)] ^ ValueKind.LONG;
        }
        if (others == 0) {
            long[] values = target.makeLongs();
            for (int i = 0; i < rows; i++) {
                values[i] = bits[key][GroupResults.group(from, lanes, i)];
            }
            return;
        }
        Object[] values = target.makeObjects();
        for (int i = 0; i < rows; i++) {
            int group = GroupResults.group(from, lanes, i);
            values[i] = kinds[key][group] == ValueKind.NULL ? SqlNull.NULL : value(key, group);
        }
    }

    /** The group of one row; -1 if there is none. */
    public int known(Vector[] keys, int row) {
        hashAll();
        return known(keys, row, hashOf(keys, row));
    }

    private int known(Vector[] keys, int row, int hash) {
        int mask = slots.length - 1;
        int slot = hash & mask;
        while (slots[slot] != 0) {
            int group = slots[slot] - 1;
            if (hashes[group] == hash && equals(group, keys, row)) {
                return group;
            }
            slot = (slot + 1) & mask;
        }
        return -1;
    }

    private int add(Vector[] keys, int row, int hash) {
        int group = count++;
        for (int key = 0; key < keyCount; key++) {
            Object value = keys[key].get(row);
            kinds[key][group] = (byte) kindOf(value);
            bits[key][group] = bitsOf(value);
            if (value instanceof Bytes bytes) {
                setObject(key, group, bytes.owned());
            }
        }
        hashes[group] = hash;
        insert(group);
        return group;
    }

    private void insert(int group) {
        int mask = slots.length - 1;
        int slot = hashes[group] & mask;
        while (slots[slot] != 0) {
            slot = (slot + 1) & mask;
        }
        slots[slot] = group + 1;
    }

    /** The only group of an aggregation without keys. */
    public void addOnly() {
        count = 1;
        capacity = 1;
    }

    private boolean grow() {
        int wanted = Math.max(expected, 2 * capacity);
        long bytes = (long) wanted * groupSize
                + objectBytes
                + (byNumber == null ? 0 : (long) Integer.BYTES * byNumber.length);
        if (count >= countMax || (!always && !workspace.mayGrow(taken, bytes - taken))) {
            return false;
        }
        workspace.take(bytes - taken);
        taken = bytes;
        for (int key = 0; key < keyCount; key++) {
            kinds[key] = Arrays.copyOf(kinds[key], wanted);
            bits[key] = Arrays.copyOf(bits[key], wanted);
            if (objects[key].length > 0) {
                objects[key] = Arrays.copyOf(objects[key], wanted);
            }
        }
        capacity = wanted;
        if (byNumber == null) {
            hashes = Arrays.copyOf(hashes, wanted);
            fillSlots();
        }
        return true;
    }

    /** Gives back what it has taken of the workspace. */
    public void release() {
        workspace.take(-taken);
        taken = 0;
    }

    // ------------------------------------------------------------------ keys

    private void hash(Vector[] keys, int rows) {
        Arrays.fill(rowHashes, 0, rows, 0);
        for (Vector key : keys) {
            if (key.kind == Vector.LONGS && !key.hasNulls) {
                for (int i = 0; i < rows; i++) {
                    rowHashes[i] = combine(rowHashes[i], hash(key.longs[i]));
                }
            } else {
                for (int i = 0; i < rows; i++) {
                    rowHashes[i] = combine(rowHashes[i], hash(key.get(i)));
                }
            }
        }
    }

    private static int hashOf(Vector[] keys, int row) {
        int hash = 0;
        for (Vector key : keys) {
            hash = combine(hash, hash(key.get(row)));
        }
        return hash;
    }

    /** Of an integer that is the only key. */
    private static int hashOf(long value) {
        return combine(0, hash(value));
    }

    private static int combine(int hash, int next) {
        return 31 * hash + next;
    }

    private static int hash(long value) {
        long mixed = value * MIX;
        return (int) (mixed >>> 32);
    }

    /** Equal for values that are equal keys. */
    public static int hash(Object value) {
        return switch (value) {
            case Long number -> hash((long) number);
            case Double number -> hash((double) number);
            default -> value == SqlNull.NULL ? 1 : hash((long) value.hashCode());
        };
    }

    private static int hash(double value) {
        long whole = (long) value;
        return whole == value ? hash(whole) : hash(Double.doubleToRawLongBits(value));
    }

    private boolean equals(int group, Vector[] keys, int row) {
        for (int key = 0; key < keyCount; key++) {
            if (!equals(group, key, keys[key], row)) {
                return false;
            }
        }
        return true;
    }

    private boolean equals(int group, int key, Vector vector, int row) {
        int kind = kinds[key][group];
        if (vector.isNull(row)) {
            return kind == ValueKind.NULL;
        }
        if (kind == ValueKind.LONG && vector.kind == Vector.LONGS) {
            return bits[key][group] == vector.longs[row];
        }
        Object value = vector.get(row);
        return switch (kind) {
            case ValueKind.NULL -> false;
            case ValueKind.LONG -> equal(bits[key][group], value);
            case ValueKind.DOUBLE -> equal(Double.longBitsToDouble(bits[key][group]), value);
            default -> equal(objects[key][group], value);
        };
    }

    private static boolean equal(Object own, Object value) {
        boolean texts = own instanceof Text && value instanceof Text;
        return texts ? own.equals(value) : Values.equal(own, value, Collation.BINARY);
    }

    public static int kindOf(Object value) {
        return switch (value) {
            case Long _ -> ValueKind.LONG;
            case Double _ -> ValueKind.DOUBLE;
            case Text _ -> ValueKind.TEXT;
            case Bytes _ -> ValueKind.BLOB;
            default -> ValueKind.NULL;
        };
    }

    public static long bitsOf(Object value) {
        return switch (value) {
            case Long number -> number;
            case Double number -> Double.doubleToRawLongBits(number);
            default -> 0;
        };
    }
}
