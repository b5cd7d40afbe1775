package org.sqlvm.arrow;

import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.arrow.RowsReader.Slice;

import java.util.List;

/** The values of one column in one record batch on their way into its vector. */
final class ColumnFill {
    /** SQLITE_MISMATCH. */
    private static final int MISMATCH = 20;

    private final String name;
    private final int column;

    /** The number of the batch's first row in the result. */
    private final long firstRow;

    private final List<Slice> slices;
    private final int rowCount;

    ColumnFill(String name, int column, long firstRow, List<Slice> slices, int rowCount) {
        assert rowCount > 0 && !slices.isEmpty() : rowCount;
        this.name = name;
        this.column = column;
        this.firstRow = firstRow;
        this.slices = slices;
        this.rowCount = rowCount;
    }

    /** @param vector a vector of {@code type}, without values */
    void fill(FieldVector vector, ColumnType type) {
        switch (type) {
            case NULL -> checkNulls();
            case INTEGER -> fillLongs((BigIntVector) vector);
            case REAL -> fillDoubles((Float8Vector) vector);
            case TEXT -> fillBytes((BaseVariableWidthVector) vector, Rows.Type.TEXT);
            case BLOB -> fillBytes((BaseVariableWidthVector) vector, Rows.Type.BLOB);
            case UNION -> fillUnion((DenseUnionVector) vector);
        }
        vector.setValueCount(rowCount);
    }

    private void checkNulls() {
        int at = 0;
        for (Slice slice : slices) {
            for (int i = slice.from(); i < slice.from() + slice.count(); i++, at++) {
                Rows.Type type = slice.batch().type(column, i);
                if (type != Rows.Type.NULL) {
                    throw mixed(at, type, ColumnType.NULL);
                }
            }
        }
        assert at == rowCount : at;
    }

    private void fillLongs(BigIntVector vector) {
        vector.allocateNew(rowCount);
        int at = 0;
        for (Slice slice : slices) {
            RowBatch batch = slice.batch();
            long[] values = batch.longs(column);
            for (int i = slice.from(); i < slice.from() + slice.count(); i++, at++) {
                Rows.Type type = values != null ? Rows.Type.INTEGER : batch.type(column, i);
                if (values != null) {
                    vector.set(at, values[batch.start() + i]);
                } else if (type == Rows.Type.INTEGER) {
                    vector.set(at, batch.getLong(column, i));
                } else if (type != Rows.Type.NULL) {
                    throw mixed(at, type, ColumnType.INTEGER);
                }
            }
        }
        assert at == rowCount : at;
    }

    private void fillDoubles(Float8Vector vector) {
        vector.allocateNew(rowCount);
        int at = 0;
        for (Slice slice : slices) {
            RowBatch batch = slice.batch();
            double[] values = batch.doubles(column);
            for (int i = slice.from(); i < slice.from() + slice.count(); i++, at++) {
                if (values != null) {
                    vector.set(at, values[batch.start() + i]);
                } else {
                    setDouble(vector, at, batch, i);
                }
            }
        }
        assert at == rowCount : at;
    }

    private void setDouble(Float8Vector vector, int at, RowBatch batch, int row) {
        switch (batch.type(column, row)) {
            case REAL -> vector.set(at, batch.getDouble(column, row));
            case INTEGER -> {
                long number = batch.getLong(column, row);
                if (!StorageClasses.isExact(number)) {
                    throw mixed(at, Rows.Type.INTEGER, ColumnType.REAL);
                }
                vector.set(at, number);
            }
            case NULL -> {}
            case TEXT -> throw mixed(at, Rows.Type.TEXT, ColumnType.REAL);
            case BLOB -> throw mixed(at, Rows.Type.BLOB, ColumnType.REAL);
        }
    }

    private void fillBytes(BaseVariableWidthVector vector, Rows.Type wanted) {
        long size = 0;
        int at = 0;
        for (Slice slice : slices) {
            for (int i = slice.from(); i < slice.from() + slice.count(); i++, at++) {
                Rows.Type type = slice.batch().type(column, i);
                if (type == wanted) {
                    size += slice.batch().length(column, i);
                } else if (type != Rows.Type.NULL) {
                    throw mixed(at, type, ColumnType.of(wanted));
                }
            }
        }
        if (size > Integer.MAX_VALUE) {
            throw new SqlvmException(
                    "column " + name
                            + ": more than 2 GiB in one batch of Arrow, ask for fewer rows",
                    MISMATCH,
                    -1,
                    null);
        }
        vector.allocateNew(size, rowCount);
        at = 0;
        for (Slice slice : slices) {
            RowBatch batch = slice.batch();
            for (int i = slice.from(); i < slice.from() + slice.count(); i++, at++) {
                if (batch.type(column, i) == wanted) {
                    set(vector, at, batch, i);
                }
            }
        }
        assert at == rowCount : at;
    }

    private void set(BaseVariableWidthVector vector, int at, RowBatch batch, int row) {
        vector.setSafe(
                at, batch.array(column, row), batch.offset(column, row), batch.length(column, row));
    }

    private void fillUnion(DenseUnionVector vector) {
        vector.allocateNew();
        while (vector.getValueCapacity() < rowCount) {
            vector.reAlloc();
        }
        int[] counts = new int[ColumnType.values().length];
        int at = 0;
        for (Slice slice : slices) {
            for (int i = slice.from(); i < slice.from() + slice.count(); i++, at++) {
                ColumnType type = ColumnType.of(slice.batch().type(column, i));
                byte child = type.child();
                int place = counts[child]++;
                vector.setTypeId(at, child);
                vector.getOffsetBuffer().setInt((long) at * DenseUnionVector.OFFSET_WIDTH, place);
                setChild(vector.getVectorByType(child), type, place, slice.batch(), i);
            }
        }
        assert at == rowCount : at;
        for (byte child = 0; child < counts.length - 1; child++) {
            vector.getVectorByType(child).setValueCount(counts[child]);
        }
    }

    private void setChild(ValueVector child, ColumnType type, int place, RowBatch batch, int row) {
        switch (type) {
            case INTEGER -> ((BigIntVector) child).setSafe(place, batch.getLong(column, row));
            case REAL -> ((Float8Vector) child).setSafe(place, batch.getDouble(column, row));
            case TEXT, BLOB -> set((BaseVariableWidthVector) child, place, batch, row);
            case NULL, UNION -> {}
        }
    }

    /** @param at the row's number in the batch */
    private SqlvmException mixed(int at, Rows.Type found, ColumnType wanted) {
        return new SqlvmException(
                "column " + name + ", row " + (firstRow + at) + ": " + found + " in a column of "
                        + wanted,
                MISMATCH,
                -1,
                null);
    }
}
