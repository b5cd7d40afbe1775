package org.sqlvm.engine.virtual.files;

import org.sqlvm.engine.data.Bytes;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Conditions that rows must meet to be of use. What reads rows may leave out those that do not, or
 * may give them all the same: all conditions are tested again.
 */
public final class RowConditions {
    /** All rows are of use. */
    public static final RowConditions NONE = new RowConditions(List.of(), new Object[0]);

    private final FileFilter[] filters;
    private final Object[] values;

    /**
     * The conditions of a plan.
     *
     * @param conditions the plan's
     * @param arguments what columns are compared with, as in registers
     */
    public RowConditions(List<FileFilter> conditions, Object[] arguments) {
        filters = conditions.toArray(FileFilter[]::new);
        values = new Object[filters.length];
        for (int i = 0; i < filters.length; i++) {
            values[i] = arguments[i] instanceof Bytes bytes ? bytes.owned() : arguments[i];
        }
    }

    /** The columns that they are on. */
    public IntStream columns() {
        return Arrays.stream(filters).mapToInt(FileFilter::column);
    }

    /** Whether a row of a group may meet them, by the bounds that are known. */
    public boolean mayPass(ColumnFile file, int group) {
        for (int i = 0; i < filters.length; i++) {
            Object[] bounds = file.bounds(group, filters[i].column());
            if (bounds != null && !filters[i].mayPass(bounds[0], bounds[1], values[i])) {
                return false;
            }
        }
        return true;
    }

    /** Whether the row that a reader stands on may meet them. */
    boolean passes(RowReader row) {
        for (int i = 0; i < filters.length; i++) {
            if (!filters[i].passes(row.column(filters[i].column()), values[i])) {
                return false;
            }
        }
        return true;
    }
}
