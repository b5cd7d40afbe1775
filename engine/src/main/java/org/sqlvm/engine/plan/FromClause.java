package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.Expr.CompareOperator;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The FROM clause, resolved: its tables in written order, and the conditions that join them. */
final class FromClause {
    /** SQLite's limit: a set of tables is a bit mask. */
    private static final int TABLE_COUNT_MAX = 64;

    private final Schema schema;
    private final Resolver resolver;
    private final List<Item> items = new ArrayList<>();
    private final List<PendingOn> pending = new ArrayList<>();
    private Scope scope = Scope.EMPTY;

    /**
     * A table.
     *
     * @param leftJoin it is the right side of a LEFT JOIN
     * @param fixed it may not be moved before the tables written to its left (CROSS JOIN, LEFT
     *     JOIN)
     * @param on the conditions of its join
     */
    record Item(Scope.Source source, boolean leftJoin, boolean fixed, List<Expr> on) {}

    /** An ON whose names are looked up when all tables are known. */
    private record PendingOn(int item, Expression condition) {}

    FromClause(Schema schema, Resolver resolver) {
        this.schema = schema;
        this.resolver = resolver;
    }

    List<Item> items() {
        return items;
    }

    Scope scope() {
        return scope;
    }

    void add(TableSource from) {
        if (from == null) {
            return;
        }
        addSource(from, JoinKind.INNER, false, null);
        for (PendingOn on : pending) {
            Item item = items.get(on.item());
            Expr condition = resolver.resolve(
                    on.condition(), scope.withAggregates(Scope.Aggregates.FORBIDDEN));
            long known = (2L << on.item()) - 1;
            if ((Exprs.sources(condition) & ~known) != 0) {
                throw SqlException.error("ON clause references tables to its right");
            }
            item.on().addAll(Exprs.conjuncts(condition));
        }
    }

    private void addSource(
            TableSource source,
            JoinKind kind,
            boolean natural,
            TableSource.JoinConstraint constraint) {
        switch (source) {
            case TableSource.Join join -> {
                addSource(join.left(), JoinKind.INNER, false, null);
                if (join.kind() == JoinKind.RIGHT || join.kind() == JoinKind.FULL) {
                    throw unsupported(join.kind() + " JOIN", join);
                }
                if (join.natural() && join.constraint() != null) {
                    throw SqlException.error("a NATURAL join may not have an ON or USING clause");
                }
                addSource(join.right(), join.kind(), join.natural(), join.constraint());
            }
            case TableSource.TableName name -> addTable(name, kind, natural, constraint);
            case TableSource.Parenthesized group -> {
                boolean plain = kind == JoinKind.INNER && !natural && group.alias() == null;
                if (!plain || constraint instanceof TableSource.JoinConstraint.Using) {
                    throw unsupported("joins of parenthesized joins", group);
                }
                addSource(group.source(), JoinKind.INNER, false, null);
                if (constraint instanceof TableSource.JoinConstraint.On on) {
                    pending.add(new PendingOn(items.size() - 1, on.condition()));
                }
            }
            case TableSource.Subquery _ -> throw unsupported("subqueries", source);
            case TableSource.TableFunction _ -> throw unsupported("table-valued functions", source);
        }
    }

    private static SqlException unsupported(String what, TableSource source) {
        return SqlException.notSupported(what, source.span().start());
    }

    private void addTable(
            TableSource.TableName name,
            JoinKind kind,
            boolean natural,
            TableSource.JoinConstraint constraint) {
        Table table = table(name);
        if (items.size() == TABLE_COUNT_MAX) {
            throw SqlException.error("at most " + TABLE_COUNT_MAX + " tables in a join");
        }
        int number = items.size();
        boolean schemaTable = table.rootPage() == 1;
        String own = schemaTable ? name.name().name().text() : table.name();
        String shown = name.alias() != null ? name.alias().text() : own;
        List<Name> using = new ArrayList<>();
        if (natural) {
            for (Column column : table.columns()) {
                if (leftmost(column.name()) != null && !column.hidden()) {
                    using.add(new Name(column.name(), Name.Quote.NONE, name.span()));
                }
            }
        } else if (constraint instanceof TableSource.JoinConstraint.Using columns) {
            using.addAll(columns.columns());
        }
        Set<String> joined = new HashSet<>();
        using.forEach(column -> joined.add(column.text().toLowerCase(Locale.ROOT)));
        Scope.Source source = new Scope.Source(number, table, shown, name.alias() != null, joined);
        List<Expr> on = new ArrayList<>();
        for (Name column : using) {
            on.add(equal(column, source));
        }
        boolean leftJoin = kind == JoinKind.LEFT;
        items.add(new Item(source, leftJoin, leftJoin || kind == JoinKind.CROSS, on));
        scope = scope.plus(source);
        if (constraint instanceof TableSource.JoinConstraint.On condition) {
            pending.add(new PendingOn(number, condition.condition()));
        }
    }

    private Table table(TableSource.TableName name) {
        String text = name.name().name().text();
        Name database = name.name().schema();
        Table table = database == null || database.matches("main") ? schema.table(text) : null;
        if (table != null) {
            if (name.hint() != null) {
                throw unsupported("INDEXED BY", name);
            }
            return table;
        }
        if (schema.view(text) != null) {
            throw unsupported("views", name);
        }
        throw SqlException.error("no such table: " + name.name(), name.span().start());
    }

    /** The column of the leftmost table that has one of this name, or null. */
    private Expr.Column leftmost(String column) {
        for (Item item : items) {
            int index = item.source().table().columnIndex(column);
            if (index >= 0) {
                return resolver.names().reference(item.source(), index, SqlException.NO_POSITION);
            }
        }
        return null;
    }

    private Expr equal(Name column, Scope.Source right) {
        Expr.Column left = leftmost(column.text());
        int index = right.table().columnIndex(column.text());
        if (left == null || index < 0) {
            throw SqlException.error("cannot join using column " + column.text()
                    + " - column not present in both tables");
        }
        Expr.Column other =
                resolver.names().reference(right, index, column.span().start());
        return resolver.compare(CompareOperator.EQ, left, other);
    }
}
