package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.SqlNull;

/**
 * A column as it is stored in records.
 *
 * @param name its name in the schema
 * @param place the place of its value in the record, or {@link #ROWID}
 * @param real whether integers are read as reals, as the column has REAL affinity
 * @param absent the value for records that end before it
 */
public record StoredColumn(String name, int place, boolean real, Object absent) {
    /** The {@code place} of the rowid. */
    public static final int ROWID = -1;

    /** The column of rowids of any table. */
    public static final StoredColumn OF_ROWIDS =
            new StoredColumn("rowid", ROWID, false, SqlNull.NULL);
}
