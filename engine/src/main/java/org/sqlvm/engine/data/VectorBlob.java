package org.sqlvm.engine.data;

/**
 * A BLOB whose bytes are an embedding, as a function has made it: its subtype says of what type the
 * elements are. Elsewhere it is a plain BLOB; a record does not keep the subtype.
 */
public final class VectorBlob extends Blob {
    /** The result of the function subtype() for it. */
    public final long subtype;

    public VectorBlob(byte[] array, int offset, int length, long subtype) {
        super(array, offset, length);
        this.subtype = subtype;
    }

    @Override
    public VectorBlob owned() {
        return isWhole() ? this : new VectorBlob(toArray(), 0, length, subtype);
    }

    @Override
    public VectorBlob at(byte[] otherArray, int otherOffset) {
        return new VectorBlob(otherArray, otherOffset, length, subtype);
    }
}
