package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.row.function.PureDate;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableConstraint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The expressions that a table's definition holds, over a row of that table: source 0. An indexed
 * expression is made a hidden virtual column of the table, so that all that is true of indexes on
 * columns is true of it.
 */
public final class StoredExpressions {
    /** The name of an indexed expression's column: EXPLAIN QUERY PLAN shows it. */
    private static final String EXPRESSION_NAME = "<expr>";

    static final String INDEX_PLACE = "index expressions";
    static final String GENERATED_PLACE = "generated columns";
    static final String PARTIAL_PLACE = "partial index WHERE clauses";
    static final String CHECK_PLACE = "CHECK constraints";

    private StoredExpressions() {}

    /** Whether an index of {@code table} is over an expression. */
    public static boolean hasIndexed(Table table) {
        return table.indexes().stream().anyMatch(StoredExpressions::hasExpression);
    }

    private static boolean hasExpression(Index index) {
        return index.columns().stream()
                .anyMatch(column -> column.tableColumn() == Index.EXPRESSION);
    }

    /**
     * The table with a hidden column behind the others for every indexed expression, and its
     * indexes over these columns.
     */
    public static Table extended(Table table, Preparation preparation) {
        return extended(table, preparation, false);
    }

    /**
     * The same for a query. An index that calls a function which is not registered any more stays
     * as it is: the query does without.
     */
    public static Table readable(Table table, Preparation preparation) {
        return extended(table, preparation, true);
    }

    private static Table extended(Table table, Preparation preparation, boolean lenient) {
        if (!hasIndexed(table)) {
            return table;
        }
        List<Column> columns = new ArrayList<>(table.columns());
        Map<Expr, Integer> known = new HashMap<>();
        List<Index> indexes = new ArrayList<>();
        for (Index index : table.indexes()) {
            boolean changes =
                    hasExpression(index) && (!lenient || means(index, table, preparation));
            indexes.add(changes ? over(table, index, columns, known, preparation) : index);
        }
        return new Table(
                table.name(),
                table.database(),
                table.rootPage(),
                List.copyOf(columns),
                table.rowidAlias(),
                table.withoutRowid(),
                table.autoincrement(),
                table.strict(),
                table.primaryKey(),
                List.copyOf(indexes),
                table.behindKey(),
                table.sql());
    }

    private static boolean means(Index index, Table table, Preparation preparation) {
        try {
            index.columns().stream()
                    .filter(column -> column.expression() != null)
                    .forEach(column -> resolve(
                            column.expression(), table, INDEX_PLACE, preparation, Purpose.run()));
            return true;
        } catch (SqlException _) {
            return false;
        }
    }

    /**
     * {@code index} over columns; those that are missing are added.
     *
     * @param known by indexed expression the place of its column
     */
    private static Index over(
            Table table,
            Index index,
            List<Column> columns,
            Map<Expr, Integer> known,
            Preparation preparation) {
        List<IndexColumn> changed = new ArrayList<>();
        for (IndexColumn column : index.columns()) {
            if (column.tableColumn() != Index.EXPRESSION) {
                changed.add(column);
                continue;
            }
            Expr value = resolve(
                    column.expression(),
                    table,
                    INDEX_PLACE,
                    preparation,
                    Purpose.definition(Purpose.Unknown.LEFT));
            Integer place = known.putIfAbsent(value, columns.size());
            if (place == null) {
                place = columns.size();
                Collation collation = Typing.collation(value, new Resolver(preparation).binary());
                columns.add(new Column(
                        EXPRESSION_NAME,
                        null,
                        Typing.affinity(value),
                        collation,
                        collation.name(),
                        false,
                        null,
                        -1,
                        true,
                        column.expression()));
            }
            changed.add(new IndexColumn(
                    place, null, column.collation(), column.collationName(), column.descending()));
        }
        return index.withColumns(List.copyOf(changed));
    }

    /** What the values of a generated column are, or those of an indexed expression's column. */
    public static Expr value(Table table, int column, Preparation preparation) {
        return value(table, column, preparation, Purpose.run());
    }

    static Expr value(Table table, int column, Preparation preparation, Purpose purpose) {
        Column described = table.columns().get(column);
        String place = described.hidden() ? INDEX_PLACE : GENERATED_PLACE;
        return resolve(described.generation(), table, place, preparation, purpose);
    }

    /** {@link #value} as it is computed for a row: a date does not depend on when that is. */
    public static Expr computed(Table table, int column, Preparation preparation) {
        boolean hidden = table.columns().get(column).hidden();
        return withPureDates(
                value(table, column, preparation), hidden ? "an index" : "a generated column");
    }

    /** {@link #condition} as it is computed for a row. */
    public static Expr computedCondition(Table table, Index index, Preparation preparation) {
        Expr condition = condition(table, index, preparation);
        return condition == null ? null : withPureDates(condition, "an index");
    }

