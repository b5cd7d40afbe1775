package org.sqlvm.engine.row.embedding;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.VectorBlob;
import org.sqlvm.engine.error.SqlException;

/**
 * An embedding: a vector of numbers, as sqlite-vec stores it in a BLOB. Floats are little-endian;
 * of bits the low one of a byte comes first.
 *
 * @param offset the first byte of it in {@code array}
 * @param size in bytes
 */
public record Embedding(ElementType type, byte[] array, int offset, int size) {
    private static final String EMPTY = "zero-length vectors are not supported.";

    /** The number of elements. */
    public long length() {
        return type.count(size);
    }

    /** The number of elements that are no bits. */
    public int count() {
        assert type != ElementType.BIT;
        return (int) length();
    }

    public float getFloat(int index) {
        return DistanceLoops.getFloat(array, offset + index * Float.BYTES);
    }

    public static Embedding of(ElementType type, byte[] whole) {
        return new Embedding(type, whole, 0, whole.length);
    }

    /** The value of SQL; its bytes may be those of a page. */
    public VectorBlob value() {
        return new VectorBlob(array, offset, size, type.subtype);
    }

    /** The embedding that a value is. @throws SqlException with sqlite-vec's words */
    public static Embedding of(Object value) {
        ElementType type = value instanceof VectorBlob blob
                ? ElementType.of(blob.subtype)
                : ElementType.FLOAT32;
        return of(type, value);
    }

    /** The embedding that a value is, if its elements have that type. */
    @TruffleBoundary
    public static Embedding of(ElementType type, Object value) {
        if (value instanceof Blob blob) {
            if (blob.length == 0) {
                throw SqlException.error(EMPTY);
            }
            if (type == ElementType.FLOAT32 && blob.length % Float.BYTES != 0) {
                throw SqlException.error("invalid float32 vector BLOB length. Must be divisible by "
                        + Float.BYTES + ", found " + blob.length);
            }
            return new Embedding(type, blob.array, blob.offset, blob.length);
        }
        if (type == ElementType.BIT) {
            throw SqlException.error("Unknown type for bitvector.");
        }
        if (value instanceof Text text) {
            byte[] bytes = new EmbeddingText(text).parse(type);
            if (bytes.length == 0) {
                throw SqlException.error(EMPTY);
            }
            return of(type, bytes);
        }
        throw SqlException.error(
                type == ElementType.INT8
                        ? "Unknown type for int8 vector."
                        : "Input must have type BLOB (compact format) or TEXT (JSON), found "
                                + typeName(value));
    }

    private static String typeName(Object value) {
        return switch (value) {
            case Long _ -> "INTEGER";
            case Double _ -> "FLOAT";
            case Bytes _ -> throw new AssertionError(value);
            default -> {
                assert value == SqlNull.NULL : value;
                yield "NULL";
            }
        };
    }

    /** The two embeddings of a call, which have as many elements of the same type. */
    @TruffleBoundary
    public static Embedding[] pair(Object[] arguments) {
        Embedding first = numbered("1st", arguments[0]);
        Embedding second = numbered("2nd", arguments[1]);
        // The misspelling is sqlite-vec's, as in its next message.
        if (first.type != second.type) {
            throw SqlException.error("Vector type mistmatch. First vector has type "
                    + first.type.words + ", while the second has type " + second.type.words + ".");
        }
        if (first.size != second.size) {
            throw SqlException.error("Vector dimension mistmatch. First vector has "
                    + first.length() + " dimensions, while the second has " + second.length()
                    + " dimensions.");
        }
        return new Embedding[] {first, second};
    }

    private static Embedding numbered(String ordinal, Object value) {
        try {
            return of(value);
        } catch (SqlException e) {
            throw SqlException.error("Error reading " + ordinal + " vector: " + e.getMessage());
        }
    }
}
