package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.aggregate.AggregateFunc;
import org.apache.spark.sql.connector.expressions.aggregate.Aggregation;
import org.apache.spark.sql.connector.expressions.aggregate.Count;
import org.apache.spark.sql.connector.expressions.aggregate.CountStar;
import org.apache.spark.sql.connector.expressions.aggregate.Max;
import org.apache.spark.sql.connector.expressions.aggregate.Min;
import org.apache.spark.sql.connector.expressions.aggregate.Sum;
import org.apache.spark.sql.internal.SQLConf;
import org.sqlvm.spark.ScanSpec.Output;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An aggregation of Spark as SQL. Each part aggregates its rows, and Spark the parts' results.
 *
 * @param outputs groups, aggregates, and guards of the aggregates' columns
 * @param groupBy GROUP BY as SQL with a blank before it; empty without groups
 */
record AggregateSql(List<Output> outputs, String groupBy) {
    /**
     * Translates an aggregation.
     *
     * @return null if SQL may mean something else; docs/compatibility/spark.md says when
     */
    static AggregateSql of(Aggregation aggregation, TableFacts facts) {
        List<Output> outputs = new ArrayList<>();
        Map<String, Output> guards = new LinkedHashMap<>();
        StringBuilder groupBy = new StringBuilder();
        for (Expression group : aggregation.groupByExpressions()) {
            ReadColumn column = column(group, facts);
            if (column == null) {
                return null;
            }
            outputs.add(new Output(column.name(), column.sql(), column.kind(), true, false));
            groupBy.append(groupBy.isEmpty() ? " GROUP BY " : ", ").append(column.compared());
        }
        for (AggregateFunc function : aggregation.aggregateExpressions()) {
            Output output = output(function, outputs.size(), facts, guards);
            if (output == null) {
                return null;
            }
            outputs.add(output);
        }
        outputs.addAll(guards.values());
        return new AggregateSql(outputs, groupBy.toString());
    }

    private static Output output(
            AggregateFunc function, int number, TableFacts facts, Map<String, Output> guards) {
        String name = "a" + number;
        return switch (function) {
            case CountStar _ -> new Output(name, "count(*)", ValueKind.LONG, false, false);
            case Count count
            when !count.isDistinct() -> {
                ReadColumn column = any(count.column(), facts);
                yield column == null
                        ? null
                        : new Output(
                                name, "count(" + column.sql() + ")", ValueKind.LONG, false, false);
            }
            case Min min -> extreme(name, "min", column(min.column(), facts), facts, guards);
            case Max max -> extreme(name, "max", column(max.column(), facts), facts, guards);
            // Too large a sum is an error, as in Spark if it is as strict as its default.
            case Sum sum
            when !sum.isDistinct() && SQLConf.get().ansiEnabled() -> {
                ReadColumn column = column(sum.column(), facts);
                boolean isExact = column != null
                        && switch (column.kind()) {
                            case LONG, INT, SHORT, BYTE -> true;
                            default -> false;
                        };
                if (!isExact) {
                    yield null;
                }
                guard(column, facts, guards);
                yield new Output(name, "sum(" + column.sql() + ")", ValueKind.LONG, true, false);
            }
            default -> null;
        };
    }

    private static Output extreme(
            String name,
            String function,
            ReadColumn column,
            TableFacts facts,
            Map<String, Output> guards) {
        if (column == null || (column.kind() == ValueKind.STRING && !facts.isUtf8())) {
            return null;
        }
        guard(column, facts, guards);
        String sql = function + "(" + column.compared() + ")";
        return new Output(name, sql, column.kind(), true, false);
    }

    /** A value of a wrong kind would be an error if it were read. */
    private static void guard(ReadColumn column, TableFacts facts, Map<String, Output> guards) {
        String mismatch = column.mismatch();
        boolean isSure = column.isKey()
                || (facts.isStrict()
                        && (column.kind() == ValueKind.LONG
                                || column.kind() == ValueKind.DOUBLE
                                || column.kind() == ValueKind.STRING
                                || column.kind() == ValueKind.BINARY));
        if (!isSure && !mismatch.equals("0")) {
            guards.computeIfAbsent(
                    column.name(),
                    _ -> new Output(
                            mismatch,
                            "count(*) FILTER (WHERE " + mismatch + ")",
                            ValueKind.LONG,
                            false,
                            true));
        }
    }

    private static ReadColumn any(Expression expression, TableFacts facts) {
        return expression instanceof NamedReference reference && reference.fieldNames().length == 1
                ? facts.columns().get(reference.fieldNames()[0])
                : null;
    }

    private static ReadColumn column(Expression expression, TableFacts facts) {
        ReadColumn column = any(expression, facts);
        return column != null && column.isComparable() ? column : null;
    }
}
