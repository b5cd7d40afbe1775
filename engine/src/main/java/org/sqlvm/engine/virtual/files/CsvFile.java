package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOptions;

import java.io.InputStream;

/** A file of values with a character between them. */
final class CsvFile extends RecordFile {
    private final CsvForm form;
    private final long linesSkipped;
    private final CsvHeader header;

    CsvFile(FileInput file, FileLayout layout, FileOptions options) {
        super(file, layout);
        form = (CsvForm) layout.form();
        linesSkipped = options.number("skip");
        header = new CsvHeader(layout);
    }

    /** A line with a comment may have a quote, so that all lines must be looked at. */
    @Override
    boolean canBeSplit() {
        return ((CsvForm) layout.form()).dialect().comment() < 0;
    }

    @Override
    RecordBuffer records() {
        CsvRecords records = new CsvRecords(file, file.text(), form.dialect());
        boolean begun = false;
        try {
            records.skipLines(linesSkipped);
            header.read(records);
            begun = true;
            return records;
        } finally {
            if (!begun) {
                records.close();
            }
        }
    }

    @Override
    RecordBuffer records(InputStream input) {
        return new CsvRecords(file, input, form.dialect());
    }

    @Override
    RowReader rows(RecordBuffer records) {
        return new CsvRows(
                (CsvRecords) records,
                layout,
                header.places(),
                RecordOptions.ignoresErrors(file.options()));
    }

    @Override
    long find(long from, long least) {
        try (CsvSearch search = new CsvSearch(file, form.dialect(), from)) {
            return search.find(least);
        }
    }
}