    private static Expr withPureDates(Expr expression, String place) {
        Expr inner = Exprs.mapChildren(expression, child -> withPureDates(child, place));
        return inner instanceof Expr.Call call && PureDate.isDate(call.function())
                ? new Expr.Call(
                        new PureDate(call.function(), place), call.arguments(), call.collation())
                : inner;
    }

    /** The condition of a partial index; null for one over all rows. */
    public static Expr condition(Table table, Index index, Preparation preparation) {
        return condition(table, index, preparation, Purpose.run());
    }

    static Expr condition(Table table, Index index, Preparation preparation, Purpose purpose) {
        return index.where() == null
                ? null
                : resolve(index.where(), table, PARTIAL_PLACE, preparation, purpose);
    }

    /** @param name what a violation is called after: its name, or its text */
    public record Check(String name, Expr condition) {}

    /** The CHECKs of a table, in the order of its definition, as they are computed for a row. */
    public static List<Check> checks(Table table, Preparation preparation) {
        return checks(table, preparation, Purpose.run());
    }

    static List<Check> checks(Table table, Preparation preparation, Purpose purpose) {
        List<Check> checks = new ArrayList<>();
        if (!(Parser.parseSchemaSql(table.sql()) instanceof Statement.CreateTable tree)) {
            return checks;
        }
        for (Statement.ColumnDefinition column : tree.columns()) {
            for (ColumnConstraint constraint : column.constraints()) {
                if (constraint instanceof ColumnConstraint.Check check) {
                    checks.add(new Check(
                            name(check.name(), check.text(), table),
                            checked(check.condition(), table, preparation, purpose)));
                }
            }
        }
        for (TableConstraint constraint : tree.constraints()) {
            if (constraint instanceof TableConstraint.Check check) {
                checks.add(new Check(
                        name(check.name(), check.text(), table),
                        checked(check.condition(), table, preparation, purpose)));
            }
        }
        return checks;
    }

    private static Expr checked(
            Expression condition, Table table, Preparation preparation, Purpose purpose) {
        return withPureDates(
                resolve(condition, table, CHECK_PLACE, preparation, purpose), "a CHECK constraint");
    }

    private static String name(Name name, Span text, Table table) {
        return name != null
                ? name.text()
                : Identifiers.unquoted(text.of(table.sql()).strip());
    }

    private static Expr resolve(
            Expression expression,
            Table table,
            String place,
            Preparation preparation,
            Purpose purpose) {
        return preparation
                .authorization()
                .silently(() -> new Resolver(preparation, purpose)
                        .resolve(expression, Scope.of(table, place)));
    }

    /**
     * The stored columns, and perhaps the rowid, that a column's value is made of; for a stored one
     * it itself.
     */
    public static Set<Integer> reads(Table table, int column, Preparation preparation) {
        Set<Integer> stored = new HashSet<>();
        addReads(table, column, preparation, stored, new HashSet<>());
        return stored;
    }

    private static void addReads(
            Table table,
            int column,
            Preparation preparation,
            Set<Integer> stored,
            Set<Integer> open) {
        if (column < 0 || !table.columns().get(column).isVirtual()) {
            stored.add(column);
            return;
        }
        for (int read : operands(table, column, preparation, Purpose.run())) {
            if (open.add(read)) {
                addReads(table, read, preparation, stored, open);
            }
        }
    }

    /** The columns that a generated column's expression names. */
    private static Set<Integer> operands(
            Table table, int column, Preparation preparation, Purpose purpose) {
        return Exprs.columns(List.of(value(table, column, preparation, purpose)), 0);
    }

    /**
     * The generated columns, those first that others are made of.
     *
     * @throws SqlException if one is made of itself
     */
    public static List<Integer> inOrder(Table table, Preparation preparation) {
        return inOrder(table, preparation, Purpose.run());
    }

    static List<Integer> inOrder(Table table, Preparation preparation, Purpose purpose) {
        // By generated column those that it is made of.
        SequencedMap<Integer, Set<Integer>> open = new LinkedHashMap<>();
        for (int column = 0; column < table.columns().size(); column++) {
            if (table.columns().get(column).generated()) {
                open.put(column, operands(table, column, preparation, purpose));
            }
        }
        List<Integer> order = new ArrayList<>();
        while (!open.isEmpty()) {
            int count = order.size();
            open.entrySet().removeIf(entry -> {
                boolean ready = Collections.disjoint(entry.getValue(), open.keySet());
                if (ready) {
                    order.add(entry.getKey());
                }
                return ready;
            });
            if (order.size() == count) {
                throw SqlException.error("generated column loop on \""
                        + table.columns().get(open.lastEntry().getKey()).name() + "\"");
            }
        }
        return order;
    }

    /** {@code expression} over source {@code number} instead of 0. */
    public static Expr over(Expr expression, int number) {
        if (expression instanceof Expr.Column column) {
            return new Expr.Column(
                    number, column.index(), column.name(), column.affinity(), column.collation());
        }
        return Exprs.mapChildren(expression, child -> over(child, number));
    }
}
