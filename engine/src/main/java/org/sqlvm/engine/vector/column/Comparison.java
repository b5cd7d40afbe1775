package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.data.Values;

/** Comparisons of single values, with the same result as the row engine's instructions. */
public final class Comparison {
    private Comparison() {}

    /** Compares two values that are not NULL; texts compare by their bytes. */
    public static int compare(Object left, Object right, Affinity affinity) {
        Object a = left;
        Object b = right;
        boolean converts = affinity.isNumeric()
                || (affinity == Affinity.TEXT && (a instanceof Text || b instanceof Text));
        if (converts) {
            a = Affinities.forComparison(a, affinity);
            b = Affinities.forComparison(b, affinity);
        }
        return Values.compare(a, b, Collation.BINARY);
    }
}
