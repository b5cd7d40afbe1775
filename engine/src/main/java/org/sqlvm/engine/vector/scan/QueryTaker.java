package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.query.VectorScan;

/** Who takes the rows that a {@link VectorScan} gives in the end. */
public sealed interface QueryTaker extends RowTaker permits Groups, RowGroups, RowOutput {
    /**
     * From now on rows come of another SELECT of a UNION ALL, in its own registers.
     *
     * @param query its number among those of the scan; 0 in the beginning
     */
    void turnTo(int query);

    /** So many groups there are by now, or rows where nothing is grouped. */
    int count();
}
