package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.FromItem;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.TableSource.JoinConstraint;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The FROM clause, resolved: its tables in written order, and the conditions that join them.
 *
 * <p>It is a list of terms, each joined to all before it. What names mean is said by the scope,
 * which has a source for each term. What is joined are the items; a RIGHT or FULL JOIN makes one
 * item of all before it and its own right side ({@link OuterJoin}), and from then on the sources
 * read that one. A join in parentheses is one term ({@link JoinGroup}).
 */
public final class FromClause {
    /** SQLite's limit: a set of tables is a bit mask. */
    public static final int TABLE_COUNT_MAX = 64;

    private final QueryResolver queries;
    private final Resolver resolver;
    /** What stands beside each other: behind an outer join, that is the first of them. */
    private List<FromItem> items = new ArrayList<>();

    private final List<PendingOn> pending = new ArrayList<>();
    private final List<PendingCall> calls = new ArrayList<>();
    private final List<OuterJoin> outerJoins = new ArrayList<>();
    private Scope scope;
    /** Whether there is a RIGHT or FULL JOIN, but inside of parentheses. */
    private boolean hasOuterJoins;

    /** A term as it is written, and how it is joined to those before it. */
    record Term(TableSource source, JoinKind kind, boolean natural, JoinConstraint constraint) {}

    /** What a term is: a name for what its items deliver. */
    record Operand(Source source, List<FromItem> items, List<Expression> arguments) {}

    /**
     * An ON whose names are looked up when all tables are known.
     *
     * @param term the number of the term it belongs to
     * @param stage how many outer joins come before it
     * @param target the conditions that it joins
     */
    private record PendingOn(
            int term, int stage, boolean leftJoin, Expression condition, List<Expr> target) {}

    /** Arguments of a table-valued function, which may name what WHERE may. */
    private record PendingCall(int term, int stage, FromItem item, List<Expression> arguments) {}

    /** @param scope what can be named beside the tables: the query around, if there is one */
    FromClause(QueryResolver queries, Resolver resolver, Scope scope) {
        this.queries = queries;
        this.resolver = resolver;
        this.scope = scope;
    }

    List<FromItem> items() {
        return List.copyOf(items);
    }

    Scope scope() {
        return scope;
    }

    void add(TableSource from) {
        if (from == null) {
            return;
        }
        List<Term> terms = terms(from);
        hasOuterJoins |= terms.stream().anyMatch(term -> isOuter(term.kind()));
        queries.nesting().addTerms(terms.size());
        List<Operand> operands = new ArrayList<>();
        terms.forEach(term -> operands.add(operand(term.source())));
        for (int i = 0; i < terms.size(); i++) {
            join(terms.get(i), operands.get(i));
        }
    }

    private static boolean isOuter(JoinKind kind) {
        return kind == JoinKind.RIGHT || kind == JoinKind.FULL;
    }

    /** The terms from left to right: parentheses around the first ones mean nothing. */
    static List<Term> terms(TableSource source) {
        List<Term> terms = new ArrayList<>();
        addTerms(source, terms);
        return terms;
    }

    /** Whether one of the terms is the table called {@code table}, without its database. */
    static boolean reads(TableSource from, Name table) {
        return terms(from).stream()
                .anyMatch(term -> unwrapped(term.source()) instanceof TableSource.TableName name
                        && name.name().schema() == null
                        && name.name().name().matches(table.text()));
    }

    private static void addTerms(TableSource source, List<Term> terms) {
        switch (source) {
            case TableSource.Join tree -> {
                addTerms(tree.left(), terms);
                terms.add(new Term(tree.right(), tree.kind(), tree.natural(), tree.constraint()));
            }
            case TableSource.Parenthesized group
            when group.alias() == null -> addTerms(group.source(), terms);
            default -> terms.add(new Term(source, JoinKind.INNER, false, null));
        }
    }

    /**
     * A single table in parentheses has the name behind them alone, as in SQLite, which forgets a
     * hint about indexes, too.
     */
    private static TableSource unwrapped(TableSource source) {
        if (!(source instanceof TableSource.Parenthesized group)) {
            return source;
        }
        List<Term> terms = terms(group.source());
        Name alias = group.alias();
        return terms.size() > 1
                ? source
                : switch (unwrapped(terms.getFirst().source())) {
                    case TableSource.TableName table ->
                        new TableSource.TableName(table.name(), alias, null, table.span());
                    case TableSource.Subquery query ->
                        new TableSource.Subquery(query.select(), alias, query.span());
                    case TableSource.TableFunction call ->
                        new TableSource.TableFunction(
                                call.name(), call.arguments(), alias, call.span());
                    case TableSource.Parenthesized inner ->
                        new TableSource.Parenthesized(inner.source(), alias, inner.span());
                    case TableSource.Join join -> throw new AssertionError(join);
                };
    }

