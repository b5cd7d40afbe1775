package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileLayout;

import java.util.List;

/**
 * The first record of a file, if it has names: they may be in another order than in other files.
 */
final class CsvHeader {
    private final List<FileColumn> columns;
    private final CsvForm form;

    /** By column: which field it is; null if it is that of the same number. */
    private volatile int[] places;

    CsvHeader(FileLayout layout) {
        this.columns = layout.columns();
        this.form = (CsvForm) layout.form();
    }

    /** Reads it if there is one. */
    void read(CsvRecords records) {
        if (form.header() && CsvRows.next(records, columns.size()) && !form.declared()) {
            places = find(records, ColumnNames.unique(CsvRows.texts(records)));
        }
    }

    /** By column: which field it is; null if it is that of the same number, or was not read yet. */
    int[] places() {
        return places;
    }

    private int[] find(CsvRecords records, List<String> names) {
        int[] found = new int[columns.size()];
        boolean same = true;
        for (int i = 0; i < found.length; i++) {
            found[i] = place(names, columns.get(i).name());
            if (found[i] < 0) {
                throw records.error(
                        "no column " + columns.get(i).name() + ", which the first file has");
            }
            if (names.size() != found.length) {
                throw records.error(
                        names.size() + " columns, but the first file has " + found.length);
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
}
