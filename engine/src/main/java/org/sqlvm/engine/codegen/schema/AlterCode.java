package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.plan.resolve.NameUses;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader.Row;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.schema.TableBuilder;
import org.sqlvm.engine.schema.Trigger;
import org.sqlvm.engine.sql.DefinitionText;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.Alteration;
import org.sqlvm.engine.sql.tree.TableConstraint;
import org.sqlvm.engine.virtual.ConnectedTable;
import org.sqlvm.engine.virtual.VirtualTables;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * ALTER TABLE (sqlite.org/lang_altertable.html): the statements in sqlite_schema are edited, and
 * DROP COLUMN rewrites the rows.
 */
public final class AlterCode {
    private final Assembler assembler;
    private final Statement.AlterTable tree;
    private final String sql;
    /** The schema of all databases. */
    private final Schema all;
    /** The schema of the table's database. */
    private final Schema schema;

    private final SchemaEdit edit;
    /** Null for a view. */
    private final Table table;

    /** A virtual table that is renamed; null for any other statement. */
    private ConnectedTable virtual;

    private String newName;

    private AlterCode(Assembler assembler, Statement.AlterTable tree, String sql, Schema schema) {
        this.assembler = assembler;
        this.tree = tree;
        this.sql = sql;
        this.all = schema;
        this.schema = home(tree, schema);
        this.edit = new SchemaEdit(this.schema, schema);
        this.table = this.schema.table(tree.table().name().text());
    }

    public static void emit(
            Assembler assembler, Statement.AlterTable tree, String sql, Schema schema) {
        new AlterCode(assembler, tree, sql, schema).emit();
    }

    /** The schema of the table's database. */
    private static Schema home(Statement.AlterTable tree, Schema schema) {
        String name = tree.table().name().text();
        Schema home = schema.holdingTable(tree.table().schema(), name);
        if (home == null && VirtualTables.find(name, schema.preparation().registered()) != null) {
            throw SqlException.error("virtual tables may not be altered");
        }
        if (home == null) {
            throw SqlException.error("no such table: " + tree.table());
        }
        return home;
    }

    private void emit() {
        try {
            alter();
        } catch (SqlException e) {
            if (!edit.failsRunning()) {
                throw e;
            }
            edit.fail(assembler, e);
            return;
        }
        assembler.transaction(schema.number(), true);
        edit.emit(assembler);
        if (newName != null) {
            int name = assembler.literal(Text.of(newName));
            assembler.add(Opcode.VRename, name, 0, 0, virtual, 0);
        }
    }

    private void alter() {
        switch (tree.alteration()) {
            case Alteration.RenameTable rename -> renameTable(rename.target().text());
            case Alteration.RenameColumn rename -> renameColumn(rename);
            case Alteration.AddColumn add ->
                new AddColumnCode(assembler, sql, schema, edit)
                        .emit(
                                alterable(
                                        virtualTable() != null
                                                ? "virtual tables may not be altered"
                                                : "Cannot add a column to a view"),
                                add.column());
            case Alteration.DropColumn drop -> dropColumn(drop.column());
            case Alteration.AddCheck check -> addCheck(check);
            case Alteration.DropConstraint drop -> dropConstraint(drop.name().text());
            case Alteration.SetNotNull set -> setNotNull(set);
            case Alteration.DropNotNull drop -> dropNotNull(drop.column());
        }
    }

    /** The table; an error if it is SQLite's own, or a view. */
    private Table alterable(String view) {
        if (isUntouchable()) {
            throw SqlException.error("table " + table.name() + " may not be altered");
        }
        if (table == null) {
            throw SqlException.error(view);
        }
        return table;
    }

    private boolean isUntouchable() {
        return table != null
                && (SchemaCode.isSystem(table.name())
                        || VirtualTables.isReadOnlyShadow(schema, table.name()));
    }

    /** The virtual table that is to be altered; null for any other. */
    private Schema.StoredText virtualTable() {
        Schema.StoredText view = schema.view(tree.table().name().text());
        return view != null && view.isVirtual() ? view : null;
    }

    /** Returns the kind and name of an object that is no table, for messages. */
    private String other() {
        String name = schema.view(tree.table().name().text()).name();
        return (virtualTable() != null ? "virtual table \"" : "view \"") + name + "\"";
    }

    private boolean isOfTable(Row row) {
        return Name.same(table.name(), row.tableName());
    }

    // ------------------------------------------------------------------ RENAME

