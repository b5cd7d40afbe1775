package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.classfile.ClassCounts;
import org.sqlvm.language.tables.ComputedModule;
import org.sqlvm.language.tables.RecordingModule;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every instruction is in the program of some statement, has a node and code for classes, and runs.
 * A new one gets a line here; what it computes is checked by the files of {@code resources/sql}.
 */
@Tag("compiled")
final class InstructionsTest {
    private static final List<String> SCHEMA = List.of(
            "CREATE TABLE t(a INTEGER PRIMARY KEY, b INT, c TEXT, d REAL, e AS (b + 1))",
            "CREATE INDEX tb ON t(b, c)",
            "CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID",
            "INSERT INTO t SELECT value, value % 10, 'c' || value, value / 2.0"
                    + " FROM generate_series(1, 100)");

    /** Each runs when its program has been looked at, so it may use what those before have made. */
    private static final List<String> STATEMENTS = List.of(
            "CREATE TABLE s(x INT NOT NULL, y REAL) STRICT",
            "CREATE TABLE n(i INTEGER PRIMARY KEY AUTOINCREMENT)",
            "CREATE TABLE p(i INTEGER PRIMARY KEY REFERENCES t ON DELETE CASCADE, j)",
            "CREATE TRIGGER ti AFTER INSERT ON n BEGIN INSERT INTO w VALUES (new.i, 1); END",
            "INSERT INTO w VALUES (x'01', 9223372036854775807), (1.5, NULL)",
            "INSERT INTO s VALUES (1, 2) ON CONFLICT DO NOTHING",
            "INSERT INTO n DEFAULT VALUES",
            "INSERT INTO n VALUES (7)",
            "PRAGMA foreign_keys = on",
            "INSERT INTO p VALUES (1, 2)",
            "SELECT a + 1, a - 1, a * 2, a / 2, a % 2, a || c, a & 1, a | 1, a << 1, a >> 1, ~a,"
                + " -d, NOT a, a AND b, a OR b, b IS TRUE, b = 1, CAST(c AS INT), abs(a) FROM t",
            "SELECT a FROM t WHERE d = 1 AND c > 'a' AND d < 7.5 OR a <> b AND d <= b OR b > d",
            "SELECT e FROM t WHERE d <= 7.5 AND d >= ?",
            "SELECT x'01', 9223372036854775807",
            "VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9)",
            "SELECT a FROM t WHERE d IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)",
            "SELECT b FROM t WHERE b < 7 ORDER BY b",
            "SELECT b FROM t WHERE b >= 3 ORDER BY b",
            "SELECT b FROM t WHERE b > 3 AND b < 7 ORDER BY b DESC",
            "SELECT b FROM t WHERE b >= 3 AND b <= 7 ORDER BY b DESC",
            "SELECT max(a), min(c), c FROM t ORDER BY 1",
            "SELECT * FROM t ORDER BY d LIMIT 5 OFFSET 2",
            "SELECT * FROM t ORDER BY b, d",
            "SELECT DISTINCT b FROM t ORDER BY b DESC",
            "SELECT count(*) FROM t",
            "SELECT b, sum(d) FROM t GROUP BY b",
            "SELECT a, sum(b) OVER (ORDER BY d) FROM t",
            "SELECT a FROM t EXCEPT SELECT v FROM w",
            "SELECT t.a, u.a FROM t LEFT JOIN t u ON u.a = t.b",
            "SELECT a FROM t LIMIT 2 OFFSET 3",
            "SELECT a FROM t ORDER BY a DESC LIMIT 2 OFFSET 3",
            "SELECT t.a FROM t, w WHERE t.d < w.v",
            "SELECT x.a FROM t x, t y WHERE x.d = y.d",
            "WITH r AS MATERIALIZED (SELECT a, d FROM t) SELECT x.a FROM r x, r y WHERE x.d < y.a",
            "SELECT name FROM pragma_table_info('t')",
            "WITH RECURSIVE r(i) AS (SELECT 1 UNION SELECT i + 1 FROM r WHERE i < 5) SELECT i FROM"
                    + " r",
            "UPDATE t SET b = b + 1 WHERE a > 50",
            "UPDATE w SET v = t.a FROM t WHERE t.a = w.k",
            "PRAGMA recursive_triggers = on",
            "CREATE TABLE q(i UNIQUE)",
            "CREATE TRIGGER qd AFTER DELETE ON q BEGIN SELECT 1; END",
            "UPDATE OR REPLACE q SET i = 1",
            "DELETE FROM t WHERE a = 1",
            "DELETE FROM w",
            "PRAGMA integrity_check",
            "PRAGMA page_count",
            "PRAGMA user_version",
            "PRAGMA user_version = 3",
            "PRAGMA wal_checkpoint",
            "PRAGMA cache_size = 100",
            "PRAGMA sqlvm_mirror",
            "PRAGMA sqlvm_mirror(t)",
            "PRAGMA sqlvm_mirror_drop",
            "COPY (SELECT a, c FROM t) TO 'target/instructions.csv'",
            "CREATE VIRTUAL TABLE z USING rec",
            "PRAGMA quick_check",
            "INSERT INTO z VALUES (1, 'x')",
            "SELECT b FROM z WHERE a IN (1, 2)",
            "ALTER TABLE z RENAME TO zz",
            "DROP TABLE zz",
            "CREATE VIRTUAL TABLE f USING fts5(a)",
            "SELECT count(*) FROM f WHERE f MATCH 'x'",
            "CREATE VIRTUAL TABLE k USING computed",
            "UPDATE k SET a = 1",
            "ANALYZE",
            "PRAGMA optimize",
            "DROP TABLE p",
            "SAVEPOINT one",
            "RELEASE one",
            "BEGIN",
            "COMMIT",
            "VACUUM");

