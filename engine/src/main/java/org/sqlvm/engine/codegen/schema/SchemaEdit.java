package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.resolve.Definitions;
import org.sqlvm.engine.plan.resolve.NameUses;
import org.sqlvm.engine.plan.resolve.StoredNames;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.KnownRows;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader;
import org.sqlvm.engine.schema.SchemaLoader.Row;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The rows of sqlite_schema as ALTER TABLE changes them: first in memory, where it shows whether
 * every statement still means something, then in the file.
 */
final class SchemaEdit {
    private static final int SCHEMA_ROOT = 1;
    private static final int COLUMN_COUNT = 5;
    private static final int ROOT_PAGE = 3;

    /** The schema of all databases. */
    private final Schema all;
    /** The table's database, and temp, if that has views or triggers which may name the table. */
    private final List<Part> parts = new ArrayList<>();

    /**
     * SQLite's progress before the error that has ended the work here; null if there was no error.
     */
    private Progress failedAfter;

    /** The progress of SQLite, which edits the schema as the statement runs. */
    enum Progress {
        /** SQLite has the write lock. */
        LOCKED,
        /** SQLite has changed rows, which are then undone. */
        CHANGED
    }

    /** One database. */
    private static final class Part {
        final Schema schema;
        final List<Row> before = new ArrayList<>();
        final List<Row> rows = new ArrayList<>();

        Part(Schema schema) {
            this.schema = schema;
            // Triggers that are older than a table of their table's name are not on that.
            addTriggers(false);
            // Triggers of temp whose table is gone are none.
            schema.rows().stream()
                    .filter(row ->
                            !row.type().equals("trigger") || schema.trigger(row.name()) != null)
                    .forEach(before::add);
            rows.addAll(before);
        }

        private void addTriggers(boolean ofOwn) {
            for (Schema.StoredText trigger : schema.triggers()) {
                if (trigger.ofOwn() == ofOwn) {
                    before.add(
                            new Row("trigger", trigger.name(), trigger.table(), 0, trigger.sql()));
                }
            }
        }

        /** @param strings whether a name in double quotes that names no column is a string */
        Schema changed(boolean lenient, boolean strings) {
            Schema changed = SchemaLoader.load(
                    schema.id(),
                    rows,
                    List.of(),
                    List.of(),
                    _ -> 0,
                    new SchemaLoader.Reading(
                            schema.preparation(), lenient, schema.ignoresDescending(), strings),
                    new KnownRows());
            return changed.preparedFor(schema.preparation());
        }
    }

    /**
     * @param home the schema of the table's database
     * @param all the schema of all databases
     */
    SchemaEdit(Schema home, Schema all) {
        this.all = all;
        parts.add(new Part(home));
        Schema temp = all.databases().size() == 1 ? home : all.database(DatabaseId.TEMP.number());
        if (temp != home && !(temp.views().isEmpty() && temp.triggers().isEmpty())) {
            parts.add(new Part(temp));
        }
    }

    /** Does a part of the work, whose errors SQLite finds when the statement runs. */
    private void after(Progress progress, Runnable work) {
        try {
            work.run();
        } catch (SqlException e) {
            throw error(progress, e);
        }
    }

    /** An error that SQLite finds when the statement runs. */
    SqlException error(Progress progress, SqlException error) {
        failedAfter = progress;
        return error;
    }

    /** Whether the error that has ended the work is one of a statement that runs. */
    boolean failsRunning() {
        return failedAfter != null;
    }

    /** Emits the error of a failed edit. Within a transaction, the lock is kept. */
    void fail(Assembler assembler, SqlException error) {
        int database = parts.getFirst().schema.number();
        assembler.transaction(database, true);
        if (failedAfter == Progress.CHANGED) {
            SchemaRows.change(assembler, database);
        }
        assembler.add(Opcode.Halt, error.code(), Opcode.HALT_ABORT, 0, error.getMessage(), 0);
    }

