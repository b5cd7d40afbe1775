package org.sqlvm.engine.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.plan.options.PlanOptions;
import org.sqlvm.engine.plan.options.VectorUse;
import org.sqlvm.engine.prepare.Preparation;
import org.sqlvm.engine.program.Insertion;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.KnownRows;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.SchemaLoader;
import org.sqlvm.engine.schema.SchemaLoader.Row;
import org.sqlvm.engine.schema.Settings;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** {@link Insertion}: the statements that have one, and that their programs do nothing else. */
final class InsertionFactTest {
    /** The instructions of programs that only append; FkCheck then finds what others have left. */
    private static final Set<Opcode> PLAIN = EnumSet.of(
            Opcode.Init,
            Opcode.Goto,
            Opcode.Transaction,
            Opcode.OpenWrite,
            Opcode.Variable,
            Opcode.SCopy,
            Opcode.Copy,
            Opcode.Null,
            Opcode.IsNull,
            Opcode.NotNull,
            Opcode.HaltIfNull,
            Opcode.NewRowid,
            Opcode.MustBeInt,
            Opcode.NotExists,
            Opcode.Delete,
            Opcode.Affinity,
            Opcode.MakeRecord,
            Opcode.Insert,
            Opcode.Close,
            Opcode.FkCheck,
            Opcode.Halt,
            Opcode.NoConflict,
            Opcode.IdxInsert,
            Opcode.IdxRowid,
            Opcode.IdxDelete,
            Opcode.Column,
            Opcode.RealAffinity,
            Opcode.Rowid);

