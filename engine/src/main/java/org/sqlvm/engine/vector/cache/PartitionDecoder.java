package org.sqlvm.engine.vector.cache;

import org.sqlvm.engine.btree.ImageCells;
import org.sqlvm.engine.btree.PageImage;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SerialType;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.column.StoredColumn;

import java.util.Arrays;
import java.util.List;

/**
 * Decodes the rows of pages into the chunks of a partition. It works on arrays only, so any thread
 * may use it. For up to ROWS rows at a time, it first walks the headers of the records to find the
 * values; then each column takes its own.
 */
final class PartitionDecoder {
    /** The positions of this many rows stay in a core's first-level cache. */
    private static final int ROWS = 256;

    private static final int NOT_READ = -1;

    /** {@link SerialType#sizeOfByte} of each byte. */
    private static final byte[] SIZES = new byte[1 << Byte.SIZE];

    static {
        for (int i = 0; i < SIZES.length; i++) {
            SIZES[i] = (byte) SerialType.sizeOfByte((byte) i);
        }
    }

    private final ImageCells cells;

    /** As the columns: the builders; null for columns that are not read. */
    private final ChunkBuilder[] builders;

    /** By place in the record: the builder, or null. */
    private final ChunkBuilder[] places;

    /** The builder of the rowid, or null. */
    private ChunkBuilder rowids;

    /** The places that are read, in order. */
    private final int[] read;

    /** By place and row: the serial type, and the offset of the value in the page. */
    private final int[] types;

    private final int[] offsets;

    private long lastRowid;

    /**
     * Creates a decoder.
     *
     * @param wanted as {@code columns}: which of them are read
     */
    PartitionDecoder(
            ImageCells cells, List<StoredColumn> columns, boolean[] wanted, int partitionRows) {
        this.cells = cells;
        builders = new ChunkBuilder[columns.size()];
        int last = NOT_READ;
        for (int i = 0; i < builders.length; i++) {
            if (wanted[i]) {
                builders[i] = new ChunkBuilder(columns.get(i), partitionRows);
                last = Math.max(last, columns.get(i).place());
            }
        }
        places = new ChunkBuilder[last + 1];
        for (int i = 0; i < builders.length; i++) {
            if (wanted[i] && columns.get(i).place() == StoredColumn.ROWID) {
                rowids = builders[i];
            } else if (wanted[i]) {
                places[columns.get(i).place()] = builders[i];
            }
        }
        int[] found = new int[places.length];
        int count = 0;
        for (int place = 0; place < places.length; place++) {
            if (places[place] != null) {
                found[count++] = place;
            }
        }
        read = Arrays.copyOf(found, count);
        types = new int[places.length * ROWS];
        offsets = new int[places.length * ROWS];
    }

    /**
     * Decodes rows of a page.
     *
     * @return {@code to}; or the cell that only the connection's thread can go on with, because the
     *     page is corrupt or the record has overflow pages
     */
    int add(PageImage image, int from, int to) {
        if (!cells.enter(image)) {
            return from;
        }
        assert 0 <= from && from <= to : from + " to " + to;
        int cell = from;
        while (cell < to) {
            int end = Math.min(to, cell + ROWS);
            int walked = places.length == 0 ? end : walk(image.data(), cell, end);
            addRows(image.data(), cell, walked);
            cell = walked;
            if (cell < end) {
                int local = cells.localSizes()[cell];
                if (local < cells.size(cell)) {
                    return cell;
                }
                addRecord(cell, image.data(), cells.starts()[cell], local);
                cell++;
            }
        }
        if (to > from && cells.isTable()) {
            lastRowid = cells.rowid(to - 1);
        }
        return to;
    }

    /** The cells of the page that was added last. */
    ImageCells cells() {
        return cells;
    }

    /**
     * Finds the values of rows.
     *
     * @return {@code to}, or the first row that needs the slow path
     */
    private int walk(byte[] data, int from, int to) {
        int[] starts = cells.starts();
        int[] localSizes = cells.localSizes();
        for (int row = from; row < to; row++) {
            int start = starts[row];
            if (!walkRecord(data, start, start + localSizes[row], row - from)) {
                return row;
            }
        }
        return to;
    }

