package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.PureDate;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Node;
import org.sqlvm.engine.sql.tree.Nodes;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

/**
 * What is checked before a table, index, view or trigger is written to sqlite_schema: SQLite
 * refuses a whole file for one that does not pass. One that a file brings is taken as it is: who
 * wrote it has looked at it.
 */
public final class Definitions {
    private Definitions() {}

    /** Looks at generated columns, CHECKs and DEFAULTs of a new table. */
    public static void check(Table table, Preparation preparation) {
        checkParts(table, preparation, Purpose.definition(Purpose.Unknown.REFUSED));
    }

    /** Looks at a table that ALTER TABLE has changed, where functions need not be there. */
    public static void checkChanged(Table table, Preparation preparation) {
        checkParts(table, preparation, Purpose.definition(Purpose.Unknown.LEFT));
    }

    private static void checkParts(Table table, Preparation preparation, Purpose purpose) {
        checkReadable(table.name(), table.sql());
        for (Column column : table.columns()) {
            if (column.defaultValue() != null && !isConstant(column.defaultValue())) {
                throw SqlException.error(
                        "default value of column [" + column.name() + "] is not constant");
            }
        }
        for (int column :
                purpose.uncoded(() -> StoredExpressions.inOrder(table, preparation, purpose))) {
            Expr value = purpose.uncoded(
                    () -> StoredExpressions.value(table, column, preparation, purpose));
            requireDeterministic(value, StoredExpressions.GENERATED_PLACE);
            if (table.columns().get(column).isVirtual()) {
                // SQLite reads the new table once.
                requireCollations(StoredExpressions.value(table, column, preparation, purpose));
            }
        }
        purpose.uncoded(() -> StoredExpressions.checks(table, preparation, purpose));
    }

    private static void requireCollations(Expr expression) {
        Exprs.walk(expression, part -> {
            if (part instanceof Expr.Compare compare) {
                Collations.check(compare.comparison().collation());
            }
        });
    }

    /** Looks at indexed expressions and the condition of a partial index. */
    public static void check(Table table, Index index, Preparation preparation) {
        checkParts(table, index, preparation, Purpose.definition(Purpose.Unknown.REFUSED));
    }

    /** Looks at the condition of a new CHECK. */
    public static void checkCondition(Table table, Expression condition, Preparation preparation) {
        Purpose purpose = Purpose.definition(Purpose.Unknown.REFUSED);
        purpose.uncoded(() -> new Resolver(preparation, purpose)
                .resolve(condition, Scope.of(table, StoredExpressions.CHECK_PLACE)));
    }

    private static void checkParts(
            Table table, Index index, Preparation preparation, Purpose purpose) {
        for (IndexColumn column : index.columns()) {
            if (column.expression() != null) {
                requireDeterministic(
                        new Resolver(preparation, purpose)
                                .resolve(
                                        column.expression(),
                                        Scope.of(table, StoredExpressions.INDEX_PLACE)),
                        StoredExpressions.INDEX_PLACE);
            }
        }
        Expr condition = StoredExpressions.condition(table, index, preparation, purpose);
        if (condition != null) {
            requireDeterministic(condition, StoredExpressions.PARTIAL_PLACE);
        }
    }

    /** Looks at what a view selects from. Its names are looked up when it is used. */
    public static void check(Statement.CreateView tree, DatabaseId home) {
        requireOwn(tree.select(), home, "view " + tree.name().name().text());
    }

    /** Looks at the program of a trigger. Its names are looked up when it is fired. */
    public static void check(Statement.CreateTrigger tree, DatabaseId home) {
        String trigger = "trigger " + tree.name().name().text();
        for (Statement step : tree.body()) {
            if (step instanceof Statement.Insert insert && !insert.returning().isEmpty()) {
                throw SqlException.error("cannot use RETURNING in a trigger");
            }
        }
        for (Statement step : tree.body()) {
            requireOwnTarget(step, home);
        }
        for (Statement step : tree.body()) {
            requireOwn(step, home, trigger);
        }
        requireOwn(tree.when(), home, trigger);
    }

    /** The steps of a trigger that is not in temp change tables of its own database. */
    private static void requireOwnTarget(Statement step, DatabaseId home) {
        QualifiedName changed = switch (step) {
            case Statement.Insert insert -> insert.table();
            case Statement.Update update -> update.target().name();
            case Statement.Delete delete -> delete.target().name();
            default -> null;
        };
        if (changed != null && changed.schema() != null && !home.isTemp()) {
            throw SqlException.error("qualified table names are not allowed on INSERT, UPDATE, and"
                    + " DELETE statements within triggers");
        }
    }

    /** What is not in temp reads tables of its own database alone. */
    private static void requireOwn(Node node, DatabaseId home, String reader) {
        Nodes.walk(node, part -> {
            QualifiedName read = switch (part) {
                case TableSource.TableName table -> table.name();
                case TableSource.TableFunction function -> function.name();
                case Expression.InTable in -> in.table();
                default -> null;
            };
            if (read != null
                    && read.schema() != null
                    && !home.isTemp()
                    && !home.isCalled(read.schema())) {
                throw SqlException.error(reader + " cannot reference objects in database "
                        + read.schema().text());
            }
        });
    }

    /**
     * The text that sqlite_schema is to keep must be one that can be read: not everything that can
     * be written behind IF NOT EXISTS can stand without it.
     *
     * @throws SqlException the error that a connection which opens the file would have
     */
    public static void checkReadable(String name, String text) {
        try {
            Parser.parseSchemaSql(text);
        } catch (SqlException e) {
            throw new SqlException(
                    ResultCode.CORRUPT,
                    "malformed database schema (" + name + ") - " + e.getMessage());
        }
    }

    private static void requireDeterministic(Expr expression, String place) {
        Exprs.walk(expression, part -> {
            boolean changes = part instanceof Expr.Call call
                    && call.function() instanceof ScalarFunction function
                    && !function.isDeterministic()
                    && !PureDate.isDate(function);
            if (changes) {
                throw SqlException.error("non-deterministic functions prohibited in " + place);
            }
        });
    }

    /** Whether no name, parameter, query, RAISE or call over a window is in a DEFAULT. */
    private static boolean isConstant(Expression expression) {
        return Nodes.all(expression).stream().allMatch(node -> switch (node) {
            case Expression.ColumnName name ->
                name.table() == null && name.column().isTruth();
            case Expression.FunctionCall call -> call.over() == null && call.filter() == null;
            case Expression.Parameter _, Expression.Raise _, Select _, Expression.InTable _ ->
                false;
            default -> true;
        });
    }
}
