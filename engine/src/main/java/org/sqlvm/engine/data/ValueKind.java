package org.sqlvm.engine.data;

/**
 * The storage classes as small numbers, for values that are kept unboxed: a number's 64 bits in one
 * array (a real's raw bits), a text's or blob's object in another. All but NULL's are single bits,
 * so that sets of them can be masks.
 */
public final class ValueKind {
    /** The kind of an unwritten slot. */
    public static final int NULL = 0;

    public static final int LONG = 1;
    public static final int DOUBLE = 1 << 1;
    public static final int TEXT = 1 << 2;
    public static final int BLOB = 1 << 3;
    /** An accumulator or another internal object, which SQL never sees. */
    public static final int INTERNAL = 1 << 4;

    /** Whether the value is 64 bits, not an object. */
    public static boolean isNumber(int kind) {
        return (kind & (LONG | DOUBLE)) != 0;
    }

    private ValueKind() {}
}
