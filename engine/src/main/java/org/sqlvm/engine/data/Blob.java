package org.sqlvm.engine.data;

import java.util.HexFormat;

/** A BLOB value. */
public final class Blob extends Bytes {
    public static final Blob EMPTY = new Blob(new byte[0], 0, 0);

    public Blob(byte[] array, int offset, int length) {
        super(array, offset, length);
    }

    public static Blob of(byte[] bytes) {
        return new Blob(bytes, 0, bytes.length);
    }

    @Override
    public Blob owned() {
        return isWhole() ? this : of(toArray());
    }

    /** The literal SQL writes for it: {@code X'0AFF'}. */
    @Override
    public String toString() {
        return "X'" + HexFormat.of().withUpperCase().formatHex(array, offset, offset + length)
                + "'";
    }
}
