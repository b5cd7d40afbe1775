package org.sqlvm.engine.row.embedding;

/** The type of an embedding's elements, with sqlite-vec's names and subtypes. */
public enum ElementType {
    FLOAT32("float32", 223),
    BIT("bit", 224),
    INT8("int8", 225);

    public final String words;

    /** The subtype of a BLOB whose elements have this type; a BLOB without one has floats. */
    public final long subtype;

    ElementType(String words, long subtype) {
        this.words = words;
        this.subtype = subtype;
    }

    public static ElementType of(long subtype) {
        return subtype == INT8.subtype ? INT8 : subtype == BIT.subtype ? BIT : FLOAT32;
    }

    /** The number of elements in that many bytes. */
    public long count(int bytes) {
        return switch (this) {
            case FLOAT32 -> bytes / Float.BYTES;
            case BIT -> (long) bytes * Byte.SIZE;
            case INT8 -> bytes;
        };
    }
}
