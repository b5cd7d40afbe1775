package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableColumns;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Collections of Java and of JavaScript that SQL reads as tables. */
final class CollectionTest extends DatabaseTestCase.OnNodesAndClasses {
    private record Part(int id, String name, double price, Long owner, boolean sold) {}

    /** A bean. */
    public static final class Person {
        private final long number;
        private final String name;

        Person(long number, String name) {
            this.number = number;
            this.name = name;
        }

        public long getNumber() {
            return number;
        }

        public String getName() {
            return name;
        }
    }

    CollectionTest() {
        super("js");
    }

    private static List<Part> parts(int count) {
        List<Part> parts = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            parts.add(new Part(i, "part " + i, i / 4.0, i % 2 == 0 ? null : (long) i, i > 2));
        }
        return parts;
    }

    /** The numbers from a first one to a last one, which is 3 if the query does not say it. */
    private static Iterable<Long> numbers(Arguments arguments) {
        long last = arguments.isNull(1) ? 3 : arguments.getLong(1);
        return LongStream.rangeClosed(arguments.getLong(0), last).boxed().toList();
    }

    /** A function of Java with parameters. */
    @Test
    void functionsOfParameters() {
        TableColumns<Long> columns =
                new TableColumns<Long>().integer("n", n -> n).text("square", n -> "" + n * n);
        database.createTable("numbers", columns, List.of("first", "last"), CollectionTest::numbers);
        assertEquals(List.of(1L, "1", 2L, "4", 3L, "9"), all("SELECT * FROM numbers(1)"));
        assertEquals(List.of(3L, 3L, 4L), all("SELECT n, first, last FROM numbers(3, 4) LIMIT 1"));
        assertEquals(List.of(2L), all("SELECT n FROM numbers WHERE first = 2 AND last = 2"));
        assertEquals(
                List.of(1L, 1L, 2L, 1L, 2L, 2L, 3L, 1L, 3L, 2L, 3L, 3L),
                all("SELECT a.n, b.n FROM numbers(1, 3) a, numbers(1, a.n) b"));
        assertEquals(List.of(), all("SELECT n FROM numbers(1, NULL)"));
        database.createTable("fails", columns, List.of(), arguments -> {
            throw new IllegalStateException("no rows today");
        });
        IllegalStateException error =
                assertThrows(IllegalStateException.class, () -> all("SELECT * FROM fails"));
        assertEquals("no rows today", error.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> database.createTable(
                        "many", columns, Collections.nCopies(33, "x"), arguments -> List.of()));
    }

    /** A comparison with a parameter other than = is no argument; an equality may be one. */
    @Test
    void parametersTakeEquality() {
        TableColumns<Long> columns = new TableColumns<Long>().integer("n", n -> n);
        database.createTable("numbers", columns, List.of("first", "last"), CollectionTest::numbers);
        for (String condition : List.of(
                "first > 1",
                "first <> 1",
                "first IS 1",
                "first IS NOT 1",
                "first IS NULL",
                "first IS NOT NULL",
                "first LIKE '1'",
                "first GLOB '1'",
                "first BETWEEN 1 AND 2",
                "last = 2 AND first >= 1")) {
            SqlvmException error = assertThrows(
                    SqlvmException.class,
                    () -> all("SELECT n FROM numbers WHERE " + condition),
                    condition);
            assertEquals(
                    "virtual table parameter \"first\" can only be constrained by the '=' operator",
                    error.getMessage());
        }
        assertEquals(List.of(1L, 2L), all("SELECT n FROM numbers(1, 2) WHERE first < 5"));
        assertEquals(
                List.of(2L, 3L),
                all("SELECT n FROM numbers WHERE first IN (2, 4) AND last = 3 AND first <> 4"));
        assertEquals(List.of(2L), all("SELECT n FROM numbers(2, 2) WHERE abs(first) > 1"));
    }

    @Test
    void recordsAreRows() {
        List<Part> parts = parts(3);
        database.createTable("parts", Part.class, parts);
        assertEquals(
                Arrays.asList(1L, "part 1", 0.25, 1L, 0L, 2L, "part 2", 0.5, null, 0L),
                all("SELECT * FROM Parts WHERE id < 3"));
        assertEquals(
                List.of("integer", "text", "real"),
                all("SELECT DISTINCT typeof(id), typeof(name), typeof(price) FROM parts"));
        parts.add(new Part(4, null, Double.NaN, 0L, true));
        assertEquals(
                Arrays.asList(4L, null, null, 4L),
                all("SELECT id, name, price, rowid FROM parts WHERE id = '4'"));
        assertEquals(
                List.of("id", "INTEGER", "name", "TEXT", "price", "REAL", "owner", "", "sold", ""),
                all("SELECT name, type FROM pragma_table_info('parts')"));
        try (Rows rows = database.query("SELECT price FROM parts")) {
            assertEquals("REAL", rows.column(0).declaredType());
        }
        database.removeTable("PARTS");
        assertEquals(
                "no such table: parts",
                message(SqlvmException.class, () -> all("SELECT * FROM parts")));
        database.removeTable("parts");
    }

    /**
     * A program that {@code java File.java} runs, an application server and a plug-in have loaders.
     */
    @Test
    void recordsOfOtherLoadersAreRows() throws IOException, ReflectiveOperationException {
        String name = Part.class.getName();
        String file = name.substring(name.lastIndexOf('.') + 1) + ".class";
        byte[] code;
        try (InputStream stream = CollectionTest.class.getResourceAsStream(file)) {
            code = stream.readAllBytes();
        }
        Class<?> type = new ClassLoader(CollectionTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(name, code, 0, code.length);
            }
        }.define();
        Constructor<?> constructor = type.getDeclaredConstructors()[0];
        constructor.setAccessible(true);
        database.createTable("parts", List.of(constructor.newInstance(7, "bolt", 0.25, 3L, true)));
        assertEquals(
                List.of(7L, "bolt", 0.25, 3L, 1L),
                all("SELECT id, name, price, owner, sold FROM parts"));
    }

    @Test
    void whateverIsIterable() {
        database.createTable("people", List.of(new Person(1, "Ann"), new Person(2, "Bob")));
        assertEquals(List.of("Bob", 2L), all("SELECT name, number FROM people WHERE number > 1"));
        Map<String, Object> row = new TreeMap<>(Map.of("a", 1, "b", "x"));
        database.createTable("maps", List.of(row, Map.of("b", 2.5)));
        assertEquals(Arrays.asList(1L, "x", null, 2.5), all("SELECT a, b FROM maps"));
        database.createTable("lists", List.of(List.of(1, 2), List.of(3)));
        assertEquals(Arrays.asList(1L, 2L, 3L, null), all("SELECT c0, c1 FROM lists"));
        database.createTable("arrays", new Object[][] {{1, "x"}, {null, new byte[] {97}}});
        assertEquals(
                Arrays.asList("integer", "x", "null", "a"),
                all("SELECT typeof(c0), CAST(c1 AS TEXT) FROM arrays"));
        database.createTable("numbers", List.of(3, 1, 2));
        assertEquals(List.of(1L, 2L, 3L), all("SELECT value FROM numbers ORDER BY 1"));
        TableColumns<Integer> columns = new TableColumns<Integer>()
                .integer("n", n -> n)
                .real("half", n -> n / 2.0)
                .any("self", n -> n);
        database.createTable("lazy", columns, () -> List.of(1, 2, 3).iterator());
        assertEquals(List.of(6L, 3.0, 6L), all("SELECT sum(n), sum(half), sum(self) FROM lazy"));
        List<Part> nulls = Arrays.asList(null, new Part(1, "x", 1, 1L, false));
        database.createTable("nulls", nulls);
        assertEquals(Arrays.asList(null, "x"), all("SELECT name FROM nulls"));
    }

    @Test
    void joins() {
        database.createTable("parts", Part.class, parts(1000));
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, x);"
                + "INSERT INTO t SELECT value, value * 2 FROM generate_series(1, 1000)");
        assertEquals(
                List.of(1000L, 1001000L),
                all("SELECT count(*), sum(t.x) FROM parts JOIN t ON t.id = parts.id"));
        assertEquals(
                List.of(1000L),
                all("SELECT count(*) FROM parts a JOIN parts b ON a.name = b.name"));
        assertTrue(all("EXPLAIN QUERY PLAN SELECT 1 FROM parts a JOIN parts b ON a.name = b.name")
                .toString()
                .contains("HASH JOIN b (name=?)"));
        assertEquals(
                List.of(500L),
                all("SELECT count(*) FROM t LEFT JOIN parts ON parts.owner = t.id"
                        + " WHERE parts.id IS NULL"));
        assertEquals(
                List.of(7L),
                all("SELECT (SELECT count(*) FROM parts WHERE price < x) FROM t WHERE id = 1"));
        assertEquals(
                List.of(250498L),
                all("SELECT sum(id) FROM parts WHERE id IN (SELECT id FROM t)"
                        + " AND sold IS 1 AND owner IS NULL"));
    }

    @Test
    void cannotBeChanged() {
        database.createTable("parts", Part.class, parts(3));
        for (String sql : List.of(
                "INSERT INTO parts VALUES (1, 2, 3, 4, 5)",
                "DELETE FROM parts",
                "UPDATE parts SET id = 1")) {
            assertEquals(
                    "table parts may not be modified",
                    message(SqlvmException.class, () -> database.execute(sql)));
        }
        assertEquals(
                "table parts may not be dropped",
                message(SqlvmException.class, () -> database.execute("DROP TABLE parts")));
        assertEquals(List.of(), all("SELECT * FROM sqlite_schema"));
        database.execute("CREATE TABLE t(a)");
        assertEquals(
                "there is already a table named T",
                message(SqlvmException.class, () -> database.createTable("T", parts(1))));
        database.execute("CREATE TABLE parts(a); INSERT INTO parts VALUES ('file')");
        assertEquals(List.of("file"), all("SELECT * FROM parts"));
        database.execute("DROP TABLE parts");
        assertEquals(List.of(3L), all("SELECT count(*) FROM parts"));
    }

    @Test
    void mayBeReadByAView() {
        database.createTable("parts", Part.class, parts(3));
        database.execute("CREATE VIEW v AS SELECT id * 10 x FROM parts");
        assertEquals(List.of(10L, 20L, 30L), all("SELECT x FROM v"));
        database.removeTable("parts");
        assertEquals(
                "no such table: main.parts",
                message(SqlvmException.class, () -> all("SELECT x FROM v")));
    }

    @Test
    void changesAreNoticed() {
        List<Part> parts = parts(5000);
        database.createTable("parts", Part.class, parts);
        assertThrows(ConcurrentModificationException.class, () -> {
            try (Rows rows = database.query("SELECT id FROM parts")) {
                while (rows.next()) {
                    parts.add(new Part(0, "", 0, 0L, false));
                }
            }
        });
        assertEquals(
                "unable to delete/modify table due to active statements",
                message(SqlvmException.class, () -> {
                    try (Rows rows = database.query("SELECT id FROM parts")) {
                        assertTrue(rows.next());
                        database.removeTable("parts");
                    }
                }));
        TableColumns<Part> failing = new TableColumns<Part>().integer("id", part -> {
            throw new IllegalStateException("no id");
        });
        database.createTable("failing", failing, parts);
        assertEquals(
                "no id", message(IllegalStateException.class, () -> all("SELECT * FROM failing")));
    }

    @Test
    void whatIsNoTable() {
        assertTrue(message(IllegalArgumentException.class, () -> database.createTable("x", "abc"))
                .contains("cannot be iterated over"));
        assertTrue(
                message(IllegalArgumentException.class, () -> database.createTable("x", List.of()))
                        .contains("has no rows"));
        TableColumns<Part> twice =
                new TableColumns<Part>().integer("id", Part::id).text("ID", Part::name);
        assertEquals(
                "duplicate column name: ID",
                message(SqlvmException.class, () -> database.createTable("x", twice, parts(1))));
    }

    private Value js(String source) {
        return context.eval("js", source);
    }

    @Test
    void objectsOfJavaScript() {
        Value objects = js("rows = [{a: 1, b: 'x'}, {a: 2.5, b: null}]");
        database.createTable("objects", objects);
        assertEquals(Arrays.asList(1L, "x", 2.5, null), all("SELECT a, b FROM objects"));
        js("rows.push({a: 3, b: true})");
        assertEquals(List.of(3L, 1L), all("SELECT a, b FROM objects WHERE rowid = 3"));
        js("rows.push({a: 4})");
        assertTrue(message(SqlvmException.class, () -> all("SELECT b FROM objects"))
                .startsWith("row 4 of table objects has no column b"));
        database.createTable("pairs", js("[[1, 2], [3, null]]"));
        assertEquals(Arrays.asList(1L, 2L, 3L, null), all("SELECT c0, c1 FROM pairs"));
        database.createTable("odd", js("[[1, 2], [3]]"));
        assertEquals(
                "row 2 of table odd has 1 value for 2 columns",
                message(SqlvmException.class, () -> all("SELECT c0 FROM odd")));
        database.createTable("maps", js("[new Map([['k', 1], ['v', 'x']]), new Map([['k', 2]])]"));
        assertEquals(Arrays.asList(1L, "x", 2L, null), all("SELECT k, v FROM maps"));
        database.createTable("sets", js("new Set([1, 'a', null])"));
        assertEquals(Arrays.asList(1L, "a", null), all("SELECT value FROM sets"));
        assertTrue(message(
                        IllegalArgumentException.class,
                        () -> database.createTable("x", js("[1, 2].values()")))
                .contains("only once"));
    }

    @Test
    void byTheMember() {
        Value open = context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:");
        context.getBindings("js").putMember("db", open);
        js("db.createTable('t', late = [], ['a', 'b'])");
        assertEquals(0, js("[...db.execute('SELECT * FROM t')]").getArraySize());
        js("late.push({b: 1, a: 2}, {a: 3, b: 4})");
        Value rows = js("[...db.execute('SELECT a, b FROM t')]");
        assertEquals(2, rows.getArrayElement(0).getMember("a").asInt());
        assertEquals(4, rows.getArrayElement(1).getMember("b").asInt());
        js("db.createTable('t', null)");
        PolyglotException gone = assertThrows(
                PolyglotException.class, () -> js("[...db.execute('SELECT a FROM t')]"));
        assertEquals("no such table: t", gone.getMessage());
    }

    /** Arguments that the query does not say are null; no row has one that equals NULL. */
    @Test
    void aFunctionIsATableWithArguments() {
        Value open = context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:");
        context.getBindings("js").putMember("db", open);
        Database own = open.getMember("host").asHostObject();
        js("""
            db.createTable('sequence', function* (from, count) {
                for (let i = from ?? 10; i < (from ?? 10) + (count ?? 1); i++) {
                    yield [i, `row ${i}`];
                }
            }, ['i', 't'], ['first', 'count'])\
            """);
        check(own, "5,row 5;6,row 6", "SELECT * FROM sequence(5, 2)");
        check(own, "10,null,null", "SELECT i, first, count FROM sequence");
        check(own, "10;11", "SELECT i FROM sequence WHERE count = 2");
        check(own, "7,7", "SELECT first, i FROM sequence WHERE 7 = first");
        check(own, "", "SELECT * FROM sequence(NULL)");
        check(own, "", "SELECT * FROM sequence(1) WHERE first = 2");
        check(own, "", "SELECT * FROM sequence(1) WHERE first > 2");
        check(own, "1", "SELECT i FROM sequence(1) WHERE first < 2 AND i = 1");
        check(
                own,
                "3,3;3,3;3,3",
                "SELECT first, count FROM sequence WHERE first = 3 AND count = first");
        check(own, "1,1;2,2;2,3", """
            SELECT n, i FROM (SELECT 1 AS n UNION ALL SELECT 2), sequence(n, n) ORDER BY 1, 2\
            """);
        check(own, "1,null;5,5", """
            SELECT n, i FROM (SELECT 1 AS n UNION ALL SELECT 5)
            LEFT JOIN sequence(n) ON i > 3 ORDER BY 1\
            """);
        SqlvmException many = assertThrows(
                SqlvmException.class, () -> own.query("SELECT * FROM sequence(1, 2, 3)"));
        assertEquals("too many arguments on sequence() - max 2", many.getMessage());
        js("db.createTable('failing', () => { throw 'no rows' }, ['n'], ['b'])");
        assertTrue(message(Exception.class, () -> own.query("SELECT * FROM failing(1)"))
                .contains("no rows"));
        assertTrue(js("(() => { try { db.createTable('x', []) } catch (e) { return '' + e } })()")
                .asString()
                .contains("table x has no rows"));
        js("db.createTable('sequence', null)");
        assertThrows(SqlvmException.class, () -> own.query("SELECT * FROM sequence(1)"));
        own.close();
    }

    private static void check(Database database, String expected, String sql) {
        StringJoiner rows = new StringJoiner(";");
        try (Rows found = database.query(sql)) {
            while (found.next()) {
                StringJoiner row = new StringJoiner(",");
                for (int i = 0; i < found.columnCount(); i++) {
                    row.add(found.getText(i));
                }
                rows.add(row.toString());
            }
        }
        assertEquals(expected, rows.toString(), sql);
    }

    @Test
    void changesInJavaScriptAreNoticed() {
        js("rows = []; for (let i = 0; i < 3000; i++) rows.push({a: i})");
        database.createTable("t", js("rows"));
        assertEquals(List.of(3000L * 2999 / 2), all("SELECT sum(a) FROM t"));
        database.createFunction("grow", 1, js("x => { rows.push({a: 0}); return x }"));
        assertEquals(
                "table t was changed while it was read",
                message(SqlvmException.class, () -> all("SELECT sum(grow(a)) FROM t")));
        database.createTable("u", js("[{get a() { throw new Error('no a') }}]"));
        assertEquals("Error: no a", message(PolyglotException.class, () -> all("SELECT a FROM u")));
    }
}
