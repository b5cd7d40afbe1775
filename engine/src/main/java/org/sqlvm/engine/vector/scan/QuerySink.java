package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.query.VectorScan;

/** The sink at the end of a {@link VectorScan}'s root pipeline. */
public sealed interface QuerySink extends VectorSink permits Groups, RowGroups, RowOutput {
    /**
     * Switches to another SELECT of a UNION ALL, whose rows are in registers of its own.
     *
     * @param query its number among those of the scan; 0 at first
     */
    void switchTo(int query);

    /** The number of groups so far, or of rows if they are not grouped. */
    int count();
}
