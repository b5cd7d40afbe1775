package org.sqlvm.spark;

import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.api.Database;
import org.sqlvm.spark.write.SqlvmWriteBuilder;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A table or view of a file, or of several files that all have it. Only a table of a single file
 * can be written.
 */
public final class SqlvmTable implements SupportsRead, SupportsWrite {
    private final Location location;
    private final StructType schema;

    /** The options of the source or of the catalog. */
    private final CaseInsensitiveStringMap options;

    SqlvmTable(Location location, StructType schema, CaseInsensitiveStringMap options) {
        this.location = location;
        this.schema = schema;
        this.options = options;
    }

    /** Returns the files and the table's name in them. */
    public Location location() {
        return location;
    }

    @Override
    public String name() {
        return location.table();
    }

    @Override
    public Column[] columns() {
        return CatalogV2Util.structTypeToV2Columns(schema, true);
    }

    @Override
    public Set<TableCapability> capabilities() {
        return location.files().size() > 1
                ? EnumSet.of(TableCapability.BATCH_READ)
                : EnumSet.of(
                        TableCapability.BATCH_READ,
                        TableCapability.BATCH_WRITE,
                        TableCapability.TRUNCATE,
                        TableCapability.OVERWRITE_BY_FILTER);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        Map<String, String> all = new HashMap<>(this.options.asCaseSensitiveMap());
        all.putAll(options.asCaseSensitiveMap());
        ScanOptions own = ScanOptions.of(new CaseInsensitiveStringMap(all));
        try (Database database = Location.open(location.first())) {
            TableFacts facts = TableFacts.read(database, location.table(), schema, own.isMixed());
            return new SqlvmScanBuilder(location, schema, facts, own);
        }
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new SqlvmWriteBuilder(location.first(), location.table(), info, _ -> null);
    }
}
