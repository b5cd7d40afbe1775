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
        assert rows <= ColumnValues.ROWS_MAX : rows;
        pages.prepare(values);
        int at = 0;
        while (at < rows) {
            int count = pages.read(values, at, rows - at);
            if (count == 0) {
                throw ParquetException.damaged("a column has too few rows");
            }
            if (!pages.allPresent()) {
                values.spread(pages.definitions, definition, at, count, pages.present());
            }
            at += count;
        }
        pages.finish(values, rows);
    }
}
