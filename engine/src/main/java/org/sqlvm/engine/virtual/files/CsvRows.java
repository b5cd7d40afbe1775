package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.List;

/** The rows of a file of values. */
final class CsvRows implements RowReader {
    private final CsvRecords records;
    private final CsvForm form;
    private final FileColumn[] columns;
    /** By column: which field it is; null if it is that of the same number. */
    private final int[] places;

    private final boolean ignoresErrors;

    /**
     * Begins before the first row.
     *
     * @param places by column: which field it is; null if it is that of the same number
     */
    CsvRows(CsvRecords records, FileLayout layout, int[] places, boolean ignoresErrors) {
        this.records = records;
        this.form = (CsvForm) layout.form();
        this.columns = layout.columns().toArray(FileColumn[]::new);
        this.places = places;
        this.ignoresErrors = ignoresErrors;
    }

    static List<String> texts(CsvRecords records) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < records.count(); i++) {
            texts.add(records.text(i).toString());
        }
        return texts;
    }

    /** Goes to the next record that is not blank, if there is more than one column. */
    static boolean next(CsvRecords records, int columns) {
        do {
            if (!records.next()) {
                return false;
            }
        } while (records.isBlank() && columns > 1);
        return true;
    }

    @Override
    public boolean next() {
        while (true) {
            try {
                if (!next(records, columns.length)) {
                    return false;
                }
                int count = records.count();
                boolean padded = form.padding() && count < columns.length;
                if (count != columns.length && !padded) {
                    throw records.error(count + (count == 1 ? " column" : " columns")
                            + " in place of " + columns.length);
                }
                for (int i = 0; ignoresErrors && i < columns.length; i++) {
                    column(i);
                }
                return true;
            } catch (SqlException e) {
                if (!ignoresErrors || !records.isWhole()) {
                    throw e;
                }
            }
        }
    }

    @Override
    public Object column(int column) {
        int field = places == null ? column : places[column];
        if (isNull(field)) {
            return SqlNull.NULL;
        }
        FileColumn described = columns[column];
        byte[] bytes = records.bytes();
        int from = records.from(field);
        int to = records.to(field);
        switch (described.type()) {
            case INTEGER -> {
                Long value = Fields.integer(bytes, from, to);
                return value != null && !isCode(described, bytes, from, to)
                        ? value
                        : missing(column, field);
            }
            case REAL -> {
                double value = Fields.real(bytes, from, to);
                return !Double.isNaN(value) && !isCode(described, bytes, from, to)
                        ? (Object) value
                        : missing(column, field);
            }
            case NUMERIC -> {
                Long value = Fields.integer(bytes, from, to);
                if (value != null) {
                    return value;
                }
                double real = Fields.real(bytes, from, to);
                return !Double.isNaN(real) ? (Object) real : records.text(field);
            }
            default -> {
                return records.text(field);
            }
        }
    }

    @Override
    public void put(int column, ColumnValues target, int row) {
        int field = places == null ? column : places[column];
        ColumnType type = columns[column].type();
        if (type == ColumnType.TEXT) {
            if (isNull(field)) {
                target.setNull(row);
            } else {
                records.putText(field, target, row);
            }
            return;
        }
        target.setValue(row, column(column));
    }

    private boolean isNull(int field) {
        return field >= records.count() || form.isNull(records, field);
    }

    /**
     * Whether digits are no number without a type that the user has declared: as one they would
     * lose zeros before them, or their last digits.
     */
    private static boolean isCode(FileColumn described, byte[] bytes, int from, int to) {
        return described.isGuessed() && Fields.isCode(bytes, from, to);
    }

    /** A number that is none: NULL if there is nothing, else an error. */
    private Object missing(int column, int field) {
        if (records.from(field) == records.to(field) && !records.isQuoted(field)) {
            return SqlNull.NULL;
        }
        Text text = records.text(field);
        throw records.error(FileError.type(column, columns[column], text.toString()));
    }
}
