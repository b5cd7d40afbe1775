package org.sqlvm.engine.data;

/** A BLOB in a database of UTF-16: code that takes it for text finds that encoding in its bytes. */
public final class WideBlob extends Blob {
    public final TextEncoding encoding;

    WideBlob(byte[] array, int offset, int length, TextEncoding encoding) {
        super(array, offset, length);
        assert encoding != TextEncoding.UTF8;
        this.encoding = encoding;
    }

    @Override
    public WideBlob owned() {
        byte[] bytes = isWhole() ? array : toArray();
        return bytes == array ? this : new WideBlob(bytes, 0, length, encoding);
    }

    @Override
    public WideBlob at(byte[] otherArray, int otherOffset) {
        return new WideBlob(otherArray, otherOffset, length, encoding);
    }

    @Override
    public Text asText() {
        return RecordReader.text(array, offset, length, encoding);
    }
}