    private Operand operand(TableSource term) {
        switch (unwrapped(term)) {
            case TableSource.TableName name -> {
                QueryResolver.Target target = hinted(queries.table(name.name()), name.hint());
                return operand(target, name.alias(), List.of(), name.span());
            }
            case TableSource.Subquery subquery -> {
                Query query = queries.nestedInFrom(subquery.select());
                String name = subquery.alias() == null ? "" : subquery.alias().text();
                Table table = DerivedTable.ofWritten(name, List.of(), query, resolver.binary());
                Relation relation = new Relation.Derived(query, false);
                String shown = subquery.alias() == null ? null : name;
                return operand(table, relation, shown, true, subquery.span());
            }
            case TableSource.TableFunction function -> {
                QueryResolver.Target called = queries.called(function);
                if (called != null) {
                    return operand(called, function.alias(), List.of(), function.span());
                }
                QueryResolver.Target target = queries.isCommonTable(function.name())
                        ? null
                        : queries.table(function.name());
                if (target == null || !(target.relation() instanceof Relation.Virtual)) {
                    throw SqlException.error(
                            "'" + function.name().name().text() + "' is not a function");
                }
                return operand(target, function.alias(), function.arguments(), function.span());
            }
            case TableSource.Parenthesized group -> {
                Scope around = Scope.EMPTY.inside(scope.enclosing());
                FromClause inner = new FromClause(queries, resolver, around);
                inner.add(group.source());
                Scope names = inner.scope().withAggregates(Scope.Aggregates.FORBIDDEN);
                inner.resolveConditions(names);
                Name alias = group.alias();
                Source source = JoinGroup.of(alias == null ? null : alias.text(), names, resolver);
                return new Operand(source, inner.items(), List.of());
            }
            case TableSource.Join join -> throw new AssertionError(join);
        }
    }

    private Operand operand(
            QueryResolver.Target target, Name alias, List<Expression> arguments, Span span) {
        String shown = alias != null ? alias.text() : target.name();
        Operand operand = operand(target.table(), target.relation(), shown, alias != null, span);
        return new Operand(operand.source(), operand.items(), arguments);
    }

    private Operand operand(
            Table table, Relation relation, String name, boolean aliased, Span span) {
        int number = queries.numbering().source();
        Source source = Source.of(number, table, name, aliased, relation).at(queries.place(span));
        FromItem item = new FromItem(source, false, false, new ArrayList<>());
        return new Operand(source, List.of(item), List.of());
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
                ? new Relation.Stored(index == null ? null : index.text(), index == null, false)
                : target.relation();
        return new QueryResolver.Target(target.name(), target.table(), relation);
    }

    private void join(Term term, Operand operand) {
        int number = scope.sources().size();
        List<String> using = usingColumns(term, operand.source());
        boolean outer = isOuter(term.kind());
        Operand right = outer || term.kind() == JoinKind.INNER ? operand : asOne(operand);
        List<Expr> equalities = new ArrayList<>();
        for (String column : using) {
            equalities.add(equality(column, right.source(), term.natural()));
        }
        List<Expr> conditions = outer
                ? joinOuter(term.kind(), right, using)
                : joinBeside(term.kind(), right, using);
        conditions.addAll(equalities);
        if (term.constraint() instanceof JoinConstraint.On on) {
            int stage = outerJoins.size() - (outer ? 1 : 0);
            boolean left = term.kind() == JoinKind.LEFT;
            pending.add(new PendingOn(number, stage, left, on.condition(), conditions));
        }
        // An outer join is one item, but its tables count.
        if (Math.max(items.size(), scope.sources().size()) > TABLE_COUNT_MAX) {
            throw SqlException.error("at most " + TABLE_COUNT_MAX + " tables in a join");
        }
    }

    /** The columns that the term is joined by, as they are written. */
    private List<String> usingColumns(Term term, Source right) {
        if (term.natural() && term.constraint() != null) {
            throw SqlException.error("a NATURAL join may not have an ON or USING clause");
        }
        List<String> using = new ArrayList<>();
        if (term.natural()) {
            for (Column column : right.table().columns()) {
                boolean known = scope.sources().stream()
                        .anyMatch(left -> index(left, column.name(), true) >= 0);
                if (known && !column.hidden()) {
                    using.add(column.name());
                }
            }
        } else if (term.constraint() instanceof JoinConstraint.Using columns) {
            columns.columns().forEach(column -> using.add(column.text()));
        }
        return using;
    }