    private void renameTable(String target) {
        Schema.StoredText text = virtualTable();
        virtual = text == null
                ? null
                : VirtualTables.connected(text, schema.preparation().registered());
        if (schema.table(target) != null
                || schema.view(target) != null
                || schema.index(target) != null) {
            throw SqlException.error(
                    "there is already another table or index with this name: " + target);
        }
        if (isUntouchable()) {
            alterable("");
        }
        SchemaCode.refuseReserved(target, all);
        if (virtual != null) {
            renameVirtual(target);
            return;
        }
        alterable("view " + tree.table().name().text() + " may not be altered");
        if (all.settings().legacyAlter()) {
            edit.rename((_, statement) -> legacyPlaces(statement), target);
        } else {
            edit.rewrite(
                    (row, uses) -> SchemaEdit.replaced(
                            row.sql(), uses.of(table, NameUses.TABLE), target, true, List.of()),
                    tree.table().name().text());
        }
        edit.apply(row -> {
            if (!isOfTable(row)) {
                return row;
            }
            String name = switch (row.type()) {
                case "table" -> target;
                case "index" ->
                    row.sql() == null
                            ? "sqlite_autoindex_" + target
                                    + row.name().substring(row.name().lastIndexOf('_'))
                            : row.name();
                default -> row.name();
            };
            return new Row(row.type(), name, target, row.rootPage(), row.sql());
        });
        List<String> triggers =
                all.temporaryTriggers(tree.table().name().text(), schema.id()).stream()
                        .filter(trigger -> isNamed(trigger.tree().table()))
                        .map(Trigger::name)
                        .toList();
        edit.applyTemporary(row -> row.type().equals("trigger") && triggers.contains(row.name())
                ? new Row(row.type(), row.name(), target, row.rootPage(), row.sql())
                : row);
        edit.check("after rename");
        renameSequence(target);
    }

    /** Renames a virtual table; its module is told once the schema has the new name. */
    private void renameVirtual(String target) {
        newName = target;
        if (!all.settings().legacyAlter()) {
            edit.rewrite(
                    (row, uses) -> SchemaEdit.replaced(
                            row.sql(),
                            uses.of(virtual.declared(), NameUses.TABLE),
                            target,
                            true,
                            List.of()),
                    virtual.name());
        }
        edit.apply(row -> row.type().equals("table") && Name.same(row.name(), virtual.name())
                ? new Row(row.type(), target, target, row.rootPage(), renamed(row.sql(), target))
                : row);
        VirtualTables.renaming(
                virtual,
                target,
                schema.preparation().registered(),
                () -> edit.check("after rename"));
    }

    /** The text of a virtual table with another name. */
    private static String renamed(String sql, String target) {
        Statement.CreateVirtualTable definition =
                (Statement.CreateVirtualTable) Parser.parseSchemaSql(sql);
        Span name = definition.name().name().span();
        return SchemaEdit.replaced(sql, List.of(name), target, true, List.of());
    }

    /**
     * Returns the positions at which PRAGMA legacy_alter_table renames the table: in its own
     * statement, in the ON clauses of its indexes and triggers, and, if foreign keys are on, in
     * REFERENCES.
     */
    private List<Span> legacyPlaces(Statement statement) {
        List<Name> names = new ArrayList<>();
        switch (statement) {
            case Statement.CreateTable create -> {
                names.add(create.name().name());
                if (all.settings().foreignKeys()) {
                    names.addAll(parents(create));
                }
            }
            case Statement.CreateIndex create -> names.add(create.table());
            case Statement.CreateTrigger create -> {
                if (isNamed(create.table())) {
                    names.add(create.table().name());
                }
            }
            default -> {}
        }
        return names.stream()
                .filter(name -> name.matches(table.name()))
                .map(Name::span)
                .toList();
    }

    /** Whether a name means something in the table's database, as it would in a new statement. */
    private boolean isNamed(QualifiedName name) {
        return all.holdingTable(name.schema(), name.name().text()) == schema;
    }

    private static List<Name> parents(Statement.CreateTable create) {
        List<Name> names = new ArrayList<>();
        for (Statement.ColumnDefinition column : create.columns()) {
            for (ColumnConstraint constraint : column.constraints()) {
                if (constraint instanceof ColumnConstraint.References references) {
                    names.add(references.key().table());
                }
            }
        }
        for (TableConstraint constraint : create.constraints()) {
            if (constraint instanceof TableConstraint.Foreign foreign) {
                names.add(foreign.key().table());
            }
        }
        return names;
    }

