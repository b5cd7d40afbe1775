package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;

/** Values of DEFAULT clauses. */
final class Defaults {
    private Defaults() {}

    /**
     * What a record that is too short has for {@code column}: its default, if that is a literal,
     * after the column's affinity. ALTER TABLE ADD COLUMN allows no other.
     */
    static Object absentValue(Column column) {
        if (column.defaultValue() == null) {
            return SqlNull.NULL;
        }
        Object value = literal(column.defaultValue());
        return value == null ? SqlNull.NULL : Affinities.apply(value, column.affinity());
    }

    /** The default for INSERT. */
    static Object insertValue(Column column) {
        if (column.defaultValue() == null) {
            return SqlNull.NULL;
        }
        Object value = literal(column.defaultValue());
        if (value == null) {
            throw SqlException.notSupported("DEFAULT with an expression", SqlException.NO_POSITION);
        }
        return value;
    }

    /** The value of a literal, or Java's null for any other expression. */
    private static Object literal(Expression expression) {
        return switch (expression) {
            case Expression.NullLiteral _ -> SqlNull.NULL;
            case Expression.IntegerLiteral number -> number.value();
            case Expression.RealLiteral number -> number.value();
            case Expression.StringLiteral text -> Text.of(text.value());
            case Expression.BlobLiteral blob -> blob.value();
            case Expression.ColumnName name -> truthOrText(name.column());
            case Expression.Unary unary -> signed(unary);
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

    private static Object signed(Expression.Unary unary) {
        Object operand = literal(unary.operand());
        return switch (unary.operator()) {
            case PLUS -> operand;
            case NEGATE ->
                operand == null ? null : org.sqlvm.engine.data.Arithmetic.negate(operand);
            default -> null;
        };
    }
}