    /** The same, of a context in which all that vectors can do is done on vectors. */
    private static final List<String> ON_VECTORS = List.of(
            "SELECT b, sum(d) FROM t GROUP BY b HAVING sum(d) > 10",
            "SELECT b, sum(d) FROM t GROUP BY b HAVING sum(d) > (SELECT min(v) FROM w)");

    /** The same, where a table seems to be so large that it is measured what a range has of it. */
    private static final List<String> ON_LARGE = List.of(
            "CREATE TABLE large(i INTEGER PRIMARY KEY, k INTEGER)",
            "CREATE INDEX large_k ON large(k)",
            "INSERT INTO large VALUES (1, 1)",
            "ANALYZE",
            "UPDATE sqlite_stat1 SET stat = '9000000 10' WHERE tbl = 'large'",
            "ANALYZE sqlite_schema",
            "SELECT x.k, y.k, z.k FROM large x JOIN large y ON y.k = x.i JOIN large z ON z.k = y.i"
                    + " WHERE x.i BETWEEN 1 AND 5 ORDER BY 3");

    @Test
    void everyInstructionIsInSomeProgram() {
        Set<String> seen = new TreeSet<>();
        runAll(false, seen);
        Set<String> missing = new TreeSet<>();
        Arrays.stream(Opcode.values()).map(Opcode::name).forEach(missing::add);
        missing.removeAll(seen);
        assertEquals(Set.of(), missing);
    }

    @Test
    void everyInstructionHasCodeForClasses() {
        long before = ClassCounts.madeCount();
        Set<String> seen = new TreeSet<>();
        runAll(true, seen);
        assertEquals(Set.of(), ClassCounts.refused());
        assertTrue(ClassCounts.madeCount() > before + STATEMENTS.size());
    }

    private static void runAll(boolean asClasses, Set<String> seen) {
        run(asClasses, "auto", STATEMENTS, seen);
        run(asClasses, "always", ON_VECTORS, seen);
        run(asClasses, "auto", ON_LARGE, seen);
    }

    private static void run(
            boolean asClasses, String vectors, List<String> statements, Set<String> seen) {
        Context.Builder builder = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.ClassFiles", asClasses ? "always" : "never")
                .option("sqlvm.ClassDelay", "0")
                .option("sqlvm.Vectors", vectors);
        try (Context context = builder.build();
                Database database = context.getBindings(SqlvmLanguage.ID)
                        .getMember("open")
                        .execute(":memory:")
                        .getMember("host")
                        .asHostObject()) {
            database.createModule("rec", new RecordingModule());
            database.createModule("computed", new ComputedModule());
            SCHEMA.forEach(database::execute);
            for (String sql : statements) {
                List<Object> values = AllRows.all(database, "EXPLAIN " + sql);
                for (int opcode = 1; opcode < values.size(); opcode += 8) {
                    seen.add(values.get(opcode).toString());
                }
                database.execute(sql);
            }
        }
    }
}