    private static int index(Source source, String column, boolean natural) {
        int index = source.table().columnIndex(column);
        return index >= 0 && natural && source.table().columns().get(index).hidden() ? -1 : index;
    }

    /** The condition that USING makes of a column. */
    private Expr equality(String column, Source right, boolean natural) {
        int index = right.table().columnIndex(column);
        Expr first = null;
        Expr left = null;
        for (Source source : scope.sources()) {
            int place = index(source, column, natural);
            if (place < 0) {
                continue;
            }
            Expr value = resolver.names().reference(source, place);
            if (first == null) {
                first = value;
                left = value;
            } else if (hasOuterJoins) {
                // Beside outer joins, USING wants to know which column of those it means.
                if (!source.joined().has(column)) {
                    throw SqlException.error("ambiguous reference to " + column + " in USING()");
                }
                left = together(left, first, source, column, value);
            }
        }
        if (index < 0 || left == null) {
            throw SqlException.error(
                    "cannot join using column " + column + " - column not present in both tables");
        }
        Expr other = resolver.names().reference(right, index);
        return resolver.compareAs(CompareOperator.EQ, first, left, other);
    }

    /**
     * The first of several joined columns that is not NULL.
     *
     * @param first the leftmost of them
     * @param left what those before {@code source} are together
     */
    private Expr together(Expr left, Expr first, Source source, String column, Expr value) {
        JoinKind kind = source.joined().kind();
        if (!isOuter(kind)) {
            return left; // Where this one is not NULL, one before it is not either.
        }
        Expr both = source.joined().both().get(Schema.key(column));
        boolean plain = left.equals(first) || left instanceof Expr.Column;
        if (kind == JoinKind.FULL && plain && both != null) {
            return both;
        }
        // Values that are equal are the same to any other comparison like this one.
        boolean alike = Typing.affinity(first) == Typing.affinity(value)
                && resolver.binary().equals(Typing.collation(first))
                && resolver.binary().equals(Typing.collation(value));
        return kind == JoinKind.RIGHT && alike ? value : new Expr.Coalesce(List.of(left, value));
    }

    /** The same as one item: several become a query. */
    private Operand asOne(Operand operand) {
        if (operand.items().size() == 1) {
            return operand;
        }
        Map<Expr, Expr> places = new LinkedHashMap<>();
        operand.source().values().forEach(value -> places.put(value, null));
        Query query = Query.Block.of(
                operand.items(), null, List.copyOf(places.keySet()), unnamed(places.size()));
        Table table = DerivedTable.of("", List.of(), query, resolver.binary());
        Source rows = Source.ofQuery(
                queries.numbering().source(), table, new Relation.Derived(query, false));
        int place = 0;
        for (Map.Entry<Expr, Expr> entry : places.entrySet()) {
            entry.setValue(NameResolver.ownColumn(rows, place++));
        }
        Source source = operand.source()
                .reading(Source.Joined.NONE, mapped(operand.source().values(), places));
        FromItem item = new FromItem(rows, false, false, new ArrayList<>());
        return new Operand(source, List.of(item), List.of());
    }

    /** Puts a term beside the others. Its conditions can be added to what comes back. */
    private List<Expr> joinBeside(JoinKind kind, Operand operand, List<String> using) {
        boolean left = kind == JoinKind.LEFT;
        boolean fixed = left || kind == JoinKind.CROSS;
        int first = items.size();
        for (FromItem item : operand.items()) {
            items.add(fixed ? new FromItem(item.source(), left, true, item.on()) : item);
        }
        scope = scope.plus(operand.source().with(Source.Joined.by(kind, using)));
        if (!operand.arguments().isEmpty()) {
            calls.add(new PendingCall(
                    scope.sources().size() - 1,
                    outerJoins.size(),
                    items.getLast(),
                    operand.arguments()));
        }
        return items.get(first).on();
    }

