package org.sqlvm.spark.jdbc;

import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.ByteType;
import org.apache.spark.sql.types.DoubleType;
import org.apache.spark.sql.types.IntegerType;
import org.apache.spark.sql.types.LongType;
import org.apache.spark.sql.types.ShortType;
import org.apache.spark.sql.types.StringType;
import org.sqlvm.api.text.SqlText;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Conditions of Spark as SQL of the same meaning: comparisons of a column with integers, numbers
 * and texts, tests for NULL, and AND, OR and NOT of them.
 *
 * <p>Texts are put in order by the bytes of the file's encoding, and in Spark by those of UTF-8:
 * they are only tested for equality unless the file is known to be of UTF-8.
 *
 * <p>Not among them: dates, times and booleans, which a file may store in several forms that Spark
 * reads as the same value; decimals, which it stores as REAL; arithmetic and CAST, which end in an
 * error in Spark where SQLite has a value; and LIKE, which ignores case in SQLite.
 */
final class Conditions {
    private static final Map<String, String> COMPARISONS =
            Map.of("=", "=", "<>", "<>", "<", "<", "<=", "<=", ">", ">", ">=", ">=", "<=>", "IS");

    /**
     * Doubles below it compare with an INTEGER as with the double that Spark reads of it. Above it
     * an INTEGER that differs may become the same double.
     */
    private static final double EXACT = 1L << 53;

    /** Spark compares the bytes of texts, whatever the column's collation. */
    private static final String BINARY = " COLLATE BINARY";

    /** Whether the order of texts is known to be that of their UTF-8. */
    private final boolean isUtf8;

    /** @param isUtf8 whether the file is known to have its texts in UTF-8 */
    Conditions(boolean isUtf8) {
        this.isUtf8 = isUtf8;
    }

    /**
     * Returns the SQL of a condition.
     *
     * @return null if there is none of the same meaning
     */
    String sql(Expression condition) {
        Expression[] children = condition.children();
        return switch (name(condition)) {
            case "AND", "OR" -> joined(name(condition), children);
            case "NOT" -> {
                String child = sql(children[0]);
                yield child == null ? null : "(NOT " + child + ")";
            }
            case "IS_NULL" -> withColumn(children[0], " IS NULL");
            case "IS_NOT_NULL" -> withColumn(children[0], " IS NOT NULL");
            case "=", "<>", "<", "<=", ">", ">=", "<=>" -> comparison(condition);
            case "IN" -> in(children);
            case "STARTS_WITH" -> beginning(children);
            case "CONTAINS" -> part(children);
            case "ALWAYS_TRUE" -> "1";
            case "ALWAYS_FALSE" -> "0";
            default -> null;
        };
    }

    private static String name(Expression expression) {
        return expression instanceof GeneralScalarExpression general ? general.name() : "";
    }

    private String joined(String operator, Expression[] children) {
        String left = sql(children[0]);
        String right = sql(children[1]);
        return left == null || right == null
                ? null
                : "(" + left + " " + operator + " " + right + ")";
    }

    /** Returns null if the expression is no column. */
    private static String column(Expression expression) {
        return expression instanceof NamedReference reference && reference.fieldNames().length == 1
                ? SqlText.quoted(reference.fieldNames()[0])
                : null;
    }

    private static String withColumn(Expression expression, String test) {
        String column = column(expression);
        return column == null ? null : "(" + column + test + ")";
    }

    private String comparison(Expression condition) {
        Expression[] sides = condition.children();
        String column = column(sides[0]);
        String literal = literal(sides[1]);
        String operator = COMPARISONS.get(name(condition));
        boolean isText = Arrays.stream(sides)
                .anyMatch(side ->
                        side instanceof Literal<?> value && value.dataType() instanceof StringType);
        boolean isOrder = !operator.equals("=") && !operator.equals("<>") && !operator.equals("IS");
        if (isText && isOrder && !isUtf8) {
            return null;
        }
        if (column != null && literal != null) {
            return "(" + column + " " + operator + " " + literal + ")";
        }
        column = column(sides[1]);
        literal = literal(sides[0]);
        return column == null || literal == null
                ? null
                : "(" + literal + " " + operator + " " + column + ")";
    }

    private static String in(Expression[] children) {
        String column = column(children[0]);
        List<String> values =
                Arrays.stream(children).skip(1).map(Conditions::literal).toList();
        if (column == null || values.contains(null)) {
            return null;
        }
        boolean isText = values.stream().anyMatch(value -> value.endsWith(BINARY));
        return "(" + column + (isText ? BINARY : "") + " IN (" + String.join(", ", values) + "))";
    }

    private static String beginning(Expression[] children) {
        String column = column(children[0]);
        String literal = literal(children[1]);
        if (column == null || literal == null) {
            return null;
        }
        String text = String.valueOf(((Literal<?>) children[1]).value());
        int length = text.codePointCount(0, text.length());
        return "(substr(" + column + ", 1, " + length + ") = " + literal + ")";
    }

    private static String part(Expression[] children) {
        String column = column(children[0]);
        String literal = literal(children[1]);
        return column == null || literal == null
                ? null
                : "(instr(" + column + ", " + literal + ") > 0)";
    }

    /** Returns null if the expression is no constant, or one that does not compare alike. */
    private static String literal(Expression expression) {
        if (!(expression instanceof Literal<?> literal) || literal.value() == null) {
            return null;
        }
        String text = literal.value().toString();
        return switch (literal.dataType()) {
            case ByteType _, ShortType _, IntegerType _, LongType _ -> text;
            case DoubleType _ -> Math.abs((Double) literal.value()) < EXACT ? text : null;
            case StringType type ->
                type.isUTF8BinaryCollation() && text.indexOf('\0') < 0
                        ? SqlText.literal(text) + BINARY
                        : null;
            default -> null;
        };
    }
}
