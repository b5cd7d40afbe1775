package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Numbers;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;

import java.util.ArrayList;
import java.util.List;

/**
 * What stands in the parentheses of a module that is called in FROM: constants, and names with a
 * constant ({@code header = true}). They decide on the table's columns, so they must be known when
 * the statement is compiled.
 */
final class ConstantArguments {
    private final Name module;

    private ConstantArguments(Name module) {
        this.module = module;
    }

    /** The arguments as texts, each written in one way only. */
    static List<String> of(Name module, List<Expression> arguments) {
        ConstantArguments constants = new ConstantArguments(module);
        List<String> texts = new ArrayList<>();
        arguments.forEach(argument -> texts.add(constants.argument(argument)));
        return texts;
    }

    private String argument(Expression argument) {
        if (argument instanceof Expression.Binary binary
                && binary.operator() == Expression.BinaryOperator.EQ
                && binary.left() instanceof Expression.ColumnName name
                && name.table() == null) {
            return Identifiers.quotedIfNeeded(name.column().text()) + "=" + text(binary.right());
        }
        return text(argument);
    }

    private String text(Expression argument) {
        return switch (argument) {
            case Expression.StringLiteral literal -> Identifiers.literal(literal.value());
            case Expression.IntegerLiteral literal -> Long.toString(literal.value());
            case Expression.RealLiteral literal -> Numbers.string(literal.value());
            case Expression.NullLiteral _ -> "NULL";
            case Expression.SharedLiteral literal -> {
                literal.literals().ask(); // Texts with another value have other columns.
                yield switch (literal.value()) {
                    case Double real -> Numbers.string(real);
                    case Long integer -> integer.toString();
                    default -> Identifiers.literal(literal.value().toString());
                };
            }
            case Expression.Unary unary
            when unary.operator() == Expression.UnaryOperator.NEGATE && isNumber(unary.operand()) ->
                "-" + text(unary.operand());
            // A word such as true or auto, or a text in double quotes.
            case Expression.ColumnName name
            when name.table() == null -> Identifiers.literal(name.column().text());
            default ->
                throw SqlException.error("arguments of " + module.text() + " must be constants");
        };
    }

    private static boolean isNumber(Expression expression) {
        return expression instanceof Expression.IntegerLiteral
                || expression instanceof Expression.RealLiteral
                || expression instanceof Expression.SharedLiteral;
    }
}
