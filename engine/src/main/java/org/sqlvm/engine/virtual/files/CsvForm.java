package org.sqlvm.engine.virtual.files;

import java.util.Arrays;

/**
 * What files of values have in common that are read together.
 *
 * @param header the first record has names
 * @param declared the user has said which columns there are
 * @param nullText what stands for NULL, where it is not in quotes
 * @param padding records may be too short
 */
record CsvForm(
        CsvDialect dialect, boolean header, boolean declared, byte[] nullText, boolean padding) {
    /** Whether a field is NULL. */
    boolean isNull(CsvRecords records, int field) {
        int from = records.from(field);
        int to = records.to(field);
        return to - from == nullText.length
                && !records.isQuoted(field)
                && (from == to
                        || Arrays.equals(records.bytes(), from, to, nullText, 0, nullText.length));
    }
}
