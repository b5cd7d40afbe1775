package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.query.Defaults;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.TableBuilder;
import org.sqlvm.engine.sql.DefinitionText;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.List;

/**
 * ALTER TABLE ADD COLUMN: the rows stay as they are, and have the default as the new column's
 * value.
 */
final class AddColumnCode {
    /** The beginnings of the errors that SQLite finds while it reads a column's definition. */
    private static final List<String> OF_COLUMN = List.of(
            "duplicate column name",
            "too many columns",
            "default value of column",
            "error in generated column",
            "cannot use DEFAULT");

    private final Assembler assembler;
    private final String sql;
    private final Schema schema;
    private final SchemaEdit edit;

    AddColumnCode(Assembler assembler, String sql, Schema schema, SchemaEdit edit) {
        this.assembler = assembler;
        this.sql = sql;
        this.schema = schema;
        this.edit = edit;
    }

    void emit(Table table, Statement.ColumnDefinition column) {
        String text = sql.substring(column.span().start()).replaceFirst("[;\\s]+$", "");
        String changed = new DefinitionText(table.sql()).withColumn(text);
        if (table.columnIndex(column.name().text()) >= 0) {
            throw SqlException.error("duplicate column name: " + column.name().text());
        }
        for (ColumnConstraint constraint : column.constraints()) {
            if (constraint instanceof ColumnConstraint.PrimaryKey) {
                throw SqlException.error("Cannot add a PRIMARY KEY column");
            }
        }
        for (ColumnConstraint constraint : column.constraints()) {
            if (constraint instanceof ColumnConstraint.Unique) {
                throw SqlException.error("Cannot add a UNIQUE column");
            }
        }
        Table built = built(table, changed);
        SchemaCode.checkCollation(built.columns().getLast().collation());
        boolean refers = column.constraints().stream()
                .anyMatch(ColumnConstraint.References.class::isInstance);
        checkExisting(table, built.columns().getLast(), refers);
        edit.apply(row -> row.type().equals("table") && Name.same(row.name(), table.name())
                ? SchemaEdit.withSql(row, changed)
                : row);
        boolean checks = column.constraints().stream()
                .anyMatch(constraint -> constraint instanceof ColumnConstraint.Check);
        checkRows(table, built, checks);
    }

    /** The table with the new column. */
    private Table built(Table table, String changed) {
        try {
            Statement.CreateTable definition =
                    (Statement.CreateTable) Parser.parseSchemaSql(changed);
            Table built = TableBuilder.build(definition, changed, schema.preparation());
            Definitions.checkChanged(built, schema.preparation());
            return built;
        } catch (SqlException e) {
            throw OF_COLUMN.stream().anyMatch(e.getMessage()::startsWith)
                    ? e
                    : edit.error(
                            SchemaEdit.Progress.CHANGED,
                            SqlException.error("error in table " + table.name()
                                    + " after add column: " + e.getMessage()));
        }
    }

    /**
     * Emits the checks that fail if the table has rows.
     *
     * @param refers whether the column is a foreign key
     */
    private void checkExisting(Table table, Column column, boolean refers) {
        if (column.generated()) {
            if (!column.isVirtual()) {
                failIfAny(table, "cannot add a STORED column");
            }
            return;
        }
        Expression value = column.defaultValue();
        boolean isNull = value == null || value instanceof Expression.NullLiteral;
        if (schema.settings().foreignKeys() && refers && !isNull) {
            failIfAny(table, "Cannot add a REFERENCES column with non-NULL default value");
        }
        if (column.notNull() && isNull) {
            failIfAny(table, "Cannot add a NOT NULL column with default value NULL");
        }
        if (!isNull && !Defaults.isConstant(value)) {
            failIfAny(table, "Cannot add a column with non-constant default");
        }
    }

    private void failIfAny(Table table, String message) {
        failIfAny(assembler, sql, schema, table, null, ResultCode.ERROR, message);
    }

    /** Ends the statement with an error if a row of the table is there for which this is true. */
    static void failIfAny(
            Assembler assembler,
            String sql,
            Schema schema,
            Table table,
            Expression condition,
            int code,
            String message) {
        assembler.transaction(schema.number(), true);
        Span span = new Span(0, 0);
        Name name = new Name(table.name(), Name.Quote.DOUBLE, span);
        Select.Core core = new Select.Core(
                false,
                List.of(new ResultColumn.Item(
                        new Expression.IntegerLiteral(1, span), null, span, span)),
                new TableSource.TableName(new QualifiedName(null, name, span), null, null, span),
                condition,
                List.of(),
                null,
                List.of(),
                span);
        Select select = new Select(null, core, List.of(), null, span);
        RowPlan plan = Planner.plan(select, sql, schema, PlanOptions.of(schema.encoding()));
        SelectCode.emit(
                assembler,
                plan,
                (first, count, next) ->
                        assembler.add(Opcode.Halt, code, Opcode.HALT_ABORT, 0, message, 0));
    }

    /**
     * Emits the checks of existing rows: CHECK, NOT NULL of a generated column, and STRICT must
     * hold.
     *
     * @param checks whether the new column has a CHECK; if not, those of the table are not
     *     evaluated
     */
    private void checkRows(Table table, Table built, boolean checks) {
        Column added = built.columns().getLast();
        if (!checks && !built.strict() && !(added.notNull() && added.generated())) {
            return;
        }
        Table placed = built.withRoots(table.database(), table.rootPage(), List.of());
        IntegrityCode.checkDefinition(assembler, placed, schema);
    }
}
