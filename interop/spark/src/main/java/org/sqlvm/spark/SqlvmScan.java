package org.sqlvm.spark;

import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Batch;
import org.apache.spark.sql.connector.read.InputPartition;
import org.apache.spark.sql.connector.read.PartitionReaderFactory;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.Statistics;
import org.apache.spark.sql.connector.read.SupportsReportStatistics;
import org.apache.spark.sql.connector.read.SupportsRuntimeV2Filtering;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.util.ArrayList;
import java.util.List;

/** A scan of a table, split into parts. */
final class SqlvmScan implements Scan, Batch, SupportsReportStatistics, SupportsRuntimeV2Filtering {
    /** The most files whose snapshots the driver keeps: each takes a few descriptors. */
    private static final int HELD_MAX = 200;

    private final Location location;
    private final TableFacts facts;
    private final ScanOptions options;
    private final ScanSpec spec;

    /** The size of the table; null before it has been asked for. */
    private TableStatistics statistics;

    /** Filters that joins have found while the query runs. */
    private final List<Predicate> runtime = new ArrayList<>();

    private Condition runtimeCondition = Condition.NONE;

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
            if (location.isFolder()) {
                // A file that a manifest lists never changes. There may be thousands.
                parts.add(new Part(file, Range.ALL, null));
            } else {
                planFile(file, parts);
            }
        }
        return parts.toArray(InputPartition[]::new);
    }

    private void planFile(String file, List<InputPartition> parts) {
        Database database = Location.open(file);
        boolean isHeld = false;
        try {
            byte[] snapshot = database.beginSnapshot("main");
            TableFacts own =
                    file.equals(location.first()) ? facts : facts.same(database, location.table());
            int wanted = options.partitions();
            for (Range range :
                    PartPlan.of(database, location.table(), own, wanted, options.isExact())) {
                parts.add(new Part(file, range, snapshot));
            }
            if (snapshot != null && location.files().size() <= HELD_MAX && isWal(database)) {
                SparkContext context = SparkSession.active().sparkContext();
                HeldSnapshots.of(context).hold(context, database);
                isHeld = true;
            }
        } catch (SqlvmException error) {
            throw FileReading.error(file, error);
        } finally {
            // Without a log, the transaction would keep writers out.
            if (!isHeld) {
                database.close();
            }
        }
    }

    private static boolean isWal(Database database) {
        try (Rows rows = database.query("PRAGMA main.journal_mode")) {
            return rows.next() && "wal".equals(rows.getText(0));
        }
    }

    @Override
    public PartitionReaderFactory createReaderFactory() {
        Condition condition = spec.condition().and(runtimeCondition);
        return new PartReaderFactory(
                new ScanSpec(spec.table(), spec.outputs(), condition, spec.tail(), spec.isPlain()),
                location.isFolder() ? facts : null);
    }

    // ------------------------------------------------------------------ statistics

    private TableStatistics statistics() {
        if (statistics == null) {
            try (Database database = Location.open(location.first())) {
                statistics = TableStatistics.read(database, location.table(), facts);
            }
        }
        return statistics;
    }

    @Override
    public Statistics estimateStatistics() {
        return statistics().of(spec, location.files().size(), facts.columns().size());
    }

    // ------------------------------------------------------------------ filters of joins

    /** The columns with which fewer pages are read: those that begin an index. */
    @Override
    public NamedReference[] filterAttributes() {
        List<NamedReference> columns = new ArrayList<>();
        if (options.pushDown() != PushDown.NONE && spec.tail().isEmpty()) {
            List<String> read = List.of(spec.schema().fieldNames());
            for (String name : statistics().indexed()) {
                if (read.contains(name) && facts.columns().get(name).isComparable()) {
                    columns.add(Expressions.column(name));
                }
            }
        }
        return columns.toArray(NamedReference[]::new);
    }

    @Override
    public void filter(Predicate[] predicates) {
        for (Predicate predicate : predicates) {
            Condition translated = PredicateSql.of(predicate, facts.columns(), facts.isUtf8());
            if (translated != null) {
                runtime.add(predicate);
                runtimeCondition = runtimeCondition.and(translated);
            }
        }
    }

    @Override
    public Predicate[] pushedPredicates() {
        return runtime.toArray(Predicate[]::new);
    }
}