    private boolean walkRecord(byte[] data, int start, int end, int row) {
        if (start == end) {
            return false;
        }
        int at = start;
        int headerSize = data[at++];
        if (headerSize < 0) {
            int next = at < end ? data[at++] : -1;
            headerSize = (headerSize & 0x7f) << 7 | next;
        }
        int headerEnd = start + headerSize;
        if (headerEnd < at || headerEnd > end) {
            return false;
        }
        int value = walkTypes(data, at, headerEnd, row);
        if (value < 0) {
            value = walkEach(data, at, headerEnd, row);
        }
        return 0 <= value && value <= end;
    }

    /**
     * Finds the values of a record whose types have one byte each. Only the sizes of others than
     * those that are read are needed.
     *
     * @return where the values up to the last one that is read end; negative if this is no such
     *     record
     */
    private int walkTypes(byte[] data, int from, int headerEnd, int row) {
        if (headerEnd - from < places.length) {
            return -1;
        }
        byte[] sizes = SIZES;
        int value = headerEnd;
        int at = from;
        int all = 0;
        for (int place : read) {
            for (int stop = from + place; at < stop; at++) {
                int size = sizes[data[at] & 0xff];
                all |= size;
                value += size;
            }
            int type = data[at++];
            int size = sizes[type & 0xff];
            int i = place * ROWS + row;
            types[i] = type;
            offsets[i] = value;
            all |= size;
            value += size;
        }
        return all < 0 ? -1 : value;
    }

    /**
     * As {@link #walkTypes}, for any types, and for records that end before.
     *
     * @return negative if the header needs the slow path
     */
    private int walkEach(byte[] data, int from, int headerEnd, int row) {
        int value = headerEnd;
        int at = from;
        int last = types.length;
        for (int i = row; i < last; i += ROWS) {
            int type = ChunkBuilder.ABSENT;
            int size = 0;
            if (at < headerEnd) {
                byte first = data[at++];
                type = first;
                size = SerialType.sizeOfByte(first);
                if (size < 0) {
                    int next = at < headerEnd ? data[at++] : -1;
                    if (first >= 0 || next < 0) {
                        return -1;
                    }
                    type = (first & 0x7f) << 7 | next;
                    size = (int) SerialType.size(type);
                    if (size < 0) {
                        return -1;
                    }
                }
            }
            types[i] = type;
            offsets[i] = value;
            value += size;
        }
        return value;
    }

    private void addRows(byte[] data, int from, int to) {
        if (rowids != null) {
            for (int cell = from; cell < to; cell++) {
                rowids.addLong(cells.rowid(cell));
            }
        }
        for (int place : read) {
            int first = place * ROWS;
            places[place].addAll(data, types, offsets, first, first + to - from);
        }
    }

    /** Decodes a single record, that of a cell of {@link #cells}. */
    void addRecord(int cell, byte[] data, int offset, int length) {
        if (cells.isTable()) {
            lastRowid = cells.rowid(cell);
        }
        if (rowids != null) {
            rowids.addLong(lastRowid);
        }
        if (places.length == 0) {
            return;
        }
        int headerEnd = offset + RecordReader.headerSize(data, offset, length);
        int at = offset + RecordReader.varintSize(data, offset);
        int limit = offset + length;
        long value = headerEnd;
        for (ChunkBuilder builder : places) {
            if (at >= headerEnd) {
                if (builder != null) {
                    builder.addAbsent();
                }
                continue;
            }
            long type = RecordReader.readVarint(data, at, headerEnd);
            at += RecordReader.varintSize(data, at);
            long size = SerialType.size(type);
            if (size < 0 || value + size > limit) {
                throw SqlException.corrupt(0, "value of serial type " + type + " in a record");
            }
            if (builder != null) {
                builder.add(type, data, (int) value);
            }
            value += size;
        }
    }

    /** The rowid of the last row; 0 if rows have none. */
    long lastRowid() {
        return lastRowid;
    }

    /**
     * Makes the chunks of the rows so far.
     *
     * @return as the columns; null for those that are not read
     */
    Chunk[] finish() {
        Chunk[] chunks = new Chunk[builders.length];
        for (int i = 0; i < builders.length; i++) {
            if (builders[i] != null) {
                chunks[i] = builders[i].finish();
            }
        }
        return chunks;
    }
}
