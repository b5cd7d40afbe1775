package org.sqlvm.parquet;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes structures in the compact protocol of Thrift. Fields come in the order of their numbers.
 */
final class ThriftWriter {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int INT = 5;
    private static final int LONG = 6;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int STRUCT = 12;
    private static final int SHORT_LIST = 15;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** The field before, of the structure that is written. */
    private int last;

    byte[] bytes() {
        return out.toByteArray();
    }

    private void head(int id, int type) {
        int delta = id - last;
        if (delta > 0 && delta < 16) {
            out.write(delta << 4 | type);
        } else {
            out.write(type);
            varint(zigzag(id));
        }
        last = id;
    }

    ThriftWriter bool(int id, boolean value) {
        head(id, value ? TRUE : FALSE);
        return this;
    }

    ThriftWriter integer(int id, int value) {
        head(id, INT);
        varint(zigzag(value));
        return this;
    }

    ThriftWriter number(int id, long value) {
        head(id, LONG);
        varint(zigzag(value));
        return this;
    }

    ThriftWriter text(int id, String value) {
        return binary(id, value.getBytes(StandardCharsets.UTF_8));
    }

    ThriftWriter binary(int id, byte[] value) {
        head(id, BINARY);
        element(value);
        return this;
    }

    ThriftWriter struct(int id, Runnable fields) {
        head(id, STRUCT);
        element(fields);
        return this;
    }

    /** A structure of a list, or the whole. */
    void element(Runnable fields) {
        int outer = last;
        last = 0;
        fields.run();
        out.write(0);
        last = outer;
    }

    void element(byte[] value) {
        varint(value.length);
        out.writeBytes(value);
    }

    void element(int value) {
        varint(zigzag(value));
    }

    ThriftWriter structs(int id, int count) {
        return list(id, count, STRUCT);
    }

    ThriftWriter integers(int id, int count) {
        return list(id, count, INT);
    }

    ThriftWriter texts(int id, int count) {
        return list(id, count, BINARY);
    }

    private ThriftWriter list(int id, int count, int type) {
        head(id, LIST);
        if (count < SHORT_LIST) {
            out.write(count << 4 | type);
        } else {
            out.write(SHORT_LIST << 4 | type);
            varint(count);
        }
        return this;
    }

    private static long zigzag(long value) {
        return value << 1 ^ value >> (Long.SIZE - 1);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
