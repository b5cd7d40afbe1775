package org.sqlvm.spark;

import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

import java.io.Serializable;
import java.util.List;

/**
 * A query that each partition runs on its own rows.
 *
 * @param outputs the columns of the result
 * @param condition for rows; of the filters that were pushed
 * @param isPlain whether the outputs are columns that the table stores, and it has rowids
 * @param tail GROUP BY, ORDER BY and LIMIT as SQL, with a blank before it
 */
record ScanSpec(
        String table, List<Output> outputs, Condition condition, String tail, boolean isPlain)
        implements Serializable {

    /**
     * A column of the result.
     *
     * @param sql its expression
     * @param isGuard a count of values of a wrong kind, which must be 0; Spark does not see it
     */
    record Output(String name, String sql, ValueKind kind, boolean nullable, boolean isGuard)
            implements Serializable {}

    /** Whether all columns of a range of rowids are read as they are stored. */
    boolean isDirect() {
        return isPlain && condition.isNone() && tail.isEmpty();
    }

    StructType schema() {
        return new StructType(outputs.stream()
                .filter(output -> !output.isGuard())
                .map(output -> new StructField(
                        output.name(), output.kind().type(), output.nullable(), Metadata.empty()))
                .toArray(StructField[]::new));
    }

    /** Returns the query for the rows of a partition. */
    String sql(Condition all) {
        StringBuilder sql = new StringBuilder("SELECT ");
        for (Output output : outputs) {
            sql.append(output.sql()).append(", ");
        }
        if (outputs.isEmpty()) {
            sql.append("1");
        } else {
            sql.setLength(sql.length() - 2);
        }
        sql.append(" FROM main.").append(Location.quoted(table));
        return sql.append(all.where()).append(tail).toString();
    }
}