    private static final String TABLE =
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT NOT NULL, c REAL)";
    private static final String ROW = "INSERT INTO t VALUES (?, ?, ?)";

    private static Program program(Settings settings, String definitions, String sql) {
        List<Row> rows = new ArrayList<>();
        for (String text : definitions.split("; (?=CREATE)")) {
            String name = "n" + rows.size();
            int root = rows.size() + 2;
            rows.add(
                    switch (Parser.parse(text, 0).statement()) {
                        case Statement.CreateTable tree -> {
                            String table = tree.name().name().text();
                            yield new Row("table", table, table, root, text);
                        }
                        case Statement.CreateIndex tree ->
                            new Row("index", name, tree.table().text(), root, text);
                        case Statement.CreateTrigger _ -> new Row("trigger", name, "t", 0, text);
                        case Statement.CreateView tree ->
                            new Row("view", tree.name().name().text(), name, 0, text);
                        case Statement tree -> throw new IllegalArgumentException(tree.toString());
                    });
        }
        Schema schema = SchemaLoader.load(
                        DatabaseId.MAIN,
                        rows,
                        List.of(),
                        List.of(),
                        _ -> 0L,
                        SchemaLoader.Reading.of(
                                Preparation.idle(TextEncoding.UTF8, Registered.NONE)),
                        new KnownRows())
                .with(settings);
        PlanOptions options = new PlanOptions(TextEncoding.UTF8, Set.of(), VectorUse.NEVER);
        return Compiler.compile(
                Parser.parse(sql, 0), sql, schema, options, Compilation.ENDLESS, null);
    }

    private static Insertion insertion(Settings settings, String definitions, String sql) {
        Program program = program(settings, definitions, sql);
        Insertion insertion = program.facts().insertion();
        if (insertion != null) {
            for (Instruction instruction : program.instructions()) {
                assertTrue(PLAIN.contains(instruction.opcode()), instruction::toString);
            }
        }
        return insertion;
    }

    private static Insertion insertion(String definitions, String sql) {
        return insertion(Settings.DEFAULT, definitions, sql);
    }

    @Test
    void valuesAndEntries() {
        Insertion found = insertion(
                TABLE + "; CREATE UNIQUE INDEX u ON t(c DESC, a)",
                "INSERT INTO t(c, a) VALUES (?, ?)");
        assertEquals(0, found.database());
        assertEquals(2, found.rootPage());
        assertEquals(1, found.rowidSource());
        assertEquals(
                List.of(
                        new Insertion.Value(Insertion.ABSENT, Affinity.INTEGER, false),
                        new Insertion.Value(Insertion.ABSENT, Affinity.TEXT, true),
                        new Insertion.Value(0, Affinity.REAL, false)),
                found.values());
        Insertion.Entry entry = found.indexes().getFirst();
        assertEquals(3, entry.rootPage());
        assertEquals(2, entry.uniqueCount());
        assertEquals(2, entry.fields().getFirst().column());
        assertTrue(entry.fields().getFirst().real());
        assertTrue(entry.fields().getFirst().order().descending());
        assertEquals(Insertion.ABSENT, entry.fields().get(1).column());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                TABLE,
                "CREATE TABLE t(a, b, c DEFAULT 5)",
                "CREATE TABLE t(a, b UNIQUE, c); CREATE INDEX i ON t(c COLLATE NOCASE, b DESC)",
                "CREATE TABLE t(a UNIQUE ON CONFLICT REPLACE, b, c NOT NULL ON CONFLICT IGNORE)",
                "CREATE TABLE t(a REFERENCES t, b, c)",
                TABLE + "; CREATE TABLE s(x REFERENCES t)",
                TABLE + "; CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END",
            })
    void tablesThatRowsAreAppendedTo(String definitions) {
        for (String or : List.of("", "OR IGNORE ", "OR FAIL ", "OR ROLLBACK ", "OR REPLACE ")) {
            String sql = ROW.replace("INTO", or + "INTO");
            assertNotNull(insertion(definitions, sql), sql);
        }
        assertNull(
                program(Settings.DEFAULT, definitions, "EXPLAIN " + ROW).facts().insertion());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT, b, c);"
                        + " CREATE TABLE sqlite_sequence(name, seq)",
                "CREATE TABLE t(a PRIMARY KEY, b, c) WITHOUT ROWID",
                "CREATE TABLE t(a ANY, b TEXT, c REAL) STRICT",
                "CREATE TABLE t(a, b, c, CHECK (a > 0))",
                "CREATE TABLE t(a, b, c, d AS (a + 1))",
                "CREATE TABLE t(a, b, c, d AS (a + 1) STORED)",
                "CREATE TABLE t(a, b, c); CREATE INDEX i ON t(a) WHERE b > 0",
                "CREATE TABLE t(a, b, c); CREATE INDEX i ON t(a + 1)",
                "CREATE TABLE t(a, b, c); CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT 1; END",
                "CREATE TABLE t(a, b, c); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END",
                "CREATE VIEW t AS SELECT 1 AS a, 2 AS b, 3 AS c;"
                        + " CREATE TRIGGER r INSTEAD OF INSERT ON t BEGIN SELECT 1; END",
            })
    void tablesThatTheProgramWritesTo(String definitions) {
        assertNull(insertion(definitions, ROW));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (?, ?, 1)",
                "INSERT INTO t VALUES (?, ?, ? + 1)",
                "INSERT INTO t VALUES (?2, ?1, ?3)",
                "INSERT INTO t VALUES (?1, ?1, ?2)",
                "INSERT INTO t VALUES (?, ?, ?), (?, ?, ?)",
                "INSERT INTO t SELECT ?, ?, ?",
                "INSERT INTO t DEFAULT VALUES",
                "INSERT INTO t(a, b, b) VALUES (?, ?, ?)",
                "INSERT INTO t(a, rowid, b) VALUES (?, ?, ?)",
                "INSERT INTO t VALUES (?, ?, ?) RETURNING a",
                "INSERT INTO t VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET c = 1",
                "UPDATE t SET a = ?",
                "SELECT ?",
            })
    void otherStatements(String sql) {
        assertNull(insertion(TABLE, sql));
    }

    @Test
    void defaultsAreComputedByTheProgram() {
        String definitions = "CREATE TABLE t(a, b DEFAULT 5, c DEFAULT NULL)";
        assertNull(insertion(definitions, "INSERT INTO t(a) VALUES (?)"));
        assertNotNull(insertion(definitions, "INSERT INTO t(b, a) VALUES (?, ?)"));
    }

    @Test
    void settings() {
        Settings keys = Settings.DEFAULT.with("foreign_keys", true);
        assertNull(insertion(keys, "CREATE TABLE t(a PRIMARY KEY, b REFERENCES t, c)", ROW));
        assertNotNull(insertion(keys, TABLE + "; CREATE TABLE s(x REFERENCES t)", ROW));
        assertNull(insertion(
                keys,
                TABLE + "; CREATE TABLE s(x REFERENCES t DEFERRABLE INITIALLY DEFERRED)",
                ROW));
        assertNull(insertion(
                keys,
                TABLE + "; CREATE TABLE s(x REFERENCES t)",
                "REPLACE INTO t VALUES (?, ?, ?)"));
        Settings recursive = Settings.DEFAULT.with("recursive_triggers", true);
        String trigger = TABLE + "; CREATE TRIGGER r AFTER DELETE ON t BEGIN SELECT 1; END";
        assertNotNull(insertion(recursive, trigger, ROW));
        assertNull(insertion(recursive, trigger, "REPLACE INTO t VALUES (?, ?, ?)"));
        assertNull(insertion(Settings.DEFAULT.with("count_changes", true), TABLE, ROW));
        Settings unchecked = Settings.DEFAULT.with("ignore_check_constraints", true);
        assertNull(insertion(unchecked, "CREATE TABLE t(a, b, c, CHECK (a > 0))", ROW));
    }
}
