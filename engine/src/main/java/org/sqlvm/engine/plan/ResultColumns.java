package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.ResultColumn;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a query's result: stars spelled out, values resolved, names and declared types
 * found.
 */
final class ResultColumns {
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
    /** Names given with AS, which ORDER BY, GROUP BY and HAVING may use. */
    private final List<Scope.Alias> aliases = new ArrayList<>();

    ResultColumns(String sql, Resolver resolver, Scope scope) {
        this.sql = sql;
        this.resolver = resolver;
        this.scope = scope;
    }

    List<Expr> values() {
        return values;
    }

    /** What is written for a value. */
    Expression tree(int index) {
        return trees.get(index);
    }

    List<Program.ResultColumn> columns() {
        return columns;
    }

    List<Scope.Alias> aliases() {
        return aliases;
    }

    /** The columns as the caller of the statement sees them. */
    static List<Program.ResultColumn> shown(List<Program.ResultColumn> columns) {
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
    static String nameInTable(Program.ResultColumn column) {
        int outside = column.name().indexOf(OUTSIDE);
        return column.column() != null && outside >= 0
                ? column.name().substring(0, outside)
                : nameOutside(column);
    }

    /** A name that may be another one to a query around. */
    static String named(String shown, String outside) {
        return outside == null || outside.equals(shown) ? shown : shown + OUTSIDE + outside;
    }

    void add(List<ResultColumn> tree) {
        for (ResultColumn column : tree) {
            switch (column) {
                case ResultColumn.Star star -> {
                    if (scope.sources().isEmpty()) {
                        throw SqlException.error(
                                "no tables specified", star.span().start());
                    }
                    scope.sources().forEach(source -> addAll(source, true));
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
        for (Scope.Source source : scope.sources()) {
            if (source.name() != null && table.matches(source.name())) {
                if (!source.aliased()) {
                    NameUses.table(table, source.table());
                }
                addAll(source, false);
                found = true;
            }
        }
        if (!found) {
            throw SqlException.error(
                    "no such table: " + table.text(), table.span().start());
        }
    }

    /**
     * All columns of a table; for a plain star without those that USING has joined to one on the
     * left.
     */
    private void addAll(Scope.Source source, boolean joined) {
        Table table = source.table();
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            boolean repeated = joined && source.usingColumns().contains(Schema.key(column.name()));
            if (!column.hidden() && !repeated) {
                if (joined) {
                    refuseTwins(source, column.name());
                }
                Expr.Column both = joined ? NameResolver.merged(source, column.name()) : null;
                Expr.Column own = resolver.names().reference(source, i);
                values.add(both != null ? both : NameResolver.permitted(source, own));
                trees.add(null);
                columns.add(described(column.name(), source, i));
            }
        }
    }

    /** Two tables of one name: what a star stands for cannot be said. */
    private void refuseTwins(Scope.Source source, String column) {
        for (Scope.Source other : scope.sources()) {
            boolean twin = other != source
                    && other.name() != null
                    && other.name().equalsIgnoreCase(source.name())
                    && other.table().columnIndex(column) >= 0
                    && !other.usingColumns().contains(Schema.key(column));
            if (twin) {
                throw SqlException.error(
                        "ambiguous column name: main." + source.name() + "." + column);
            }
        }
    }

    static Program.ResultColumn described(String name, Scope.Source source, int column) {
        Column shown = source.table().columns().get(column);
        if (source.relation() instanceof Relation.Derived derived) {
            return renamed(described(derived.query(), source.offset() + column), name);
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
        boolean plain = isPlainName(item.expression());
        if (value instanceof Expr.Column column && plain && source(column) != null) {
            Scope.Source source = source(column);
            int place = column.index() == Expr.Column.ROWID
                    ? source.table().rowidAlias()
                    : column.index() - source.offset();
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
        String own = item.text().of(sql);
        if (value instanceof Expr.Column both && plain) {
            own = both.name().equals("rowid") ? "rowid" : written;
        }
        String text = name != null ? name : named(own, written);
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

    /** The source whose column it is, or null. */
    private Scope.Source source(Expr.Column column) {
        for (Scope.Source source : scope.sources()) {
            int last = source.offset() + source.table().columns().size();
            boolean inside = column.index() == Expr.Column.ROWID
                    || (column.index() >= source.offset() && column.index() < last);
            if (source.number() == column.source() && inside) {
                return source;
            }
        }
        return null; // Made of several by USING.
    }

    private static boolean isPlainName(Expression expression) {
        return expression instanceof Expression.ColumnName;
    }
}
