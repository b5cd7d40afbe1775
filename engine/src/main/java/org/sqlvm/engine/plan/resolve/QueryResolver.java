package org.sqlvm.engine.plan.resolve;

import org.sqlvm.api.TableModule;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.SharedQuery;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.program.TextPlace;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Nodes;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Select.CompoundOperator;
import org.sqlvm.engine.sql.tree.SharedRows;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.Window;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.FileFormats;
import org.sqlvm.engine.virtual.Risk;
import org.sqlvm.engine.virtual.VirtualTable;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A query's tree to what it means. One resolver serves one query; queries inside it get their own,
 * with what they can see of this one.
 *
 * <p>The file is long because the clauses of a query see each other's names.
 */
public final class QueryResolver {
    private final PlanContext context;
    /** The text that spans are in: the statement's, or a view's. */
    private final String sql;

    private final CommonTables commonTables;
    /** The query around, if this one stands in an expression; else null. */
    private final Enclosing enclosing;

    private final Resolver resolver;
    /** The recursive table whose step this query is, or null. */
    private final CommonTables.Entry step;

    private int stepReferenceCount;
    /** The rows are wanted in the order of ORDER BY. */
    private boolean ordered = true;

    /** What a table's name stands for. */
    record Target(String name, Table table, Relation relation) {}

    private QueryResolver(
            PlanContext context,
            String sql,
            CommonTables commonTables,
            Enclosing enclosing,
            CommonTables.Entry step) {
        this.context = context;
        this.sql = sql;
        this.commonTables = commonTables;
        this.enclosing = enclosing;
        this.step = step;
        this.resolver = new Resolver(context.preparation(), context.purpose(), this);
    }

    public QueryResolver(PlanContext context, String sql) {
        this(context, sql, CommonTables.NONE, null, null);
    }

    Numbering numbering() {
        return context.numbering();
    }

    Nesting nesting() {
        return context.nesting();
    }

    private Registered registered() {
        return context.preparation().registered();
    }

    /** Where something stands in the text; null if it was not written there. */
    TextPlace place(Span span) {
        return span.start() < span.end() && span.end() <= sql.length()
                ? new TextPlace(nesting().title(), sql, span.start(), span.end())
                : null;
    }

    private Scope outerScope() {
        return names().inside(enclosing);
    }

    /** What is visible without any table: nothing but OLD and NEW. A view sees not even those. */
    private Scope names() {
        return isInView() ? Scope.EMPTY : Scope.EMPTY.in(context.row());
    }

    /** Whether the text being resolved is that of a view. */
    boolean isInView() {
        return context.nesting().isInView();
    }

    /** The resolver of a statement behind WITH. */
    public QueryResolver with(CommonTables tables) {
        return new QueryResolver(context, sql, tables, enclosing, step);
    }

    /** Resolves the expressions of the statement itself. */
    public Resolver resolver() {
        return resolver;
    }

    public Query resolve(Select tree) {
        if (tree.with() != null) {
            QueryResolver inner = new QueryResolver(
                    context, sql, commonTables.plus(tree.with()), enclosing, step);
            inner.ordered = ordered;
            return inner.body(tree);
        }
        return body(tree);
    }

    private Query body(Select tree) {
        return switch (tree.body()) {
            case Select.Core core -> block(core, tree);
            case Select.Values values -> values(values);
            case Select.SharedValues values -> sharedValues(values);
            case Select.Compound compound
            when CompoundOrder.collates(compound, tree) ->
                block(CompoundOrder.around(compound), tree);
            case Select.Compound compound -> {
                Query query = compound(compound.first(), compound.rest());
                yield sorted(query, compound, tree);
            }
        };
    }

    private Query block(Select.Core core, Select tree) {
        return new BlockResolver(sql, resolver, this, outerScope()).resolve(core, tree);
    }

    private Query term(Select.Term term) {
        return switch (term) {
            case Select.Core core -> block(core, null);
            case Select.Values values -> values(values);
            case Select.SharedValues values -> sharedValues(values);
        };
    }

