package org.sqlvm.spark.write;

import org.apache.spark.sql.types.StructType;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.text.SqlText;

import java.io.Serializable;

/**
 * The table that a job writes to.
 *
 * @param path the absolute path of the file, or of the folder of files
 * @param table the table's name
 * @param schema the columns that are written, in the order of the rows' values
 */
record Target(String path, String table, StructType schema, WriteOptions options)
        implements Serializable {
    /** Returns the table's name for SQL. */
    String quotedTable() {
        return "main." + SqlText.quoted(table);
    }

    /** Opens the file that the table is in. */
    Database open() {
        return Sqlvm.opener().busyTimeout(options.busyTimeout()).open(path);
    }

    /** Makes the inserter of this table's rows into the table of this name in a database. */
    RowInserter inserter(Database database) {
        return new RowInserter(database, options.insert(), quotedTable(), schema, options.epoch());
    }
}
