package org.sqlvm.api.arrow;

import org.jspecify.annotations.Nullable;
import org.sqlvm.api.Rows;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Chooses a column's type from its declared type and the values of the first batch. */
final class ColumnChoice {
    private static final Set<ColumnType> NUMBERS = EnumSet.of(ColumnType.INTEGER, ColumnType.REAL);

    private final Set<ColumnType> seen = EnumSet.noneOf(ColumnType.class);
    private @Nullable ColumnType first;
    /** There is an integer that is no real. */
    private boolean isWide;

    ColumnChoice(List<Slice> slices, int column) {
        for (Slice slice : slices) {
            add(slice, column);
        }
    }

    private void add(Slice slice, int column) {
        if (slice.batch().doubles(column) != null) {
            add(ColumnType.REAL);
            return;
        }
        for (int i = slice.from(); i < slice.until(); i++) {
            Rows.Type type = slice.batch().type(column, i);
            if (type != Rows.Type.NULL) {
                add(ColumnType.of(type));
            }
            isWide |= type == Rows.Type.INTEGER
                    && !ColumnType.isExact(slice.batch().getLong(column, i));
        }
    }

    private void add(ColumnType type) {
        if (first == null) {
            first = type;
        }
        seen.add(type);
    }

    /**
     * The type.
     *
     * @param known the one that is declared; null for none
     * @param takesMixed whether a column of several storage classes is one of texts; otherwise it
     *     is as its declared type or its first value, and its other values are errors
     * @param isAll whether there are no more rows
     */
    ColumnType type(@Nullable ColumnType known, boolean takesMixed, boolean isAll) {
        ColumnType wanted = known != null ? known : seen.equals(NUMBERS) ? ColumnType.REAL : first;
        if (wanted == null) {
            return takesMixed && !isAll ? ColumnType.TEXT : ColumnType.NULL;
        }
        if (!takesMixed || fits(wanted)) {
            return wanted;
        }
        return seen.contains(ColumnType.BLOB) ? ColumnType.BLOB : ColumnType.TEXT;
    }

    private boolean fits(ColumnType wanted) {
        Set<ColumnType> taken = EnumSet.of(wanted);
        if (wanted == ColumnType.REAL && !isWide) {
            taken.add(ColumnType.INTEGER);
        }
        return taken.containsAll(seen);
    }
}
