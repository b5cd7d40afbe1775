package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

/** CREATE VIEW: a row in sqlite_schema. What the view selects is looked at when it is used. */
final class ViewCode {
    private static final int SCHEMA_ROOT = 1;
    private static final int SCHEMA_COLUMN_COUNT = 5;
    /** Field of SetCookie. */
    private static final int SCHEMA_COOKIE = 1;

    private ViewCode() {}

    /** @param hasParameters the statement has some, which a view may not */
    static void emit(
            Assembler assembler,
            Statement.CreateView tree,
            String sql,
            Schema schema,
            boolean hasParameters) {
        Name name = tree.name().name();
        Name database = tree.name().schema();
        if (tree.temporary() || (database != null && database.matches("temp"))) {
            throw SqlException.notSupported("TEMP objects", tree.span().start());
        }
        if (database != null && !database.matches("main")) {
            throw SqlException.error("unknown database " + database.text());
        }
        if (name.text().regionMatches(true, 0, "sqlite_", 0, "sqlite_".length())) {
            throw SqlException.error("object name reserved for internal use: " + name.text());
        }
        assembler.transaction(true);
        boolean view = schema.view(name.text()) != null;
        if (view || schema.table(name.text()) != null) {
            if (!tree.ifNotExists()) {
                throw SqlException.error(
                        (view ? "view " : "table ") + name.text() + " already exists",
                        name.span().start());
            }
            return;
        }
        if (schema.index(name.text()) != null) {
            throw SqlException.error("there is already an index named " + name.text());
        }
        if (hasParameters) {
            throw SqlException.error("parameters are not allowed in views");
        }
        String text =
                "CREATE VIEW " + sql.substring(name.span().start(), tree.span().end());
        emitRow(assembler, name.text(), text);
    }

    private static void emitRow(Assembler assembler, String name, String text) {
        int cursor = assembler.cursor();
        int first = assembler.registers(SCHEMA_COLUMN_COUNT);
        int rowid = assembler.register();
        int record = assembler.register();
        assembler.add(Opcode.OpenWrite, cursor, SCHEMA_ROOT, 0, SCHEMA_COLUMN_COUNT, 0);
        assembler.load(Text.of("view"), first);
        assembler.load(Text.of(name), first + 1);
        assembler.load(Text.of(name), first + 2);
        assembler.load(0L, first + 3);
        assembler.load(Text.of(text), first + 4);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.add(Opcode.MakeRecord, first, SCHEMA_COLUMN_COUNT, record);
        assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
        assembler.add(Opcode.SetCookie, 0, SCHEMA_COOKIE, 1);
        assembler.add(Opcode.ParseSchema, 0, 0, 0);
    }
}
