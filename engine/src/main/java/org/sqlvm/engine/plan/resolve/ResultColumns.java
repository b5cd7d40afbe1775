package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a query's result: stars spelled out, values resolved, names and declared types
 * found.
 */
public final class ResultColumns {
    /** SQLITE_LIMIT_COLUMN. */
    static final int COUNT_MAX = 2000;

    /** Between the name that the statement's caller sees and the one that a query around sees. */
    private static final char OUTSIDE = '\0';

    private final String sql;
    private final Resolver resolver;
    private final Scope scope;
    private final List<Expr> values = new ArrayList<>();
    /** By value: what is written, null for a column of a star. */
    private final List<Expression> trees = new ArrayList<>();

    private final List<Program.ResultColumn> columns = new ArrayList<>();
    /** Names given with AS or by a star, which ORDER BY, GROUP BY and HAVING may use. */
    private final List<Scope.Alias> aliases = new ArrayList<>();

    public ResultColumns(String sql, Resolver resolver, Scope scope) {
        this.sql = sql;
        this.resolver = resolver;
        this.scope = scope;
    }

    public List<Expr> values() {
        return values;
    }

    /** What is written for a value. */
    Expression tree(int index) {
        return trees.get(index);
    }

    public List<Program.ResultColumn> columns() {
        return columns;
    }

    List<Scope.Alias> aliases() {
        return aliases;
    }

    /** The columns as the caller of the statement sees them. */
    public static List<Program.ResultColumn> shown(List<Program.ResultColumn> columns) {
        return columns.stream().map(ResultColumns::shown).toList();
    }

    private static Program.ResultColumn shown(Program.ResultColumn column) {
        int end = column.name().indexOf(OUTSIDE);
        return end < 0
                ? column
                : new Program.ResultColumn(
                        column.name().substring(0, end),
                        column.declaredType(),
                        column.database(),
                        column.table(),
                        column.column());
    }

    /**
     * The name of a column as a query around sees it: what is written, also where the caller of the
     * statement gets the name in the table, or with a COLLATE all of the text.
     */
    static String nameOutside(Program.ResultColumn column) {
        return column.name().substring(column.name().indexOf(OUTSIDE) + 1);
    }

    /**
     * The name of a column as a table has it that is made of the query: that of the column in its
     * own table, if it is one.
     */
    public static String nameInTable(Program.ResultColumn column) {
        int outside = column.name().indexOf(OUTSIDE);
        return column.column() != null && outside >= 0
                ? column.name().substring(0, outside)
                : nameOutside(column);
    }

    /** A name that may be another one to a query around. */
    static String named(String shown, String outside) {
        return outside == null || outside.equals(shown) ? shown : shown + OUTSIDE + outside;
    }

    public void add(List<ResultColumn> tree) {
        for (ResultColumn column : tree) {
            switch (column) {
                case ResultColumn.Star star -> {
                    if (scope.sources().isEmpty()) {
                        throw SqlException.error(
                                "no tables specified", star.span().start());
                    }
                    scope.sources().forEach(source -> addAll(source, null));
                }
                case ResultColumn.TableStar star -> addTable(star.table());
                case ResultColumn.Item item -> addItem(item);
            }
            if (values.size() > COUNT_MAX) {
                throw SqlException.error("too many columns in result set");
            }
        }
    }

    private void addTable(Name table) {
        boolean found = false;
        for (Source source : scope.sources()) {
            if (source.group() != null) {
                for (Source.GroupColumn column : source.group()) {
                    found |= column.source() != null
                            && !column.isRowid()
                            && isCalled(column.source(), table);
                }
                addAll(source, table);
            } else if (isCalled(source, table)) {
                if (!source.aliased()) {
                    resolver.purpose().table(table, source.table());
                }
                addAll(source, table);
                found = true;
            }
        }
        if (!found) {
            throw SqlException.error(
                    "no such table: " + table.text(), table.span().start());
        }
    }

    private static boolean isCalled(Source source, Name table) {
        return source.name() != null && table.matches(source.name());
    }

    /**
     * What a star stands for: all columns of {@code source}.
     *
     * @param table the name before the star; without one, columns are left out that USING has
     *     joined to one on the left
     */
    private void addAll(Source source, Name table) {
        for (int i = 0; i < source.table().columns().size(); i++) {
            String name = source.table().columns().get(i).name();
            boolean wanted = table == null
                    ? source.isShown(i) && !source.joined().has(name)
                    : isOf(source, i, table);
            if (wanted) {
                NameResolver.Found found = meaning(source, i, name, table != null);
                values.add(
                        found.source() == null
                                ? found.value()
                                : resolver.names().permitted(found));
                trees.add(null);
                columns.add(described(name, found));
                aliases.add(new Scope.Alias(name, values.getLast()));
            }
        }
    }

