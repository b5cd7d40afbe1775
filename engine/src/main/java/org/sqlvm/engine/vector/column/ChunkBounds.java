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

    /** Returns the bounds of a chunk; null if its values are of several classes, or texts. */
    public static ChunkBounds of(Chunk chunk, int rows) {
        return switch (chunk) {
            case Chunk.Texts _, Chunk.Mixed _, Chunk.Computed _ -> null;
            case Chunk.Dictionary dictionary -> of(dictionary.entries);
            case Chunk.Nulls _, Chunk.Longs _, Chunk.Doubles _, Chunk.Scaled _, Chunk.Times _ -> {
                ChunkRange range = ChunkRange.of(chunk, rows);
                yield range.least() == SqlNull.NULL
                        ? EMPTY
                        : new ChunkBounds(range.least(), range.greatest());
            }
        };
    }

    private static ChunkBounds of(Text[] entries) {
        ChunkBounds all = EMPTY;
        for (Text entry : entries) {
            all = all.with(new ChunkBounds(entry, entry));
        }
        return all;
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
