package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.ForeignKey;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableConstraint;

import java.util.List;

/**
 * Looks up every name in a statement of sqlite_schema, so that {@link NameUses} hears of it, and
 * those that mean nothing are errors.
 */
public final class StoredNames {
    private final Schema schema;
    private final PlanOptions options;
    private final String sql;

    private StoredNames(Schema schema, String sql) {
        this.schema = schema;
        this.options = PlanOptions.of(schema.encoding());
        this.sql = sql;
    }

    /**
     * Resolves the statement of a table, index, view or trigger of {@code schema}.
     *
     * @param sql the text that the tree's spans are in
     * @throws SqlException for a name that means nothing
     */
    public static void resolve(Statement tree, String sql, Schema schema) {
        StoredNames names = new StoredNames(schema, sql);
        switch (tree) {
            case Statement.CreateTable table -> names.table(table);
            case Statement.CreateIndex index -> names.index(index);
            case Statement.CreateView view -> names.view(view);
            case Statement.CreateTrigger trigger ->
                new TriggerNames(trigger, sql, schema, names.options).resolve();
            default -> {}
        }
    }

    private void view(Statement.CreateView tree) {
        PlanContext context = PlanContext.of(schema, options);
        context.nesting()
                .enterView(
                        schema.id().number() + Schema.key(tree.name().name().text()),
                        tree.name().name().text(),
                        PlanContext.isOfTemp(schema));
        new QueryResolver(context, sql).resolve(tree.select());
    }

    // ------------------------------------------------------------------ tables

    private void table(Statement.CreateTable tree) {
        Table table = schema.table(tree.name().name().text());
        NameUses.table(tree.name().name(), table);
        for (int i = 0; i < tree.columns().size(); i++) {
            Statement.ColumnDefinition column = tree.columns().get(i);
            NameUses.column(column.name(), table, i);
            for (ColumnConstraint constraint : column.constraints()) {
                columnConstraint(constraint, table, i);
            }
        }
        for (TableConstraint constraint : tree.constraints()) {
            switch (constraint) {
                case TableConstraint.PrimaryKey key -> keys(key.columns(), table);
                case TableConstraint.Unique unique -> keys(unique.columns(), table);
                case TableConstraint.Foreign foreign -> {
                    columns(foreign.columns(), table);
                    reference(foreign.key());
                }
                case TableConstraint.Check _ -> {}
            }
        }
        StoredExpressions.checks(table, schema.encoding());
    }

    private void columnConstraint(ColumnConstraint constraint, Table table, int column) {
        switch (constraint) {
            case ColumnConstraint.References references -> reference(references.key());
            case ColumnConstraint.Generated _ ->
                StoredExpressions.value(table, column, schema.encoding());
            default -> {}
        }
    }

    private static void keys(List<OrderingTerm> terms, Table table) {
        for (OrderingTerm term : terms) {
            Name name = plainName(term.expression());
            if (name != null) {
                NameUses.column(name, table, table.columnIndex(name.text()));
            }
        }
    }

    /** The name of a column that is a key as it is, perhaps with a collation; else null. */
    private static Name plainName(Expression expression) {
        return switch (expression) {
            case Expression.Collate collate -> plainName(collate.operand());
            case Expression.ColumnName name when name.table() == null -> name.column();
            case Expression.StringLiteral text ->
                new Name(text.value(), Name.Quote.SINGLE, text.span());
            default -> null;
        };
    }

    private static void columns(List<Name> names, Table table) {
        names.forEach(name -> NameUses.column(name, table, table.columnIndex(name.text())));
    }

    private void reference(ForeignKey key) {
        Table parent = schema.table(key.table().text());
        if (parent != null) {
            NameUses.table(key.table(), parent);
            columns(key.columns(), parent);
        }
    }

    // ------------------------------------------------------------------ indexes

    private void index(Statement.CreateIndex tree) {
        Table table = schema.table(tree.table().text());
        NameUses.table(tree.table(), table);
        Resolver resolver = new Resolver(schema.encoding());
        for (OrderingTerm term : tree.columns()) {
            Name name = plainName(term.expression());
            int column = name == null ? -1 : table.columnIndex(name.text());
            Expression key = term.expression();
            Collation collation = key instanceof Expression.Collate collate
                    ? Collations.findOrMissing(collate.collation().text(), schema.encoding())
                    : column >= 0 ? table.columns().get(column).collation() : null;
            if (collation != null && Collations.isMissing(collation)) {
                // The only collations that SQLite asks for.
                throw SqlException.error("no such collation sequence: " + collation.name());
            }
            if (column >= 0) {
                NameUses.column(name, table, column);
            } else {
                resolver.resolve(term.expression(), Scope.of(table, StoredExpressions.INDEX_PLACE));
            }
        }
        if (tree.where() != null) {
            resolver.resolve(tree.where(), Scope.of(table, StoredExpressions.PARTIAL_PLACE));
        }
    }
}
