package org.sqlvm.engine.sql.tree;

import org.sqlvm.engine.data.Blob;

import java.util.List;

/**
 * An expression as written. Parentheses leave no trace, and {@code x IS NULL} in all its spellings
 * is {@link IsNull}. TRUE and FALSE are {@link ColumnName}s: a column of that name wins.
 */
public sealed interface Expression extends Node {

    /** NULL. */
    record NullLiteral(Span span) implements Expression {}

    /** A decimal or hexadecimal integer. {@code -9223372036854775808} is one of these, too. */
    record IntegerLiteral(long value, Span span) implements Expression {}

    /** More hexadecimal digits than an integer has: an error where it is used, but not before. */
    record HugeHexLiteral(String text, Span span) implements Expression {}

    /** A real, or an integer that does not fit in 64 bits. */
    record RealLiteral(double value, Span span) implements Expression {}

    /** {@code 'text'}. */
    record StringLiteral(String value, Span span) implements Expression {}

    /** {@code x'00ff'}. */
    record BlobLiteral(Blob value, Span span) implements Expression {}

    /** CURRENT_TIME, CURRENT_DATE or CURRENT_TIMESTAMP. */
    record CurrentTime(CurrentTimeKind kind, Span span) implements Expression {}

    /**
     * A literal, with its sign, that may differ between texts of the statement's shape.
     *
     * @param number its number among those literals, from 1
     * @param value its value in this text: Long, Double or Text
     */
    record SharedLiteral(int number, Object value, SharedLiterals literals, Span span)
            implements Expression {}

    /**
     * A parameter.
     *
     * @param number from 1, as SQLite numbers them
     * @param name with its first character ({@code :a}, {@code @a}, {@code $a::b(c)}, {@code ?7});
     *     null for a bare {@code ?}
     */
    record Parameter(int number, String name, Span span) implements Expression {}

    /**
     * {@code column}, {@code table.column} or {@code schema.table.column}. An unqualified column in
     * double quotes that no source has is a string.
     */
    record ColumnName(Name schema, Name table, Name column, Span span) implements Expression {}

    /**
     * A column, or the rowid, of the first table of FROM, whatever else is called so: how a
     * statement that changes rows asks for their keys. It is never written.
     */
    record TargetColumn(String column, Span span) implements Expression {}

    record Unary(UnaryOperator operator, Expression operand, Span span) implements Expression {}

    record Binary(BinaryOperator operator, Expression left, Expression right, Span span)
            implements Expression {}

    /**
     * {@code x ISNULL}, {@code x IS NULL}; negated: {@code x NOTNULL}, {@code x NOT NULL}, {@code x
     * IS NOT NULL}.
     */
    record IsNull(Expression operand, boolean negated, Span span) implements Expression {}

    /**
     * {@code operand [NOT] LIKE pattern [ESCAPE escape]} and its relatives: a call of the function
     * of that name with (pattern, operand, escape).
     *
     * @param function its name, which is the operator as written
     * @param escape null without ESCAPE
     */
    record Like(
            String function,
            Expression operand,
            Expression pattern,
            Expression escape,
            boolean negated,
            Span span)
            implements Expression {}

    record Between(Expression operand, Expression low, Expression high, boolean negated, Span span)
            implements Expression {}

    /** {@code operand [NOT] IN (values)}; the list may be empty. */
    record InList(Expression operand, List<Expression> values, boolean negated, Span span)
            implements Expression {}

    /** {@code operand [NOT] IN (SELECT …)}. */
    record InSelect(Expression operand, Select select, boolean negated, Span span)
            implements Expression {}

    /**
     * {@code operand [NOT] IN table} or {@code IN function(arguments)}.
     *
     * @param arguments null without parentheses
     */
    record InTable(
            Expression operand,
            QualifiedName table,
            List<Expression> arguments,
            boolean negated,
            Span span)
            implements Expression {}

    /** {@code EXISTS (SELECT …)}; NOT EXISTS is a {@link Unary} around it. */
    record Exists(Select select, Span span) implements Expression {}

    /** {@code (SELECT …)} as a value or row value. */
    record Subquery(Select select, Span span) implements Expression {}

    /** {@code (a, b, …)}: two values or more. */
    record RowValue(List<Expression> values, Span span) implements Expression {}

    /**
     * @param base null for a searched CASE
     * @param otherwise null without ELSE
     */
    record Case(Expression base, List<When> branches, Expression otherwise, Span span)
            implements Expression {}

    /** {@code WHEN condition THEN result}. */
    record When(Expression condition, Expression result) {}

    record Cast(Expression operand, TypeName type, Span span) implements Expression {}

    record Collate(Expression operand, Name collation, Span span) implements Expression {}

    /**
     * A call of a scalar, aggregate or window function.
     *
     * @param star {@code f(*)}
     * @param orderBy the order in which an aggregate takes its arguments; empty without
     * @param filter null without FILTER
     * @param over null without OVER
     */
    record FunctionCall(
            Name function,
            boolean distinct,
            boolean star,
            List<Expression> arguments,
            List<OrderingTerm> orderBy,
            Expression filter,
            Window over,
            Span span)
            implements Expression {}

    /**
     * RAISE, which is allowed in triggers only.
     *
     * @param message null for IGNORE
     */
    record Raise(RaiseAction action, Expression message, Span span) implements Expression {}

    enum CurrentTimeKind {
        TIME,
        DATE,
        TIMESTAMP
    }

    enum UnaryOperator {
        NEGATE,
        /** {@code +x}: the value of x without its affinity and collation as a column. */
        PLUS,
        BIT_NOT,
        NOT
    }

    enum BinaryOperator {
        OR,
        AND,
        EQ,
        NE,
        /** IS, and IS NOT DISTINCT FROM. */
        IS,
        /** IS NOT, and IS DISTINCT FROM. */
        IS_NOT,
        LT,
        LE,
        GT,
        GE,
        BIT_AND,
        BIT_OR,
        SHIFT_LEFT,
        SHIFT_RIGHT,
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        REMAINDER,
        CONCAT,
        /** {@code ->}, a call of the function of that name. */
        EXTRACT_JSON,
        /** {@code ->>}, a call of the function of that name. */
        EXTRACT_VALUE
    }

    enum RaiseAction {
        IGNORE,
        ROLLBACK,
        ABORT,
        FAIL
    }
}
