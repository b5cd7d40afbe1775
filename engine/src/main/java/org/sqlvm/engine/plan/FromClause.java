package org.sqlvm.engine.plan;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.Expr.CompareOperator;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.TableSource.JoinConstraint;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The FROM clause, resolved: its tables in written order, and the conditions that join them. */
final class FromClause {
    /** SQLite's limit: a set of tables is a bit mask. */
    static final int TABLE_COUNT_MAX = 64;

    private final QueryResolver queries;
    private final Resolver resolver;
    private final List<Item> items = new ArrayList<>();
    private final List<PendingOn> pending = new ArrayList<>();
    private final List<PendingCall> calls = new ArrayList<>();
    private Scope scope;
    /** Whether the whole FROM clause has a RIGHT or FULL JOIN. */
    private boolean hasOuterJoins;

    /**
     * A table.
     *
     * @param leftJoin it is the right side of a LEFT JOIN
     * @param fixed it may not be moved before the tables written to its left (CROSS JOIN, LEFT
     *     JOIN)
     * @param on the conditions of its join
     */
    record Item(Scope.Source source, boolean leftJoin, boolean fixed, List<Expr> on) {
        Item withSource(Scope.Source other) {
            return new Item(other, leftJoin, fixed, on);
        }

        Item withOn(List<Expr> other) {
            return new Item(source, leftJoin, fixed, other);
        }
    }

    /** An ON whose names are looked up when all tables are known. */
    private record PendingOn(int item, Expression condition) {}

    /** Arguments of a table-valued function, which may name any of the tables. */
    private record PendingCall(int item, List<Expression> arguments) {}

    /** How a source joins what stands to its left. */
    private record Join(JoinKind kind, boolean natural, JoinConstraint constraint) {
        static final Join NONE = new Join(JoinKind.INNER, false, null);
    }

    /** @param scope what can be named beside the tables: the query around, if there is one */
    FromClause(QueryResolver queries, Resolver resolver, Scope scope) {
        this.queries = queries;
        this.resolver = resolver;
        this.scope = scope;
    }

    List<Item> items() {
        return List.copyOf(items);
    }

    Scope scope() {
        return scope;
    }

    void add(TableSource from) {
        if (from == null) {
            return;
        }
        hasOuterJoins |= hasOuterJoins(from);
        addSource(from, Join.NONE);
    }

    private static boolean hasOuterJoins(TableSource source) {
        return source instanceof TableSource.Join tree
                && (tree.kind() == JoinKind.RIGHT
                        || tree.kind() == JoinKind.FULL
                        || hasOuterJoins(tree.left())
                        || hasOuterJoins(tree.right()));
    }

    /**
     * Resolves the conditions of ON, which SQLite looks at with WHERE.
     *
     * @param visible what they may name: these tables, and names of the result
     */
    void resolveConditions(Scope visible) {
        SourcePlaces places = new SourcePlaces();
        items.forEach(item -> places.add(item.source()));
        for (PendingOn on : pending) {
            Item item = items.get(on.item());
            Expr condition = resolver.resolve(on.condition(), visible);
            long known = (2L << on.item()) - 1;
            // An inner join's condition may be anywhere, but for outer joins beside it.
            boolean fixed = item.leftJoin() || hasOuterJoins;
            if (fixed && (Exprs.sources(condition, places) & ~known) != 0) {
                throw SqlException.error("ON clause references tables to its right");
            }
            item.on().addAll(Exprs.conjuncts(condition));
        }
        calls.forEach(this::addArguments);
    }

