package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.api.Result;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.WindowAggregate;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Functions, aggregates, window functions and collations that are registered. */
@Tag("compiled")
final class CallbackTest extends DatabaseTestCase.OnNodesAndClasses {
    @BeforeEach
    void fill() {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, price REAL);"
                + "INSERT INTO t SELECT value, 'name ' || value, value / 4.0"
                + " FROM generate_series(1, 100)");
    }

    @Test
    void typedLambdas() {
        database.createFunction("twice", (double x) -> 2 * x);
        database.createFunction("plus", (long a, long b) -> a + b);
        database.createFunction("shout", (String text) -> text + "!");
        database.createFunction("is_long", (String text) -> text.length() > 6);
        database.createFunction("mid", (double a, double b, double c) -> a + b + c - 3);
        assertEquals(
                List.of(3.0, 5L, "name 2!", 0L, 1L, 3.0),
                all("SELECT twice(1.5), plus(2, 3), shout(name), is_long(name),"
                        + " is_long('a longer one'), mid(1, 2, 3) FROM t WHERE id = 2"));
        assertEquals(List.of(2.0 * 25 * 101 / 2), all("SELECT sum(twice(price)) FROM t"));
    }

    @Test
    void argumentsOfOtherTypesAreConverted() {
        database.createFunction("twice", (double x) -> 2 * x);
        database.createFunction("next", (long x) -> x + 1);
        database.createFunction("show", (String x) -> "<" + x + ">");
        assertEquals(
                Arrays.asList(24.0, null, 13L, 0L + 1, "<1.5>", "<ab>", null),
                all("SELECT twice('12x'), twice(NULL), next(12.9), next('x'), show(1.5),"
                        + " show(x'6162'), show(NULL)"));
    }

    @Test
    void anyValueInAndOut() {
        database.createFunction(
                "same", 1, (Arguments in, Result out) -> out.setObject(in.getObject(0)));
        database.createFunction("kind", -1, (Arguments in, Result out) -> out.setText(kinds(in)));
        assertEquals(
                Arrays.asList(1L, 1.5, "é", null, "616200", ""),
                all("SELECT same(1), same(1.5), same('é'), same(NULL),"
                        + " hex(same(x'616200')), same('')"));
        assertEquals(
                List.of("INTEGER REAL TEXT BLOB NULL", ""),
                all("SELECT kind(1, 1.5, 'x', x'00', NULL), kind()"));
        database.createFunction("no_value", 0, (Arguments in, Result out) -> {});
        database.createFunction("nan", 0, (Arguments in, Result out) -> out.setDouble(Double.NaN));
        assertEquals(Arrays.asList(null, null), all("SELECT no_value(), nan()"));
    }

    /** Strings are built by code that the compiler of queries would refuse to inline. */
    @TruffleBoundary
    private static String kinds(Arguments in) {
        StringBuilder kinds = new StringBuilder();
        for (int i = 0; i < in.count(); i++) {
            kinds.append(in.type(i)).append(' ');
        }
        return kinds.toString().strip();
    }

    @TruffleBoundary
    private static boolean matches(String pattern, String text) {
        return text.matches(pattern);
    }

    @Test
    void namesAndNumbers() {
        assertEquals(
                "no such function: F", message(SqlvmException.class, () -> all("SELECT F(1)")));
        database.createFunction("f", 1, (Arguments in, Result out) -> out.setText("one"));
        assertEquals(
                "wrong number of arguments to function F()",
                message(SqlvmException.class, () -> all("SELECT F(1, 2)")));
        database.createFunction("F", -1, (Arguments in, Result out) -> out.setText("many"));
        assertEquals(List.of("one", "many", "many"), all("SELECT f(1), f(1, 2), F()"));
        database.removeFunction("f", 1);
        assertEquals(List.of("many"), all("SELECT f(1)"));
        database.removeFunction("f", -1);
        database.removeFunction("f", 17);
        assertEquals(
                "no such function: f", message(SqlvmException.class, () -> all("SELECT f(1)")));
        SqlvmException misuse = assertThrows(
                SqlvmException.class,
                () -> database.createFunction("f", -2, (Arguments in, Result out) -> {}));
        assertEquals(21, misuse.code());
    }

    @Test
    void takesThePlaceOfABuiltInFunction() {
        assertEquals(List.of("AB", 1L), all("SELECT upper('ab'), 'abc' LIKE 'A%'"));
        database.createFunction("upper", (String x) -> "mine " + x);
        database.createFunction("like", (String pattern, String text) -> pattern + text);
        database.createFunction("coalesce", 2, (Arguments in, Result out) -> out.setLong(7));
        database.createFunction("min", 1, (Arguments in, Result out) -> out.setLong(8));
        assertEquals(
                List.of("mine ab", "A%abc", 7L, 8L),
                all("SELECT upper('ab'), 'abc' LIKE 'A%', coalesce(1, 2), min(3)"));
        database.removeFunction("upper", 1);
        assertEquals(List.of("AB"), all("SELECT upper('ab')"));
        database.createFunction("regexp", (String pattern, String text) -> matches(pattern, text));
        assertEquals(List.of(1L, 0L), all("SELECT 'abc' REGEXP 'a.*', 'abc' REGEXP 'b'"));
    }

    @Test
    void statementsPreparedBeforeAreCompiledAgain() {
        database.createFunction("f", (long x) -> x + 1);
        Statement statement = database.prepare("SELECT f(id) FROM t WHERE id = 1");
        Statement without = database.prepare("SELECT f(1)");
        assertEquals(2L, first(statement));
        assertEquals(2L, first(without));
        database.createFunction("f", (long x) -> x + 2);
        assertEquals(3L, first(statement));
        assertEquals(3L, first(without));
        database.createFunction("f", (String x) -> "text " + x, FunctionOption.DETERMINISTIC);
        assertEquals("text 1", first(statement));
        assertEquals("text 1", first(without));
        database.removeFunction("f", 1);
        assertEquals("no such function: f", message(SqlvmException.class, statement::query));
        assertEquals("no such function: f", message(SqlvmException.class, without::query));
    }

    private static Object first(Statement statement) {
        try (Rows rows = statement.query()) {
            assertTrue(rows.next());
            return rows.getObject(0);
        }
    }

    @Test
    void connectionsHaveTheirOwn() {
        try (Database other = another()) {
            database.createFunction("f", (long x) -> x + 1);
            other.createFunction("f", (long x) -> x + 2);
            try (Statement one = database.prepare("SELECT f(1)");
                    Statement two = other.prepare("SELECT f(1)")) {
                for (int i = 0; i < 3; i++) {
                    assertEquals(2L, first(one));
                    assertEquals(3L, first(two));
                }
            }
        }
    }

    @Test
    void notWhileAStatementRuns() {
        database.createFunction("f", (long x) -> x);
        try (Rows rows = database.query("SELECT f(id) FROM t")) {
            assertTrue(rows.next());
            SqlvmException busy = assertThrows(
                    SqlvmException.class, () -> database.createFunction("f", (long x) -> -x));
            assertEquals(
                    "unable to delete/modify user-function due to active statements",
                    busy.getMessage());
            assertEquals(5, busy.code());
            database.createFunction("a_new_one", (long x) -> -x);
            for (long id = 2; id <= 100; id++) {
                assertTrue(rows.next());
                assertEquals(id, rows.getLong(0));
            }
        }
        database.createFunction("f", (long x) -> -x);
        assertEquals(List.of(-1L, -2L), all("SELECT f(1), a_new_one(2)"));
    }

    // ------------------------------------------------------------------ errors

    @Test
    void errorsAreTheCallersOwn() {
        RuntimeException own = new IllegalStateException("mine");
        database.createFunction("fails", (long x) -> {
            if (x == 50) {
                throw own;
            }
            return x;
        });
        assertSame(
                own,
                assertThrows(
                        IllegalStateException.class,
                        () -> database.execute("UPDATE t SET price = fails(id)")));
        assertEquals(List.of(0.25 * 5050), all("SELECT sum(price) FROM t"));
        database.execute("BEGIN; UPDATE t SET price = 1");
        assertThrows(
                IllegalStateException.class,
                () -> database.execute("UPDATE t SET price = fails(id)"));
        assertEquals(List.of(100.0), all("SELECT sum(price) FROM t"));
        database.execute("ROLLBACK");
        assertEquals(List.of(0.25 * 5050), all("SELECT sum(price) FROM t"));
        try (Rows rows = database.query("SELECT fails(id) FROM t")) {
            for (int i = 1; i < 50; i++) {
                assertTrue(rows.next());
            }
            assertSame(own, assertThrows(IllegalStateException.class, rows::next));
        }
        Throwable checked = new IOException("checked");
        database.createFunction("throws", 0, (Arguments in, Result out) -> {
            throw (IOException) checked;
        });
        SqlvmException error = assertThrows(SqlvmException.class, () -> all("SELECT throws()"));
        assertSame(checked, error.getCause());
        assertEquals("checked", error.getMessage());
        assertEquals(1, error.code());
    }

    @Test
    void errorsOfOtherLanguages() {
        ProxyExecutable fails = arguments -> {
            throw new IllegalStateException("from outside");
        };
        database.createFunction("fails", 1, context.asValue(fails));
        PolyglotException error =
                assertThrows(PolyglotException.class, () -> all("SELECT fails(id) FROM t"));
        assertTrue(error.isHostException());
        assertInstanceOf(IllegalStateException.class, error.asHostException());
        assertEquals(List.of(1L), all("SELECT 1"));
        ProxyExecutable odd = arguments -> context;
        database.createFunction("odd", 0, context.asValue(odd));
        String message = message(SqlvmException.class, () -> all("SELECT odd()"));
        assertTrue(message.startsWith("user-defined function odd() gave "), message);
        assertTrue(message.endsWith(", which is no value of SQL"), message);
        assertThrows(
                IllegalArgumentException.class, () -> database.createFunction("x", 1, (Object) 5));
    }

    @Test
    void functionsOfOtherLanguages() {
        ProxyExecutable describe = arguments -> {
            StringBuilder text = new StringBuilder();
            for (var argument : arguments) {
                text.append(
                        argument.isNull()
                                ? "null"
                                : argument.isString()
                                        ? '\'' + argument.asString() + '\''
                                        : argument.hasBufferElements()
                                                ? "buffer " + argument.getBufferSize()
                                                : argument.toString());
                text.append(' ');
            }
            return text.toString();
        };
        database.createFunction("describe", -1, context.asValue(describe));
        assertEquals(
                List.of("1 2.5 'é' buffer 2 null "),
                all("SELECT describe(1, 2.5, 'é', x'0001', NULL)"));
        ProxyExecutable half = arguments -> arguments[0].asDouble() / 2;
        database.createFunction("half", 1, context.asValue(half));
        assertEquals(List.of(5050 / 8.0), all("SELECT sum(half(price)) FROM t"));
        ProxyExecutable same = arguments -> arguments[0];
        database.createFunction("same", 1, context.asValue(same));
        assertEquals(
                Arrays.asList(1L, 1.5, "x", "00FF", null),
                all("SELECT same(1), same(1.5), same('x'), hex(same(x'00ff')), same(NULL)"));
    }

    @Test
    void otherLanguagesRegister() {
        var own = context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:");
        ProxyExecutable twice = arguments -> arguments[0].asLong() * 2;
        own.invokeMember("createFunction", "twice", 1, twice, "deterministic", "Innocuous");
        own.invokeMember(
                "execute", "CREATE TABLE t(a, b AS (twice(a)));" + "INSERT INTO t VALUES (1), (2)");
        ProxyExecutable maker = _ -> {
            long[] total = new long[1];
            ProxyExecutable step = arguments -> total[0] += arguments[0].asLong();
            ProxyExecutable inverse = arguments -> total[0] -= arguments[0].asLong();
            ProxyExecutable value = _ -> total[0];
            return ProxyObject.fromMap(
                    Map.of("step", step, "inverse", inverse, "value", value, "finalize", value));
        };
        own.invokeMember("createAggregate", "total_of", 1, maker, "null_if_empty");
        own.invokeMember("createWindowFunction", "moving", 1, maker);
        ProxyExecutable backwards =
                arguments -> arguments[1].asString().compareTo(arguments[0].asString());
        own.invokeMember("createCollation", "backwards", backwards);
        var rows = own.invokeMember(
                        "execute",
                        "SELECT (SELECT total_of(b) FROM t),"
                                + " (SELECT total_of(b) FROM t WHERE a > 5),"
                                + " (SELECT group_concat(m) FROM (SELECT moving(b) OVER"
                                + " (ORDER BY a ROWS 1 PRECEDING) AS m FROM t)),"
                                + " 'a' < 'b' COLLATE backwards")
                .getIterator();
        var row = rows.getIteratorNextElement();
        assertFalse(rows.hasIteratorNextElement());
        assertEquals(6, row.getArrayElement(0).asInt());
        assertTrue(row.getArrayElement(1).isNull());
        assertEquals("2,6", row.getArrayElement(2).asString());
        assertEquals(0, row.getArrayElement(3).asInt());
        own.invokeMember("createAggregate", "total_of", 1, null);
        own.invokeMember("createCollation", "backwards", null);
        for (String sql : new String[] {"SELECT total_of(1)", "SELECT 1 < 2 COLLATE backwards"}) {
            assertThrows(PolyglotException.class, () -> own.invokeMember("execute", sql));
        }
        ProxyExecutable fails = _ -> {
            throw new IllegalStateException("from outside");
        };
        own.invokeMember("createFunction", "fails", 0, fails);
        PolyglotException error = assertThrows(
                PolyglotException.class,
                () -> own.invokeMember("execute", "SELECT fails()")
                        .getIterator()
                        .getIteratorNextElement());
        assertTrue(error.isHostException());
        for (Object[] wrong : new Object[][] {
            {"f", 1, 5}, {"f", "x", twice}, {1, 1, twice}, {"f", 1, twice, "quickly"}, {"f"}
        }) {
            RuntimeException refused = assertThrows(
                    RuntimeException.class, () -> own.invokeMember("createFunction", wrong));
            assertTrue(
                    refused instanceof IllegalArgumentException
                            || (refused instanceof PolyglotException guest
                                    && !guest.isInternalError()),
                    refused::toString);
        }
    }

    // ------------------------------------------------------------------ aggregates

    /** The values in their order, and how often it was ended. */
    private static final class Chain implements WindowAggregate {
        private static int finished;

        private final Deque<String> parts = new ArrayDeque<>();

        @Override
        public void step(Arguments arguments) {
            parts.add(String.valueOf(arguments.getText(0)));
        }

        @Override
        public void inverse(Arguments arguments) {
            assertEquals(String.valueOf(arguments.getText(0)), parts.remove());
        }

        @Override
        public void value(Result result) {
            result.setText(String.join(",", parts));
        }

        @Override
        public void finish(Result result) {
            finished++;
            value(result);
        }
    }

    @Test
    void aggregates() {
        database.createAggregate("chain", 1, Chain::new);
        assertEquals(
                Arrays.asList("1,2,3", "", "3,2,1", "1,null", "2"),
                all("SELECT (SELECT chain(id) FROM t WHERE id < 4),"
                        + " (SELECT chain(id) FROM t WHERE id < 0),"
                        + " (SELECT chain(id ORDER BY id DESC) FROM t WHERE id < 4),"
                        + " (SELECT chain(DISTINCT value) FROM json_each('[1,1,null,1,null]')),"
                        + " (SELECT chain(id) FILTER (WHERE id = 2) FROM t)"));
        assertEquals(
                List.of(0L, "3,6", 1L, "1,4,7", 2L, "2,5"),
                all("SELECT id % 3, chain(id) FROM t WHERE id < 8 GROUP BY 1 ORDER BY 1"));
        assertEquals(List.of(), all("SELECT chain(id) FROM t WHERE id < 0 GROUP BY name"));
        assertEquals(
                "chain() may not be used as a window function",
                message(SqlvmException.class, () -> all("SELECT chain(id) OVER () FROM t")));
        database.createAggregate("chain", 1, Chain::new, FunctionOption.NULL_IF_EMPTY);
        assertEquals(Arrays.asList((Object) null), all("SELECT chain(id) FROM t WHERE id < 0"));
        assertEquals(
                "misuse of aggregate function CHAIN()",
                message(SqlvmException.class, () -> all("SELECT 1 FROM t WHERE CHAIN(id)")));
        database.removeFunction("chain", 1);
        assertEquals(
                "no such function: chain",
                message(SqlvmException.class, () -> all("SELECT chain(1)")));
    }

    @Test
    void windowFunctions() {
        database.createWindowFunction("chain", 1, Chain::new);
        Chain.finished = 0;
        assertEquals(
                List.of("1,2", "1,2,3", "2,3,4", "3,4"),
                all("SELECT chain(id) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING)"
                        + " FROM t WHERE id < 5"));
        assertEquals(1, Chain.finished);
        assertEquals(
                List.of("1", "1,2", "1,2,3", "1,2,3", "1,2,3", "1,2,3", "2,3", "1,3", "1,2"),
                all("SELECT chain(id) OVER (ORDER BY id) FROM t WHERE id < 4 UNION ALL"
                        + " SELECT chain(id) OVER () FROM t WHERE id < 4 UNION ALL"
                        + " SELECT chain(id) OVER (ROWS BETWEEN UNBOUNDED PRECEDING AND"
                        + " UNBOUNDED FOLLOWING EXCLUDE CURRENT ROW) FROM t WHERE id < 4"));
        assertEquals(List.of("1,2,3"), all("SELECT chain(id) FROM t WHERE id < 4"));
        assertEquals(
                List.of(0L, "2", 0L, "2,4", 1L, "1", 1L, "1,3"),
                all("SELECT id % 2, chain(id) OVER (PARTITION BY id % 2 ORDER BY id)"
                        + " FROM t WHERE id < 5"));
    }

    @Test
    void manyGroupsLeaveMemory() {
        Database small = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .option("sqlvm.MemoryLimit", "1")
                .build()
                .getBindings(SqlvmLanguage.ID)
                .getMember("database")
                .getMember("host")
                .asHostObject();
        small.createAggregate("chain", 1, Chain::new);
        try (Rows rows = small.query("SELECT value % 1000 AS k, chain(value)"
                + " FROM generate_series(0, 9999) GROUP BY k ORDER BY k LIMIT 1 OFFSET 7")) {
            assertTrue(rows.next());
            assertEquals("7,1007,2007,3007,4007,5007,6007,7007,8007,9007", rows.getText(1));
        }
        small.close();
    }

    /** Fails where it is told to. */
    private record Failing(String where) implements Aggregate {
        @Override
        public void step(Arguments arguments) {
            if (where.equals("step")) {
                throw new IllegalStateException(where);
            }
        }

        @Override
        public void finish(Result result) {
            if (where.equals("finish")) {
                throw new IllegalStateException(where);
            }
        }
    }

    @Test
    void aggregatesFail() {
        for (String where : List.of("step", "finish", "make")) {
            database.createAggregate("fails", 1, () -> {
                if (where.equals("make")) {
                    throw new IllegalStateException(where);
                }
                return new Failing(where);
            });
            String message =
                    message(IllegalStateException.class, () -> all("SELECT fails(id) FROM t"));
            assertEquals(where, message);
        }
    }

    // ------------------------------------------------------------------ the schema

    @Test
    void inTheSchemaIfDeterministic() {
        database.createFunction("changes_", (long x) -> x);
        database.createFunction("stays", (long x) -> x * 10, FunctionOption.DETERMINISTIC);
        assertEquals(
                "non-deterministic functions prohibited in index expressions",
                message(
                        SqlvmException.class,
                        () -> database.execute("CREATE INDEX i ON t(changes_(id))")));
        assertEquals(
                "non-deterministic functions prohibited in generated columns",
                message(
                        SqlvmException.class,
                        () -> database.execute("CREATE TABLE g(a, b AS (changes_(a)))")));
        database.execute("CREATE INDEX i ON t(stays(id));"
                + "CREATE INDEX j ON t(name) WHERE stays(id) > 500;"
                + "CREATE TABLE g(a, b AS (stays(a)) STORED, CHECK (changes_(a) < 5));"
                + "INSERT INTO g(a) VALUES (1), (2)");
        assertEquals(List.of(1L, 10L, 2L, 20L), all("SELECT * FROM g"));
        assertEquals(
                "CHECK constraint failed: changes_(a) < 5",
                message(
                        SqlvmException.class,
                        () -> database.execute("INSERT INTO g(a) VALUES (5)")));
        assertEquals(List.of(7L), all("SELECT id FROM t WHERE stays(id) = 70"));
        assertTrue(all("EXPLAIN QUERY PLAN SELECT id FROM t WHERE stays(id) = 70")
                .toString()
                .contains("USING COVERING INDEX i (<expr>=?)"));
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
        database.removeFunction("stays", 1);
        assertEquals(
                "unknown function: stays()",
                message(
                        SqlvmException.class,
                        () -> database.execute("INSERT INTO t(id) VALUES (1000)")));
        assertEquals(List.of(5050L), all("SELECT sum(id) FROM t"));
    }

    @Test
    void directOnly() {
        database.createFunction("direct", (long x) -> x, FunctionOption.DIRECT_ONLY);
        database.createFunction("plain", (long x) -> x);
        database.createFunction("harmless", (long x) -> x, FunctionOption.INNOCUOUS);
        database.execute("CREATE VIEW d AS SELECT direct(1);"
                + "CREATE VIEW p AS SELECT plain(1);"
                + "CREATE VIEW h AS SELECT harmless(1);"
                + "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT direct(new.id); END");
        assertEquals(List.of(1L, 1L, 1L), all("SELECT direct(1), plain(1), harmless(1)"));
        assertEquals(List.of(1L), all("SELECT * FROM p"));
        String unsafe = "unsafe use of direct()";
        assertEquals(unsafe, message(SqlvmException.class, () -> all("SELECT * FROM d")));
        assertEquals(
                unsafe,
                message(
                        SqlvmException.class,
                        () -> database.execute("INSERT INTO t(id) VALUES (1000)")));
        database.execute("PRAGMA trusted_schema = OFF");
        assertEquals(List.of(0L), all("PRAGMA trusted_schema"));
        assertEquals(
                "unsafe use of plain()",
                message(SqlvmException.class, () -> all("SELECT * FROM p")));
        assertEquals(List.of(1L, 1L), all("SELECT *, plain(1) FROM h"));
    }

    // ------------------------------------------------------------------ collations

    @Test
    void collations() {
        assertEquals(
                "no such collation sequence: backwards",
                message(
                        SqlvmException.class,
                        () -> all("SELECT id FROM t ORDER BY name COLLATE backwards")));
        database.createCollation("Backwards", (a, b) -> b.compareTo(a));
        assertEquals(
                List.of(99L, 98L), all("SELECT id FROM t ORDER BY name COLLATE backwards LIMIT 2"));
        assertEquals(
                List.of(1L, 0L),
                all("SELECT 'b' COLLATE backwards < 'a'," + " 'a' COLLATE backwards < 'b'"));
        database.execute("CREATE TABLE c(x TEXT COLLATE backwards PRIMARY KEY, y);"
                + "INSERT INTO c SELECT name, id FROM t");
        assertEquals(List.of("name 99", "name 98"), all("SELECT x FROM c ORDER BY x LIMIT 2"));
        assertEquals(List.of(42L), all("SELECT y FROM c WHERE x = 'name 42'"));
        assertEquals(List.of(89L), all("SELECT count(*) FROM c WHERE x < 'name 18'"));
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
        assertEquals(List.of(100L), all("SELECT count(*) FROM (SELECT x FROM c GROUP BY x)"));
        assertEquals(List.of(100L), all("SELECT count(*) FROM (SELECT DISTINCT x FROM c)"));
        assertEquals(
                List.of(100L), all("SELECT count(*) FROM t JOIN c ON name COLLATE backwards = x"));
        assertEquals(List.of("name 1"), all("SELECT max(x) FROM c"));
        assertTrue(all("PRAGMA collation_list").contains("Backwards"));
        database.removeCollation("BACKWARDS");
        SqlvmException missing =
                assertThrows(SqlvmException.class, () -> all("SELECT x FROM c ORDER BY x"));
        assertEquals("no such collation sequence: backwards", missing.getMessage());
        assertEquals(List.of(100L), all("SELECT count(y) FROM c"));
        assertEquals(
                "no such collation sequence: backwards",
                message(
                        SqlvmException.class,
                        () -> database.execute("INSERT INTO c VALUES ('x', 1)")));
    }

    @Test
    void collationsOfEqualTexts() {
        database.createCollation("length", (a, b) -> a.length() - b.length());
        assertEquals(
                List.of(6L, 9L, 7L, 90L, 8L, 1L),
                all("SELECT length(name), count(*) FROM t GROUP BY name COLLATE length"
                        + " ORDER BY length(name)"));
        assertEquals(List.of(3L), all("SELECT count(DISTINCT name COLLATE length) FROM t"));
        assertEquals(
                List.of(90L),
                all("SELECT count(*) FROM t WHERE name COLLATE length IN ('-------')"));
    }

    @Test
    void aCollationThatLies() {
        long[] calls = new long[1];
        database.createCollation(
                "lies", (_, _) -> (int) ((calls[0]++ * 0x9e3779b97f4a7c15L) >> 40));
        database.execute("CREATE TABLE c(x TEXT COLLATE lies, y);"
                + "CREATE INDEX i ON c(x);"
                + "INSERT INTO c SELECT 'text ' || value, value FROM generate_series(1, 3000)");
        assertEquals(List.of(3000L), all("SELECT count(*) FROM c"));
        assertEquals(3000, all("SELECT x FROM c ORDER BY x, y").size());
        assertEquals(3000, all("SELECT x FROM c NOT INDEXED ORDER BY x").size());
        assertEquals(3000, all("SELECT rank() OVER (ORDER BY x) FROM c").size());
        assertTrue(!all("SELECT x, count(*) FROM c GROUP BY x ORDER BY x").isEmpty());
        assertTrue(!all("SELECT DISTINCT x FROM c NOT INDEXED").isEmpty());
        all("SELECT y FROM c WHERE x = 'text 5'");
        all("SELECT count(*) FROM c a JOIN c b ON a.x = b.x");
        try {
            database.execute("DELETE FROM c WHERE y % 2 = 0");
        } catch (SqlvmException error) {
            assertEquals(11, error.code() & 0xff, error.getMessage());
        }
        database.execute("DROP INDEX i");
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
    }

    @Test
    void aCollationThatFails() {
        database.createCollation("fails", (a, b) -> {
            if (a.endsWith("50") || b.endsWith("50")) {
                throw new IllegalStateException("fifty");
            }
            return a.compareTo(b);
        });
        assertThrows(
                IllegalStateException.class,
                () -> all("SELECT * FROM t ORDER BY name COLLATE fails"));
        database.execute("CREATE TABLE c(x TEXT COLLATE fails UNIQUE);"
                + "INSERT INTO c SELECT name FROM t WHERE id < 50");
        assertThrows(
                IllegalStateException.class,
                () -> database.execute(
                        "INSERT INTO c SELECT name FROM t WHERE id > 90 OR id = 50"));
        assertEquals(List.of(49L), all("SELECT count(*) FROM c"));
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
    }
}
