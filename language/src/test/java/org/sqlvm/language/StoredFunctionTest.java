package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** CREATE FUNCTION, with functions in JavaScript. */
final class StoredFunctionTest {
    private static final String TWICE =
            "CREATE FUNCTION twice(x) DETERMINISTIC LANGUAGE js AS 'x => x * 2';";

    @TempDir
    Path folder;

    private Context context;
    private Database database;

    @BeforeEach
    void open() {
        context = context(true, SqlvmLanguage.ID, "js");
        database = open(context, file());
    }

    private String file() {
        return folder.resolve("f.db").toString();
    }

    private static Context context(boolean stored, String... languages) {
        return Context.newBuilder(languages)
                .allowAllAccess(true)
                .option("sqlvm.StoredFunctions", Boolean.toString(stored))
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    private static Database open(Context context, String path) {
        return context.getBindings(SqlvmLanguage.ID)
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    @AfterEach
    void close() {
        database.close();
        context.close();
    }

    private List<Object> all(String sql) {
        return AllRows.all(database, sql);
    }

    private String error(String sql) {
        return assertThrows(SqlvmException.class, () -> database.execute(sql)).getMessage();
    }

    @Test
    void callsWhatItStores() {
        database.execute(TWICE);
        assertEquals(List.of(42L), all("SELECT twice(21)"));
        assertEquals(
                List.of("twice", "x", 1L, "js", "x => x * 2"), all("SELECT * FROM sqlvm_function"));
        assertEquals("no such function: thrice", error("SELECT thrice(1)"));
        assertEquals("wrong number of arguments to function twice()", error("SELECT twice(1, 2)"));
        assertEquals("function TWICE already exists", error(TWICE.replace("twice", "TWICE")));
        database.execute(TWICE.replace("FUNCTION", "FUNCTION IF NOT EXISTS"));
        assertEquals(
                "there is already a function named abs",
                error("CREATE FUNCTION abs(x) LANGUAGE js AS 'x => x'"));
    }

    @Test
    void takesAnyNumberOfArguments() {
        database.execute(
                "CREATE FUNCTION n(*) LANGUAGE js AS '(...a) => a.length';CREATE FUNCTION one()"
                        + " LANGUAGE js AS '() => 1';CREATE FUNCTION plus(a, b) LANGUAGE js AS"
                        + " 'function plus(a, b) { return a + b }'");
        assertEquals(List.of(0L, 3L, 1L, 3L), all("SELECT n(), n(1, 2, 3), one(), plus(1, 2)"));
        assertEquals(List.of("xy"), all("SELECT plus('x', 'y')"));
    }

    @Test
    void isInTheFile() {
        database.execute(TWICE);
        try (Context other = context(true, SqlvmLanguage.ID, "js");
                Database again = open(other, file())) {
            assertEquals(List.of(4L), AllRows.all(again, "SELECT twice(2)"));
            again.execute("DROP FUNCTION twice;"
                    + "CREATE FUNCTION twice(x) LANGUAGE js AS 'x => 2 * x + 1'");
        }
        assertEquals(List.of(5L), all("SELECT twice(2) FROM sqlite_schema LIMIT 1"));
    }

    @Test
    void isUnknownUnlessAllowed() {
        database.execute(TWICE);
        try (Context other = context(false, SqlvmLanguage.ID, "js");
                Database off = open(other, file())) {
            String unknown = assertThrows(
                            SqlvmException.class, () -> off.execute("SELECT twice(1)"))
                    .getMessage();
            assertEquals("no such function: twice", unknown);
            for (String sql : List.of(TWICE, "DROP FUNCTION twice")) {
                String refused = assertThrows(SqlvmException.class, () -> off.execute(sql))
                        .getMessage();
                assertTrue(refused.contains("sqlvm.StoredFunctions"), refused);
            }
        }
    }

    /** A context in which functions have what it has. */
    private static Context accessible() {
        return Context.newBuilder(SqlvmLanguage.ID, "js")
                .allowAllAccess(true)
                .option("sqlvm.StoredFunctions", "true")
                .option("sqlvm.StoredFunctionsAccess", "true")
                .option("engine.WarnInterpreterOnly", "false")
                .build();
    }

    private static final String REACHES = "CREATE FUNCTION reach() LANGUAGE js AS '() => { try {"
        + " return \"\" + Java.type(\"java.lang.Long\").MAX_VALUE } catch (e) { return e.name }"
        + " }';CREATE FUNCTION runs(s) LANGUAGE js AS 's => { try { return \"\" +"
        + " Polyglot.eval(\"sqlvm\", s) } catch (e) { return e.name } }';CREATE FUNCTION loads(f)"
        + " LANGUAGE js AS 'f => { try { load(f); return \"loaded\" } catch (e) { return e.name }"
        + " }';CREATE FUNCTION sees() LANGUAGE js AS '() => typeof outside'";

    @Test
    void touchesNothingButItsArguments() throws Exception {
        Path script = Files.writeString(folder.resolve("script.js"), "1");
        String all = "SELECT reach(), runs('SELECT 1'), loads('" + script + "'), sees()";
        database.execute(REACHES);
        context.eval("js", "var outside = 1");
        List<Object> refused = all(all);
        assertEquals("ReferenceError", refused.get(0));
        assertEquals("Error", refused.get(1));
        assertFalse(refused.contains("loaded"), refused.toString());
        assertEquals("undefined", refused.get(3));
        try (Context trusting = accessible();
                Database other = open(trusting, file())) {
            trusting.eval("js", "var outside = 1");
            List<Object> allowed = AllRows.all(other, all);
            assertEquals(Long.toString(Long.MAX_VALUE), allowed.get(0));
            assertEquals("loaded", allowed.get(2));
            assertEquals("number", allowed.get(3));
            assertFalse(((String) allowed.get(1)).contains("Error"), allowed.toString());
        }
    }

    @Test
    void theCallerOfOpenMayGrantAccess() {
        database.execute(REACHES);
        try (Context other = context(false, SqlvmLanguage.ID, "js")) {
            Value open = other.getBindings(SqlvmLanguage.ID).getMember("open");
            for (boolean access : new boolean[] {false, true}) {
                Value opened = open.execute(file(), false, true, access);
                Value rows = opened.invokeMember("execute", "SELECT reach()").getIterator();
                String reached =
                        rows.getIteratorNextElement().getArrayElement(0).asString();
                assertEquals(access ? Long.toString(Long.MAX_VALUE) : "ReferenceError", reached);
                assertFalse(rows.hasIteratorNextElement());
                opened.invokeMember("close");
            }
        }
    }

    @Test
    void valuesOfEveryKindCrossTheSandbox() {
        database.execute("CREATE FUNCTION same(x) LANGUAGE js AS 'x => x';"
                + "CREATE FUNCTION isnone(x) LANGUAGE js AS 'x => x === null';"
                + "CREATE FUNCTION size(x) LANGUAGE js AS 'x => x.length';"
                + "CREATE FUNCTION kind(x) LANGUAGE js AS 'x => typeof x';"
                + "CREATE FUNCTION none() LANGUAGE js AS '() => null'");
        assertEquals(
                List.of(1L, Long.MAX_VALUE, 0.5, "žluť"),
                all("SELECT same(1), same(9223372036854775807), same(0.5), same('žluť')"));
        assertEquals(
                List.of("null", "null", "blob", "00FF"),
                all("SELECT typeof(same(NULL)), typeof(none()), typeof(same(x'00ff')),"
                        + " hex(same(x'00ff'))"));
        assertEquals(List.of(1L, 0L, 3L), all("SELECT isnone(NULL), isnone(0), size('abc')"));
        assertEquals(List.of("number", "string"), all("SELECT kind(1), kind('a')"));
        List<Object> squares =
                all("SELECT sum(same(value) * same(value)) FROM generate_series(1, 5000)");
        assertEquals(List.of(41679167500L), squares);
    }

    @Test
    void functionsOfTwoConnectionsDoNotMeet() {
        database.execute("CREATE FUNCTION next(x) LANGUAGE js AS"
                + " 'var count = 0; function next(x) { count += x; return count }'");
        try (Database other = open(context, file())) {
            assertEquals(List.of(5L), all("SELECT next(5)"));
            assertEquals(List.of(1L), AllRows.all(other, "SELECT next(1)"));
            assertEquals(List.of(6L), all("SELECT next(1)"));
        }
        assertEquals(List.of(7L), all("SELECT next(1)"));
    }

    @Test
    void saysWhatLanguageIsMissing() {
        database.execute(TWICE + "CREATE FUNCTION r(x) LANGUAGE ruby AS 'lambda { |x| x }'");
        assertTrue(error("SELECT r(1)").contains("add org.graalvm.polyglot:ruby"));
        try (Context other = context(true, SqlvmLanguage.ID);
                Database alone = open(other, file())) {
            String message = assertThrows(
                            SqlvmException.class, () -> alone.execute("SELECT twice(1)"))
                    .getMessage();
            assertTrue(message.contains("language js, which is not there"), message);
        }
    }

    @Test
    void ofTheSourcesErrors() {
        database.execute("CREATE FUNCTION bad(x) LANGUAGE js AS 'x => => x';CREATE FUNCTION"
                + " none(x) LANGUAGE js AS '1 + 1';CREATE FUNCTION raises(x) LANGUAGE js AS 'x => {"
                + " throw new Error(\"no \" + x) }';CREATE TABLE t(a); INSERT INTO t VALUES (1)");
        PolyglotException syntax =
                assertThrows(PolyglotException.class, () -> database.execute("SELECT bad(1)"));
        assertTrue(syntax.isSyntaxError() && syntax.getMessage().contains("SyntaxError"));
        assertTrue(error("SELECT none(1)").contains("neither gives nor defines a function"));
        PolyglotException raised = assertThrows(
                PolyglotException.class, () -> database.execute("UPDATE t SET a = raises(a)"));
        assertEquals("Error: no 1", raised.getMessage());
        assertEquals(List.of(1L), all("SELECT a FROM t"));
    }

    @Test
    void mayStandInASchema() {
        database.execute(TWICE + "CREATE FUNCTION odd(x) LANGUAGE js AS 'x => x % 2';"
                + "CREATE TABLE t(a CHECK (odd(a)), b AS (twice(a)));"
                + "CREATE INDEX i ON t(twice(a));"
                + "CREATE VIEW v AS SELECT twice(a) d FROM t;"
                + "CREATE TABLE log(x);"
                + "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES"
                + " (twice(new.a)); END;"
                + "INSERT INTO t(a) VALUES (1), (3), (5)");
        assertEquals(List.of(2L, 6L, 10L), all("SELECT d FROM v ORDER BY 1"));
        assertEquals(List.of(2L, 6L, 10L), all("SELECT x FROM log"));
        assertEquals(List.of(3L, 6L), all("SELECT a, b FROM t WHERE twice(a) = 6"));
        assertEquals("CHECK constraint failed: odd(a)", error("INSERT INTO t(a) VALUES (2)"));
        assertEquals(
                "non-deterministic functions prohibited in index expressions",
                error("CREATE INDEX j ON t(odd(a))"));
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
        database.execute("PRAGMA trusted_schema = OFF");
        assertEquals("unsafe use of twice()", error("SELECT * FROM v"));
    }

    @Test
    void goesWithItsTransaction() {
        database.execute("BEGIN;" + TWICE);
        assertEquals(List.of(4L), all("SELECT twice(2)"));
        database.execute("ROLLBACK");
        assertEquals("no such function: twice", error("SELECT twice(2)"));
        database.execute(TWICE + "SAVEPOINT s; DROP FUNCTION twice");
        assertEquals("no such function: twice", error("SELECT twice(2)"));
        database.execute("ROLLBACK TO s; RELEASE s");
        assertEquals(List.of(4L), all("SELECT twice(2)"));
    }

    @Test
    void followsTheRowsOfItsTable() {
        database.execute(
                "CREATE TABLE sqlvm_function(name,parameters,deterministic,language,source);"
                        + "INSERT INTO sqlvm_function VALUES('twice','x',1,'js','x => x * 2')");
        assertEquals(List.of(4L), all("SELECT twice(2)"));
        database.execute("UPDATE sqlvm_function SET source = 'x => x * 20'");
        assertEquals(List.of(40L), all("SELECT twice(2)"));
        database.execute("DELETE FROM sqlvm_function");
        assertEquals("no such function: twice", error("SELECT twice(2)"));
    }

    @Test
    void comesBehindWhatIsRegistered() {
        database.execute(TWICE);
        database.createFunction("twice", (long x) -> 200 * x);
        assertEquals(List.of(400L), all("SELECT twice(2)"));
        database.removeFunction("twice", 1);
        assertEquals(List.of(4L), all("SELECT twice(2)"));
    }

    @Test
    void refusesAnotherTableOfThatName() {
        database.execute("CREATE TABLE sqlvm_function(a)");
        assertTrue(error(TWICE).contains("is not one of functions"));
    }

    @Test
    void leavesNamesAlone() {
        database.execute("CREATE TABLE function(language, deterministic);"
                + "CREATE VIEW v(function) AS SELECT language FROM function;"
                + "CREATE INDEX language ON function(deterministic); DROP VIEW v");
        assertEquals("near \"function\": syntax error", error("CREATE function"));
        assertEquals("near \"FUNCTION\": syntax error", error("CREATE TEMP FUNCTION f(x) AS ''"));
        assertEquals("near \"RETURNS\": syntax error", error("CREATE FUNCTION f(x) RETURNS int"));
        assertEquals("no such function: f", error("DROP FUNCTION f"));
        database.execute("DROP FUNCTION IF EXISTS f");
    }
}
