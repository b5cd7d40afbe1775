package org.sqlvm.engine.virtual.files;

import org.sqlvm.api.files.FileLayout;
import org.sqlvm.engine.virtual.files.JsonDocuments.Form;

import java.io.IOException;
import java.io.InputStream;

/** A file of JSON documents. It can be split if there is one a line. */
final class JsonFile extends RecordFile {
    private static final int BUFFER_SIZE = 1 << 16;

    JsonFile(FileInput file, FileLayout layout) {
        super(file, layout);
    }

    @Override
    boolean canBeSplit() {
        try (JsonDocuments documents = documents()) {
            return documents.form() == Form.LINES;
        }
    }

    @Override
    RecordBuffer records() {
        return documents();
    }

    private JsonDocuments documents() {
        return JsonFormat.documents(file, file.options());
    }

    /** Only what has lines is split. */
    @Override
    RecordBuffer records(InputStream input) {
        return new JsonDocuments(file, input, Form.LINES);
    }

    @Override
    RowReader rows(RecordBuffer records) {
        return new JsonRows(
                (JsonDocuments) records, layout, RecordOptions.ignoresErrors(file.options()));
    }

    /** Behind the end of a line. */
    @Override
    long find(long from, long least) {
        byte[] buffer = new byte[BUFFER_SIZE];
        long base = least - 1;
        try (InputStream input = file.bytes(base)) {
            int size = file.read(input, buffer, 0, BUFFER_SIZE);
            while (size > 0) {
                int found = Fields.find('\n', buffer, 0, size);
                if (found < size) {
                    return base + found + 1;
                }
                base += size;
                size = file.read(input, buffer, 0, BUFFER_SIZE);
            }
        } catch (IOException e) {
            throw file.broken(e);
        }
        return base;
    }
}
