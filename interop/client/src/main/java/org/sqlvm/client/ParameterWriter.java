package org.sqlvm.client;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the values of a parameter in some runs, as a column of the protocol. */
final class ParameterWriter {
    private static final int INTEGER = 1;
    private static final int REAL = 2;
    private static final int TEXT = 3;
    private static final int BLOB = 4;
    private static final int NULL = 5;
    private static final int MIXED = 0;

    private final int[] types;
    private final Object[] values;
    /** The bytes by row: a BLOB, or a TEXT in UTF-8. */
    private final byte[][] bytes;

    private boolean isUniform = true;
    private long least;
    private long most;
    private int longest = -1;
    private boolean hasIntegers;

    private ParameterWriter(List<Object[]> rows, int parameter) {
        assert !rows.isEmpty();
        types = new int[rows.size()];
        values = new Object[rows.size()];
        bytes = new byte[rows.size()][];
        for (int i = 0; i < types.length; i++) {
            values[i] = rows.get(i)[parameter];
            types[i] = look(i);
            isUniform &= types[i] == types[0];
        }
    }

    private int look(int row) {
        return switch (values[row]) {
            case null -> NULL;
            case Long value -> {
                hasIntegers = true;
                least = Math.min(least, value);
                most = Math.max(most, value);
                yield INTEGER;
            }
            case Double _ -> REAL;
            case byte[] blob -> {
                bytes[row] = blob;
                longest = Math.max(longest, blob.length);
                yield BLOB;
            }
            case Object text -> {
                bytes[row] = text.toString().getBytes(StandardCharsets.UTF_8);
                longest = Math.max(longest, bytes[row].length);
                yield TEXT;
            }
        };
    }

    /** @param parameter from 0 */
    static void write(MessageOutput out, List<Object[]> rows, int parameter) {
        new ParameterWriter(rows, parameter).write(out);
    }

    private void write(MessageOutput out) {
        out.writeByte(isUniform ? types[0] : MIXED);
        if (!isUniform) {
            for (int type : types) {
                out.writeByte(type);
            }
        }
        if (hasIntegers) {
            writeIntegers(out, width(least, most));
        }
        for (int i = 0; i < types.length; i++) {
            if (types[i] == REAL) {
                out.writeLong(Double.doubleToRawLongBits((double) values[i]));
            }
        }
        if (longest >= 0) {
            writeBytes(out, width(0, longest));
        }
    }

    private static int width(long least, long most) {
        assert least <= most : least + ", " + most;
        if (least == (byte) least && most == (byte) most) {
            return 1;
        }
        if (least == (short) least && most == (short) most) {
            return 2;
        }
        return least == (int) least && most == (int) most ? 4 : 8;
    }

    private void writeIntegers(MessageOutput out, int width) {
        out.writeByte(width);
        for (int i = 0; i < types.length; i++) {
            if (types[i] == INTEGER) {
                writeInteger(out, (long) values[i], width);
            }
        }
    }

    private static void writeInteger(MessageOutput out, long value, int width) {
        switch (width) {
            case 1 -> out.writeByte((int) value);
            case 2 -> out.writeShort((int) value);
            case 4 -> out.writeInt((int) value);
            default -> out.writeLong(value);
        }
    }

    private void writeBytes(MessageOutput out, int width) {
        out.writeByte(width);
        for (byte[] value : bytes) {
            if (value != null) {
                writeInteger(out, value.length, width);
            }
        }
        for (byte[] value : bytes) {
            if (value != null) {
                out.writeBytes(value);
            }
        }
    }
}