    /** What an INSERT takes its rows from: a single row of VALUES is no query. */
    public Query inserted(Select tree) {
        if (tree.with() != null || !(tree.body() instanceof Select.Values values)) {
            return resolve(tree);
        }
        return values.rows().size() == 1
                ? plainValues(rows(values, outerScope(), false), columns(values))
                : insertedValues(values);
    }

    private Query values(Select.Values tree) {
        Query query = insertedValues(tree);
        if (tree.rows().size() > 1) {
            DerivedTable.checkCollations(query);
        }
        return query;
    }

    private Query sharedValues(Select.SharedValues tree) {
        SharedRows rows = tree.rows();
        boolean blobs = rows.values().stream().anyMatch(value -> value instanceof Blob);
        if (blobs && context.options().encoding() != TextEncoding.UTF8) {
            rows.literals().ask(); // The bytes of a parameter do not know what text they are.
        }
        return Query.Values.ofShared(rows);
    }

    private Query insertedValues(Select.Values tree) {
        Scope scope = outerScope().withAggregates(Scope.Aggregates.ALLOWED);
        List<List<Expr>> rows = rows(tree, scope, true);
        List<ResultColumn> columns = columns(tree);
        if (rows.stream().noneMatch(QueryResolver::isQuery)) {
            return plainValues(rows, columns);
        }
        Misuse.checkValues(rows, isClosed());
        return valueQueries(rows, columns);
    }

    private List<List<Expr>> rows(Select.Values tree, Scope scope, boolean windows) {
        List<List<Expr>> rows = new ArrayList<>();
        int width = tree.rows().get(0).size();
        resolver.beginWindows(List.of());
        resolver.allowWindows(windows);
        for (List<Expression> row : tree.rows()) {
            assert row.size() == width : row;
            rows.add(resolver.all(row, scope));
        }
        resolver.allowWindows(false);
        return List.copyOf(rows);
    }

    private static List<ResultColumn> columns(Select.Values tree) {
        List<ResultColumn> columns = new ArrayList<>();
        List<Expression> first = tree.rows().get(0);
        for (int i = 0; i < first.size(); i++) {
            String outside = ResultColumns.written(first.get(i));
            String name = ResultColumns.named("column" + (i + 1), outside);
            columns.add(new ResultColumn(name, null, null, null, null));
        }
        return List.copyOf(columns);
    }

    /**
     * Whether SQLite makes a compound of VALUES, and never one list of literals: in a view, in a
     * trigger and behind WITH.
     */
    private boolean isClosed() {
        return isInView() || context.row() != null || commonTables != CommonTables.NONE;
    }

    private Query plainValues(List<List<Expr>> rows, List<ResultColumn> columns) {
        return isInView() || commonTables != CommonTables.NONE
                ? Query.Values.ofCompound(rows, columns)
                : Query.Values.ofRows(rows, columns);
    }

    /** Whether a row of VALUES is the SELECT of an aggregate, or of a function over a window. */
    private static boolean isQuery(List<Expr> row) {
        for (Expr value : row) {
            if (Exprs.hasAggregate(value) || Exprs.hasWindow(value)) {
                return true;
            }
        }
        return false;
    }

    /** Rows of VALUES of which some are SELECTs. */
    private Query valueQueries(List<List<Expr>> rows, List<ResultColumn> columns) {
        Query left = null;
        for (int i = 0; i < rows.size(); ) {
            int end = i + 1;
            Query next;
            if (isQuery(rows.get(i))) {
                Misuse.checkWindows(rows.get(i), List.of());
                boolean grouped = rows.get(i).stream().anyMatch(Exprs::hasAggregate);
                next = grouped
                        ? Query.Block.grouped(List.of(), null, List.of(), rows.get(i), columns)
                        : Query.Block.of(List.of(), null, rows.get(i), columns);
            } else {
                while (end < rows.size() && !isQuery(rows.get(end))) {
                    end++;
                }
                next = Query.Values.ofCompound(rows.subList(i, end), columns);
            }
            left = left == null ? next : joined(left, CompoundOperator.UNION_ALL, next);
            i = end;
        }
        return left;
    }

