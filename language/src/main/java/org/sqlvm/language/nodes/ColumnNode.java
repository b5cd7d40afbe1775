package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.memory.ByteArraySupport;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/**
 * Column, with the RealAffinity behind it if there is one.
 *
 * <p>A record is a header of serial types and then the values (file-format section 2.1). The header
 * is walked from where the column decoded before this one on the same straight-line path stopped;
 * the place is kept in three frame slots per cursor. Without that, reading n columns would walk
 * n²/2 types. Which serial types the column has shown is profiled; with one kind seen, the rest of
 * the program sees a constant tag.
 */
final class ColumnNode extends InstructionNode.Step {
    private static final ByteArraySupport BYTES = ByteArraySupport.bigEndian();

    /** Widths of the values of serial types 0 to 9; 10 and 11 are reserved. */
    @CompilationFinal(dimensions = 1)
    private static final byte[] FIXED_WIDTHS = {0, 1, 2, 3, 4, 6, 8, 8, 0, 0};

    /** Longer walks stay loops in compiled code. */
    private static final int UNROLL_MAX = 24;

    private static final int SEEN_NULL = 1;
    private static final int SEEN_INT8 = 1 << 1;
    private static final int SEEN_INT16 = 1 << 2;
    private static final int SEEN_INT24 = 1 << 3;
    private static final int SEEN_INT32 = 1 << 4;
    private static final int SEEN_CONSTANT = 1 << 5;
    private static final int SEEN_WIDE_INT = 1 << 6;
    private static final int SEEN_REAL = 1 << 7;
    private static final int SEEN_TEXT = 1 << 8;
    private static final int SEEN_BLOB = 1 << 9;
    private static final int SEEN_ABSENT = 1 << 10;
    /**
     * A long header, an overflow page, a reserved type: the whole column is read behind a boundary.
     */
    private static final int SEEN_SLOW = 1 << 11;

    private static final int SEEN_INTEGERS =
            SEEN_INT8 | SEEN_INT16 | SEEN_INT24 | SEEN_INT32 | SEEN_CONSTANT | SEEN_WIDE_INT;

    private final int cursor;
    private final int column;
    private final int target;
    private final Object absent;
    private final TextEncoding encoding;
    private final boolean toReal;
    private final boolean mayBeNullRow;
    private final boolean mayBeDeferred;

    /**
     * First column whose serial type has not been passed yet; 0 starts at the header's beginning.
     */
    private final int from;

    private final int headerSlot;
    private final int dataSlot;
    private final int headerEndSlot;

    @CompilationFinal
    private int seen;

    /**
     * @param from the column the walk continues at, whose place is in the slots, or 0
     * @param firstSlot three static int slots: place in the header, place in the data, end of the
     *     header; all relative to the record
     */
    ColumnNode(
            Source source,
            int column,
            int target,
            Object absent,
            boolean toReal,
            int from,
            int firstSlot) {
        this.cursor = source.cursor;
        this.encoding = source.encoding;
        this.mayBeNullRow = source.mayBeNullRow;
        this.mayBeDeferred = source.mayBeDeferred;
        this.column = column;
        this.target = target;
        this.absent = absent;
        this.toReal = toReal;
        this.from = from;
        this.headerSlot = firstSlot;
        this.dataSlot = firstSlot + 1;
        this.headerEndSlot = firstSlot + 2;
    }

    /** What the program says about a cursor as a whole. */
    record Source(int cursor, TextEncoding encoding, boolean mayBeNullRow, boolean mayBeDeferred) {}

    @Override
    public void execute(VirtualFrame frame, ExecutionState state) {
        ProgramCursor row = state.cursors[cursor];
        if (mayBeDeferred && row.isDeferred()) {
            row.follow();
        }
        if (mayBeNullRow && row.nullRow) {
            // The next column must not take the walk up from here: the slots say "read slowly".
            frame.setIntStatic(headerEndSlot, -1);
            see(SEEN_NULL);
            frame.setObject(target, SqlNull.NULL);
            return;
        }
        byte[] record = row.record;
        int base = row.recordOffset;
        int size = row.localSize;
        int headerEnd;
        int header;
        int data;
        if (from == 0) {
            headerEnd = record[base];
            header = 1;
            data = headerEnd;
        } else {
            headerEnd = frame.getIntStatic(headerEndSlot);
            header = frame.getIntStatic(headerSlot);
            data = frame.getIntStatic(dataSlot);
        }
        if (headerEnd <= 0 || headerEnd > size) {
            executeSlow(frame, row);
            return;
        }
        long place = walk(record, base, headerEnd, header, data);
        if (place < 0) {
            executeSlow(frame, row);
            return;
        }
        header = (int) (place >>> 32);
        data = (int) place;
        frame.setIntStatic(headerEndSlot, headerEnd);
        if (header >= headerEnd) {
            see(SEEN_ABSENT);
            frame.setIntStatic(headerSlot, header);
            frame.setIntStatic(dataSlot, data);
            Operand.store(frame, target, absent);
            return;
        }
        int type = record[base + header];
        int width = width(type);
        if (width < 0 || data + width > size) {
            executeSlow(frame, row);
            return;
        }
        frame.setIntStatic(headerSlot, header + 1);
        frame.setIntStatic(dataSlot, data + width);
        decode(frame, record, base + data, type, width);
    }

