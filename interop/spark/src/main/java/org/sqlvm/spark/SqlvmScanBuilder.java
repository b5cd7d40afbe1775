package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.spark.ScanSpec.Output;

import java.util.ArrayList;
import java.util.List;

/** Takes from Spark's plan what sqlvm answers in the same way, and makes the scan. */
final class SqlvmScanBuilder implements SupportsPushDownV2Filters, SupportsPushDownRequiredColumns {
    private Location location;
    private final TableFacts facts;
    private final ScanOptions options;

    private StructType required;
    private final List<Predicate> pushed = new ArrayList<>();
    private Condition condition = Condition.NONE;

    SqlvmScanBuilder(Location location, StructType schema, TableFacts facts, ScanOptions options) {
        this.location = location;
        this.facts = facts;
        this.options = options;
        required = schema;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> left = new ArrayList<>();
        for (Predicate predicate : predicates) {
            Condition translated = options.pushDown()
                    ? PredicateSql.of(predicate, facts.columns(), facts.isUtf8())
                    : null;
            if (translated == null) {
                left.add(predicate);
            } else {
                pushed.add(predicate);
                condition = condition.and(translated);
            }
        }
        if (options.pushDown()) {
            location = location.pruned(predicates);
        }
        return left.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    @Override
    public void pruneColumns(StructType schema) {
        required = schema;
    }

    @Override
    public Scan build() {
        List<Output> outputs = new ArrayList<>();
        for (String name : required.fieldNames()) {
            ReadColumn column = facts.columns().get(name);
            boolean nullable = required.apply(name).nullable();
            outputs.add(new Output(name, column.sql(), column.kind(), nullable, false));
        }
        ScanSpec spec = new ScanSpec(location.table(), outputs, condition, "");
        return new SqlvmScan(location, facts, options, spec);
    }
}