    private Query compound(Select.Term first, List<Select.Operand> rest) {
        List<Select.Term> trees = new ArrayList<>(List.of(first));
        rest.forEach(operand -> trees.add(operand.term()));
        List<Query> terms = terms(trees, this::term);
        Query left = terms.getFirst();
        for (int i = 0; i < rest.size(); i++) {
            left = joined(left, rest.get(i).operator(), terms.get(i + 1));
        }
        return left;
    }

    /** From the last to the first, as SQLite reads them: of several errors, the last one counts. */
    private static <T> List<Query> terms(List<T> trees, Function<T, Query> resolution) {
        List<Query> terms = new ArrayList<>();
        for (T tree : trees.reversed()) {
            terms.add(resolution.apply(tree));
        }
        return terms.reversed();
    }

    private static Query joined(Query left, CompoundOperator operator, Query right) {
        checkWidth(left, operator, right);
        List<Query.Type> types = Query.Type.joined(left.types(), right.types());
        return new Query.Compound(left, operator, right, left.columns(), types);
    }

    private static void checkWidth(Query left, CompoundOperator operator, Query right) {
        if (left.columns().size() == right.columns().size()) {
            return;
        }
        if (left instanceof Query.Values && right instanceof Query.Values) {
            throw SqlException.error("all VALUES must have the same number of terms");
        }
        throw SqlException.error("SELECTs to the left and right of "
                + operator.name().replace('_', ' ')
                + " do not have the same number of result columns");
    }

    private Query sorted(Query query, Select.Compound compound, Select tree) {
        if (tree.orderBy().isEmpty() && tree.limit() == null) {
            return query;
        }
        return new Query.Sorted(query, order(query, compound, tree), limit(tree), offset(tree));
    }

    private List<Query.ColumnOrder> order(Query query, Select.Compound compound, Select tree) {
        return new CompoundOrder(resolver, this, compound, query).resolve(tree.orderBy());
    }

    Expr limit(Select tree) {
        return tree == null || tree.limit() == null
                ? null
                : resolver.resolve(tree.limit().count(), names());
    }

    Expr offset(Select tree) {
        return tree == null || tree.limit() == null || tree.limit().offset() == null
                ? null
                : resolver.resolve(tree.limit().offset(), names());
    }

    /** The scope that {@code term} of a compound has for its ORDER BY, with its result. */
    BlockResolver blockOf(Select.Core term) {
        stepReferenceCount = 0;
        BlockResolver block = new BlockResolver(sql, resolver, this, outerScope());
        context.nesting().again(() -> block.resolve(term, null));
        return block;
    }

    /** A query in FROM: it sees what this query's own expressions see of the queries around. */
    Query nestedInFrom(Select tree) {
        return new QueryResolver(context, sql, commonTables, enclosing, null).resolve(tree);
    }

    /** A query in an expression that has {@code scope}. */
    public Expr.Nested nested(Select tree, Scope scope) {
        return nested(tree, scope, true);
    }

    /** One whose ORDER BY only has to name what is there. */
    Expr.Nested unordered(Select tree, Scope scope) {
        return nested(tree, scope, false);
    }

    private Expr.Nested nested(Select tree, Scope scope, boolean ordered) {
        Enclosing around = new Enclosing(scope, context.numbering(), resolver.binary());
        QueryResolver inner = new QueryResolver(context, sql, commonTables, around, null);
        inner.ordered = ordered;
        return new Expr.Nested(inner.resolve(tree), around.arguments());
    }

    /** Whether the order of the query's rows is of use. */
    boolean isOrdered() {
        return ordered;
    }

