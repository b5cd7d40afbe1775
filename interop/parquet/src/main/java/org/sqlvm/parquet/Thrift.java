package org.sqlvm.parquet;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads structures in the compact protocol of Thrift
 * (github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md).
 */
final class Thrift {
    private static final int TRUE = 1;
    private static final int FALSE = 2;
    private static final int BYTE = 3;
    private static final int DOUBLE = 7;
    private static final int BINARY = 8;
    private static final int LIST = 9;
    private static final int SET = 10;
    private static final int MAP = 11;
    private static final int STRUCT = 12;

    /** Structures of Parquet are less deep. */
    private static final int DEPTH_MAX = 64;

    private final byte[] bytes;
    private final int end;
    private int at;

    /** The type of the field whose value comes next. */
    private int type;

    /** The id of the current field of the structure. */
    private int id;

    Thrift(byte[] bytes, int from, int end) {
        assert 0 <= from && from <= end && end <= bytes.length : from + " to " + end;
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    int position() {
        return at;
    }

    /** Reads the fields of a structure. */
    interface Fields {
        /** Reads the value of a field, or skips it ({@link #skip}). */
        void read(int id);
    }

    /** Reads a structure. */
    void struct(Fields fields) {
        int outer = id;
        id = 0;
        while (true) {
            int head = next();
            if (head == 0) {
                break;
            }
            int delta = head >>> 4;
            int number = delta == 0 ? (int) zigzag() : id + delta;
            type = head & 15;
            id = number;
            fields.read(number);
            id = number;
        }
        id = outer;
    }

    /** Reads a list of structures or of other values, one by one. */
    void list(Runnable element) {
        if (type != LIST && type != SET) {
            throw ParquetException.damaged("no list");
        }
        int head = next();
        int count = head >>> 4;
        if (count == 15) {
            count = size();
        }
        int elementType = head & 15;
        // Each takes a byte or more.
        if (count > end - at) {
            throw ParquetException.damaged("a list of " + count);
        }
        for (int i = 0; i < count; i++) {
            type = elementType;
            element.run();
        }
    }

    boolean bool() {
        if (type != TRUE && type != FALSE) {
            throw ParquetException.damaged("no boolean");
        }
        return type == TRUE;
    }

    long number() {
        if (type == BYTE) {
            return (byte) next();
        }
        if (type < BYTE || type >= DOUBLE) {
            throw ParquetException.damaged("no number");
        }
        return zigzag();
    }

    int integer() {
        long number = number();
        if (number != (int) number) {
            throw ParquetException.damaged("a number of " + number);
        }
        return (int) number;
    }

    byte[] binary() {
        if (type != BINARY) {
            throw ParquetException.damaged("no text");
        }
        int size = size();
        at += size;
        return Arrays.copyOfRange(bytes, at - size, at);
    }

    String string() {
        return new String(binary(), StandardCharsets.UTF_8);
    }

    void skip() {
        skip(0);
    }

    private void skip(int depth) {
        if (depth > DEPTH_MAX) {
            throw ParquetException.damaged("too deep");
        }
        switch (type) {
            case TRUE, FALSE -> {}
            case BYTE -> next();
            case 4, 5, 6 -> zigzag();
            case DOUBLE -> move(Double.BYTES);
            case BINARY -> move(size());
            case LIST, SET -> list(() -> skipElement(depth));
            case MAP -> skipMap(depth);
            case STRUCT -> struct(number -> skip(depth + 1));
            default -> throw ParquetException.damaged("a field of type " + type);
        }
    }

    /** Booleans in lists take a byte, those in fields none. */
    private void skipElement(int depth) {
        if (type == TRUE || type == FALSE) {
            next();
        } else {
            skip(depth + 1);
        }
    }

    private void skipMap(int depth) {
        int count = size();
        int types = count == 0 ? 0 : next();
        for (int i = 0; i < count; i++) {
            type = types >>> 4;
            skipElement(depth);
            type = types & 15;
            skipElement(depth);
        }
    }

    /** Reads the size of the bytes that follow. */
    private int size() {
        long size = varint();
        if (size < 0 || size > end - at) {
            throw ParquetException.damaged("a size of " + size);
        }
        return (int) size;
    }

    private void move(int count) {
        if (count > end - at) {
            throw ParquetException.damaged("it ends too early");
        }
        at += count;
    }

    private int next() {
        if (at >= end) {
            throw ParquetException.damaged("it ends too early");
        }
        return bytes[at++] & 0xFF;
    }

    private long zigzag() {
        long number = varint();
        return number >>> 1 ^ -(number & 1);
    }

    private long varint() {
        long number = 0;
        for (int shift = 0; shift < Long.SIZE; shift += 7) {
            int next = next();
            number |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return number;
            }
        }
        throw ParquetException.damaged("a number that does not end");
    }
}
