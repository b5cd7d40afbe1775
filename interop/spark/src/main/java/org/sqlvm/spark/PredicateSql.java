package org.sqlvm.spark;

import org.apache.spark.sql.connector.expressions.Cast;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.unsafe.types.UTF8String;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Predicates of Spark as conditions in SQL, as far as SQL means the same.
 * docs/compatibility/spark.md lists what is not translated, with the reason.
 */
final class PredicateSql {
    /** More values of IN are left to Spark, which looks them up in a set. */
    private static final int IN_MAX = 1000;

    private final Map<String, ReadColumn> columns;
    private final boolean isUtf8;
    private final StringBuilder sql = new StringBuilder();
    private final List<Object> parameters = new ArrayList<>();

    /** Thrown for an expression that is not translated. */
    private static final class NotTranslated extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotTranslated() {
            super(null, null, false, false);
        }
    }

    private PredicateSql(Map<String, ReadColumn> columns, boolean isUtf8) {
        this.columns = columns;
        this.isUtf8 = isUtf8;
    }

    /**
     * Translates a predicate.
     *
     * @param columns the table's columns by their names
     * @param isUtf8 whether the file's texts are UTF-8, so that their order is that of Spark
     * @return null if SQL may mean something else
     */
    static Condition of(Expression predicate, Map<String, ReadColumn> columns, boolean isUtf8) {
        PredicateSql made = new PredicateSql(columns, isUtf8);
        try {
            made.condition(predicate);
        } catch (NotTranslated _) {
            return null;
        }
        return new Condition(made.sql.toString(), made.parameters);
    }

    private void condition(Expression expression) {
        if (!(expression instanceof GeneralScalarExpression call)) {
            throw new NotTranslated();
        }
        Expression[] operands = call.children();
        switch (call.name()) {
            case "AND", "OR" -> {
                sql.append('(');
                condition(operands[0]);
                sql.append(' ').append(call.name()).append(' ');
                condition(operands[1]);
                sql.append(')');
            }
            case "NOT" -> {
                sql.append("NOT (");
                condition(operands[0]);
                sql.append(')');
            }
            case "IS_NULL" -> sql.append(column(operands[0]).sql()).append(" IS NULL");
            case "IS_NOT_NULL" -> sql.append(column(operands[0]).sql()).append(" IS NOT NULL");
            case "ALWAYS_TRUE" -> sql.append('1');
            case "ALWAYS_FALSE" -> sql.append('0');
            case "=", "<>", "<=>" -> comparison(call.name(), operands, false);
            case "<", "<=", ">", ">=" -> comparison(call.name(), operands, true);
            case "IN" -> in(operands);
            // Not ENDS_WITH: substr counts from the end of a text only up to a zero byte.
            case "STARTS_WITH", "CONTAINS" ->
                part(call.name(), column(operands[0]), literal(operands[1]));
            default -> throw new NotTranslated();
        }
    }

    // ------------------------------------------------------------------ comparisons

    private void comparison(String operator, Expression[] operands, boolean isOrder) {
        boolean isTurned = operands[0] instanceof Literal;
        Expression left = operands[isTurned ? 1 : 0];
        Expression right = operands[isTurned ? 0 : 1];
        ReadColumn column = operand(left, isOrder);
        sql.append(
                switch (isTurned ? turned(operator) : operator) {
                    case "<=>" -> " IS ";
                    case String same -> " " + same + " ";
                });
        if (right instanceof Literal<?> literal) {
            value(column, literal);
        } else {
            ReadColumn other = operand(right, isOrder);
            // Texts of other kinds, or numbers that Spark would convert first.
            if (other.kind() != column.kind() || other.affinity() != column.affinity()) {
                throw new NotTranslated();
            }
        }
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

    /** Appends a column, or its remainder by a number, and returns the column. */
    private ReadColumn operand(Expression expression, boolean isOrder) {
        if (expression instanceof GeneralScalarExpression call && call.name().equals("%")) {
            ReadColumn column = column(call.children()[0]);
            if (column.kind() != ValueKind.LONG
                    || !(call.children()[1] instanceof Literal<?> literal)
                    || !(literal.value() instanceof Long divisor)
                    || divisor == 0) {
                throw new NotTranslated();
            }
            sql.append('(').append(comparable(column).sql()).append(" % ?)");
            parameters.add(divisor);
            return column;
        }
        ReadColumn column = comparable(column(expression));
        if (isOrder && !isUtf8 && column.kind() == ValueKind.STRING) {
            throw new NotTranslated();
        }
        sql.append(column.compared());
        return column;
    }

    private static ReadColumn comparable(ReadColumn column) {
        if (!column.isComparable()) {
            throw new NotTranslated();
        }
        return column;
    }

    private void in(Expression[] operands) {
        if (operands.length - 1 > IN_MAX) {
            throw new NotTranslated();
        }
        ReadColumn column = operand(operands[0], false);
        sql.append(" IN (");
        for (int i = 1; i < operands.length; i++) {
            sql.append(i > 1 ? ", " : "");
            value(column, literal(operands[i]));
        }
        sql.append(')');
    }

    // ------------------------------------------------------------------ parts of texts

    private void part(String what, ReadColumn column, Literal<?> literal) {
        if (column.kind() != ValueKind.STRING
                || !column.isComparable()
                || !(literal.value() instanceof UTF8String text)) {
            throw new NotTranslated();
        }
        String part = text.toString();
        if (part.isEmpty() || part.indexOf('\uFFFD') >= 0 || part.indexOf('\0') >= 0) {
            throw new NotTranslated();
        }
        switch (what) {
            case "STARTS_WITH" -> {
                char last = part.charAt(part.length() - 1);
                if (!isUtf8 || last >= '~') {
                    throw new NotTranslated();
                }
                // A range, which an index has; LIKE would ignore case.
                sql.append('(').append(column.compared()).append(" >= ? AND ");
                sql.append(column.compared()).append(" < ?)");
                parameters.add(part);
                parameters.add(part.substring(0, part.length() - 1) + (char) (last + 1));
            }
            default -> {
                sql.append("instr(").append(column.sql()).append(", ?) > 0");
                parameters.add(part);
            }
        }
    }

    // ------------------------------------------------------------------ operands

    private ReadColumn column(Expression expression) {
        Expression inner = expression;
        // A wider integer of the same value.
        while (inner instanceof Cast cast && isWidening(cast)) {
            inner = cast.expression();
        }
        if (!(inner instanceof NamedReference reference) || reference.fieldNames().length != 1) {
            throw new NotTranslated();
        }
        ReadColumn column = columns.get(reference.fieldNames()[0]);
        if (column == null) {
            throw new NotTranslated();
        }
        return column;
    }

    private static boolean isWidening(Cast cast) {
        List<String> sizes = List.of("tinyint", "smallint", "int", "bigint");
        int from = cast.expressionDataType() == null
                ? -1
                : sizes.indexOf(cast.expressionDataType().simpleString());
        return from >= 0 && sizes.indexOf(cast.dataType().simpleString()) >= from;
    }

    private static Literal<?> literal(Expression expression) {
        if (expression instanceof Literal<?> literal) {
            return literal;
        }
        throw new NotTranslated();
    }

    private void value(ReadColumn column, Literal<?> literal) {
        Object value = literal.value();
        if (value == null) {
            sql.append("NULL");
            return;
        }
        sql.append('?');
        parameters.add(stored(column.kind(), value));
    }

    /** The value as the column stores it. */
    private static Object stored(ValueKind kind, Object value) {
        return switch (kind) {
            case LONG, INT, SHORT, BYTE -> {
                if (value instanceof Long
                        || value instanceof Integer
                        || value instanceof Short
                        || value instanceof Byte) {
                    yield ((Number) value).longValue();
                }
                throw new NotTranslated();
            }
            case DOUBLE -> {
                // NaN is greater than all numbers in Spark, and NULL in SQLite.
                if (value instanceof Double number && !Double.isNaN(number)) {
                    yield number;
                }
                throw new NotTranslated();
            }
            case BOOLEAN -> {
                if (value instanceof Boolean flag) {
                    yield flag ? 1L : 0L;
                }
                throw new NotTranslated();
            }
            case DATE -> {
                if (value instanceof Integer days) {
                    LocalDate date = LocalDate.ofEpochDay(days);
                    if (date.getYear() >= 0 && date.getYear() <= 9999) {
                        yield date.toString();
                    }
                }
                throw new NotTranslated();
            }
            case STRING -> {
                if (value instanceof UTF8String text && text.isValid()) {
                    yield text.toString();
                }
                throw new NotTranslated();
            }
            case BINARY -> {
                if (value instanceof byte[] bytes) {
                    yield bytes;
                }
                throw new NotTranslated();
            }
            case FLOAT, LOCAL_TIME, INSTANT -> throw new NotTranslated();
        };
    }
}