    static List<ResultColumn> unnamed(int count) {
        List<ResultColumn> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(new ResultColumn("", null, null, null, null));
        }
        return columns;
    }

    private static List<Expr> mapped(List<Expr> values, Map<Expr, Expr> places) {
        return values.stream().map(places::get).toList();
    }

    /**
     * RIGHT and FULL JOIN: what stands there and the term become one item. Their conditions can be
     * added to what comes back.
     */
    private List<Expr> joinOuter(JoinKind kind, Operand operand, List<String> using) {
        Map<Expr, Expr> places = new LinkedHashMap<>();
        Source right = operand.source();
        for (Source source : scope.sources()) {
            resolver.names().readable(source).forEach(value -> places.put(value, null));
            source.joined().both().values().forEach(value -> places.put(value, null));
        }
        resolver.names().readable(right).forEach(value -> places.put(value, null));
        Map<String, Expr.Coalesce> both = new HashMap<>();
        for (String column : kind == JoinKind.FULL ? using : List.<String>of()) {
            Expr left = resolver.names().columnOrNull(column, scope);
            if (left != null) {
                Expr value = resolver.names().reference(right, right.table().columnIndex(column));
                Expr.Coalesce first = new Expr.Coalesce(List.of(left, value));
                both.put(Schema.key(column), first);
                places.put(first, null);
            }
        }
        OuterJoin join =
                new OuterJoin(kind, items, operand.items(), places, queries.numbering(), resolver);
        outerJoins.add(join);
        if (!operand.arguments().isEmpty()) {
            calls.add(new PendingCall(
                    scope.sources().size(),
                    outerJoins.size() - 1,
                    operand.items().getFirst(),
                    operand.arguments()));
        }
        items = new ArrayList<>(
                List.of(new FromItem(join.source(), false, false, new ArrayList<>())));
        Scope around = scope;
        scope = new Scope(
                List.of(),
                scope.aliases(),
                scope.aggregates(),
                scope.place(),
                scope.enclosing(),
                scope.row());
        for (Source source : around.sources()) {
            Map<String, Expr> moved = new HashMap<>();
            source.joined().both().forEach((name, value) -> moved.put(name, places.get(value)));
            Source.Joined joined = source.joined();
            scope = scope.plus(source.reading(
                    new Source.Joined(joined.kind(), joined.columns(), moved),
                    mapped(resolver.names().readable(source), places)));
        }
        Map<String, Expr> named = new HashMap<>();
        both.forEach((name, value) ->
                named.put(name, join.column(value, value.arguments().getFirst())));
        scope = scope.plus(right.reading(
                new Source.Joined(kind, List.copyOf(using), named),
                mapped(resolver.names().readable(right), places)));
        return join.conditions();
    }

    /**
     * Resolves the conditions of ON and the arguments of table-valued functions, which SQLite looks
     * at with WHERE.
     *
     * @param visible what they may name: these tables, and names of the result
     */
    void resolveConditions(Scope visible) {
        for (PendingOn on : pending) {
            Expr condition = resolver.condition(on.condition(), visible);
            // An inner join's condition may be anywhere, but for outer joins beside it.
            if (on.leftJoin() || hasOuterJoins) {
                refuseLater(condition, on.term(), "ON clause");
            }
            on.target().addAll(Exprs.conjuncts(within(condition, on.stage())));
        }
        calls.forEach(call -> addArguments(call, visible));
        for (int i = 0; i < outerJoins.size(); i++) {
            OuterJoin join = outerJoins.get(i);
            List<FromItem> next =
                    i + 1 < outerJoins.size() ? outerJoins.get(i + 1).left() : items;
            next.set(0, next.getFirst().withSource(join.joined()));
        }
    }

    /** An expression over the sources, as it is before the outer joins from {@code stage} on. */
    private Expr within(Expr expression, int stage) {
        Expr result = expression;
        for (int i = outerJoins.size() - 1; i >= stage; i--) {
            result = outerJoins.get(i).inside(result);
        }
        return result;
    }

    private void refuseLater(Expr expression, int term, String what) {
        List<Source> sources = scope.sources();
        List<Expr> later = new ArrayList<>();
        for (Source source : sources.subList(term + 1, sources.size())) {
            later.addAll(resolver.names().readable(source));
            later.addAll(source.joined().both().values());
        }
        boolean[] reads = {false};
        Exprs.walk(expression, part -> reads[0] |= later.contains(part));
        if (reads[0]) {
            throw SqlException.error(what + " references tables to its right");
        }
    }

    /** {@code f(a, b)}: the first hidden column equals a, the second b. */
    private void addArguments(PendingCall call, Scope visible) {
        FromItem item = call.item();
        Table table = item.source().table();
        List<Integer> hidden = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).hidden()) {
                hidden.add(i);
            }
        }
        for (int i = 0; i < call.arguments().size(); i++) {
            Expr value = resolver.resolve(call.arguments().get(i), visible);
            if (hasOuterJoins) {
                refuseLater(value, call.term(), "table-function argument");
            }
            value = within(value, call.stage());
            if (i >= hidden.size()) {
                throw SqlException.error(
                        "too many arguments on " + table.name() + "() - max " + hidden.size());
            }
            Expr column = NameResolver.ownColumn(item.source(), hidden.get(i));
            item.on().add(resolver.compare(CompareOperator.EQ, column, new Expr.Plus(value)));
        }
    }
}
