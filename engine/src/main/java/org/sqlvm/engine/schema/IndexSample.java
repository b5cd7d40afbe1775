package org.sqlvm.engine.schema;

/**
 * A sample that ANALYZE took of an index: the first column of a row of sqlite_stat4 (file-format
 * section 2.6.4).
 *
 * @param value the value of the entry's first column
 * @param equal the number of rows with this value in the first column
 * @param before the number of rows before all of these in the index
 */
public record IndexSample(Object value, long equal, long before) {
    /**
     * Returns the sample in the columns {@code neq}, {@code nlt} and {@code sample}.
     *
     * @param value the value of the sample's first column
     * @return null if the texts are no numbers
     */
    public static IndexSample of(String equal, String before, Object value) {
        String equalRows = first(equal);
        String rowsBefore = first(before);
        boolean sound = equalRows.matches("[0-9]{1,18}") && rowsBefore.matches("[0-9]{1,18}");
        return sound
                ? new IndexSample(value, Long.parseLong(equalRows), Long.parseLong(rowsBefore))
                : null;
    }

    private static String first(String numbers) {
        return numbers == null ? "" : numbers.trim().split(" +")[0];
    }
}
