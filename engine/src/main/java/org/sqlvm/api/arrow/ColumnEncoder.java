package org.sqlvm.api.arrow;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One column of a record batch: first {@link #measure}, since its size stands before the batch,
 * then {@link #write}. The arrays of the engine are written from where they are.
 */
final class ColumnEncoder {
    /** SQLITE_MISMATCH. */
    private static final int MISMATCH = 20;

    private static final byte[] NOTHING = {};

    private final String name;
    private final int column;
    private final ColumnType type;
    private final boolean takesMixed;

    private List<Slice> slices = List.of();
    private int rowCount;
    /** The number of the batch's first row in the result. */
    private long firstRow;

    private int nullCount;
    /** Ends of the values of a column of bytes; null for all others. */
    @SuppressWarnings("NullAway.Init")
    private int[] ends;
    /** Values that are not written as they are, by their row. */
    private final Map<Integer, byte[]> converted = new HashMap<>();

    ColumnEncoder(String name, int column, ColumnType type, boolean takesMixed) {
        this.name = name;
        this.column = column;
        this.type = type;
        this.takesMixed = takesMixed;
    }

    ArrowMetadata.Field field() {
        return new ArrowMetadata.Field(name, type);
    }

    ArrowMetadata.Node node() {
        return new ArrowMetadata.Node(rowCount, nullCount);
    }

    /** Takes the rows of a batch. */
    void measure(List<Slice> rows, int count, long firstRowOfBatch) {
        slices = rows;
        rowCount = count;
        firstRow = firstRowOfBatch;
        nullCount = 0;
        converted.clear();
        if (type.isOfBytes()) {
            measureBytes();
        } else {
            int at = 0;
            for (Slice slice : slices) {
                measure(slice, at);
                at += slice.count();
            }
        }
    }

    /** @param at the row's number in the batch */
    private void measure(Slice slice, int at) {
        RowBatch batch = slice.batch();
        boolean isPlain = (type == ColumnType.INTEGER && batch.longs(column) != null)
                || (type == ColumnType.REAL && batch.doubles(column) != null);
        if (isPlain) {
            return;
        }
        for (int i = slice.from(); i < slice.until(); i++) {
            Rows.Type found = batch.type(column, i);
            if (found == Rows.Type.NULL) {
                nullCount++;
            } else if (!takes(found, batch, i)) {
                throw mixed(at + i - slice.from(), found);
            }
        }
    }

    private boolean takes(Rows.Type found, RowBatch batch, int row) {
        return switch (type) {
            case INTEGER -> found == Rows.Type.INTEGER;
            case REAL ->
                found == Rows.Type.REAL
                        || (found == Rows.Type.INTEGER
                                && ColumnType.isExact(batch.getLong(column, row)));
            case NULL, TEXT, BLOB -> false;
        };
    }

    private void measureBytes() {
        if (ends == null || ends.length < rowCount + 1) {
            ends = new int[rowCount + 1];
        }
        int at = 0;
        for (Slice slice : slices) {
            RowBatch batch = slice.batch();
            for (int i = slice.from(); i < slice.until(); i++, at++) {
                long end = (long) ends[at] + length(batch, i, at);
                if (end > Integer.MAX_VALUE) {
                    throw tooLong();
                }
                ends[at + 1] = (int) end;
            }
        }
    }

    private int length(RowBatch batch, int row, int at) {
        Rows.Type found = batch.type(column, row);
        switch (found) {
            case NULL -> {
                nullCount++;
                return 0;
            }
            case TEXT, BLOB -> {
                boolean isOwn = ColumnType.of(found) == type;
                if (!isOwn && (!takesMixed || type == ColumnType.TEXT)) {
                    throw mixed(at, found);
                }
                byte[] bytes = batch.array(column, row);
                int offset = batch.offset(column, row);
                int length = batch.length(column, row);
                if (type == ColumnType.TEXT && !Utf8.isValid(bytes, offset, length)) {
                    return convert(at, Utf8.repaired(bytes, offset, length));
                }
                return length;
            }
            case INTEGER, REAL -> {
                if (!takesMixed) {
                    throw mixed(at, found);
                }
                String text = Objects.requireNonNull(batch.getText(column, row));
                return convert(at, text.getBytes(UTF_8));
            }
        }
        throw new AssertionError(found);
    }

    private int convert(int at, byte[] bytes) {
        converted.put(at, bytes);
        return bytes.length;
    }

    /** Adds the column's parts of the body, which come behind those before it. */
    void addParts(List<ArrowMetadata.Part> parts) {
        if (type == ColumnType.NULL) {
            return;
        }
        addPart(parts, nullCount == 0 ? 0 : (rowCount + Byte.SIZE - 1) / Byte.SIZE);
        if (type.isOfBytes()) {
            addPart(parts, (rowCount + 1L) * Integer.BYTES);
            addPart(parts, ends[rowCount]);
        } else {
            addPart(parts, (long) rowCount * Long.BYTES);
        }
    }

    private static void addPart(List<ArrowMetadata.Part> parts, long length) {
        parts.add(new ArrowMetadata.Part(end(parts), length));
    }

    /** Where the next part begins; the length of the body, if there is none. */
    static long end(List<ArrowMetadata.Part> parts) {
        if (parts.isEmpty()) {
            return 0;
        }
        ArrowMetadata.Part last = parts.getLast();
        long end = last.offset() + last.length();
        return end + ByteSink.padding(end);
    }

    /** Writes the parts, in their order. */
    void write(ByteSink out) {
        if (type == ColumnType.NULL) {
            return;
        }
        if (nullCount > 0) {
            writeValidity(out);
            out.pad();
        }
        if (type.isOfBytes()) {
            out.writeInts(ends, rowCount + 1);
            out.pad();
            writeBytes(out);
        } else {
            slices.forEach(slice -> writeNumbers(slice, out));
        }
        out.pad();
    }

    /** A bit for each row, set for a value, from the lowest bit of each byte. */
    private void writeValidity(ByteSink out) {
        byte[] bits = new byte[(rowCount + Byte.SIZE - 1) / Byte.SIZE];
        int at = 0;
        for (Slice slice : slices) {
            for (int i = slice.from(); i < slice.until(); i++, at++) {
                if (slice.batch().type(column, i) != Rows.Type.NULL) {
                    bits[at / Byte.SIZE] |= (byte) (1 << at % Byte.SIZE);
                }
            }
        }
        out.writeBytes(bits, 0, bits.length);
    }

    private void writeNumbers(Slice slice, ByteSink out) {
        RowBatch batch = slice.batch();
        int start = batch.start() + slice.from();
        if (type == ColumnType.INTEGER) {
            long[] values = batch.longs(column);
            if (values != null) {
                out.writeLongs(values, start, slice.count());
                return;
            }
        } else {
            double[] values = batch.doubles(column);
            if (values != null) {
                out.writeDoubles(values, start, slice.count());
                return;
            }
        }
        for (int i = slice.from(); i < slice.until(); i++) {
            writeNumber(batch, i, out);
        }
    }

    /** NULL is 0, as its bit says that it is none. */
    private void writeNumber(RowBatch batch, int row, ByteSink out) {
        Rows.Type found = batch.type(column, row);
        if (found == Rows.Type.NULL) {
            out.writeLong(0);
        } else if (type == ColumnType.INTEGER) {
            out.writeLong(batch.getLong(column, row));
        } else if (found == Rows.Type.INTEGER) {
            out.writeDouble(batch.getLong(column, row));
        } else {
            out.writeDouble(batch.getDouble(column, row));
        }
    }

    private void writeBytes(ByteSink out) {
        int at = 0;
        for (Slice slice : slices) {
            RowBatch batch = slice.batch();
            for (int i = slice.from(); i < slice.until(); i++, at++) {
                int length = ends[at + 1] - ends[at];
                if (length > 0) {
                    byte[] own = converted.getOrDefault(at, NOTHING);
                    if (own.length > 0) {
                        out.writeBytes(own, 0, length);
                    } else {
                        out.writeBytes(batch.array(column, i), batch.offset(column, i), length);
                    }
                }
            }
        }
    }

    private SqlvmException mixed(int at, Rows.Type found) {
        return error("row " + (firstRow + at) + ": " + found + " in a column of " + type);
    }

    private SqlvmException tooLong() {
        return error("more than 2 GiB in one batch of Arrow, ask for fewer rows");
    }

    private SqlvmException error(String what) {
        return new SqlvmException("column " + name + ", " + what, MISMATCH, -1, null);
    }

    static List<ArrowMetadata.Part> parts(List<ColumnEncoder> columns) {
        List<ArrowMetadata.Part> parts = new ArrayList<>();
        columns.forEach(column -> column.addParts(parts));
        return parts;
    }
}
