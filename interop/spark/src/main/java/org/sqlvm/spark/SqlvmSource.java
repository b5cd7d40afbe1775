package org.sqlvm.spark;

import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.sources.DataSourceRegister;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.util.Map;

/**
 * The source {@code sqlvm}: {@code spark.read().format("sqlvm").option("table",
 * "rides").load("rides.db")}.
 */
public final class SqlvmSource implements TableProvider, DataSourceRegister {
    /** SQLITE_ERROR. */
    private static final int ERROR = 1;

    @Override
    public String shortName() {
        return "sqlvm";
    }

    @Override
    public StructType inferSchema(CaseInsensitiveStringMap options) {
        Location location = Location.of(options);
        try (Database database = Location.open(location.first())) {
            StructType schema =
                    TableColumns.read(database, location.table(), ScanOptions.isMixed(options));
            if (schema == null) {
                throw new SqlvmException(
                        "no such table: " + location.table() + " in " + location.first(),
                        ERROR,
                        -1,
                        null);
            }
            return schema;
        }
    }

    @Override
    public Table getTable(
            StructType schema, Transform[] partitioning, Map<String, String> properties) {
        if (partitioning.length > 0) {
            throw new UnsupportedOperationException(
                    "sqlvm does not support partitionBy; use repartition before the write");
        }
        CaseInsensitiveStringMap options = new CaseInsensitiveStringMap(properties);
        return new SqlvmTable(Location.of(options), schema, options);
    }

    /** The caller's schema names the columns and types that are wanted. */
    @Override
    public boolean supportsExternalMetadata() {
        return true;
    }
}