    /** Gives the rows of sqlite_sequence the new name: a user may have added some. */
    private void renameSequence(String target) {
        Table sequence = schema.table(Schema.SEQUENCE_TABLE);
        if (sequence == null) {
            return;
        }
        int cursor = assembler.cursor();
        int row = assembler.registers(2);
        int wanted = assembler.register();
        int rowid = assembler.register();
        int record = assembler.register();
        int next = assembler.label();
        int end = assembler.label();
        assembler.add(Opcode.OpenWrite, cursor, sequence.rootPage(), schema.number(), 2, 0);
        assembler.load(Text.of(table.name()), wanted);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, cursor, 0, row);
        assembler.add(Opcode.Ne, wanted, next, row, null, Opcode.JUMP_IF_NULL);
        assembler.add(Opcode.Rowid, cursor, rowid, 0);
        assembler.add(Opcode.Column, cursor, 1, row + 1);
        assembler.load(Text.of(target), row);
        assembler.add(Opcode.MakeRecord, row, 2, record);
        assembler.add(Opcode.Insert, cursor, record, rowid);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    private int column(Name name) {
        int column = table.columnIndex(name.text());
        if (column < 0) {
            throw SqlException.error("no such column: \"" + name.span().of(sql) + "\"");
        }
        return column;
    }

    private void renameColumn(Alteration.RenameColumn rename) {
        alterable(table != null ? "" : "cannot rename columns of " + other());
        int column = column(rename.source());
        boolean quoted = rename.target().quote() != Name.Quote.NONE;
        String target = rename.target().text();
        edit.rewrite((row, uses) -> SchemaEdit.replaced(
                row.sql(), uses.of(table, column), target, quoted, uses.strings()));
        edit.checkColumns("after rename");
    }

    // ------------------------------------------------------------------ columns

    private void dropColumn(Name name) {
        alterable(table != null ? "" : "cannot drop column from " + other());
        int column = column(name);
        String key = DropColumnCode.keyOf(table, column);
        if (key != null) {
            throw SqlException.error("cannot drop " + key + " column: \"" + name.text() + "\"");
        }
        if (table.columns().size() == 1) {
            throw SqlException.error(
                    "cannot drop column \"" + name.text() + "\": no other columns exist");
        }
        edit.rewrite((row, uses) ->
                SchemaEdit.replaced(row.sql(), List.of(), "", false, uses.strings()));
        edit.apply(row -> row.type().equals("table") && isOfTable(row)
                ? SchemaEdit.withSql(row, new DefinitionText(row.sql()).withoutColumn(column))
                : row);
        edit.checkColumns("after drop column");
        String changed = new DefinitionText(table.sql()).withoutColumn(column);
        Table built = TableBuilder.build(
                (Statement.CreateTable) Parser.parseSchemaSql(changed),
                changed,
                schema.preparation());
        DropColumnCode.emit(assembler, table, column, built);
    }

    // ------------------------------------------------------------------ constraints

    private void editTable(Function<DefinitionText, String> change) {
        edit.apply(row -> row.type().equals("table") && isOfTable(row)
                ? SchemaEdit.withSql(row, change.apply(new DefinitionText(row.sql())))
                : row);
    }

    private Table constrained() {
        return alterable(table != null ? "" : "cannot edit constraints of " + other());
    }

    private void addCheck(Alteration.AddCheck check) {
        constrained();
        String name = check.name() == null ? null : check.name().text();
        if (name != null && new DefinitionText(table.sql()).hasConstraint(name)) {
            throw edit.error(
                    SchemaEdit.Progress.LOCKED,
                    SqlException.error("constraint " + name + " already exists"));
        }
        Definitions.checkCondition(table, check.condition(), schema.preparation());
        AddColumnCode.failIfAny(
                assembler,
                sql,
                schema,
                table,
                new Expression.Unary(Expression.UnaryOperator.NOT, check.condition(), check.text()),
                ResultCode.CONSTRAINT,
                "constraint failed");
        // ADD follows the table's name.
        int start = DefinitionText.tokenStart(sql, tree.table().span().end(), 1);
        String text = sql.substring(start, tree.span().end());
        editTable(definition -> definition.withTableConstraint(text));
    }

    private void dropConstraint(String name) {
        constrained();
        editTable(definition -> definition.withoutConstraint(name));
    }

    private void setNotNull(Alteration.SetNotNull set) {
        constrained();
        int column = constrainedColumn(set.column());
        Expression value =
                new Expression.ColumnName(null, null, set.column(), set.column().span());
        AddColumnCode.failIfAny(
                assembler,
                sql,
                schema,
                table,
                new Expression.IsNull(value, false, set.column().span()),
                ResultCode.CONSTRAINT,
                "constraint failed");
        // SET follows the column's name.
        int start = DefinitionText.tokenStart(sql, set.column().span().end(), 1);
        String text = sql.substring(start, tree.span().end());
        editTable(definition -> new DefinitionText(definition.withoutNotNull(column))
                .withColumnConstraint(column, text));
    }

    private int constrainedColumn(Name name) {
        int column = table.columnIndex(name.text());
        if (column < 0) {
            throw SqlException.error("no such column: " + name.text());
        }
        return column;
    }

    private void dropNotNull(Name name) {
        constrained();
        int column = constrainedColumn(name);
        editTable(definition -> definition.withoutNotNull(column));
    }
}
