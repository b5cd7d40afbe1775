package org.sqlvm.engine.program;

import java.util.List;
import org.sqlvm.engine.data.Collation;

/**
 * How the records of an index, sorter or GROUP BY key compare: field by field, each with its collation
 * and direction. Fields beyond the list compare BINARY ascending (the rowid at the end of an index
 * entry).
 */
public record KeyInfo(List<Field> fields) {

    /**
     * @param bigNull NULL counts as greater than every value (NULLS LAST of an ascending field, NULLS
     *     FIRST of a descending one) instead of less
     */
    public record Field(Collation collation, boolean descending, boolean bigNull) {}
}
