package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.SqlNull;

/**
 * A column as records hold it.
 *
 * @param name as the schema says it, for those who look at the cache
 * @param place where its value stands in the record, or {@link #ROWID}
 * @param real integers are reals: the column has REAL affinity
 * @param absent the value of a record that is too short
 */
public record StoredColumn(String name, int place, boolean real, Object absent) {
    /** {@code place} of the rowid. */
    public static final int ROWID = -1;

    /** The rowids of any table. */
    public static final StoredColumn OF_ROWIDS =
            new StoredColumn("rowid", ROWID, false, SqlNull.NULL);
}