    /**
     * Passes the serial types before this column.
     *
     * @return place in the header (high half) and in the data, or a negative number if it takes the
     *     slow way
     */
    private long walk(byte[] record, int base, int headerEnd, int header, int data) {
        return column - from <= UNROLL_MAX
                ? walkUnrolled(record, base, headerEnd, header, data)
                : walkLoop(record, base, headerEnd, header, data);
    }

    @ExplodeLoop
    private long walkUnrolled(byte[] record, int base, int headerEnd, int header, int data) {
        int place = header;
        int value = data;
        for (int i = from; i < column; i++) {
            if (place >= headerEnd) {
                break;
            }
            int width = width(record[base + place]);
            if (width < 0) {
                return -1;
            }
            value += width;
            place++;
        }
        return (long) place << 32 | value;
    }

    private long walkLoop(byte[] record, int base, int headerEnd, int header, int data) {
        int place = header;
        int value = data;
        for (int i = from; i < column && place < headerEnd; i++) {
            int width = width(record[base + place]);
            if (width < 0) {
                return -1;
            }
            value += width;
            place++;
        }
        return (long) place << 32 | value;
    }

    /** The width of a value of a one-byte serial type; negative if the type takes the slow way. */
    private static int width(int type) {
        if (type >= 12) {
            return (type - 12) >> 1;
        }
        return type < 0 || type >= FIXED_WIDTHS.length ? -1 : FIXED_WIDTHS[type];
    }

    private void decode(VirtualFrame frame, byte[] record, int at, int type, int width) {
        int known = seen;
        if ((known & SEEN_TEXT) != 0 && type >= 13 && (type & 1) != 0) {
            if (encoding == TextEncoding.UTF8) {
                frame.setObject(target, new Text(record, at, width));
            } else {
                frame.setObject(target, transcode(record, at, width, encoding));
            }
        } else if ((known & SEEN_INT8) != 0 && type == 1) {
            setInteger(frame, record[at]);
        } else if ((known & SEEN_INT16) != 0 && type == 2) {
            setInteger(frame, BYTES.getShort(record, at));
        } else if ((known & SEEN_INT24) != 0 && type == 3) {
            setInteger(frame, (record[at] << 16) | (BYTES.getShort(record, at + 1) & 0xffff));
        } else if ((known & SEEN_INT32) != 0 && type == 4) {
            setInteger(frame, BYTES.getInt(record, at));
        } else if ((known & SEEN_REAL) != 0 && type == 7) {
            setReal(frame, BYTES.getDouble(record, at));
        } else if ((known & SEEN_CONSTANT) != 0 && (type == 8 || type == 9)) {
            setInteger(frame, type - 8);
        } else if ((known & SEEN_NULL) != 0 && type == 0) {
            frame.setObject(target, SqlNull.NULL);
        } else if ((known & SEEN_WIDE_INT) != 0 && type == 6) {
            setInteger(frame, BYTES.getLong(record, at));
        } else if ((known & SEEN_WIDE_INT) != 0 && type == 5) {
            setInteger(
                    frame,
                    ((long) BYTES.getShort(record, at) << 32)
                            | (BYTES.getInt(record, at + 2) & 0xffffffffL));
        } else if ((known & SEEN_BLOB) != 0 && type >= 12 && (type & 1) == 0) {
            frame.setObject(target, new Blob(record, at, width));
        } else {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            seen |= bitOf(type);
            if (Integer.bitCount(seen & SEEN_INTEGERS) > 2) {
                seen |= SEEN_INTEGERS;
            }
            decode(frame, record, at, type, width);
        }
    }

    private static int bitOf(int type) {
        return switch (type) {
            case 0 -> SEEN_NULL;
            case 1 -> SEEN_INT8;
            case 2 -> SEEN_INT16;
            case 3 -> SEEN_INT24;
            case 4 -> SEEN_INT32;
            case 5, 6 -> SEEN_WIDE_INT;
            case 7 -> SEEN_REAL;
            case 8, 9 -> SEEN_CONSTANT;
            default -> (type & 1) != 0 ? SEEN_TEXT : SEEN_BLOB;
        };
    }

    private void setInteger(VirtualFrame frame, long value) {
        if (toReal) {
            frame.setDouble(target, value);
        } else {
            frame.setLong(target, value);
        }
    }

    /** A NaN in a file is NULL. */
    private void setReal(VirtualFrame frame, double value) {
        if (Double.isNaN(value)) {
            see(SEEN_NULL);
            frame.setObject(target, SqlNull.NULL);
        } else {
            frame.setDouble(target, value);
        }
    }

    private void see(int bit) {
        if ((seen & bit) == 0) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            seen |= bit;
        }
    }

    /** Reads the column from the whole record. The columns behind it do so too. */
    private void executeSlow(VirtualFrame frame, ProgramCursor row) {
        see(SEEN_SLOW);
        frame.setIntStatic(headerEndSlot, -1);
        Object value = read(row, column, encoding, absent);
        if (toReal && value instanceof Long number) {
            frame.setDouble(target, number);
        } else {
            Operand.store(frame, target, value);
        }
    }

    @TruffleBoundary
    private static Object read(
            ProgramCursor row, int column, TextEncoding encoding, Object absent) {
        row.loadOverflow();
        if (row.record == null) {
            throw SqlException.corrupt(0, "a cursor stands on no row");
        }
        Object value =
                RecordReader.column(row.record, row.recordOffset, row.localSize, column, encoding);
        return value == null ? absent : value;
    }

    @TruffleBoundary
    private static Object transcode(byte[] record, int at, int width, TextEncoding encoding) {
        return RecordReader.text(record, at, width, encoding);
    }
}