    /** What a name in FROM stands for: a common table expression, a table or a view. */
    Target table(QualifiedName name) {
        Name own = name.name();
        if (name.schema() == null) {
            CommonTables.Entry entry = commonTables.find(own);
            if (entry != null) {
                return commonTable(entry);
            }
        }
        Schema schema =
                name.schema() == null ? context.schema() : context.schema().database(name.schema());
        Table table = schema == null ? null : schema.table(own.text());
        if (table != null) {
            context.purpose().table(own, table);
            context.nesting().refer(key(table.database(), table.name()), table.name());
            boolean schemaTable = table.rootPage() == 1;
            return new Target(
                    schemaTable ? own.text() : table.name(), table, Relation.Stored.TABLE);
        }
        Schema.StoredText view = schema == null ? null : schema.view(own.text());
        if (view != null && view.isVirtual()) {
            ConnectedTable virtual = VirtualTables.connected(view, registered());
            checkUse(virtual);
            context.purpose().table(own, virtual.declared());
            return new Target(virtual.name(), virtual.declared(), new Relation.Virtual(virtual));
        }
        if (view != null) {
            return view(view);
        }
        VirtualTable virtual = VirtualTables.find(own.text(), registered());
        if (virtual != null) {
            checkUse(virtual);
            Table described = virtual.table(context.options().encoding());
            return new Target(virtual.name(), described, new Relation.Virtual(virtual));
        }
        Target file = name.schema() == null ? file(own) : null;
        if (file != null) {
            return file;
        }
        // In a view or a trigger, every name without a database is one of its own.
        boolean closed = (context.row() != null || isInView())
                && context.schema().databases().size() == 1;
        String database =
                name.schema() == null && closed ? context.schema().id().name() + "." : "";
        throw SqlException.error("no such table: " + database + name, own.span().start());
    }

    /** The file that a quoted name is, if names may be files; else null. */
    private Target file(Name name) {
        boolean quoted = name.quote() != Name.Quote.NONE;
        String function = quoted && context.schema().settings().fileNames()
                ? FileFormats.functionOf(name.text(), registered())
                : null;
        return function == null
                ? null
                : called(name.text(), function, List.of(Identifiers.literal(name.text())));
    }

    /** What a call of a module in FROM stands for; null if it is none. */
    Target called(TableSource.TableFunction call) {
        Name name = call.name().name();
        boolean plain = call.name().schema() == null && !isCommonTable(call.name());
        return plain && VirtualTables.called(name.text(), registered()) != null
                ? called(name.text(), name.text(), ConstantArguments.of(name, call.arguments()))
                : null;
    }

    private Target called(String shown, String function, List<String> arguments) {
        TableModule module = VirtualTables.called(function, registered());
        if (module == null) {
            return null;
        }
        // A stranger's view must not even have the module look at what is called.
        checkUse(function, Risk.ofCall(module), ": in a view or trigger of temp it may be used");
        if (!context.preparation().authorization().allowsFunction(function)) {
            throw SqlException.error("not authorized to use function: " + function);
        }
        ConnectedTable table = VirtualTables.call(function, arguments, registered());
        return new Target(shown, table.declared(), new Relation.Virtual(table));
    }

    private void checkUse(VirtualTable table) {
        checkUse(table.name(), table.risk(registered()), "");
    }

    /**
     * @param advice what else can be done, behind SQLite's words
     * @throws SqlException if a view or a trigger may not use the table
     */
    private void checkUse(String table, Risk risk, String advice) {
        if (context.isOfSchema() && !risk.fits(registered().isSchemaTrusted())) {
            throw SqlException.error("unsafe use of virtual table \"" + table + "\"" + advice);
        }
    }

    /**
     * Whether the tree resolved comes from a view or trigger that another user may have written.
     */
    boolean isOfSchema() {
        return context.isOfSchema();
    }

    private static String key(DatabaseId database, String name) {
        return database.number() + Schema.key(name);
    }