    /** A change of the row of a table, index, view or trigger; the same row for none. */
    interface Change {
        Row apply(Row row);
    }

    /** Changes rows of the table's database. */
    void apply(Change change) {
        after(Progress.LOCKED, () -> parts.getFirst().rows.replaceAll(change::apply));
    }

    /** Changes rows of temp, if that is another database than the table's. */
    void applyTemporary(Change change) {
        parts.stream().skip(1).forEach(part -> part.rows.replaceAll(change::apply));
    }

    /**
     * Changes the text of every statement that is the user's.
     *
     * @param change gets the row and the meaning of its names
     * @throws SqlException {@code error in view v: …}
     */
    void rewrite(BiFunction<Row, NameUses, String> change) {
        rewrite(change, null);
    }

    /**
     * Changes the text of every statement that is the user's.
     *
     * @param renamed the table that gets a new name: errors in temporary triggers on it show
     *     afterwards
     */
    void rewrite(BiFunction<Row, NameUses, String> change, String renamed) {
        // For a column, SQLite first looks at all rows; for a table it changes one by one.
        after(
                renamed == null ? Progress.LOCKED : Progress.CHANGED,
                () -> rewriteAll(change, renamed));
    }

    private void rewriteAll(BiFunction<Row, NameUses, String> change, String renamed) {
        for (Part part : parts) {
            Schema visible = all.visibleIn(part.schema.id());
            part.rows.replaceAll(row -> {
                boolean after = part != parts.getFirst() && Name.same(row.tableName(), renamed);
                // SQLite does not look at the other tables' indexes before.
                boolean index =
                        renamed != null && isIndex(row) && !Name.same(row.tableName(), renamed);
                return isSystem(row) || isOther(part, row) || index
                        ? row
                        : rewritten(row, visible, change, after ? "after rename" : "");
            });
        }
    }

    /** Returns the changed row; PRAGMA writable_schema leaves an invalid statement unchanged. */
    private Row rewritten(
            Row row, Schema visible, BiFunction<Row, NameUses, String> change, String when) {
        try {
            return withSql(row, change.apply(row, uses(row, visible, when, true)));
        } catch (SqlException e) {
            if (!all.settings().writableSchema()) {
                throw e;
            }
            return row;
        }
    }

    /**
     * Changes names in the text of every statement that is the user's, without resolving the other
     * names.
     *
     * @param places finds the positions of the names in a statement
     */
    void rename(BiFunction<Row, Statement, List<Span>> places, String target) {
        for (Part part : parts) {
            part.rows.replaceAll(row -> isSystem(row) || isOther(part, row)
                    ? row
                    : withSql(
                            row,
                            replaced(
                                    row.sql(),
                                    places.apply(row, Parser.parseSchemaSql(row.sql())),
                                    target,
                                    true,
                                    List.of())));
        }
    }

    /** Whether it is a table of temp or its index, where the table that changes is not in temp. */
    private boolean isOther(Part part, Row row) {
        return part != parts.getFirst() && (row.type().equals("table") || isIndex(row));
    }

    private static boolean isIndex(Row row) {
        return row.type().equals("index");
    }

    static Row withSql(Row row, String sql) {
        return new Row(row.type(), row.name(), row.tableName(), row.rootPage(), sql);
    }

    private static boolean isSystem(Row row) {
        return row.sql() == null
                || row.name().regionMatches(true, 0, "sqlite_", 0, "sqlite_".length())
                || row.sql().regionMatches(true, 0, "create virtual", 0, "create virtual".length());
    }

    /**
     * Returns the meaning of the names in a row's statement; an error says which object it is in.
     *
     * @param strings whether a name in double quotes that resolves to nothing is a string
     */
    private static NameUses uses(Row row, Schema in, String when, boolean strings) {
        try {
            return in.preparation()
                    .authorization()
                    .silently(() -> StoredNames.resolve(
                            Parser.parseSchemaSql(row.sql()), row.sql(), in, strings));
        } catch (SqlException e) {
            throw errorIn(row.type(), row.name(), when, e.getMessage());
        }
    }

