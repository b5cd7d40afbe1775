package org.sqlvm.spark;

import org.apache.spark.sql.connector.catalog.CatalogV2Util;
import org.apache.spark.sql.connector.catalog.Column;
import org.apache.spark.sql.connector.catalog.SupportsDeleteV2;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.sqlvm.api.Database;
import org.sqlvm.spark.write.DriverWrite;
import org.sqlvm.spark.write.Removal;
import org.sqlvm.spark.write.SqlvmWriteBuilder;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A table or view of a file, or of several files that all have it. A table of a single file, or of
 * a folder, can be written.
 */
public final class SqlvmTable implements SupportsRead, SupportsWrite, SupportsDeleteV2 {
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
        return FileList.single(options.get(Location.PATH)) == null
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
            List<String> indexed =
                    TableStatistics.read(database, location.table(), facts).indexed();
            return new SqlvmScanBuilder(location, schema, facts, own, indexed);
        }
    }

    @Override
    public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
        return new SqlvmWriteBuilder(target(), location.table(), info, this::removal);
    }

    /** The file or the folder that is written. */
    private String target() {
        String single = FileList.single(options.get(Location.PATH));
        if (single == null) {
            throw new UnsupportedOperationException(
                    "a table of several files cannot be written: " + options.get(Location.PATH));
        }
        return single;
    }

    /** Returns null if SQL may mean something else than the predicate. */
    private Removal removal(Predicate predicate) {
        try (Database database = Location.open(location.first())) {
            TableFacts facts = TableFacts.read(database, location.table(), schema, false);
            Condition condition = PredicateSql.of(predicate, facts.columns(), facts.isUtf8());
            return condition == null ? null : new Removal(condition.sql(), condition.parameters());
        }
    }

    @Override
    public boolean canDeleteWhere(Predicate[] predicates) {
        return !Files.isDirectory(Path.of(target()))
                && Removal.of(predicates, this::removal) != null;
    }

    @Override
    public void deleteWhere(Predicate[] predicates) {
        if (Files.isDirectory(Path.of(target()))) {
            throw new UnsupportedOperationException(
                    "rows of a folder of files are not deleted; overwrite them");
        }
        DriverWrite.delete(target(), location.table(), Removal.of(predicates, this::removal));
    }
}
