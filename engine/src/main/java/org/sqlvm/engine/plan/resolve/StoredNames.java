package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.logical.Numbering;
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
 * Looks up every name in a statement of sqlite_schema, and notes what it means. Those that mean
 * nothing are errors.
 */
public final class StoredNames {
    private final Schema schema;
    private final PlanOptions options;
    private final String sql;
    private final Purpose purpose;

    private StoredNames(Schema schema, String sql, Purpose purpose) {
        this.schema = schema;
        this.purpose = purpose;
        this.options = PlanOptions.of(schema.encoding());
        this.sql = sql;
    }

    /**
     * Resolves the statement of a table, index, view or trigger of {@code schema}.
     *
     * @param sql the text that the tree's spans are in
     * @param quotedStrings whether a name in double quotes that resolves to nothing is a string
     * @return what its names mean
     * @throws SqlException for a name that means nothing
     */
    public static NameUses resolve(
            Statement tree, String sql, Schema schema, boolean quotedStrings) {
        NameUses uses = new NameUses();
        Purpose purpose = Purpose.names(uses, quotedStrings);
        StoredNames names = new StoredNames(schema, sql, purpose);
        switch (tree) {
            case Statement.CreateTable table -> names.table(table);
            case Statement.CreateIndex index -> names.index(index);
            case Statement.CreateView view -> names.view(view);
            case Statement.CreateTrigger trigger ->
                new TriggerNames(trigger, sql, schema, names.options, purpose).resolve();
            default -> {}
        }
        return uses;
    }

    private void view(Statement.CreateView tree) {
        PlanContext context = PlanContext.of(schema, options, new Numbering(), null, purpose);
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
        purpose.table(tree.name().name(), table);
        for (int i = 0; i < tree.columns().size(); i++) {
            Statement.ColumnDefinition column = tree.columns().get(i);
            purpose.column(column.name(), table, i);
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
        StoredExpressions.checks(table, schema.preparation(), purpose);
    }

    private void columnConstraint(ColumnConstraint constraint, Table table, int column) {
        switch (constraint) {
            case ColumnConstraint.References references -> reference(references.key());
            case ColumnConstraint.Generated _ ->
                StoredExpressions.value(table, column, schema.preparation(), purpose);
            default -> {}
        }
    }

    private void keys(List<OrderingTerm> terms, Table table) {
        for (OrderingTerm term : terms) {
            Name name = plainName(term.expression());
            if (name != null) {
                purpose.column(name, table, table.columnIndex(name.text()));
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

    private void columns(List<Name> names, Table table) {
        names.forEach(name -> purpose.column(name, table, table.columnIndex(name.text())));
    }

    private void reference(ForeignKey key) {
        Table parent = schema.table(key.table().text());
        if (parent != null) {
            purpose.table(key.table(), parent);
            columns(key.columns(), parent);
        }
    }

    // ------------------------------------------------------------------ indexes

    private void index(Statement.CreateIndex tree) {
        Table table = schema.table(tree.table().text());
        purpose.table(tree.table(), table);
        Resolver resolver = new Resolver(schema.preparation(), purpose);
        for (OrderingTerm term : tree.columns()) {
            Name name = plainName(term.expression());
            int column = name == null ? -1 : table.columnIndex(name.text());
            Expression key = term.expression();
            Collation collation = key instanceof Expression.Collate collate
                    ? Collations.findOrMissing(collate.collation().text(), schema.preparation())
                    : column >= 0 ? table.columns().get(column).collation() : null;
            if (collation != null && Collations.isMissing(collation)) {
                // The only collations that SQLite asks for.
                throw SqlException.error("no such collation sequence: " + collation.name());
            }
            if (column >= 0) {
                purpose.column(name, table, column);
            } else {
                resolver.resolve(term.expression(), Scope.of(table, StoredExpressions.INDEX_PLACE));
            }
        }
        if (tree.where() != null) {
            resolver.resolve(tree.where(), Scope.of(table, StoredExpressions.PARTIAL_PLACE));
        }
    }
}
