package org.sqlvm.language.nodes;

import com.oracle.truffle.api.CompilerDirectives;
import com.oracle.truffle.api.CompilerDirectives.CompilationFinal;
import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;
import com.oracle.truffle.api.frame.VirtualFrame;
import com.oracle.truffle.api.memory.ByteArraySupport;
import com.oracle.truffle.api.nodes.ExplodeLoop;

import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.RecordReader;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.language.instruction.Columns;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.ProgramCursor;

/**
 * Column, with the RealAffinity behind it if there is one.
 *
 * <p>A record is a header of serial types and then the values (file-format section 2.1). The widths
 * of the values before a column are added up from where the column decoded before it on the same
 * straight-line path stopped; that offset is kept in a frame slot per cursor. Without that, reading
 * n columns would add up n²/2 widths. Adding is done without branches, since widths change from row
 * to row. Which serial types the column has shown is profiled; with one kind seen, the rest of the
 * program sees a constant kind.
 */
final class ColumnNode extends InstructionNode.Step {
    private static final ByteArraySupport BYTES = ByteArraySupport.bigEndian();

    /**
     * Widths of values by the first byte of their serial type. A reserved type, and one of several
     * bytes, is wider than any record, so that one comparison at the end finds it.
     */
    @CompilationFinal(dimensions = 1)
    private static final int[] WIDTHS = Columns.widths();

    /** Longer walks stay loops in compiled code. */
    private static final int UNROLL_MAX = 24;

    /** In {@link #dataSlot}: the cursor's RecordWalk is at the column. */
    private static final int WALK = Columns.WALK;

    /** In {@link #dataSlot}: the record has neither this column nor one behind it. */
    private static final int ABSENT = Columns.ABSENT;

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
     * A serial type of several bytes, an overflow page, a reserved type: the column is read behind
     * a boundary.
     */
    private static final int SEEN_SLOW = 1 << 11;

