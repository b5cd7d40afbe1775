package org.sqlvm.engine.virtual;

import org.sqlvm.api.ColumnBatch;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.vector.column.Bits;
import org.sqlvm.engine.vector.column.ChunkBuilder;
import org.sqlvm.engine.vector.scan.ColumnSource;

import java.util.Arrays;

/**
 * The rows that a cursor of the program has given last. Columns are made when they are first used.
 */
public final class ColumnBuffer implements ColumnBatch {
    private static final int CAPACITY = ColumnSource.BATCH_ROWS;

    private Column[] columns = {};

    /** Whether all columns are read. */
    private boolean allUsed;

    /** Makes a value of a register of one that the program has given. */
    public interface Conversion {
        Object toRegister(Object value, int column, int row);
    }

    /** The form in which the values of a column are stored. */
    enum Kind {
        NULLS,
        LONGS,
        DOUBLES,
        TEXTS,
        VALUES
    }

    /** A column. Of the arrays that count, all but those of texts have row 0 at {@link #first}. */
    static final class Column {
        private boolean used;
        Kind kind = Kind.NULLS;
        int first;
        long[] longs;
        double[] doubles;

        private long[] ownLongs;
        private double[] ownDoubles;
        private Object[] values;
        private Object[] ownValues;
        private byte[][] texts;
        private int[] offsets;
        private int[] lengths;

        private final long[] nulls = new long[Bits.words(CAPACITY)];
        private boolean hasNulls;

        boolean isNull(int row) {
            return hasNulls && Bits.get(nulls, row);
        }

        private void become(Kind wanted) {
            kind = wanted;
            first = 0;
        }

        private void clear() {
            become(Kind.NULLS);
            if (hasNulls) {
                hasNulls = false;
                Arrays.fill(nulls, 0);
            }
            if (ownValues != null) {
                Arrays.fill(ownValues, null);
            }
            if (texts != null) {
                Arrays.fill(texts, null);
            }
        }
    }

    /** Forgets all rows. */
    void clear() {
        allUsed = false;
        for (Column column : columns) {
            if (column != null) {
                column.clear();
                column.used = false;
            }
        }
    }

    /** Marks columns as read. */
    void use(int[] numbers) {
        for (int number : numbers) {
            column(number).used = true;
        }
    }

    /** Marks all columns as read, for a program of rows, whose columns are not known. */
    void useAll() {
        allUsed = true;
    }

    /** A column, which may have no values. */
    Column column(int number) {
        if (number >= columns.length) {
            columns = Arrays.copyOf(columns, Math.max(number + 1, 2 * columns.length));
        }
        if (columns[number] == null) {
            columns[number] = new Column();
        }
        return columns[number];
    }

    // ------------------------------------------------------------------ the table fills it

    @Override
    public int capacity() {
        return CAPACITY;
    }

    @Override
    public boolean isUsed(int number) {
        return allUsed || column(number).used;
    }

    @Override
    public long[] longs(int number) {
        Column column = column(number);
        if (column.ownLongs == null) {
            column.ownLongs = new long[CAPACITY];
        }
        setLongs(number, column.ownLongs, 0);
        return column.ownLongs;
    }

    @Override
    public void setLongs(int number, long[] values, int first) {
        Column column = column(number);
        column.become(Kind.LONGS);
        column.longs = values;
        column.first = first;
    }

    @Override
    public double[] doubles(int number) {
        Column column = column(number);
        if (column.ownDoubles == null) {
            column.ownDoubles = new double[CAPACITY];
        }
        setDoubles(number, column.ownDoubles, 0);
        return column.ownDoubles;
    }

    @Override
    public void setDoubles(int number, double[] values, int first) {
        Column column = column(number);
        column.become(Kind.DOUBLES);
        column.doubles = values;
        column.first = first;
    }

    @Override
    public void setText(int number, int row, byte[] utf8, int offset, int length) {
        Column column = column(number);
        if (column.texts == null) {
            column.texts = new byte[CAPACITY][];
            column.offsets = new int[CAPACITY];
            column.lengths = new int[CAPACITY];
        }
        column.kind = Kind.TEXTS;
        column.texts[row] = utf8;
        column.offsets[row] = offset;
        column.lengths[row] = length;
    }

    @Override
    public Object[] values(int number) {
        Column column = column(number);
        if (column.ownValues == null) {
            column.ownValues = new Object[CAPACITY];
        }
        setValues(number, column.ownValues);
        return column.ownValues;
    }

    /** Sets the values to an array, whose first element is that of row 0. */
    public void setValues(int number, Object[] values) {
        Column column = column(number);
        column.become(Kind.VALUES);
        column.values = values;
    }

    @Override
    public void setNull(int number, int row) {
        Column column = column(number);
        column.hasNulls = true;
        Bits.set(column.nulls, row);
    }

    // ------------------------------------------------------------------ it is read

    /** A value as in a register. */
    Object value(int number, int row, Conversion conversion) {
        Column column = column(number);
        if (column.isNull(row)) {
            return SqlNull.NULL;
        }
        return switch (column.kind) {
            case NULLS -> SqlNull.NULL;
            case LONGS -> column.longs[column.first + row];
            case DOUBLES -> real(column.doubles[column.first + row]);
            case TEXTS -> text(column, row);
            case VALUES -> conversion.toRegister(column.values[row], number, row);
        };
    }

    private static Object real(double value) {
        return Double.isNaN(value) ? SqlNull.NULL : (Object) value;
    }

    private static Object text(Column column, int row) {
        byte[] bytes = column.texts[row];
        // A register keeps it longer than the batch does.
        return bytes == null
                ? SqlNull.NULL
                : new Text(bytes, column.offsets[row], column.lengths[row]).owned();
    }

    /** Adds some of a column's values. */
    void give(int number, int from, int to, ChunkBuilder target, Conversion conversion) {
        Column column = column(number);
        long[] nulls = column.hasNulls ? column.nulls : null;
        switch (column.kind) {
            case LONGS -> target.addLongs(column.longs, column.first, nulls, from, to);
            case DOUBLES -> target.addDoubles(column.doubles, column.first, nulls, from, to);
            case TEXTS -> {
                for (int row = from; row < to; row++) {
                    byte[] bytes = column.texts[row];
                    if (bytes == null || column.isNull(row)) {
                        target.addNull();
                    } else {
                        target.addText(bytes, column.offsets[row], column.lengths[row]);
                    }
                }
            }
            default -> {
                for (int row = from; row < to; row++) {
                    target.addValue(value(number, row, conversion));
                }
            }
        }
    }
}
