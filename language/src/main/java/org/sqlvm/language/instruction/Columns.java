package org.sqlvm.language.instruction;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.RecordWalk;
import org.sqlvm.engine.data.SerialType;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.runtime.ProgramCursor;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads columns from records. */
public final class Columns {
    /** Instead of an offset: the cursor's RecordWalk is at the column. */
    public static final int WALK = -1;

    /** Instead of an offset: the record has neither this column nor one behind it. */
    public static final int ABSENT = -2;

    /**
     * Wider than the part of a record in a page, and so narrow that a header full of them fits an
     * int.
     */
    public static final int WIDTH_SLOW = 1 << 17;

    private static final int[] WIDTHS = widths();

    private static final VarHandle SHORT =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private Columns() {}

    /**
     * Returns the widths of values by the first byte of their serial type. A reserved type, and one
     * of several bytes, is wider than any record.
     */
    public static int[] widths() {
        int[] widths = new int[256];
        for (int type = 0; type < widths.length; type++) {
            long width = type < 0x80 ? SerialType.size(type) : -1;
            widths[type] = width < 0 ? WIDTH_SLOW : (int) width;
        }
        return widths;
    }

    /**
     * Returns the size of a record's header, if it has one byte and the part of the record in the
     * page is of a usual size; else 0.
     */
    public static int headerSize(byte[] record, int base, int size) {
        if (Integer.compareUnsigned(size - 1, WIDTH_SLOW - 1) >= 0) {
            return 0;
        }
        int end = record[base];
        return end > size ? 0 : end;
    }

    /** Returns the width of the value whose serial type stands at an offset. */
    public static int width(byte[] record, int at) {
        return WIDTHS[record[at] & 0xff];
    }

    /** Returns the sum of an offset and the widths of the values from one column to another. */
    public static int skip(byte[] record, int types, int from, int to, int offset) {
        int end = offset;
        for (int column = from; column < to && end < WIDTH_SLOW; column++) {
            end += WIDTHS[record[types + column] & 0xff];
        }
        return end;
    }

    /** Returns an integer of two bytes. */
    public static long int16(byte[] record, int at) {
        return (short) SHORT.get(record, at);
    }

    /** Returns an integer of three bytes. */
    public static long int24(byte[] record, int at) {
        return ((long) record[at] << 16) | ((short) SHORT.get(record, at + 1) & 0xffff);
    }

    /** Returns an integer of four bytes. */
    public static long int32(byte[] record, int at) {
        return (int) INT.get(record, at);
    }

    /** Returns an integer of six bytes. */
    public static long int48(byte[] record, int at) {
        return ((long) (short) SHORT.get(record, at) << 32)
                | ((int) INT.get(record, at + 2) & 0xffffffffL);
    }

    /** Returns an integer of eight bytes. */
    public static long int64(byte[] record, int at) {
        return (long) LONG.get(record, at);
    }

    /** Returns a real, which may be a NaN. */
    public static double real(byte[] record, int at) {
        return Double.longBitsToDouble((long) LONG.get(record, at));
    }

    /** Returns a text. */
    public static Object text(byte[] record, int at, int width, TextEncoding encoding) {
        return encoding == TextEncoding.UTF8
                ? new Text(record, at, width)
                : RecordReader.text(record, at, width, encoding);
    }

    /** Returns a blob. */
    public static Object blob(byte[] record, int at, int width, TextEncoding encoding) {
        return Blob.of(record, at, width, encoding);
    }

    /**
     * Reads a column from the whole record.
     *
     * @param from the column whose value is at {@code place}
     * @return null if the record has too few columns
     */
    public static Object read(
            ProgramCursor row, int from, int place, int column, TextEncoding encoding) {
        if (place == ABSENT) {
            return null;
        }
        row.loadOverflow();
        if (row.record == null) {
            throw SqlException.corrupt(0, "a cursor stands on no row");
        }
        RecordWalk walk = row.walk;
        if (from == 0) {
            walk.begin(row.record, row.recordOffset, row.localSize);
        } else if (place != WALK) {
            walk.moveTo(row.record, row.recordOffset, row.localSize, from, place);
        }
        return walk.read(row.record, row.recordOffset, row.localSize, column, encoding);
    }
}
