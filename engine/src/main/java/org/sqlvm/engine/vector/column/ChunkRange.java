package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Values;

/**
 * The least and the greatest value of a chunk, in the order of BINARY; both NULL if it has no
 * others.
 *
 * @param least as in a register
 * @param greatest as in a register
 */
public record ChunkRange(Object least, Object greatest) {
    private static final ChunkRange EMPTY = new ChunkRange(SqlNull.NULL, SqlNull.NULL);

    private static final int ROWS = 2048;

    /** @param rows the number of rows in the chunk */
    public static ChunkRange of(Chunk chunk, int rows) {
        return switch (chunk) {
            case Chunk.Nulls _ -> EMPTY;
            case Chunk.Longs longs -> new ChunkRange(longs.codes.least, longs.codes.greatest);
            case Chunk.Scaled scaled ->
                new ChunkRange(
                        scaled.codes.least / scaled.scale, scaled.codes.greatest / scaled.scale);
            case Chunk.Times times ->
                new ChunkRange(times.text(times.codes.least), times.text(times.codes.greatest));
            default -> ofValues(chunk, rows);
        };
    }

    private static ChunkRange ofValues(Chunk chunk, int rows) {
        Vector values = new Vector(ROWS);
        ChunkRange range = EMPTY;
        for (int from = 0; from < rows; from += ROWS) {
            int count = Math.min(ROWS, rows - from);
            chunk.load(from, null, count, values);
            for (int i = 0; i < count; i++) {
                range = range.with(value(values, i));
            }
        }
        return new ChunkRange(owned(range.least), owned(range.greatest));
    }

    private static Object value(Vector values, int row) {
        if (values.kind != Vector.OBJECTS && values.hasNulls && values.nulls[row]) {
            return SqlNull.NULL;
        }
        return switch (values.kind) {
            case Vector.LONGS -> values.longs[row];
            case Vector.DOUBLES -> values.doubles[row];
            default -> values.objects[row];
        };
    }

    private ChunkRange with(Object value) {
        if (value == SqlNull.NULL) {
            return this;
        }
        boolean first = least == SqlNull.NULL;
        boolean less = first || Values.compare(value, least, Collation.BINARY) < 0;
        boolean more = first || Values.compare(value, greatest, Collation.BINARY) > 0;
        return less || more ? new ChunkRange(less ? value : least, more ? value : greatest) : this;
    }

    private static Object owned(Object value) {
        return value instanceof Bytes bytes ? bytes.owned() : value;
    }
}
