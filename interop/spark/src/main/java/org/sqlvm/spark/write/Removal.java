package org.sqlvm.spark.write;

import org.sqlvm.api.Database;

import java.io.Serializable;

/**
 * The rows that a write deletes from the table before it inserts its own.
 *
 * @param condition a condition of SQL; null for no row
 */
record Removal(String condition) implements Serializable {
    static final Removal NONE = new Removal(null);
    static final Removal ALL = new Removal("1");

    /** Deletes the rows, in the transaction of the write. */
    void apply(Database database, Target target) {
        if (equals(ALL)) {
            database.execute("DELETE FROM " + target.quotedTable());
        } else if (condition != null) {
            database.execute("DELETE FROM " + target.quotedTable() + " WHERE " + condition);
        }
    }
}
