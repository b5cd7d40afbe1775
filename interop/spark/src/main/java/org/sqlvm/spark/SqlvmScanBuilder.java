package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownAggregates;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownOffset;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownTopN;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import org.sqlvm.spark.ScanSpec.Output;

import java.util.ArrayList;
import java.util.List;

/** Takes from Spark's plan what sqlvm answers in the same way, and makes the scan. */
final class SqlvmScanBuilder
        implements SupportsPushDownV2Filters,
                SupportsPushDownAggregates,
                SupportsPushDownTopN,
                SupportsPushDownLimit,
                SupportsPushDownOffset,
                SupportsPushDownRequiredColumns {
    private Location location;
    private final TableFacts facts;
    private final ScanOptions options;

    /** The columns that begin an index, or are the rowid. */
    private final List<String> indexed;

    private StructType required;
    private final List<Predicate> pushed = new ArrayList<>();
    private Condition condition = Condition.NONE;

    /** The aggregates that the scan computes; null for rows. */
    private AggregateSql aggregates;

    /** ORDER BY as SQL, with a blank before it; empty for any order. */
    private String orderBy = "";

    /** The most rows of each part; -1 for all. */
    private int limit = -1;

    private int offset;

    SqlvmScanBuilder(
            Location location,
            StructType schema,
            TableFacts facts,
            ScanOptions options,
            List<String> indexed) {
        this.indexed = indexed;
        this.location = location;
        this.facts = facts;
        this.options = options;
        required = schema;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> left = new ArrayList<>();
        boolean pushes = isEager() || pushesAny(predicates);
        for (Predicate predicate : predicates) {
            Condition translated =
                    pushes ? PredicateSql.of(predicate, facts.columns(), facts.isUtf8()) : null;
            if (translated == null) {
                left.add(predicate);
            } else {
                pushed.add(predicate);
                condition = condition.and(translated);
            }
        }
        if (options.pushDown() != PushDown.NONE) {
            location = location.pruned(predicates);
        }
        return left.toArray(Predicate[]::new);
    }

    /** Whether SQL is run in any case. */
    private boolean isEager() {
        return options.pushDown() == PushDown.ALL
                || (options.pushDown() == PushDown.AUTO && !facts.isStored());
    }

    /** Whether a predicate compares a column that begins an index, or the rowid. */
    private boolean pushesAny(Predicate[] predicates) {
        if (options.pushDown() == PushDown.NONE) {
            return false;
        }
        for (Predicate predicate : predicates) {
            boolean isSearch = switch (predicate.name()) {
                case "=", "<=>", "<", "<=", ">", ">=", "IN", "STARTS_WITH" -> true;
                default -> false;
            };
            if (isSearch && predicate.references().length == 1) {
                String name = predicate.references()[0].fieldNames()[0];
                boolean isKnown =
                        PredicateSql.of(predicate, facts.columns(), facts.isUtf8()) != null;
                if (isKnown && indexed.contains(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    @Override
    public void pruneColumns(StructType schema) {
        required = schema;
    }

    // ------------------------------------------------------------------ aggregates

    @Override
    public boolean supportCompletePushDown(Aggregation aggregation) {
        return isWhole() && options.pushDown() != PushDown.NONE;
    }

    @Override
    public boolean pushAggregation(Aggregation aggregation) {
        // One task has the whole of the engine; several would go through rows one by one.
        boolean pays = isEager()
                || (options.pushDown() == PushDown.AUTO && (isWhole() || !pushed.isEmpty()));
        aggregates = pays ? AggregateSql.of(aggregation, facts) : null;
        return aggregates != null;
    }

    // ------------------------------------------------------------------ order and limits

    /** Whether one task reads all rows. */
    private boolean isWhole() {
        return location.files().size() == 1 && options.partitions() == 1;
    }

    @Override
    public boolean pushLimit(int count) {
        if (options.pushDown() == PushDown.NONE) {
            return false;
        }
        limit = count;
        return true;
    }

    @Override
    public boolean pushTopN(SortOrder[] orders, int count) {
        boolean pays = isEager()
                || (options.pushDown() == PushDown.AUTO && (!pushed.isEmpty() || isSorted(orders)));
        if (!pays) {
            return false;
        }
        StringBuilder sql = new StringBuilder();
        for (SortOrder order : orders) {
            ReadColumn column = order.expression() instanceof NamedReference reference
                    ? facts.columns().get(reference.fieldNames()[0])
                    : null;
            boolean isSame = column != null
                    && column.isComparable()
                    && (facts.isUtf8() || column.kind() != ValueKind.STRING);
            if (!isSame || aggregates != null) {
                return false;
            }
            sql.append(sql.isEmpty() ? " ORDER BY " : ", ").append(column.compared());
            sql.append(order.direction() == SortDirection.ASCENDING ? " ASC" : " DESC");
            sql.append(
                    order.nullOrdering() == NullOrdering.NULLS_FIRST
                            ? " NULLS FIRST"
                            : " NULLS LAST");
        }
        orderBy = sql.toString();
        limit = count;
        return true;
    }

    /** Whether an index may have the rows in this order. */
    private boolean isSorted(SortOrder[] orders) {
        return orders[0].expression() instanceof NamedReference reference
                && indexed.contains(reference.fieldNames()[0]);
    }

    /** Each part has as many rows, if there are several. */
    @Override
    public boolean isPartiallyPushed() {
        return !isWhole();
    }

    @Override
    public boolean pushOffset(int count) {
        if (!isWhole() || options.pushDown() == PushDown.NONE) {
            return false;
        }
        offset = count;
        // Spark's limit counts the rows before the offset, SQL's those behind it.
        limit = limit < 0 ? limit : Math.max(0, limit - count);
        return true;
    }

    // ------------------------------------------------------------------ the scan

    private ScanSpec spec(List<Output> outputs) {
        String tail = orderBy;
        if (limit >= 0 || offset > 0) {
            tail += " LIMIT " + limit + (offset > 0 ? " OFFSET " + offset : "");
        }
        boolean isPlain = facts.isStored()
                && required.length() == outputs.size()
                && outputs.stream()
                        .noneMatch(output -> facts.columns().get(output.name()).isCast());
        return new ScanSpec(location.table(), outputs, condition, tail, isPlain);
    }

    @Override
    public Scan build() {
        if (aggregates != null) {
            String tail = aggregates.groupBy() + spec(List.of()).tail();
            ScanSpec spec =
                    new ScanSpec(location.table(), aggregates.outputs(), condition, tail, false);
            return new SqlvmScan(location, facts, options, spec);
        }
        List<Output> outputs = new ArrayList<>();
        for (String name : required.fieldNames()) {
            ReadColumn column = facts.columns().get(name);
            boolean nullable = required.apply(name).nullable();
            outputs.add(new Output(name, column.sql(), column.kind(), nullable, false));
        }
        return new SqlvmScan(location, facts, options, spec(outputs));
    }
}
