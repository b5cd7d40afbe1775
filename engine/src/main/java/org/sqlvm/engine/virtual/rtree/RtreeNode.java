package org.sqlvm.engine.virtual.rtree;

import org.sqlvm.engine.file.BigEndian;

import java.util.Arrays;

/** A node in memory. */
final class RtreeNode {
    /** The number of the root. */
    static final long ROOT = 1;

    final RtreeLayout layout;

    /** As it is stored. */
    final byte[] data;

    long number;

    /** The parent, as long as a change knows it; null for the root. */
    RtreeNode parent;

    /** Whether the stored node is another one. */
    boolean dirty;

    /** The height above the leaves of a node that has been removed from the tree. */
    int height;

    RtreeNode(RtreeLayout layout, long number, byte[] data) {
        assert data.length == layout.nodeSize() : data.length;
        this.layout = layout;
        this.number = number;
        this.data = data;
    }

    boolean isRoot() {
        return number == ROOT;
    }

    int depth() {
        return BigEndian.getU16(data, 0);
    }

    void setDepth(int depth) {
        BigEndian.putU16(data, 0, depth);
        dirty = true;
    }

    int count() {
        return BigEndian.getU16(data, 2);
    }

    private void setCount(int count) {
        BigEndian.putU16(data, 2, count);
        dirty = true;
    }

    /** The rowid or the child's number of a cell. */
    long numberAt(int cell) {
        return BigEndian.getLong(data, layout.cellOffset(cell));
    }

    double coordinate(int cell, int index) {
        int at = layout.cellOffset(cell)
                + RtreeLayout.NUMBER_SIZE
                + index * RtreeLayout.COORDINATE_SIZE;
        return coordinate(data, at, layout.integers());
    }

    static double coordinate(byte[] data, int at, boolean integer) {
        int bits = BigEndian.getInt(data, at);
        return integer ? bits : Float.intBitsToFloat(bits);
    }

    void read(int cell, RtreeCell target) {
        int at = layout.cellOffset(cell);
        target.number = BigEndian.getLong(data, at);
        double[] box = target.box;
        boolean integers = layout.integers();
        for (int i = 0; i < box.length; i++) {
            box[i] = coordinate(
                    data, at + RtreeLayout.NUMBER_SIZE + i * RtreeLayout.COORDINATE_SIZE, integers);
        }
    }

    RtreeCell cell(int cell) {
        RtreeCell read = new RtreeCell(layout.coordinateCount());
        read(cell, read);
        return read;
    }

    void write(int cell, RtreeCell source) {
        int at = layout.cellOffset(cell);
        BigEndian.putLong(data, at, source.number);
        at += RtreeLayout.NUMBER_SIZE;
        for (double coordinate : source.box) {
            int bits = layout.integers()
                    ? (int) coordinate
                    : Float.floatToRawIntBits((float) coordinate);
            BigEndian.putInt(data, at, bits);
            at += RtreeLayout.COORDINATE_SIZE;
        }
        dirty = true;
    }

    /** Adds a cell; false if there is no room. */
    boolean add(RtreeCell cell) {
        int count = count();
        assert count <= layout.cellsMax() : count;
        if (count == layout.cellsMax()) {
            return false;
        }
        write(count, cell);
        setCount(count + 1);
        return true;
    }

    /** Removes a cell. As in SQLite, the bytes behind the last one stay as they were. */
    void remove(int cell) {
        int size = layout.cellSize();
        int at = layout.cellOffset(cell);
        int count = count();
        System.arraycopy(data, at + size, data, at, (count - cell - 1) * size);
        setCount(count - 1);
    }

    /** The cell with a number, or -1. */
    int find(long wanted) {
        int count = count();
        for (int i = 0; i < count; i++) {
            if (numberAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    /** Removes all cells, and clears their bytes. */
    void clear() {
        Arrays.fill(data, 2, data.length, (byte) 0);
        dirty = true;
    }

    /** Clears all bytes. */
    void clearAll() {
        Arrays.fill(data, (byte) 0);
        dirty = true;
    }
}
