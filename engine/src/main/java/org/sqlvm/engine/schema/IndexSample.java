package org.sqlvm.engine.schema;

/**
 * What ANALYZE has found out about one entry of an index: a row of sqlite_stat4 (file-format
 * section 2.6.4), as far as its first column goes.
 *
 * @param value of the entry's first column
 * @param equal rows with this value in the first column
 * @param before rows that come before all of these in the index
 */
public record IndexSample(Object value, long equal, long before) {
    /**
     * Of the columns {@code neq}, {@code nlt} and {@code sample}.
     *
     * @param value of the sample's first column
     * @return null if the numbers are none
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
