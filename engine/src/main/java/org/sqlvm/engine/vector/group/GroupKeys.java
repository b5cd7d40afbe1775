package org.sqlvm.engine.vector.group;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyValues;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.file.Workspace;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Vector;

import java.util.Arrays;

/**
 * Numbers the groups of an aggregation: equal keys get the number that they got first, from 0.
 * {@link KeyValues} says which are equal; the first row's are kept.
 */
public final class GroupKeys {
    private static final int CAPACITY_MIN = 64;

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
     * Of a single key with only integers that are close together so far; null where keys are
     * hashed. {@link #hashes} and {@link #slots} mean nothing until then.
     */
    private DirectMap direct;

    private int count;
    private int capacity;

    /** The first capacity, a power of two. */
    private int expected = CAPACITY_MIN;

    private long taken;

    /** Of texts and blobs among the keys. */
    private long objectBytes;

    /** By row of a vector. */
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
        direct = keyCount == 1 ? new DirectMap() : null;
    }

    public int count() {
        return count;
    }

    /** The guessed number of groups. */
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
     * Finds the groups of a vector's rows. The first look at all of them comes first: so the memory
     * is asked for many of them at a time.
     *
     * @return false if there is no memory for more groups, or they are too many
     */
    public boolean find(Vector[] keys, int rows, int[] groups) {
        assert keys.length == keyCount && rows <= rowHashes.length : rows;
        if (direct != null && reaches(keys[0], rows)) {
            return findDirect(keys[0].longs, rows, groups);
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

    /** Whether all keys have a slot in {@link #direct}, which may become larger for them. */
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
        return direct.has(low, high) || widen(low, high, count + rows);
    }

    /**
     * Makes {@link #direct} have the integers from {@code low} to {@code high}, if that is cheap.
     */
    private boolean widen(long low, long high, int groupCount) {
        int length = direct.lengthFor(low, high, groupCount);
        if (length == 0) {
            return false;
        }
        long bytes = (long) Integer.BYTES * length - direct.size();
        if (!always && !workspace.mayGrow(taken, bytes)) {
            return false;
        }
        workspace.take(bytes);
        taken += bytes;
        direct.widen(low, high, length);
        return true;
    }

    private boolean findDirect(long[] values, int rows, int[] groups) {
        int[] known = direct.slots;
        long base = direct.base;
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
        assert direct.slots[(int) (value - direct.base)] == 0 : value;
        int group = count++;
        kinds[0][group] = ValueKind.LONG;
        bits[0][group] = value;
        direct.slots[(int) (value - direct.base)] = group + 1;
        return group;
    }

    /** From now on keys are hashed. */
    private void hashAll() {
        if (direct == null) {
            return;
        }
        workspace.take(-direct.size());
        taken -= direct.size();
        direct = null;
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
        if (direct != null && keys[0].kind == Vector.LONGS && !keys[0].isNull(row)) {
            long value = keys[0].longs[row];
            if (reaches(value, value, 1)) {
                return findNumber(value);
            }
        }
        hashAll();
        return findOne(keys, row, hashOf(keys, row));
    }

    private int findNumber(long value) {
        int known = direct.slots[(int) (value - direct.base)] - 1;
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
        boolean bothDirect = direct != null
                && other.direct != null
                && other.count > 0
                && reaches(other.direct.lowest(), other.direct.highest(), other.count);
        if (bothDirect) {
            return findDirect(other.bits[0], other.count, groups);
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
        if (direct != null && other.kinds[0][group] == ValueKind.LONG) {
            long value = other.bits[0][group];
            if (reaches(value, value, other.count)) {
                return findNumber(value);
            }
        }
        hashAll();
        int hash = other.direct == null ? other.hashes[group] : hashOf(other.bits[0][group]);
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
            boolean equal = KeyValues.equal(
                    kinds[key][group],
                    bits[key][group],
                    object(key, group),
                    other.kinds[key][otherGroup],
                    other.bits[key][otherGroup],
                    other.object(key, otherGroup),
                    Collation.BINARY);
            if (!equal) {
                return false;
            }
        }
        return true;
    }

    Object value(int key, int group) {
        return KeyValues.valueOf(kinds[key][group], bits[key][group], object(key, group));
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
            values[i] = value(key, group);
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
        assert direct == null && count < capacity : count;
        int group = count++;
        for (int key = 0; key < keyCount; key++) {
            Object value = keys[key].get(row);
            kinds[key][group] = (byte) KeyValues.kindOf(value);
            bits[key][group] = KeyValues.bitsOf(value);
            if (value instanceof Bytes bytes) {
                setObject(key, group, bytes.owned());
            }
        }
        hashes[group] = hash;
        insert(group);
        return group;
    }

    private void insert(int group) {
        assert group < count && 2 * count <= slots.length : group;
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
        long bytes = (long) wanted * groupSize + objectBytes + (direct == null ? 0 : direct.size());
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
        if (direct == null) {
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
                    rowHashes[i] = combine(rowHashes[i], KeyValues.hash(key.longs[i]));
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
        return combine(0, KeyValues.hash(value));
    }

    private static int combine(int hash, int next) {
        return 31 * hash + next;
    }

    private static int hash(Object value) {
        return KeyValues.hash(KeyValues.code(value));
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
        int otherKind = KeyValues.kindOf(value);
        // Numbers and objects apart: a group's other array may not be in the processor's cache.
        return ValueKind.isNumber(kind)
                ? KeyValues.equalNumbers(kind, bits[key][group], otherKind, KeyValues.bitsOf(value))
                : KeyValues.equalObjects(
                        kind, object(key, group), otherKind, value, Collation.BINARY);
    }
}
