package org.sqlvm.engine.codegen.change;

import org.sqlvm.api.files.FileFormat;
import org.sqlvm.engine.codegen.query.SelectCode;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program.PlanLine;
import org.sqlvm.engine.program.Program.ResultColumn;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.virtual.CopyTarget;
import org.sqlvm.engine.virtual.FileFormats;
import org.sqlvm.engine.virtual.files.FileArguments;

import java.util.ArrayList;
import java.util.List;

/** COPY: from a file it is an INSERT, to a file a query whose rows are written. */
public final class CopyCode {
    /** The option of formats that find types in texts. */
    private static final String AS_TEXT = "all_varchar";

    private CopyCode() {}

    /**
     * {@code INSERT INTO table SELECT … FROM read_csv('file')}. All values of CSV are texts, which
     * get the affinities of the table's columns; the columns are matched in order. Other formats
     * have types and names: the columns are matched by name.
     */
    public static Statement.Insert insertion(Statement.Copy copy, Schema schema) {
        FileFormat format = FileFormats.ofPath(
                copy.path(), copy.options(), schema.preparation().registered());
        List<Expression> arguments = new ArrayList<>();
        arguments.add(new Expression.StringLiteral(copy.path(), Trees.NOWHERE));
        for (String option : FileFormats.withoutFormat(copy.options())) {
            int equals = option.indexOf('=');
            arguments.add(argument(
                    option.substring(0, equals),
                    FileArguments.unquoted(option.substring(equals + 1))));
        }
        boolean texts = format.isText();
        if (format.options().stream().anyMatch(option -> option.name().equals(AS_TEXT))) {
            arguments.add(argument(AS_TEXT, "true"));
        }
        List<Name> names = texts ? null : names(copy, schema);
        TableSource file = new TableSource.TableFunction(
                new QualifiedName(
                        null, Trees.name(FileArguments.PREFIX + format.name()), Trees.NOWHERE),
                arguments,
                null,
                Trees.NOWHERE);
        return new Statement.Insert(
                null,
                ConflictAction.DEFAULT,
                copy.table(),
                null,
                names == null ? copy.columns() : names,
                select(names, file),
                List.of(),
                List.of(),
                copy.span());
    }

    private static Expression argument(String name, String value) {
        return Trees.binary(
                Expression.BinaryOperator.EQ,
                Trees.column(null, name),
                new Expression.StringLiteral(value, Trees.NOWHERE));
    }

    /**
     * Returns the columns that are filled; null if the table is unknown, which the INSERT reports.
     */
    private static List<Name> names(Statement.Copy copy, Schema schema) {
        if (copy.columns() != null) {
            return copy.columns();
        }
        Name database = copy.table().schema();
        Schema home = database == null ? schema : schema.database(database);
        Table table = home == null ? null : home.table(copy.table().name().text());
        if (table == null) {
            return null;
        }
        List<Name> names = new ArrayList<>();
        for (Column column : table.columns()) {
            if (!column.hidden() && column.recordIndex() >= 0) {
                names.add(Trees.name(column.name()));
            }
        }
        return names;
    }

    /** @param columns null for all */
    private static Select select(List<Name> columns, TableSource source) {
        List<org.sqlvm.engine.sql.tree.ResultColumn> items = new ArrayList<>();
        if (columns == null) {
            items.add(new org.sqlvm.engine.sql.tree.ResultColumn.Star(Trees.NOWHERE));
        } else {
            columns.forEach(name -> items.add(Trees.item(Trees.column(null, name.text()))));
        }
        return Trees.select(null, items, source, null);
    }

    /**
     * Writes the rows of a query or a table.
     *
     * @return how the query runs
     */
    public static List<PlanLine> emit(
            Assembler assembler,
            Statement.Copy copy,
            String sql,
            Schema schema,
            PlanOptions options) {
        Select query = copy.query() != null
                ? copy.query()
                : select(
                        copy.columns(),
                        new TableSource.TableName(
                                copy.table(), null, null, copy.table().span()));
        // Rows that are written cannot be taken back for another plan.
        RowPlan plan = Planner.plan(query, sql, schema, options.withoutTrials());
        List<String> names =
                Planner.shownColumns(plan).stream().map(ResultColumn::name).toList();
        List<String> arguments = new ArrayList<>();
        arguments.add(Identifiers.literal(copy.path()));
        arguments.addAll(FileFormats.withoutFormat(copy.options()));
        FileFormat format = FileFormats.ofPath(
                copy.path(), copy.options(), schema.preparation().registered());
        int cursor = assembler.cursor();
        assembler.add(Opcode.VOpen, cursor, 0, 0, CopyTarget.of(format, arguments, names), 0);
        assembler.notes().setSeen();
        SelectCode.emit(
                assembler,
                plan,
                (first, count, next) -> assembler.add(Opcode.CopyRow, cursor, first, count));
        assembler.add(Opcode.CopyEnd, cursor, 0, 0);
        return plan.queryPlan();
    }
}
