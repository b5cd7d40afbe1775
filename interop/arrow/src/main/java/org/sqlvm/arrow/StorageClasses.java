package org.sqlvm.arrow;

import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.arrow.RowsReader.Slice;

import java.util.EnumSet;
import java.util.Set;

/** The storage classes of a column's values, except NULL. */
final class StorageClasses {
    private final Set<ColumnType> seen = EnumSet.noneOf(ColumnType.class);
    private ColumnType first;

    /** There is an integer that is no real. */
    private boolean isWide;

    void add(Slice slice, int column) {
        RowBatch batch = slice.batch();
        if (batch.doubles(column) != null && slice.count() > 0) {
            add(ColumnType.REAL);
            return;
        }
        for (int i = slice.from(); i < slice.from() + slice.count(); i++) {
            Rows.Type type = batch.type(column, i);
            if (type != Rows.Type.NULL) {
                add(ColumnType.of(type));
            }
            isWide |= type == Rows.Type.INTEGER && !isExact(batch.getLong(column, i));
        }
    }

    private void add(ColumnType type) {
        if (first == null) {
            first = type;
        }
        seen.add(type);
    }

    /** Whether there is a real of the same value. */
    static boolean isExact(long number) {
        // Converted back, 2^63 would be the greatest integer.
        return number != Long.MAX_VALUE && (long) (double) number == number;
    }

    /** Returns the class of the first value, or REAL if there are integers and reals. */
    ColumnType first() {
        return seen.equals(EnumSet.of(ColumnType.INTEGER, ColumnType.REAL))
                ? ColumnType.REAL
                : first;
    }

    /**
     * The type that takes all values; NULL if there are none, UNION if they are mixed.
     *
     * @param known the one that is declared; null for none
     */
    ColumnType type(ColumnType known) {
        ColumnType wanted = known == null ? first() : known;
        if (wanted == null) {
            return ColumnType.NULL;
        }
        Set<ColumnType> taken = EnumSet.of(wanted);
        if (wanted == ColumnType.REAL && !isWide) {
            taken.add(ColumnType.INTEGER);
        }
        return taken.containsAll(seen) ? wanted : ColumnType.UNION;
    }
}
