package org.sqlvm.api.files;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.ScanRequest.Operator;

import java.util.List;

/**
 * The columns and rows of a file that a query needs. It is a hint to the reader: values of unused
 * columns are ignored, and every condition is tested again after the scan.
 */
public final class FileScan {
    private final boolean[] used;
    private final List<Condition> conditions;

    /**
     * A condition on a column that is used: EQ, GT, GE, LT or LE, of texts by their bytes.
     *
     * @param known see {@link #value}
     */
    public record Condition(
            int column, Operator operator, @Nullable Object known) {
        /** Returns the value compared with: a Long, Double, String, byte[] or null. */
        public @Nullable Object value() {
            return JavaValues.toObject(known);
        }
    }

    /**
     * Creates a scan.
     *
     * @param used by column: whether its values are wanted
     * @param conditions rows that break one of them are of no use
     */
    public FileScan(boolean[] used, List<Condition> conditions) {
        this.used = used.clone();
        this.conditions = List.copyOf(conditions);
    }

    /** Returns the number of the file's columns. */
    public int columnCount() {
        return used.length;
    }

    /** Returns whether the values of a column are wanted. */
    public boolean isUsed(int column) {
        return used[column];
    }

    /** Returns the conditions; rows that break one of them are of no use. */
    public List<Condition> conditions() {
        return conditions;
    }
}
