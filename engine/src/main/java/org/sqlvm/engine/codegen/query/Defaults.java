package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Casts;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.resolve.Resolver;
import org.sqlvm.engine.plan.resolve.Scope;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;

/** Values of DEFAULT clauses. */
public final class Defaults {
    private Defaults() {}

    /**
     * Returns the value of {@code column} in a record that is too short to have it: the default,
     * which ALTER TABLE ADD COLUMN requires to be a literal, after the column's affinity. As in
     * SQLite, a REAL that becomes TEXT keeps its written form.
     *
     * @param sql the text of the column's table
     */
    public static Object absentValue(Column column, String sql) {
        if (column.defaultValue() == null) {
            return SqlNull.NULL;
        }
        String written =
                column.affinity() == Affinity.TEXT ? written(column.defaultValue(), sql) : null;
        if (written != null) {
            return Text.of(written);
        }
        Object value = absent(column.defaultValue());
        return value == null ? SqlNull.NULL : Affinities.apply(value, column.affinity());
    }

    /** The text of a REAL with its signs; null for any other expression. */
    private static String written(Expression expression, String sql) {
        if (expression instanceof Expression.RealLiteral number) {
            return number.span().of(sql).replace("_", "");
        }
        if (expression instanceof Expression.Unary unary && isConstant(unary)) {
            String operand = written(unary.operand(), sql);
            boolean negative = unary.operator() == Expression.UnaryOperator.NEGATE;
            return operand == null || !negative ? operand : "-" + operand;
        }
        return null;
    }

    /** Puts the default for INSERT into a register. */
    public static void insert(Assembler assembler, Column column, int target) {
        Expression tree = column.defaultValue();
        Object literal = tree == null ? SqlNull.NULL : literal(tree);
        if (literal != null) {
            assembler.load(literal, target);
            return;
        }
        Expr value = new Resolver(assembler.preparation()).resolve(tree, Scope.DEFAULT_VALUE);
        new ExpressionCode(assembler, RowReader.NONE).evaluateInto(value, target);
    }

    /** Whether a default is one that rows which are too short can have. */
    public static boolean isConstant(Expression expression) {
        return absent(expression) != null;
    }

    /**
     * The value that SQLite knows of a default without code: a literal, with CAST and signs before
     * it; or Java's null. To it a hexadecimal number of more than 64 bits is a text.
     */
    private static Object absent(Expression expression) {
        return switch (expression) {
            case Expression.HugeHexLiteral huge ->
                huge.text().startsWith("-") ? (Object) 0L : Text.of(huge.text());
            case Expression.Cast cast -> {
                Object operand = absent(cast.operand());
                yield operand == null
                        ? null
                        : Casts.cast(operand, Resolver.castAffinity(cast.type().text()));
            }
            case Expression.Unary unary -> signed(unary, absent(unary.operand()));
            default -> literal(expression);
        };
    }

    /** The value of a literal, or Java's null for any other expression. */
    public static Object literal(Expression expression) {
        return switch (expression) {
            case Expression.NullLiteral _ -> SqlNull.NULL;
            case Expression.IntegerLiteral number -> number.value();
            case Expression.RealLiteral number -> number.value();
            case Expression.StringLiteral text -> Text.of(text.value());
            case Expression.BlobLiteral blob -> blob.value();
            case Expression.ColumnName name -> truthOrText(name.column());
            case Expression.Unary unary -> signed(unary, literal(unary.operand()));
            default -> null;
        };
    }

    /** TRUE and FALSE; anything else that looks like a name is a text. */
    private static Object truthOrText(Name name) {
        if (name.matches("true")) {
            return 1L;
        }
        return name.matches("false") ? (Object) 0L : Text.of(name.text());
    }

    /** @param operand its value, or null */
    private static Object signed(Expression.Unary unary, Object operand) {
        return switch (unary.operator()) {
            case PLUS -> operand;
            case NEGATE ->
                operand == null ? null : org.sqlvm.engine.data.Arithmetic.negate(operand);
            default -> null;
        };
    }
}
