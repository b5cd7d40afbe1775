package org.sqlvm.spark.manifest;

import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.unsafe.types.UTF8String;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;

/**
 * The condition that a file of the manifest may have rows that meet predicates.
 *
 * @param condition empty for no condition
 * @param parameters the values of the condition's parameters
 */
record Pruning(String condition, List<Object> parameters) {
    /** Says nothing: every file may have such rows. */
    private static final Pruning NONE = new Pruning("", List.of());

    static Pruning of(Predicate[] predicates) {
        return joined(" AND ", Arrays.asList(predicates), Pruning::of);
    }

    /** Returns WHERE, with a blank before it; empty for no condition. */
    String where() {
        return condition.isEmpty() ? "" : " WHERE " + condition;
    }

    private static Pruning joined(
            String operator, List<? extends Expression> terms, Function<Expression, Pruning> each) {
        StringJoiner all = new StringJoiner(operator, "(", ")").setEmptyValue("");
        List<Object> parameters = new ArrayList<>();
        for (Expression term : terms) {
            Pruning one = each.apply(term);
            if (one.condition.isEmpty()) {
                if (operator.equals(" OR ")) {
                    return NONE;
                }
                continue;
            }
            all.add(one.condition);
            parameters.addAll(one.parameters);
        }
        return new Pruning(all.toString(), parameters);
    }

    private static Pruning of(Expression predicate) {
        if (!(predicate instanceof GeneralScalarExpression call)) {
            return NONE;
        }
        List<Expression> operands = Arrays.asList(call.children());
        return switch (call.name()) {
            case "AND" -> joined(" AND ", operands, Pruning::of);
            case "OR" -> joined(" OR ", operands, Pruning::of);
            case "IS_NOT_NULL" -> bounds(name(operands.getFirst()), "1", List.of());
            case "IN" ->
                joined(
                        " OR ",
                        operands.subList(1, operands.size()),
                        value -> comparison("=", operands.getFirst(), value));
            case "=", "<", "<=", ">", ">=" -> {
                Expression left = operands.getFirst();
                Expression right = operands.getLast();
                yield left instanceof Literal<?>
                        ? comparison(turned(call.name()), right, left)
                        : comparison(call.name(), left, right);
            }
            default -> NONE;
        };
    }

    private static String turned(String operator) {
        return switch (operator) {
            case "<" -> ">";
            case "<=" -> ">=";
            case ">" -> "<";
            case ">=" -> "<=";
            default -> operator;
        };
    }

    private static Pruning comparison(String operator, Expression column, Expression literal) {
        Object value = literal instanceof Literal<?> constant ? stored(constant) : null;
        if (value == null) {
            return NONE;
        }
        // A bound of another storage class says nothing: Spark converts the values that it reads.
        String other = value instanceof String ? "<>" : "=";
        String least = "(least IS NULL OR typeof(least) " + other + " 'text' OR least %s ?)";
        String greatest = least.replace("least", "greatest");
        return switch (operator) {
            case "=" ->
                bounds(
                        name(column),
                        least.formatted("<=") + " AND " + greatest.formatted(">="),
                        List.of(value, value));
            case "<", "<=" -> bounds(name(column), least.formatted(operator), List.of(value));
            default -> bounds(name(column), greatest.formatted(operator), List.of(value));
        };
    }

    /** Returns the condition on a column's bounds; files without bounds of the column meet it. */
    private static Pruning bounds(String column, String condition, List<Object> values) {
        if (column == null) {
            return NONE;
        }
        List<Object> parameters = new ArrayList<>();
        parameters.add(column);
        parameters.addAll(values);
        return new Pruning(
                "id NOT IN (SELECT file FROM bounds WHERE name = ? AND NOT (nulls < (SELECT"
                        + " written FROM files AS f WHERE f.id = file) AND " + condition + "))",
                parameters);
    }

    private static String name(Expression expression) {
        Expression inner = expression;
        // Integers become wider without another value.
        while (inner instanceof Cast cast
                && cast.dataType().simpleString().equals("bigint")
                && cast.expressionDataType().simpleString().endsWith("int")) {
            inner = cast.expression();
        }
        return inner instanceof NamedReference reference && reference.fieldNames().length == 1
                ? reference.fieldNames()[0]
                : null;
    }

    /** Returns the value as files store it; null for types that have several forms. */
    private static Object stored(Literal<?> literal) {
        return switch (literal.value()) {
            case Integer days
            when literal.dataType() instanceof DateType ->
                LocalDate.ofEpochDay(days).toString();
            case Long number -> number;
            case Integer number -> number.longValue();
            case Short number -> number.longValue();
            case Byte number -> number.longValue();
            case Double number when !number.isNaN() -> number;
            case UTF8String text -> text.toString();
            case null, default -> null;
        };
    }
}