    private static SqlException errorIn(String type, String name, String when, String message) {
        return SqlException.error("error in " + type + " " + name + (when.isEmpty() ? "" : " ")
                + when + ": " + message);
    }

    /**
     * Checks that every statement is still valid; with PRAGMA legacy_alter_table only those of
     * tables and indexes.
     *
     * @param when the text "after rename" …
     * @throws SqlException if not
     */
    void check(String when) {
        after(Progress.CHANGED, () -> check(when, true));
    }

    /**
     * Checks every statement, without taking a name in double quotes for a string in tables and
     * indexes.
     */
    void checkColumns(String when) {
        after(Progress.CHANGED, () -> check(when, false));
    }

    private void check(String when, boolean strings) {
        List<Schema> databases = new ArrayList<>(all.databases());
        for (Part part : parts) {
            try {
                Schema changed = part.changed(all.settings().writableSchema(), strings);
                databases.replaceAll(
                        database -> database.id().equals(changed.id()) ? changed : database);
            } catch (SqlException e) {
                checkBefore(part, e, when);
                throw inObject(part, e, when);
            }
        }
        Schema changed = databases.size() == 1
                ? databases.getFirst()
                : Schema.of(databases, all.triggerHomes());
        for (Part part : parts) {
            part.rows.stream()
                    .filter(row -> !isText(row))
                    .forEach(row -> check(part, row, changed, when, strings));
        }
        for (Part part : parts) {
            part.rows.stream()
                    .filter(row -> isText(row) && !all.settings().legacyAlter())
                    .forEach(row -> check(part, row, changed, when, true));
        }
    }

    private void check(Part part, Row row, Schema changed, String when, boolean strings) {
        if (!isSystem(row) && !all.settings().writableSchema()) {
            Schema visible = changed.visibleIn(part.schema.id());
            uses(row, visible, when, strings);
        }
    }

    /** Whether a row has nothing but a text: it is looked at when all tables are known. */
    private static boolean isText(Row row) {
        return row.type().equals("view") || row.type().equals("trigger");
    }

    /** If several objects have become invalid, the first one is named. */
    private void checkBefore(Part part, SqlException error, String when) {
        for (int i = 0; i < part.rows.size(); i++) {
            if (error.getMessage().startsWith(malformed(part.rows.get(i)))) {
                List<Row> before = part.rows.subList(0, i);
                Schema loaded = SchemaLoader.load(
                        part.schema.id(),
                        before,
                        List.of(),
                        List.of(),
                        _ -> 0,
                        new SchemaLoader.Reading(
                                all.preparation(),
                                all.settings().writableSchema(),
                                part.schema.ignoresDescending(),
                                true),
                        new KnownRows());
                Schema prepared = loaded.preparedFor(all.preparation());
                before.stream()
                        .filter(row -> row.type().equals("table") && !isSystem(row))
                        .forEach(row -> uses(row, prepared, when, true));
                return;
            }
        }
    }

    private static String malformed(Row row) {
        return "malformed database schema (" + row.name() + ") - ";
    }

    /** The loader's message names the object, but not its kind. */
    private static SqlException inObject(Part part, SqlException error, String when) {
        for (Row row : part.rows) {
            String prefix = malformed(row);
            if (error.getMessage().startsWith(prefix)) {
                return errorIn(
                        row.type(),
                        row.name(),
                        when,
                        error.getMessage().substring(prefix.length()));
            }
        }
        return error;
    }

    /** Emits the changes of the rows that differ from the old ones. */
    void emit(Assembler assembler) {
        for (Part part : parts) {
            boolean changes = !part.rows.equals(part.before);
            if (changes) {
                emit(assembler, part);
            }
            if (part == parts.getFirst()) {
                SchemaRows.finishAlteration(assembler, part.schema.number());
            } else if (changes) {
                assembler.add(Opcode.ParseSchema, part.schema.number(), 0, 0);
            }
        }
    }

