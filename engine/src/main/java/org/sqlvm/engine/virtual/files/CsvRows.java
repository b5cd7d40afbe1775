package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.List;

/** The rows of a file of values. */
final class CsvRows implements RowReader {
    private final FileInput file;
    private final CsvRecords records;
    private final CsvForm form;
    private final FileColumn[] columns;
    /** By column: which field it is; null if it is that of the same number. */
    private final int[] places;

    private final boolean ignoresErrors;

    /** @param records before the first row, or the header */
    CsvRows(FileInput file, CsvRecords records, FileLayout layout) {
        this.file = file;
        this.records = records;
        this.form = (CsvForm) layout.form();
        this.columns = layout.columns().toArray(FileColumn[]::new);
        this.ignoresErrors = file.options().ignoresErrors();
        this.places = form.header() ? places() : null;
    }

    /** Reads the header of this file, which may have the columns in another order. */
    private int[] places() {
        if (!nextRecord() || form.declared()) {
            return null;
        }
        List<String> names = ColumnNames.unique(texts(records));
        int[] found = new int[columns.length];
        boolean same = names.size() == columns.length;
        for (int i = 0; i < columns.length; i++) {
            found[i] = place(names, columns[i].name());
            if (found[i] < 0 || names.size() != columns.length) {
                throw FileError.at(
                        file.path(),
                        records.line(),
                        found[i] < 0
                                ? "no column " + columns[i].name() + ", which the first file has"
                                : names.size() + " columns, but the first file has "
                                        + columns.length);
            }
            same &= found[i] == i;
        }
        return same ? null : found;
    }

    private static int place(List<String> names, String wanted) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(wanted)) {
                return i;
            }
        }
        return -1;
    }

    static List<String> texts(CsvRecords records) {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < records.count(); i++) {
            texts.add(records.text(i).toString());
        }
        return texts;
    }

    private boolean nextRecord() {
        do {
            if (!records.next()) {
                return false;
            }
        } while (records.isBlank() && columns.length > 1);
        return true;
    }

    @Override
    public boolean next() {
        while (true) {
            try {
                if (!nextRecord()) {
                    return false;
                }
                int count = records.count();
                boolean padded = form.padding() && count < columns.length;
                if (count != columns.length && !padded) {
                    throw FileError.at(
                            file.path(),
                            records.line(),
                            count + (count == 1 ? " column" : " columns") + " in place of "
                                    + columns.length);
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
        if (field >= records.count() || form.isNull(records, field)) {
            return SqlNull.NULL;
        }
        FileColumn described = columns[column];
        byte[] bytes = records.bytes();
        int from = records.from(field);
        int to = records.to(field);
        switch (described.type()) {
            case INTEGER -> {
                Long value = Fields.integer(bytes, from, to);
                return value != null ? value : missing(column, field);
            }
            case REAL -> {
                double value = Fields.real(bytes, from, to);
                return !Double.isNaN(value) ? (Object) value : missing(column, field);
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

    /** A number that is none: NULL if there is nothing, else an error. */
    private Object missing(int column, int field) {
        if (records.from(field) == records.to(field) && !records.isQuoted(field)) {
            return SqlNull.NULL;
        }
        Text text = records.text(field);
        throw FileError.type(file.path(), records.line(), column, columns[column], text.toString());
    }

    @Override
    public void close() {
        records.close();
    }
}
