package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.ColumnBatch;

import java.io.Closeable;
import java.io.IOException;
import java.util.Iterator;

/** Reads the rows of a group of a file, many at a time. One thread at a time. */
public interface FormatReader extends Closeable {
    /**
     * Puts the next rows into a batch, which is empty.
     *
     * @return how many they are, at most {@link ColumnBatch#capacity}; 0 at the end
     */
    int next(ColumnBatch batch) throws IOException;

    @Override
    default void close() throws IOException {}

    /**
     * A reader of rows that come one by one.
     *
     * @param rows by column: Long, Double, String, byte[] or null; a row that is too short ends in
     *     NULLs
     * @param source closed with the reader
     */
    static FormatReader ofRows(Iterator<@Nullable Object[]> rows, Closeable source) {
        return new FormatReader() {
            @Override
            public int next(ColumnBatch batch) {
                int count = 0;
                while (count < batch.capacity() && rows.hasNext()) {
                    @Nullable Object[] row = rows.next();
                    for (int column = 0; column < row.length; column++) {
                        if (batch.isUsed(column)) {
                            batch.values(column)[count] = row[column];
                        }
                    }
                    count++;
                }
                return count;
            }

            @Override
            public void close() throws IOException {
                source.close();
            }
        };
    }
}
