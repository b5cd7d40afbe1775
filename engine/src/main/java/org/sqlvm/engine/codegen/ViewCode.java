package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.NameUses;
import org.sqlvm.engine.plan.PlanOptions;
import org.sqlvm.engine.plan.Planner;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Authorization;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

/** CREATE VIEW: a row in sqlite_schema. What the view selects is looked at when it is used. */
final class ViewCode {
    private static final int SCHEMA_COLUMN_COUNT = 5;

    private ViewCode() {}

    /** @param hasParameters the statement has some, which a view may not */
    static void emit(
            Assembler assembler,
            Statement.CreateView tree,
            String sql,
            Schema schema,
            boolean hasParameters) {
        Name name = tree.name().name();
        Schema home = Homes.of(schema, tree.name(), tree.temporary(), "view");
        SchemaCode.refuseReserved(name.text(), schema);
        assembler.transaction(home.number(), true);
        boolean view = home.view(name.text()) != null;
        if (view || home.table(name.text()) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error(
                        (view ? "view " : "table ") + name.text() + " already exists",
                        name.span().start());
            }
            return;
        }
        if (home.index(name.text()) != null) {
            throw SqlException.error("there is already an index named " + name.text());
        }
        if (hasParameters) {
            throw SqlException.error("parameters are not allowed in views");
        }
        String text =
                "CREATE VIEW " + sql.substring(name.span().start(), tree.span().end());
        refuseOtherDatabases(tree, sql, schema, home);
        emitRow(assembler, home.number(), name.text(), text);
    }

    /** A view of a database that is not temp names tables of that database alone. */
    private static void refuseOtherDatabases(
            Statement.CreateView tree, String sql, Schema schema, Schema home) {
        if (home.id().isTemp()) {
            return;
        }
        NameUses uses = NameUses.during(() -> {
            try {
                PlanOptions options = PlanOptions.of(schema.encoding());
                Authorization.silently(
                        () -> Planner.describe(tree.select(), sql, "", schema, options));
            } catch (SqlException _) {
                // What the view selects is looked at when it is used.
            }
        });
        for (DatabaseId written : uses.databases()) {
            if (!written.equals(home.id())) {
                throw SqlException.error("view " + tree.name().name().text()
                        + " cannot reference objects in database " + written.name());
            }
        }
    }

    private static void emitRow(Assembler assembler, int database, String name, String text) {
        int cursor = SchemaCode.openSchema(assembler, database);
        int first = assembler.registers(SCHEMA_COLUMN_COUNT);
        int rowid = assembler.register();
        int record = assembler.register();
        assembler.load(Text.of("view"), first);
        assembler.load(Text.of(name), first + 1);
        assembler.load(Text.of(name), first + 2);
        assembler.load(0L, first + 3);
        assembler.load(Text.of(text), first + 4);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.add(Opcode.MakeRecord, first, SCHEMA_COLUMN_COUNT, record);
        assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
        SchemaCode.finish(assembler, database);
    }
}
