package org.sqlvm.spark;

import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

import java.util.EnumSet;
import java.util.Set;

/**
 * A table or view of a file, or of several files that all have it.
 *
 * <p>Writing belongs to org.sqlvm.spark.write: this class is to implement SupportsWrite, with
 * newWriteBuilder(info) returning a SqlvmWriteBuilder of {@link #location}, and
 * {@link #capabilities} is to name BATCH_WRITE, TRUNCATE and OVERWRITE_BY_FILTER for a single file.
 */
public final class SqlvmTable implements SupportsRead {
    private final Location location;
    private final StructType schema;

    SqlvmTable(Location location, StructType schema) {
        this.location = location;
        this.schema = schema;
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
        return EnumSet.of(TableCapability.BATCH_READ);
    }

    @Override
    public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
        throw new UnsupportedOperationException();
    }
}
