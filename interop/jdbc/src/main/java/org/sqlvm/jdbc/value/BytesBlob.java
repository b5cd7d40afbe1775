package org.sqlvm.jdbc.value;

import org.sqlvm.jdbc.error.Errors;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/** A BLOB in memory: what has been read from a column, or is to be written to one. */
public final class BytesBlob implements Blob {
    /** The content; null after free. */
    private byte[] bytes;

    public BytesBlob(byte[] bytes) {
        this.bytes = bytes;
    }

    private byte[] bytes() throws SQLException {
        if (bytes == null) {
            throw Errors.closed("blob");
        }
        return bytes;
    }

    @Override
    public long length() throws SQLException {
        return bytes().length;
    }

    /** The index of a position, which counts from 1. */
    private int index(long position, int length) throws SQLException {
        if (position < 1 || position > length + 1L) {
            throw Errors.invalid("position " + position + " of " + length);
        }
        return (int) (position - 1);
    }

    @Override
    public byte[] getBytes(long position, int length) throws SQLException {
        int from = index(position, bytes().length);
        if (length < 0) {
            throw Errors.invalid("the length is negative: " + length);
        }
        return Arrays.copyOfRange(bytes, from, (int) Math.min(bytes.length, (long) from + length));
    }

    @Override
    public InputStream getBinaryStream() throws SQLException {
        return new ByteArrayInputStream(bytes());
    }

    @Override
    public InputStream getBinaryStream(long position, long length) throws SQLException {
        int from = index(position, bytes().length);
        if (length < 0 || length > bytes.length - from) {
            throw Errors.invalid("length " + length + " behind " + position);
        }
        return new ByteArrayInputStream(bytes, from, (int) length);
    }

    @Override
    public long position(byte[] pattern, long start) throws SQLException {
        int last = bytes().length - pattern.length;
        for (int i = index(start, bytes.length); i <= last; i++) {
            if (Arrays.equals(bytes, i, i + pattern.length, pattern, 0, pattern.length)) {
                return i + 1L;
            }
        }
        return -1;
    }

    @Override
    public long position(Blob pattern, long start) throws SQLException {
        return position(pattern.getBytes(1, (int) pattern.length()), start);
    }

    @Override
    public int setBytes(long position, byte[] source) throws SQLException {
        return setBytes(position, source, 0, source.length);
    }

    @Override
    public int setBytes(long position, byte[] source, int offset, int length) throws SQLException {
        int to = index(position, bytes().length);
        bytes = Arrays.copyOf(bytes, Math.max(bytes.length, to + length));
        System.arraycopy(source, offset, bytes, to, length);
        return length;
    }

    /** Writes when it is closed. */
    @Override
    public OutputStream setBinaryStream(long position) throws SQLException {
        int to = index(position, bytes().length);
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                byte[] kept = bytes == null ? new byte[to] : bytes;
                byte[] all = Arrays.copyOf(kept, Math.max(kept.length, to + count));
                System.arraycopy(buf, 0, all, to, count);
                bytes = all;
            }
        };
    }

    @Override
    public void truncate(long length) throws SQLException {
        bytes = Arrays.copyOf(bytes(), index(length + 1, bytes.length));
    }

    @Override
    public void free() {
        bytes = null;
    }
}
