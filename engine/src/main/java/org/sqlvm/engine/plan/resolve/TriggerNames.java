package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Numbering;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.Assignment;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.List;

/** Looks up the names in a trigger: see {@link StoredNames}. */
final class TriggerNames {
    private final Schema schema;
    private final Statement.CreateTrigger tree;
    private final TriggerRow row;
    private final QueryResolver queries;
    private final Resolver resolver;
    private final PlanContext context;
    private final Purpose purpose;

    TriggerNames(
            Statement.CreateTrigger tree,
            String sql,
            Schema schema,
            PlanOptions options,
            Purpose purpose) {
        this.schema = schema;
        this.purpose = purpose;
        this.tree = tree;
        Table table = target(options);
        this.row = new TriggerRow(table, tree.event());
        this.context = PlanContext.of(schema, options, new Numbering(), row, purpose);
        this.queries = new QueryResolver(context, sql);
        this.resolver = queries.resolver();
    }

    /** The table or view that the trigger is on. */
    private Table target(PlanOptions options) {
        Name name = tree.table().name();
        Name database = tree.table().schema();
        Schema home = database == null ? null : schema.database(database);
        Table table = (home == null ? schema : home).table(name.text());
        if (table != null) {
            purpose.table(name, table);
            tree.updateOf()
                    .forEach(column ->
                            purpose.column(column, table, table.columnIndex(column.text())));
            return table;
        }
        Table view = QueryResolver.describe(name.text(), schema, options);
        if (view == null) {
            throw SqlException.error("no such table: " + schema.id().name() + "." + name.text());
        }
        return view;
    }

    void resolve() {
        Scope scope = Scope.EMPTY.in(row);
        if (tree.when() != null) {
            resolver.resolve(tree.when(), scope);
        }
        for (Statement step : tree.body()) {
            switch (step) {
                case Select select -> queries.resolve(select);
                case Statement.Insert insert -> insert(insert);
                case Statement.Update update -> update(update);
                case Statement.Delete delete -> {
                    Scope rows = scope.plus(
                            source(delete.target().name(), delete.target().alias()));
                    expression(delete.where(), rows);
                }
                default -> throw new AssertionError(step);
            }
        }
    }

    private Source source(QualifiedName name, Name alias) {
        QueryResolver.Target target = queries.table(name);
        return Source.of(
                context.numbering().source(),
                target.table(),
                alias == null ? target.name() : alias.text(),
                alias != null,
                target.relation());
    }

    private void expression(Expression expression, Scope scope) {
        switch (expression) {
            case null -> {}
            case Expression.RowValue values ->
                values.values().forEach(value -> expression(value, scope));
            case Expression.Subquery query -> queries.nested(query.select(), scope);
            default -> resolver.resolve(expression, scope);
        }
    }

    private void columns(List<Name> names, Table table) {
        // One that is not there is found out when the trigger runs, as in SQLite.
        names.forEach(name -> purpose.column(name, table, table.columnIndex(name.text())));
    }

    private void assignments(List<Assignment> assignments, Table table, Scope scope) {
        for (Assignment assignment : assignments) {
            columns(assignment.columns(), table);
            expression(assignment.value(), scope);
        }
    }

    private void insert(Statement.Insert tree) {
        Source target = source(tree.table(), tree.alias());
        if (tree.columns() != null) {
            columns(tree.columns(), target.table());
        }
        if (tree.source() != null) {
            queries.resolve(tree.source());
        }
        Scope own = Scope.EMPTY.in(row).plus(target);
        Source excluded = Source.of(
                        context.numbering().source(),
                        target.table(),
                        "excluded",
                        true,
                        Relation.Stored.TABLE)
                .with(Source.Joined.by(
                        JoinKind.INNER,
                        target.table().columns().stream().map(Column::name).toList()));
        for (Statement.Upsert upsert : tree.upserts()) {
            for (OrderingTerm term : upsert.target()) {
                expression(term.expression(), own);
            }
            expression(upsert.targetWhere(), own);
            assignments(upsert.assignments(), target.table(), own.plus(excluded));
            expression(upsert.where(), own.plus(excluded));
        }
    }

    private void update(Statement.Update tree) {
        FromClause from = new FromClause(queries, resolver, Scope.EMPTY.in(row));
        from.add(tree.source(tree.target()));
        Table table = from.scope().sources().getFirst().table();
        from.resolveConditions(from.scope());
        assignments(tree.assignments(), table, from.scope());
        expression(tree.where(), from.scope());
    }
}
