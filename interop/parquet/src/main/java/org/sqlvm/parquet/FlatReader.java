package org.sqlvm.parquet;

import org.sqlvm.engine.virtual.files.ColumnValues;

import java.io.IOException;

/** A column that has one value or NULL in each row. */
final class FlatReader extends FieldReader {
    private final Pages pages;
    private final int definition;

    FlatReader(Pages pages, Node column) {
        this.pages = pages;
        this.definition = column.definition;
    }

    @Override
    void read(int rows) throws IOException {
        pages.prepare(values);
        int at = 0;
        while (at < rows) {
            int count = pages.read(values, at, rows - at);
            if (count == 0) {
                throw ParquetException.damaged("a column has too few rows");
            }
            if (!pages.allPresent()) {
                spread(at, count);
            }
            at += count;
        }
        pages.finish(values, rows);
    }

    /** Values that are one behind the other go where their rows are. */
    private void spread(int from, int count) {
        ColumnValues target = values;
        int value = from + pages.present();
        for (int row = from + count - 1; row >= from; row--) {
            if (pages.definitions[row - from] == definition) {
                value--;
                if (value != row) {
                    target.copy(target, value, row);
                }
            } else {
                target.setNull(row);
            }
        }
    }
}
