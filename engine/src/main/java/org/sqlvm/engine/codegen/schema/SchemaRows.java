package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

/**
 * The rows of sqlite_schema that statements add. Every one is written here, after its text has been
 * read as a connection that opens the file will read it.
 */
final class SchemaRows {
    private static final int ROOT = 1;
    private static final int COLUMN_COUNT = 5;
    /** Field of SetCookie. */
    static final int SCHEMA_COOKIE = 1;

    private SchemaRows() {}

    /**
     * The text of a statement from the object's name on, up to its semicolon, as sqlite_schema
     * keeps it of indexes and views and of tables with options: comments and white space at the end
     * included.
     */
    static String definition(String sql, int start) {
        return sql.substring(start, sql.length() - (sql.endsWith(";") ? 1 : 0));
    }

    /** A cursor that writes to sqlite_schema of a database. */
    static int open(Assembler assembler, int database) {
        int cursor = assembler.cursor();
        assembler.add(Opcode.OpenWrite, cursor, ROOT, database, COLUMN_COUNT, 0);
        return cursor;
    }

    /** The row of a table whose root page is in a register. */
    static void addTable(Assembler assembler, int database, String name, int root, String text) {
        write(assembler, open(assembler, database), "table", name, name, root, text);
    }

    /** All of a statement that makes an object without a tree. */
    static void addObject(
            Assembler assembler,
            int database,
            String type,
            String name,
            String table,
            String text) {
        int none = assembler.literal(0L);
        write(assembler, open(assembler, database), type, name, table, none, text);
        finish(assembler, database);
    }

    /**
     * Writes a row.
     *
     * @param root the register of the root page
     * @param text null for an automatic index
     */
    static void write(
            Assembler assembler,
            int cursor,
            String type,
            String name,
            String table,
            int root,
            String text) {
        if (text != null) {
            Definitions.checkReadable(name, text);
        }
        int first = assembler.registers(COLUMN_COUNT);
        int rowid = assembler.register();
        int record = assembler.register();
        assembler.load(Text.of(type), first);
        assembler.load(Text.of(name), first + 1);
        assembler.load(Text.of(table), first + 2);
        assembler.add(Opcode.SCopy, root, first + 3, 0);
        assembler.load(text == null ? SqlNull.NULL : Text.of(text), first + 4);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.add(Opcode.MakeRecord, first, COLUMN_COUNT, record);
        assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
    }

    /** The schema of a database becomes another one. */
    static void change(Assembler assembler, int database) {
        assembler.add(Opcode.SetCookie, database, SCHEMA_COOKIE, 1);
    }

    /** Emits the end of a change of a schema: it is read again, here and by other connections. */
    static void finish(Assembler assembler, int database) {
        change(assembler, database);
        assembler.add(Opcode.ParseSchema, database, 0, 0);
    }

    /**
     * Emits the end of an ALTER TABLE: the schema is read again, including temp, as in SQLite.
     * Temp's triggers are then on the tables that their names mean at that time.
     */
    static void finishAlteration(Assembler assembler, int database) {
        change(assembler, database);
        assembler.add(Opcode.ParseSchema, database, 1, 0);
    }
}
