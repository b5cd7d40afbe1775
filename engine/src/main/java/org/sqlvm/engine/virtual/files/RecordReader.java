package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileScan;
import org.sqlvm.engine.error.SqlException;

import java.util.Arrays;
import java.util.List;

/** Makes columns of the records of a file. */
final class RecordReader implements ColumnReader {
    /** The most rows that one call goes through: the caller looks between calls whether to end. */
    private static final int PASSED_MAX = 8 * ColumnValues.ROWS_MAX;

    private final RecordBuffer records;
    private final RowReader rows;
    private final RowConditions conditions;
    private final Runnable atEnd;

    private final int[] usedColumns;
    /** By column; null if it is not used. */
    private final ColumnValues[] values;

    /** By row: which it is of those that were gone through. */
    private final int[] places = new int[ColumnValues.ROWS_MAX];

    private int passed;
    private boolean ended;
    /** Thrown when the rows before it have been given out; null if there was none. */
    private SqlException error;

    /**
     * Begins with the first record.
     *
     * @param records closed with the reader
     * @param rows what the records are as rows
     * @param atEnd called once, when there are no more records
     */
    RecordReader(
            RecordBuffer records,
            RowReader rows,
            List<FileColumn> columns,
            FileScan scan,
            Runnable atEnd) {
        this.records = records;
        this.rows = rows;
        this.conditions = new RowConditions(scan.conditions());
        this.atEnd = atEnd;
        values = new ColumnValues[columns.size()];
        int[] found = new int[columns.size()];
        int count = 0;
        for (int i = 0; i < columns.size(); i++) {
            if (scan.isUsed(i)) {
                values[i] = new ColumnValues(ColumnValues.ROWS_MAX);
                values[i].become(kind(columns.get(i).type()));
                found[count++] = i;
            }
        }
        usedColumns = Arrays.copyOf(found, count);
    }

    private static ColumnValues.Kind kind(ColumnType type) {
        return switch (type) {
            case INTEGER -> ColumnValues.Kind.LONGS;
            case REAL -> ColumnValues.Kind.DOUBLES;
            case TEXT -> ColumnValues.Kind.TEXTS;
            case NUMERIC, ANY -> ColumnValues.Kind.VALUES;
        };
    }

    @Override
    public int read() {
        if (error != null) {
            throw error;
        }
        for (int column : usedColumns) {
            values[column].clear();
        }
        passed = 0;
        int count = 0;
        try {
            while (count < ColumnValues.ROWS_MAX && passed < PASSED_MAX && !ended) {
                if (!rows.next()) {
                    ended = true;
                    atEnd.run();
                } else if (take(count)) {
                    count++;
                }
            }
        } catch (SqlException e) {
            if (count == 0) {
                throw e;
            }
            error = e;
        }
        return count;
    }

    /** Puts the row among those that are given out, unless it is of no use. */
    private boolean take(int row) {
        places[row] = passed++;
        if (!conditions.passes(rows)) {
            return false;
        }
        for (int column : usedColumns) {
            rows.put(column, values[column], row);
        }
        return true;
    }

    @Override
    public boolean isAtEnd() {
        return ended;
    }

    @Override
    public int place(int row) {
        return places[row];
    }

    @Override
    public int passed(int read) {
        return passed;
    }

    @Override
    public ColumnValues column(int column) {
        return values[column];
    }

    @Override
    public void close() {
        records.close();
    }
}
