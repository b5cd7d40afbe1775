package org.sqlvm.spark.write;

import org.apache.spark.sql.connector.expressions.filter.AlwaysTrue;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.sqlvm.api.Database;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The rows that a write deletes from the table before it inserts its own.
 *
 * @param condition a condition of SQL; empty for no row
 * @param parameters the values of the condition's parameters
 */
public record Removal(String condition, List<Object> parameters) implements Serializable {
    static final Removal NONE = new Removal("", List.of());
    static final Removal ALL = new Removal("1", List.of());

    /**
     * Returns the removal of rows that meet all predicates.
     *
     * @param translate returns the rows that meet a predicate; null if SQL cannot say it
     * @return null if a predicate is not translated
     */
    public static Removal of(Predicate[] predicates, Function<Predicate, Removal> translate) {
        if (Arrays.stream(predicates).allMatch(AlwaysTrue.class::isInstance)) {
            return ALL;
        }
        StringJoiner conditions = new StringJoiner(" AND ");
        List<Object> parameters = new ArrayList<>();
        for (Predicate predicate : predicates) {
            Removal one = translate.apply(predicate);
            if (one == null) {
                return null;
            }
            conditions.add("(" + one.condition + ")");
            parameters.addAll(one.parameters);
        }
        return new Removal(conditions.toString(), List.copyOf(parameters));
    }

    boolean isAll() {
        return equals(ALL);
    }

    /** Deletes the rows, in the transaction of the write, and returns their number. */
    long apply(Database database, String table) {
        if (condition.isEmpty()) {
            return 0;
        }
        // Without a condition it is a truncation, which reads no row.
        String where = isAll() ? "" : " WHERE " + condition;
        return database.execute("DELETE FROM " + table + where, parameters.toArray());
    }
}
