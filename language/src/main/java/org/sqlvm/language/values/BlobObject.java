package org.sqlvm.language.values;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.interop.InteropLibrary;
import com.oracle.truffle.api.interop.InvalidArrayIndexException;
import com.oracle.truffle.api.interop.InvalidBufferOffsetException;
import com.oracle.truffle.api.interop.TruffleObject;
import com.oracle.truffle.api.library.ExportLibrary;
import com.oracle.truffle.api.library.ExportMessage;
import com.oracle.truffle.api.memory.ByteArraySupport;

import org.sqlvm.engine.data.Blob;

import java.nio.ByteOrder;

/** A BLOB: a read-only buffer, and an array of bytes for languages without buffers. */
@ExportLibrary(InteropLibrary.class)
final class BlobObject implements TruffleObject {
    private final Blob blob;

    BlobObject(Blob blob) {
        this.blob = blob;
    }

    @ExportMessage
    boolean hasBufferElements() {
        return true;
    }

    @ExportMessage
    long getBufferSize() {
        return blob.length;
    }

    @ExportMessage
    void readBuffer(long offset, byte[] target, int targetOffset, int length)
            throws InvalidBufferOffsetException {
        System.arraycopy(blob.array, place(offset, length), target, targetOffset, length);
    }

    @ExportMessage
    byte readBufferByte(long offset) throws InvalidBufferOffsetException {
        return blob.array[place(offset, Byte.BYTES)];
    }

    @ExportMessage
    short readBufferShort(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return support(order).getShort(blob.array, place(offset, Short.BYTES));
    }

    @ExportMessage
    int readBufferInt(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return support(order).getInt(blob.array, place(offset, Integer.BYTES));
    }

    @ExportMessage
    long readBufferLong(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return support(order).getLong(blob.array, place(offset, Long.BYTES));
    }

    @ExportMessage
    float readBufferFloat(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return support(order).getFloat(blob.array, place(offset, Float.BYTES));
    }

    @ExportMessage
    double readBufferDouble(ByteOrder order, long offset) throws InvalidBufferOffsetException {
        return support(order).getDouble(blob.array, place(offset, Double.BYTES));
    }

    private static ByteArraySupport support(ByteOrder order) {
        return order == ByteOrder.BIG_ENDIAN
                ? ByteArraySupport.bigEndian()
                : ByteArraySupport.littleEndian();
    }

    private int place(long offset, int length) throws InvalidBufferOffsetException {
        if (offset < 0 || length < 0 || offset + length > blob.length) {
            throw InvalidBufferOffsetException.create(offset, length);
        }
        return blob.offset + (int) offset;
    }

    @ExportMessage
    boolean hasArrayElements() {
        return true;
    }

    @ExportMessage
    long getArraySize() {
        return blob.length;
    }

    @ExportMessage
    boolean isArrayElementReadable(long index) {
        return index >= 0 && index < blob.length;
    }

    @ExportMessage
    Object readArrayElement(long index) throws InvalidArrayIndexException {
        if (!isArrayElementReadable(index)) {
            throw InvalidArrayIndexException.create(index);
        }
        return blob.array[blob.offset + (int) index];
    }

    @ExportMessage
    boolean hasLanguage() {
        return true;
    }

    @ExportMessage
    Class<? extends TruffleLanguage<?>> getLanguage() {
        return LanguageClass.get();
    }

    @ExportMessage
    @TruffleBoundary
    Object toDisplayString(@SuppressWarnings("unused") boolean allowSideEffects) {
        return blob.toString();
    }
}