    private static boolean isOf(Source source, int column, Name table) {
        if (source.group() == null) {
            return !source.table().columns().get(column).hidden();
        }
        Source.GroupColumn part = source.group().get(column);
        return part.source() != null && !part.isRowid() && isCalled(part.source(), table);
    }

    /**
     * A column that a star stands for means what it would mean if it were written with its table's
     * name; without that if there is one table alone, or if a join on the right merges it.
     */
    private NameResolver.Found meaning(Source source, int column, String name, boolean qualified) {
        List<Source> sources = scope.sources();
        boolean merged = false;
        boolean outer = false;
        for (Source later : sources.subList(sources.indexOf(source) + 1, sources.size())) {
            merged |= later.joined().has(name);
            outer |= later.joined().kind() == JoinKind.RIGHT
                    || later.joined().kind() == JoinKind.FULL;
        }
        boolean alone = sources.size() == 1 || (merged && outer && !qualified);
        if (!alone && source.name() == null) {
            Expr value = resolver.names().reference(source, column);
            return new NameResolver.Found(source, column, value);
        }
        NameResolver.Found found = alone
                ? resolver.names().lookUp(name, scope)
                : resolver.names().lookUp(source, name, scope);
        if (found == null) {
            throw SqlException.error("no such column: " + name);
        }
        return found;
    }

    private static Program.ResultColumn described(String name, NameResolver.Found found) {
        return found.source() == null
                ? new Program.ResultColumn(name, null, null, null, null)
                : described(name, found.source(), found.column());
    }

    /** Where a column comes from, under {@code name}. */
    static Program.ResultColumn described(String name, Source source, int column) {
        if (source.group() != null) {
            return renamed(source.group().get(column).described(), name);
        }
        Column shown = source.table().columns().get(column);
        if (source.relation() instanceof Relation.Derived derived) {
            return renamed(described(derived.query(), column), name);
        }
        if (source.relation() instanceof Relation.Working) {
            return new Program.ResultColumn(name, shown.declaredType(), null, null, null);
        }
        return new Program.ResultColumn(
                name,
                shown.declaredType(),
                source.table().database().name(),
                source.table().name(),
                shown.name());
    }

    private void addItem(ResultColumn.Item item) {
        Expr value = resolver.resolve(item.expression(), scope);
        values.add(value);
        trees.add(item.expression());
        String name = item.alias() != null ? item.alias().text() : null;
        if (item.alias() != null) {
            aliases.add(new Scope.Alias(name, value));
        }
        String written = item.alias() == null ? written(item.expression()) : null;
        NameResolver.Found found = item.expression() instanceof Expression.ColumnName column
                ? resolver.names().lookUp(column, scope)
                : null;
        if (found != null && found.source() != null) {
            Source source = found.source();
            int place = found.column() == Expr.Column.ROWID
                    ? source.table().rowidAlias()
                    : found.column();
            if (place >= 0) {
                String own = source.table().columns().get(place).name();
                columns.add(described(name != null ? name : named(own, written), source, place));
                return;
            }
            columns.add(new Program.ResultColumn(
                    name != null ? name : named("rowid", written),
                    "INTEGER",
                    source.table().database().name(),
                    source.table().name(),
                    "rowid"));
            return;
        }
        String text = name != null ? name : named(item.text().of(sql), written);
        columns.add(
                value instanceof Expr.ScalarQuery scalar
                        ? renamed(described(scalar.nested().query(), scalar.column()), text)
                        : new Program.ResultColumn(text, null, null, null, null));
    }

    /** A column of a query, to a query around: of a compound that of the last SELECT. */
    private static Program.ResultColumn described(Query query, int column) {
        return switch (query) {
            case Query.Compound compound -> described(compound.right(), column);
            case Query.Sorted sorted -> described(sorted.body(), column);
            case Query.Recursive recursive -> described(recursive.steps().getLast(), column);
            case Query.Block block -> block.columns().get(column);
            case Query.Values values -> values.columns().get(column);
        };
    }

    /** The same column of a table, or expression, under another name. */
    private static Program.ResultColumn renamed(Program.ResultColumn column, String name) {
        return new Program.ResultColumn(
                name, column.declaredType(), column.database(), column.table(), column.column());
    }

    /** The name of a column, also behind COLLATE, as it is written; null for anything else. */
    static String written(Expression tree) {
        return switch (tree) {
            case Expression.ColumnName name -> name.column().text();
            case Expression.Collate collate -> written(collate.operand());
            default -> null;
        };
    }
}
