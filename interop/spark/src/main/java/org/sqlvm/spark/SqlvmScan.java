package org.sqlvm.spark;

import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.api.Database;

import java.util.ArrayList;
import java.util.List;

/** A scan of a table, split into parts. */
final class SqlvmScan implements Scan, Batch {
    private final Location location;
    private final TableFacts facts;
    private final ScanOptions options;
    private final ScanSpec spec;

    SqlvmScan(Location location, TableFacts facts, ScanOptions options, ScanSpec spec) {
        this.location = location;
        this.facts = facts;
        this.options = options;
        this.spec = spec;
    }

    @Override
    public StructType readSchema() {
        return spec.schema();
    }

    @Override
    public String description() {
        return "sqlvm " + spec.sql(spec.condition());
    }

    @Override
    public Batch toBatch() {
        return this;
    }

    @Override
    public InputPartition[] planInputPartitions() {
        List<InputPartition> parts = new ArrayList<>();
        for (String file : location.files()) {
            try (Database database = Location.open(file)) {
                for (Condition range : PartPlan.of(
                        database,
                        location.table(),
                        facts,
                        options.partitions(),
                        options.isExact())) {
                    parts.add(new Part(file, range, null));
                }
            }
        }
        return parts.toArray(InputPartition[]::new);
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        return new PartReaderFactory(spec);
    }
}