    private static void emit(Assembler assembler, Part part) {
        int database = part.schema.number();
        int source = assembler.cursor();
        int target = assembler.cursor();
        int end = assembler.label();
        int next = assembler.label();
        int first = assembler.registers(COLUMN_COUNT);
        int record = assembler.register();
        int rowid = assembler.register();
        int type = assembler.register();
        int name = assembler.register();
        int wanted = assembler.register();
        assembler.add(Opcode.OpenRead, source, SCHEMA_ROOT, database, COLUMN_COUNT, 0);
        assembler.add(Opcode.OpenWrite, target, SCHEMA_ROOT, database, COLUMN_COUNT, 0);
        assembler.add(Opcode.Rewind, source, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.Column, source, 0, type);
        assembler.add(Opcode.Column, source, 1, name);
        for (int i = 0; i < part.rows.size(); i++) {
            Row row = part.rows.get(i);
            Row old = part.before.get(i);
            if (row.equals(old)) {
                continue;
            }
            if (row.sql() != null) {
                Definitions.checkReadable(row.name(), row.sql());
            }
            int other = assembler.label();
            assembler.load(Text.of(old.type()), wanted);
            assembler.add(Opcode.Ne, wanted, other, type, null, Opcode.JUMP_IF_NULL);
            assembler.load(Text.of(old.name()), wanted);
            assembler.add(
                    Opcode.Ne,
                    wanted,
                    other,
                    name,
                    org.sqlvm.engine.data.Collation.named("NOCASE"),
                    Opcode.JUMP_IF_NULL);
            assembler.add(Opcode.Rowid, source, rowid, 0);
            assembler.load(Text.of(row.type()), first);
            assembler.load(Text.of(row.name()), first + 1);
            assembler.load(Text.of(row.tableName()), first + 2);
            assembler.add(Opcode.Column, source, ROOT_PAGE, first + ROOT_PAGE);
            assembler.load(row.sql() == null ? SqlNull.NULL : Text.of(row.sql()), first + 4);
            assembler.add(Opcode.MakeRecord, first, COLUMN_COUNT, record);
            assembler.add(Opcode.Insert, target, record, rowid);
            assembler.jump(next);
            assembler.bind(other);
        }
        assembler.bind(next);
        assembler.add(Opcode.Next, source, top, 0);
        assembler.bind(end);
        assembler.add(Opcode.Close, source, 0, 0);
        assembler.add(Opcode.Close, target, 0, 0);
    }

    /**
     * Returns {@code sql} with another name at the given positions.
     *
     * @param quoted whether to quote it everywhere; otherwise only where the old one was quoted
     * @param strings the names in double quotes that are strings: they get single quotes
     */
    static String replaced(
            String sql, List<Span> places, String name, boolean quoted, List<Name> strings) {
        record Edit(Span place, String text) {}

        List<Edit> edits = new ArrayList<>();
        for (Span place : places) {
            boolean plain = !quoted && isIdentifier(sql.charAt(place.start()));
            String text = plain ? name : Identifiers.quoted(name);
            edits.add(new Edit(place, text + (!plain && isAt(sql, place.end(), '"') ? " " : "")));
        }
        for (Name string : strings) {
            Span place = string.span();
            edits.add(new Edit(
                    place,
                    Identifiers.literal(string.text())
                            + (isAt(sql, place.end(), '\'') ? " " : "")));
        }
        edits.sort((left, right) -> right.place().start() - left.place().start());
        StringBuilder text = new StringBuilder(sql);
        edits.forEach(edit -> text.replace(edit.place().start(), edit.place().end(), edit.text()));
        return text.toString();
    }

    private static boolean isIdentifier(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$' || c >= 0x80;
    }

    private static boolean isAt(String sql, int position, char wanted) {
        return position < sql.length() && sql.charAt(position) == wanted;
    }
}
