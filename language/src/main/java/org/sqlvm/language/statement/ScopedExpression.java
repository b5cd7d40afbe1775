package org.sqlvm.language.statement;

import com.oracle.truffle.api.source.Source;
import com.oracle.truffle.api.source.SourceSection;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.Batch;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Expression.BinaryOperator;
import org.sqlvm.language.options.SqlvmOptions;
import org.sqlvm.language.runtime.Parameters;
import org.sqlvm.language.values.Variables;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * An expression of SQL that a debugger evaluates where it has stopped a statement. The visible
 * variables become rows of queries around the expression, so that names have their meaning in SQL.
 */
public final class ScopedExpression {
    /** The name, before its number, of a parameter that passes a value. */
    private static final String VALUE = ":sqlvm_value_";

    private static final Set<BinaryOperator> COMPARISONS =
            EnumSet.range(BinaryOperator.OR, BinaryOperator.GE);

    private final String text;
    private final boolean comparison;

    private ScopedExpression(String text, boolean comparison) {
        this.text = text;
        this.comparison = comparison;
    }

    /** @throws SqlException a syntax error */
    public static ScopedExpression parse(String text) {
        Expression tree = DeepStack.call(text.length(), () -> Parser.parseExpression(text));
        return new ScopedExpression(text, isComparison(tree));
    }

    private static boolean isComparison(Expression tree) {
        return switch (tree) {
            case Expression.Binary binary -> COMPARISONS.contains(binary.operator());
            case Expression.Unary unary -> unary.operator() == Expression.UnaryOperator.NOT;
            case Expression.IsNull _,
                    Expression.Like _,
                    Expression.Between _,
                    Expression.InList _,
                    Expression.InSelect _,
                    Expression.InTable _,
                    Expression.Exists _ -> true;
            default -> false;
        };
    }

    /**
     * The value.
     *
     * @param scope null if nothing is seen
     * @return a Boolean of a comparison, which a condition must be; else as in a register
     */
    public Object evaluate(SharedPrograms programs, Connection connection, Variables scope) {
        List<Object> values = new ArrayList<>();
        String query = "SELECT " + around(scope, values);
        PreparedStatement statement =
                PreparedStatement.prepare(programs, connection, query, hidden(query));
        Parameters parameters = statement.noParameters();
        for (int i = 0; i < statement.parameters().size(); i++) {
            Object value = value(statement.parameters().get(i), scope, values);
            parameters.set(i + 1, value == null ? SqlNull.NULL : value);
        }
        Execution execution = new Execution(statement, parameters);
        try {
            Batch batch = execution.nextBatch();
            Object value = batch.value(0, 0);
            return comparison ? (Object) isTrue(value) : value;
        } finally {
            execution.close();
        }
    }

    /** Tools do not see how the value is computed. */
    private static SourceSection hidden(String query) {
        return Source.newBuilder(SqlvmOptions.LANGUAGE, query, "expression")
                .internal(true)
                .build()
                .createSection(0, query.length());
    }

    /** The expression in a query for each row that it may name, the nearest one innermost. */
    private String around(Variables scope, List<Object> values) {
        String query = "(" + text + "\n)";
        for (Variables row : scope == null ? List.<Variables>of() : scope.rows()) {
            List<String> columns = new ArrayList<>();
            row.forEach((name, variable) -> {
                if (mentions(name)) {
                    columns.add(VALUE + values.size() + " AS " + Identifiers.quoted(name));
                    values.add(variable.read().get());
                }
            });
            if (!columns.isEmpty()) {
                query = "(SELECT " + query + " FROM (SELECT " + String.join(", ", columns) + ") AS "
                        + Identifiers.quoted(row.name() == null ? "row" : row.name()) + ")";
            }
        }
        return query;
    }

    /** Whether the name may be in the text: a table may have a thousand columns. */
    private boolean mentions(String name) {
        return text.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT));
    }

    private static Object value(String parameter, Variables scope, List<Object> values) {
        if (parameter.startsWith(VALUE)) {
            return values.get(Integer.parseInt(parameter.substring(VALUE.length())));
        }
        return scope == null ? null : scope.value(parameter);
    }

    private static boolean isTrue(Object value) {
        return value instanceof Number number && number.doubleValue() != 0;
    }
}
