package org.sqlvm.engine.data;

import java.util.HexFormat;

/** A BLOB value. */
public sealed class Blob extends Bytes permits Pointer, VectorBlob, WideBlob {
    public static final Blob EMPTY = new Blob(new byte[0], 0, 0);

    public Blob(byte[] array, int offset, int length) {
        super(array, offset, length);
    }

    public static Blob of(byte[] bytes) {
        return new Blob(bytes, 0, bytes.length);
    }

    /** The bytes as a blob of a database with that encoding. */
    public static Blob of(byte[] array, int offset, int length, TextEncoding encoding) {
        return encoding == TextEncoding.UTF8
                ? new Blob(array, offset, length)
                : new WideBlob(array, offset, length, encoding);
    }

    /** Returns the same blob in a database with that encoding. */
    public final Blob in(TextEncoding encoding) {
        return of(array, offset, length, encoding);
    }

    /** Returns the same value with its bytes in another array. */
    public Blob at(byte[] otherArray, int otherOffset) {
        return new Blob(otherArray, otherOffset, length);
    }

    /** Returns the bytes as text. */
    public Text asText() {
        return new Text(array, offset, length);
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