    /** Whether a common table expression has the name. */
    boolean isCommonTable(QualifiedName name) {
        return name.schema() == null && commonTables.find(name.name()) != null;
    }

    /**
     * Looks up the tables of queries in window definitions: they have to be there even if no call
     * uses the window.
     */
    void checkTables(List<Window.Named> windows) {
        QueryResolver inner = new QueryResolver(context, sql, commonTables, enclosing, null);
        Set<String> own = new HashSet<>();
        for (Window.Named window : windows) {
            Nodes.walk(window, node -> {
                if (node instanceof Select.CommonTable table) {
                    own.add(Schema.key(table.name().text()));
                } else if (node instanceof TableSource.TableName table
                        && !own.contains(Schema.key(table.name().name().text()))) {
                    context.nesting().again(() -> inner.table(table.name()));
                }
            });
        }
    }

    private Target view(Schema.StoredText view) {
        Statement.CreateView tree = (Statement.CreateView) Parser.parseSchemaSql(view.sql());
        String key = key(view.database(), view.name());
        context.nesting().refer(key, view.name());
        if (context.nesting().isExpanding(key)) {
            throw SqlException.error("view " + view.name() + " is circularly defined");
        }
        context.nesting().enterView(key, view.name(), view.database().isTemp());
        try {
            PlanContext inside = context.inside(context.schema().visibleIn(view.database()));
            Query query = context.preparation()
                    .authorization()
                    .withinView(
                            view.name(),
                            Schema.key(view.name()),
                            () -> inside.purpose()
                                    .elsewhere(() -> new QueryResolver(inside, view.sql())
                                            .resolve(tree.select())));
            List<Name> names = tree.columns() == null ? List.of() : tree.columns();
            if (!names.isEmpty() && names.size() != query.columns().size()) {
                throw SqlException.error("expected " + names.size() + " columns for '" + view.name()
                        + "' but got " + query.columns().size());
            }
            Table table =
                    DerivedTable.ofWritten(view.name(), names, query, binary()).in(view.database());
            return new Target(
                    view.name(),
                    table,
                    new Relation.Derived(query, false, context.shared(key), true));
        } finally {
            context.nesting().leaveView();
        }
    }

    private Target derived(
            String name, List<Name> names, Query query, boolean kept, SharedQuery shared) {
        Table table = DerivedTable.ofWritten(name, names, query, binary());
        return new Target(name, table, new Relation.Derived(query, kept, shared, false));
    }

    private Collation binary() {
        return resolver.binary();
    }

    private Target commonTable(CommonTables.Entry entry) {
        Select.CommonTable tree = entry.tree;
        String name = tree.name().text();
        if (entry.workingTable != null) {
            if (entry != step) {
                throw SqlException.error("multiple recursive references: " + name);
            }
            if (stepReferenceCount++ > 0) {
                throw SqlException.error("multiple references to recursive table: " + name);
            }
            return new Target(name, entry.workingTable, new Relation.Working(entry.working));
        }
        if (entry.open) {
            throw SqlException.error("circular reference: " + name);
        }
        context.nesting().enterCommonTable();
        entry.open = true;
        try {
            boolean kept = tree.materialization() == Select.Materialization.MATERIALIZED;
            List<Name> names = tree.columns() == null ? List.of() : tree.columns();
            return derived(name, names, query(entry), kept, entry.shared);
        } finally {
            entry.open = false;
            context.nesting().leaveCommonTable();
        }
    }

    private Query query(CommonTables.Entry entry) {
        Select select = entry.tree.select();
        QueryResolver own =
                new QueryResolver(context, sql, entry.visible.plus(select.with()), enclosing, null);
        if (select.body() instanceof Select.Compound compound) {
            int first = firstRecursive(compound, entry.tree.name());
            if (first < compound.rest().size()) {
                return own.recursive(entry, compound, first);
            }
        }
        return own.body(select);
    }