    /** {@code f(a, b)}: the first hidden column equals a, the second b. */
    private void addArguments(PendingCall call) {
        Item item = items.get(call.item());
        Table table = item.source().table();
        List<Integer> hidden = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).hidden()) {
                hidden.add(i);
            }
        }
        Scope arguments = scope.withAggregates(Scope.Aggregates.FORBIDDEN);
        for (int i = 0; i < call.arguments().size(); i++) {
            Expr value = resolver.resolve(call.arguments().get(i), arguments);
            if (i >= hidden.size()) {
                throw SqlException.error(
                        "too many arguments on " + table.name() + "() - max " + hidden.size());
            }
            Expr column = resolver.names().reference(item.source(), hidden.get(i));
            item.on().add(resolver.compare(CompareOperator.EQ, column, new Expr.Plus(value)));
        }
    }

    private void addSource(TableSource source, Join join) {
        switch (source) {
            case TableSource.Join tree -> {
                if (tree.natural() && tree.constraint() != null) {
                    throw SqlException.error("a NATURAL join may not have an ON or USING clause");
                }
                if (tree.kind() == JoinKind.RIGHT || tree.kind() == JoinKind.FULL) {
                    addOuterJoin(tree);
                    return;
                }
                addSource(tree.left(), Join.NONE);
                addSource(tree.right(), new Join(tree.kind(), tree.natural(), tree.constraint()));
            }
            case TableSource.TableName name -> {
                QueryResolver.Target target = hinted(queries.table(name.name()), name.hint());
                String own = target.name();
                String shown = name.alias() != null ? name.alias().text() : own;
                addTable(target.table(), target.relation(), shown, name.alias() != null, join);
            }
            case TableSource.Subquery subquery -> {
                Query query = queries.nestedInFrom(subquery.select());
                Name alias = subquery.alias();
                String name = alias == null ? "" : alias.text();
                Table table = DerivedTable.of(name, List.of(), query, resolver.binary());
                Relation relation = new Relation.Derived(query, false);
                addTable(table, relation, alias == null ? null : name, true, join);
            }
            case TableSource.Parenthesized group -> addGroup(group, join);
            case TableSource.TableFunction function -> {
                QueryResolver.Target target = queries.table(function.name());
                if (!(target.relation() instanceof Relation.Virtual)) {
                    throw SqlException.error(
                            "'" + function.name().name().text() + "' is not a function");
                }
                Name alias = function.alias();
                String shown = alias != null ? alias.text() : target.name();
                calls.add(new PendingCall(items.size(), function.arguments()));
                addTable(target.table(), target.relation(), shown, alias != null, join);
            }
        }
    }

    private static QueryResolver.Target hinted(
            QueryResolver.Target target, TableSource.IndexHint hint) {
        if (hint == null) {
            return target;
        }
        Name index = hint.index();
        boolean stored = target.relation() instanceof Relation.Stored;
        if (index != null) {
            boolean known = stored
                    && target.table().indexes().stream()
                            .anyMatch(candidate -> index.matches(candidate.name()));
            if (!known) {
                throw SqlException.error(
                        "no such index: " + index.text(), index.span().start());
            }
        }
        Relation relation = stored
                ? new Relation.Stored(index == null ? null : index.text(), index == null)
                : target.relation();
        return new QueryResolver.Target(target.name(), target.table(), relation);
    }

    /**
     * A join in parentheses. If its place does not matter its tables join the others; otherwise it
     * is a query of all its columns, whose rows are one source, under the names of its tables.
     */
    private void addGroup(TableSource.Parenthesized group, Join join) {
        boolean plain = join.kind() == JoinKind.INNER
                && !join.natural()
                && group.alias() == null
                && !(join.constraint() instanceof JoinConstraint.Using);
        if (plain) {
            addSource(group.source(), Join.NONE);
            if (join.constraint() instanceof JoinConstraint.On on) {
                pending.add(new PendingOn(items.size() - 1, on.condition()));
            }
            return;
        }
        FromClause inner = inside(group.source());
        List<ResultColumn> columns = new ArrayList<>();
        for (Scope.Source source : inner.scope().sources()) {
            for (int i = 0; i < source.table().columns().size(); i++) {
                columns.add(
                        ResultColumns.described(source.table().columns().get(i).name(), source, i));
            }
        }
        List<Expr> values = inner.deliveredColumns();
        while (columns.size() < values.size()) {
            columns.add(new ResultColumn("", null, null, null, null));
        }
        Query query = Query.Block.of(inner.items(), null, values, columns);
        String alias = group.alias() == null ? null : group.alias().text();
        if (alias != null) {
            Table table = DerivedTable.of(alias, List.of(), query, resolver.binary());
            addTable(table, new Relation.Derived(query, false), alias, true, join);
        } else {
            addGroup(query, List.of(inner), inner.mergedPlaces(), Set.of(), join);
        }
    }

    private FromClause inside(TableSource source) {
        return inside(source, false);
    }

    /** A side of an outer join. */
    private FromClause side(TableSource source) {
        return inside(source, true);
    }

    private FromClause inside(TableSource source, boolean outerJoins) {
        FromClause inner = new FromClause(queries, resolver, Scope.EMPTY.inside(scope.enclosing()));
        inner.hasOuterJoins = outerJoins;
        inner.add(source);
        inner.resolveConditions(inner.scope().withAggregates(Scope.Aggregates.FORBIDDEN));
        return inner;
    }

    /** RIGHT and FULL JOIN: both sides become one source. */
    private void addOuterJoin(TableSource.Join tree) {
        FromClause left = side(tree.left());
        FromClause right = side(tree.right());
        Scope both = left.scope();
        for (Scope.Source source : right.scope().sources()) {
            both = both.plus(source);
        }
        List<Expr> conditions = new ArrayList<>();
        List<Expr> merged = new ArrayList<>();
        Set<String> using = new HashSet<>();
        Map<String, Integer> places = new HashMap<>();
        int width = left.allColumns().size() + right.allColumns().size();
        for (Name column : usingColumns(tree, left, right)) {
            left.refuseTwins(column);
            Expr.Column a = left.leftmost(column.text());
            Expr.Column b = right.leftmost(column.text());
            if (a == null || b == null) {
                throw notInBoth(column);
            }
            conditions.add(resolver.compare(CompareOperator.EQ, a, b));
            String name = Schema.key(column.text());
            using.add(name);
            int rightPlace = right.allColumns().indexOf(b);
            if (tree.kind() == JoinKind.RIGHT && rightPlace >= 0) {
                places.put(name, left.allColumns().size() + rightPlace);
            } else {
                places.put(name, width + merged.size());
                merged.add(new Expr.Coalesce(List.of(a, b)));
            }
        }
        for (Expr.Column column : left.mergedColumns()) {
            // What an inner join has merged can still be named.
            if (places.putIfAbsent(Schema.key(column.name()), width + merged.size()) == null) {
                merged.add(column);
            }
        }
        merged.addAll(left.rowids());
        merged.addAll(right.rowids());
        if (tree.constraint() instanceof JoinConstraint.On on) {
            Expr condition = resolver.resolve(
                    on.condition(), both.withAggregates(Scope.Aggregates.FORBIDDEN));
            conditions.addAll(Exprs.conjuncts(condition));
        }
        OuterJoin join =
                new OuterJoin(left, right, conditions, merged, queries.numbering(), resolver);
        Query query = tree.kind() == JoinKind.RIGHT ? join.rightJoin() : join.fullJoin();

        addGroup(query, List.of(left, right), places, using, Join.NONE);
    }

    private static List<Name> usingColumns(
            TableSource.Join tree, FromClause left, FromClause right) {
        List<Name> using = new ArrayList<>();
        if (tree.natural()) {
            for (Scope.Source source : right.scope().sources()) {
                for (Column column : source.table().columns()) {
                    if (left.isShown(column.name()) && !column.hidden()) {
                        using.add(new Name(column.name(), Name.Quote.NONE, null));
                    }
                }
            }
        } else if (tree.constraint() instanceof JoinConstraint.Using columns) {
            using.addAll(columns.columns());
        }
        return using;
    }

    /**
     * Adds a query whose columns are those of {@code sides}, which keep their names.
     *
     * @param merged places of the columns that USING has made of several
     * @param using names of those: the tables of the last side do not show theirs in a star
     */
    private void addGroup(
            Query query,
            List<FromClause> sides,
            Map<String, Integer> merged,
            Set<String> using,
            Join join) {
        Relation relation = new Relation.Derived(query, false);
        Table table = DerivedTable.of("", List.of(), query, resolver.binary());
        Scope before = scope;
        addTable(table, relation, null, true, join);
        Item item = items.get(items.size() - 1);
        scope = before;
        int offset = 0;
        int rowidCount = 0;
        for (FromClause side : sides) {
            rowidCount += side.rowids().size();
        }
        int rowid = table.columns().size() - rowidCount;
        for (FromClause side : sides) {
            boolean last = side == sides.get(sides.size() - 1) && sides.size() > 1;
            for (Scope.Source source : side.scope().sources()) {
                Set<String> joined = new HashSet<>(source.usingColumns());
                joined.addAll(item.source().usingColumns());
                if (last) {
                    joined.addAll(using);
                }
                Map<String, Integer> places = new HashMap<>(last ? Map.of() : merged);
                boolean kept =
                        source.table().rowidAlias() < 0 && resolver.names().rowid(source) != null;
                if (kept) {
                    places.put(NameResolver.ROWID, rowid++);
                }
                scope = scope.plus(new Scope.Source(
                        item.source().number(),
                        source.table(),
                        source.name(),
                        source.aliased(),
                        joined,
                        relation,
                        offset,
                        Map.copyOf(places)));
                offset += source.table().columns().size();
            }
        }
    }

    private static SqlException notInBoth(Name column) {
        return SqlException.error("cannot join using column " + column.text()
                + " - column not present in both tables");
    }

    /** The columns of one of the sources. */
    List<Expr> columns(Scope.Source source) {
        List<Expr> columns = new ArrayList<>();
        for (int i = 0; i < source.table().columns().size(); i++) {
            columns.add(resolver.names().reference(source, i));
        }
        return columns;
    }

    /** The columns that USING of outer joins inside has made. */
    private List<Expr.Column> mergedColumns() {
        Set<Expr.Column> columns = new LinkedHashSet<>();
        for (Scope.Source source : scope.sources()) {
            for (String name : source.merged().keySet()) {
                if (name.equals(NameResolver.ROWID)) {
                    continue;
                }
                Expr.Column column = NameResolver.merged(source, name);
                if (column != null) {
                    columns.add(column);
                }
            }
        }
        return List.copyOf(columns);
    }

    /** The rowids that are no columns, which a group of these sources keeps at its end. */
    private List<Expr.Column> rowids() {
        List<Expr.Column> rowids = new ArrayList<>();
        for (Scope.Source source : scope.sources()) {
            Expr.Column rowid = resolver.names().rowid(source);
            if (rowid != null && source.table().rowidAlias() < 0) {
                rowids.add(rowid);
            }
        }
        return List.copyOf(rowids);
    }

    /** Everything that can be read of the sources. */
    List<Expr> deliveredColumns() {
        List<Expr> columns = new ArrayList<>(allColumns());
        columns.addAll(mergedColumns());
        columns.addAll(rowids());
        return List.copyOf(columns);
    }

    /** Where {@link #deliveredColumns} has the columns that USING has merged. */
    private Map<String, Integer> mergedPlaces() {
        Map<String, Integer> places = new HashMap<>();
        int place = allColumns().size();
        for (Expr.Column column : mergedColumns()) {
            places.put(Schema.key(column.name()), place++);
        }
        return places;
    }

    /** The columns of all sources. */
    List<Expr> allColumns() {
        List<Expr> columns = new ArrayList<>();
        scope.sources().forEach(source -> columns.addAll(columns(source)));
        return List.copyOf(columns);
    }

    private void addTable(Table table, Relation relation, String name, boolean aliased, Join join) {
        if (items.size() == TABLE_COUNT_MAX) {
            throw SqlException.error("at most " + TABLE_COUNT_MAX + " tables in a join");
        }
        int place = items.size();
        List<Name> using = new ArrayList<>();
        if (join.natural()) {
            for (Column column : table.columns()) {
                if (isShown(column.name()) && !column.hidden()) {
                    using.add(new Name(column.name(), Name.Quote.NONE, null));
                }
            }
        } else if (join.constraint() instanceof JoinConstraint.Using columns) {
            using.addAll(columns.columns());
        }
        Set<String> joined = new HashSet<>();
        using.forEach(column -> joined.add(Schema.key(column.text())));
        int number = queries.numbering().source();
        Scope.Source source =
                new Scope.Source(number, table, name, aliased, joined, relation, 0, Map.of());
        List<Expr> on = new ArrayList<>();
        for (Name column : using) {
            on.add(equal(column, source));
        }
        boolean leftJoin = join.kind() == JoinKind.LEFT;
        items.add(new Item(source, leftJoin, leftJoin || join.kind() == JoinKind.CROSS, on));
        scope = scope.plus(source);
        if (join.constraint() instanceof JoinConstraint.On condition) {
            pending.add(new PendingOn(place, condition.condition()));
        }
    }

    /** Whether a table has a column of this name that a star shows. */
    private boolean isShown(String column) {
        for (Scope.Source source : scope.sources()) {
            int index = source.table().columnIndex(column);
            if (index >= 0 && !source.table().columns().get(index).hidden()) {
                return true;
            }
        }
        return false;
    }

    /** The column of the leftmost table that has one of this name, or null. */
    private Expr.Column leftmost(String column) {
        for (Scope.Source source : scope.sources()) {
            Expr.Column both = NameResolver.merged(source, column);
            if (both != null) {
                return both;
            }
            int index = source.table().columnIndex(column);
            if (index >= 0) {
                return resolver.names().reference(source, index);
            }
        }
        return null;
    }

    /** Beside outer joins, USING wants to know which column of those to the left it means. */
    private void refuseTwins(Name column) {
        String name = Schema.key(column.text());
        int known = 0;
        for (Scope.Source source : scope.sources()) {
            boolean twin = source.table().columnIndex(column.text()) >= 0
                    && !source.usingColumns().contains(name)
                    && known++ > 0;
            if (twin && hasOuterJoins) {
                throw SqlException.error("ambiguous reference to " + column.text() + " in USING()");
            }
        }
    }

    private Expr equal(Name column, Scope.Source right) {
        refuseTwins(column);
        Expr.Column left = leftmost(column.text());
        int index = right.table().columnIndex(column.text());
        if (left == null || index < 0) {
            throw notInBoth(column);
        }
        Expr.Column other = resolver.names().reference(right, index);
        return resolver.compare(CompareOperator.EQ, left, other);
    }
}
