package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;

/**
 * The least and the greatest value of a column, or wider bounds. NULLs do not count.
 *
 * @param least a Long, Double or Text; null if all values are NULL
 * @param greatest likewise, of the same class
 */
public record ChunkBounds(Object least, Object greatest) {
    /** Bounds of no values. */
    public static final ChunkBounds EMPTY = new ChunkBounds(null, null);

    /** Rows that are loaded at a time. */
    private static final int STEP = 1024;

    /** Returns the bounds of a chunk; null if its values are of several classes, or texts. */
    public static ChunkBounds of(Chunk chunk, int rows) {
        return switch (chunk) {
            case Chunk.Nulls _ -> EMPTY;
            case Chunk.Longs longs -> new ChunkBounds(longs.codes.least, longs.codes.greatest);
            case Chunk.Scaled scaled ->
                new ChunkBounds(
                        scaled.codes.least / scaled.scale, scaled.codes.greatest / scaled.scale);
            case Chunk.Times times ->
                new ChunkBounds(
                        times.form.text(times.codes.least), times.form.text(times.codes.greatest));
            case Chunk.Dictionary dictionary -> of(dictionary.entries);
            case Chunk.Doubles _ -> ofReals(chunk, rows);
            case Chunk.Texts _, Chunk.Mixed _, Chunk.Computed _ -> null;
        };
    }

    private static ChunkBounds of(Text[] entries) {
        ChunkBounds all = EMPTY;
        for (Text entry : entries) {
            all = all.with(new ChunkBounds(entry, entry));
        }
        return all;
    }

    private static ChunkBounds ofReals(Chunk chunk, int rows) {
        Vector values = new Vector(STEP);
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        for (int from = 0; from < rows; from += STEP) {
            int count = Math.min(STEP, rows - from);
            chunk.load(from, null, count, values);
            for (int i = 0; i < count; i++) {
                if (values.get(i) != SqlNull.NULL) {
                    least = Math.min(least, values.doubles[i]);
                    greatest = Math.max(greatest, values.doubles[i]);
                }
            }
        }
        return least <= greatest ? new ChunkBounds(least, greatest) : EMPTY;
    }

    /** Whether there are no values but NULL. */
    public boolean isEmpty() {
        return least == null;
    }

    /** Returns the bounds of both; null if they are not of one class. */
    public ChunkBounds with(ChunkBounds other) {
        if (other == null || isEmpty() || other.isEmpty()) {
            return other == null || isEmpty() ? other : this;
        }
        if (!least.getClass().equals(other.least.getClass())) {
            return null;
        }
        return new ChunkBounds(
                compare(least, other.least) <= 0 ? least : other.least,
                compare(greatest, other.greatest) >= 0 ? greatest : other.greatest);
    }

    private static int compare(Object one, Object other) {
        return switch (one) {
            case Long number -> Long.compare(number, (Long) other);
            case Double number -> Double.compare(number, (Double) other);
            default -> Bytes.compare((Text) one, (Text) other);
        };
    }
}