    /** A header of 128 bytes or more, whose size has two bytes. */
    private static final int SEEN_LONG_HEADER = 1 << 12;

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
     * The first column whose width is not yet in the offset that {@link #dataSlot} holds, or the
     * RecordWalk's current column; 0 starts at the first.
     */
    private final int from;

    /**
     * The static int slot for the offset of the value behind this column, relative to the record.
     */
    private final int dataSlot;

    /** Whether a later column takes the walk up from here. */
    @CompilationFinal
    private boolean continued;

    @CompilationFinal
    private int seen;

    /**
     * @param from the column that the walk continues at, whose offset is in {@code dataSlot}, or 0
     */
    ColumnNode(
            Source source,
            int column,
            int target,
            Object absent,
            boolean toReal,
            int from,
            int dataSlot) {
        this.cursor = source.cursor;
        this.encoding = source.encoding;
        this.mayBeNullRow = source.mayBeNullRow;
        this.mayBeDeferred = source.mayBeDeferred;
        this.column = column;
        this.target = target;
        this.absent = absent;
        this.toReal = toReal;
        this.from = from;
        this.dataSlot = dataSlot;
    }

    /**
     * Says that a later column continues the walk where this one stops. Called before the first
     * run.
     */
    void setContinued() {
        continued = true;
    }

    /** The properties of a cursor in the whole program. */
    record Source(int cursor, TextEncoding encoding, boolean mayBeNullRow, boolean mayBeDeferred) {}

    @Override
    public void execute(VirtualFrame frame, ExecutionState state) {
        ProgramCursor row = state.cursors[cursor];
        if (mayBeDeferred && row.isDeferred()) {
            row.follow();
        }
        if (mayBeNullRow && row.nullRow) {
            leavePlace(frame, ABSENT);
            see(SEEN_NULL);
            Registers.setNull(frame, target);
            return;
        }
        byte[] record = row.record;
        int base = row.recordOffset;
        int size = row.localSize;
        // 0, or so long that a width may be mistaken for Columns.WIDTH_SLOW: one comparison for
        // both.
        if (Integer.compareUnsigned(size - 1, Columns.WIDTH_SLOW - 1) >= 0) {
            executeSlow(frame, row, from == 0 ? 0 : frame.getIntStatic(dataSlot));
            return;
        }
        // While all serial types up to this one have one byte, the offset is known.
        int headerEnd = record[base];
        int types = base + 1;
        if (headerEnd < 0 && size > 1) {
            see(SEEN_LONG_HEADER);
            // The next byte of a header size of three bytes is negative, and so is the sum.
            headerEnd = ((headerEnd & 0x7f) << 7) | record[base + 1];
            types++;
        }
        int place = from == 0 ? headerEnd : frame.getIntStatic(dataSlot);
        if (headerEnd <= 0 || headerEnd > size || place == WALK) {
            executeSlow(frame, row, place);
            return;
        }
        if (place == ABSENT || headerEnd <= column + types - base) {
            see(SEEN_ABSENT);
            leavePlace(frame, ABSENT);
            Registers.set(frame, target, absent);
            return;
        }
        int data = column - from <= UNROLL_MAX
                ? walkUnrolled(record, types, place)
                : walkLoop(record, types, place);
        int type = record[types + column];
        int width = WIDTHS[type & 0xff];
        if (data + width > size) {
            executeSlow(frame, row, place);
            return;
        }
        leavePlace(frame, data + width);
        decode(frame, record, base + data, type, width);
    }

    private void leavePlace(VirtualFrame frame, int data) {
        if (continued) {
            frame.setIntStatic(dataSlot, data);
        }
    }

    /** Adds the widths of the values before this column. */
    @ExplodeLoop
    private int walkUnrolled(byte[] record, int types, int data) {
        int place = data;
        for (int i = from; i < column; i++) {
            place += WIDTHS[record[types + i] & 0xff];
        }
        return place;
    }

    private int walkLoop(byte[] record, int types, int data) {
        int place = data;
        for (int i = from; i < column && place < Columns.WIDTH_SLOW; i++) {
            place += WIDTHS[record[types + i] & 0xff];
        }
        return place;
    }

    private void decode(VirtualFrame frame, byte[] record, int at, int type, int width) {
        int known = seen;
        if ((known & SEEN_TEXT) != 0 && type >= 13 && (type & 1) != 0) {
            if (encoding == TextEncoding.UTF8) {
                Registers.setText(frame, target, new Text(record, at, width));
            } else {
                Registers.set(frame, target, transcode(record, at, width, encoding));
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
            Registers.setNull(frame, target);
        } else if ((known & SEEN_WIDE_INT) != 0 && type == 6) {
            setInteger(frame, BYTES.getLong(record, at));
        } else if ((known & SEEN_WIDE_INT) != 0 && type == 5) {
            setInteger(
                    frame,
                    ((long) BYTES.getShort(record, at) << 32)
                            | (BYTES.getInt(record, at + 2) & 0xffffffffL));
        } else if ((known & SEEN_BLOB) != 0 && type >= 12 && (type & 1) == 0) {
            Registers.setBlob(frame, target, Blob.of(record, at, width, encoding));
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
            Registers.setDouble(frame, target, value);
        } else {
            Registers.setLong(frame, target, value);
        }
    }

    /** A NaN in a file is NULL. */
    private void setReal(VirtualFrame frame, double value) {
        if (Double.isNaN(value)) {
            see(SEEN_NULL);
            Registers.setNull(frame, target);
        } else {
            Registers.setDouble(frame, target, value);
        }
    }

    private void see(int bit) {
        if ((seen & bit) == 0) {
            CompilerDirectives.transferToInterpreterAndInvalidate();
            seen |= bit;
        }
    }

    /**
     * Reads the column from the whole record. The columns behind it do so too, from where it has
     * stopped.
     */
    private void executeSlow(VirtualFrame frame, ProgramCursor row, int place) {
        see(SEEN_SLOW);
        Object value = read(row, from, place, column, encoding);
        leavePlace(frame, value == null ? ABSENT : WALK);
        value = value == null ? absent : value;
        if (toReal && value instanceof Long number) {
            Registers.setDouble(frame, target, number);
        } else {
            Registers.set(frame, target, value);
        }
    }

    /** @return null if the record has too few columns */
    @TruffleBoundary
    private static Object read(
            ProgramCursor row, int from, int place, int column, TextEncoding encoding) {
        return Columns.read(row, from, place, column, encoding);
    }

    @TruffleBoundary
    private static Object transcode(byte[] record, int at, int width, TextEncoding encoding) {
        return RecordReader.text(record, at, width, encoding);
    }
}