    /**
     * Where the operands of a compound begin that read the table being defined, each in its own
     * FROM: the last ones, as far as the operator is the same. The number of operands if none does.
     */
    private static int firstRecursive(Select.Compound compound, Name name) {
        List<Select.Operand> operands = compound.rest();
        CompoundOperator operator = operands.getLast().operator();
        boolean allowed =
                operator == CompoundOperator.UNION || operator == CompoundOperator.UNION_ALL;
        int first = operands.size();
        while (allowed
                && first > 0
                && operands.get(first - 1).operator() == operator
                && operands.get(first - 1).term() instanceof Select.Core core
                && core.from() != null
                && FromClause.reads(core.from(), name)) {
            first--;
        }
        return first;
    }

    private Query recursive(CommonTables.Entry entry, Select.Compound compound, int first) {
        context.preparation()
                .authorization()
                .allows(Authorization.Action.RECURSIVE, null, null, null);
        Select select = entry.tree.select();
        CompoundOperator operator = compound.rest().getLast().operator();
        Query initial = compound(compound.first(), compound.rest().subList(0, first));
        List<Name> names = entry.tree.columns() == null ? List.of() : entry.tree.columns();
        entry.working = numbering().source();
        String name = entry.tree.name().text();
        try {
            // What the columns hold depends on the steps, and the steps on that.
            List<Select.Operand> tail =
                    compound.rest().subList(first, compound.rest().size());
            List<Query.Type> undecided = RecursiveTypes.undecided(initial.types());
            entry.workingTable =
                    DerivedTable.of(name, names, initial.columns(), undecided, binary());
            List<Query.Type> types =
                    RecursiveTypes.of(initial.types(), steps(entry, initial, tail));
            entry.workingTable = DerivedTable.of(name, names, initial.columns(), types, binary());
            Query.Recursive unordered = new Query.Recursive(
                    entry.working,
                    initial,
                    operator == CompoundOperator.UNION,
                    context.nesting().again(() -> steps(entry, initial, tail)),
                    List.of(),
                    limit(select),
                    offset(select),
                    initial.columns(),
                    types);
            List<Query.ColumnOrder> order = new CompoundOrder(
                            resolver,
                            new QueryResolver(context, sql, commonTables, enclosing, entry),
                            compound,
                            unordered)
                    .resolve(select.orderBy());
            return unordered.ordered(order);
        } finally {
            entry.workingTable = null;
        }
    }

    private List<Query> steps(
            CommonTables.Entry entry, Query initial, List<Select.Operand> operands) {
        List<Query> steps = terms(
                operands,
                operand -> new QueryResolver(context, sql, commonTables, enclosing, entry)
                        .term(operand.term()));
        for (int i = 0; i < steps.size(); i++) {
            checkWidth(initial, operands.get(i).operator(), steps.get(i));
        }
        for (Query query : steps.reversed()) {
            if (query instanceof Query.Block block) {
                checkStep(block);
            }
        }
        return List.copyOf(steps);
    }

    private static void checkStep(Query.Block block) {
        if (block.values().stream().anyMatch(Exprs::hasWindow)) {
            throw SqlException.error("cannot use window functions in recursive queries");
        }
        if (block.grouped()) {
            throw SqlException.error("recursive aggregate queries not supported");
        }
    }

    /**
     * The table, view or virtual table called {@code name} with its columns, as a query sees it;
     * null if there is none.
     *
     * @throws SqlException for a view that cannot be used
     */
    public static Table describe(String name, Schema schema, PlanOptions options) {
        boolean known = schema.table(name) != null
                || schema.view(name) != null
                || VirtualTables.find(name, schema.preparation().registered()) != null;
        if (!known) {
            return null;
        }
        Name plain = new Name(name, Name.Quote.DOUBLE, new Span(0, 0));
        QueryResolver resolver = new QueryResolver(PlanContext.of(schema, options), "");
        return resolver.table(new QualifiedName(null, plain, plain.span())).table();
    }
}
