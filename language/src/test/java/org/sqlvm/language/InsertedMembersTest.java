package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.BulkInsert;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Rows that have members of their own each, and tables that get columns for them. */
final class InsertedMembersTest extends DatabaseTestCase {
    private record Click(long id, String userName, double weight) {}

    private record Sale(long id, int price, Map<String, Object> tags) {}

    private record Point(int x, int y) {}

    private record Placed(long id, Point at) {}

    InsertedMembersTest() {
        super("js");
    }

    private BulkInsert events() {
        return database.bulkInsert("events").createTable().addColumns();
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put((String) pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private String schema() {
        return (String)
                all("SELECT sql FROM sqlite_schema WHERE name = 'events'").getFirst();
    }

    private String failure(Runnable work) {
        return assertThrows(SqlvmException.class, work::run).getMessage();
    }

    private void checkFile() {
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
    }

    @Test
    void membersBecomeColumns() {
        assertEquals(
                4,
                events().insert(List.of(
                        map("a", 1, "b", "x"),
                        map("b", "y", "c", 2.5, "A", 7L),
                        map(),
                        map("d\"e", new byte[] {1}, "", true, "a", "007"))));
        assertEquals("CREATE TABLE \"events\"(\"a\", \"b\", \"c\", \"d\"\"e\", \"\")", schema());
        assertEquals(
                Arrays.asList(
                        1L, "x", null, null, null, //
                        7L, "y", 2.5, null, null, //
                        null, null, null, null, null, //
                        "007", null, null, "01", 1L),
                all("SELECT a, b, c, CASE WHEN \"d\"\"e\" <> '' THEN hex(\"d\"\"e\") END, \"\""
                        + " FROM events"));
        checkFile();
        assertEquals(1, database.bulkInsert("events").addColumns().insert(List.of(map("z", 1))));
        assertEquals(List.of(1L), all("SELECT count(z) FROM events"));
    }

    /** Many rows, whose members come in any order. */
    @Test
    void manyRows() {
        Random random = new Random(7);
        List<Map<String, Object>> rows = new ArrayList<>();
        long[] sums = new long[40];
        for (int i = 0; i < 20_000; i++) {
            Map<String, Object> row = map("id", i);
            for (int k = 0; k < 40; k++) {
                int member = i % 3 == 0 ? (k * 7) % 40 : k;
                if (random.nextInt(1 + member) == 0) {
                    row.put("m" + member, i);
                    sums[member] += i;
                }
            }
            rows.add(row);
        }
        assertEquals(20_000, events().insert(rows));
        String query = IntStream.range(0, 40)
                .mapToObj(i -> "total(m" + i + ")")
                .reduce((one, other) -> one + ", " + other)
                .orElseThrow();
        assertEquals(
                Arrays.stream(sums).mapToObj(sum -> (Object) (double) sum).toList(),
                all("SELECT " + query + " FROM events"));
        assertEquals(List.of(20_000L, 199_990_000L), all("SELECT count(*), sum(id) FROM events"));
        checkFile();
    }

    @Test
    void defaultsAndKeys() {
        database.execute("CREATE TABLE events(id INTEGER PRIMARY KEY, n NOT NULL DEFAULT 5,"
                + " t DEFAULT (1 + abs(-2)), u TEXT DEFAULT 1.50, g AS (n * 2),"
                + " c DEFAULT CURRENT_DATE);"
                + "CREATE INDEX i ON events(n); CREATE TABLE log(n);"
                + "CREATE TRIGGER tr AFTER INSERT ON events BEGIN INSERT INTO log VALUES (new.n);"
                + " END");
        events().insert(List.of(
                map("id", 7),
                map("n", 2, "x", "new"),
                map("t", null, "id", null),
                new Click(20, "me", 0.5)));
        assertEquals(
                Arrays.asList(
                        7L, 5L, 3L, "1.5", 10L, null, null, //
                        8L, 2L, 3L, "1.5", 4L, "new", null, //
                        9L, 5L, null, "1.5", 10L, null, null, //
                        20L, 5L, 3L, "1.5", 10L, null, "me"),
                all("SELECT id, n, t, u, g, x, userName FROM events"));
        assertEquals(List.of(5L, 2L, 5L, 5L), all("SELECT n FROM log"));
        assertEquals(List.of(0L), all("SELECT count(*) FROM events WHERE c <> date()"));
        assertEquals(
                "cannot INSERT into generated column \"g\"",
                failure(() -> events().insert(List.of(map("g", 1)))));
        assertEquals(
                "row 3: UNIQUE constraint failed: events.id",
                failure(() -> events().insert(
                                List.of(map("y", 1), map("id", 30), map("id", 7, "w", 1)))));
        assertEquals(List.of(4L), all("SELECT count(*) FROM events"));
        assertEquals(
                List.of(0L),
                all("SELECT count(*) FROM pragma_table_info('events')"
                        + " WHERE name IN ('y', 'w')"));
        checkFile();
    }

    /** Classes say the types of their columns, and may have names in another style. */
    @Test
    void classes() {
        database.execute("CREATE TABLE events(user_name)");
        events().insert(Stream.of(
                new Click(1, "a", 2),
                new Sale(2, 3, Map.of("k", List.of(1, "x"))),
                map("id", "i")));
        assertEquals(
                "CREATE TABLE events(user_name, \"id\" INTEGER, \"weight\" REAL, \"price\" INTEGER,"
                        + " \"tags\")",
                schema());
        assertEquals(
                Arrays.asList(
                        1L,
                        "a",
                        2.0,
                        null,
                        null, //
                        2L,
                        null,
                        null,
                        3L,
                        "{\"k\":[1,\"x\"]}", //
                        "i",
                        null,
                        null,
                        null,
                        null),
                all("SELECT id, user_name, weight, price, tags FROM events"));
    }

    @Test
    void strictAndWithoutRowid() {
        database.execute(
                "CREATE TABLE events(k TEXT PRIMARY KEY, n INTEGER) STRICT, WITHOUT ROWID");
        events().insert(List.of(map("k", "b", "x", 1), map("k", "a", "x", "1")));
        assertEquals(List.of("a", "1", "b", 1L), all("SELECT k, x FROM events"));
        assertEquals(
                "CREATE TABLE events(k TEXT PRIMARY KEY, n INTEGER, \"x\" ANY) STRICT, WITHOUT"
                        + " ROWID",
                schema());
        assertEquals(
                "row 2: cannot store TEXT value in INTEGER column events.n",
                failure(() ->
                        events().insert(List.of(map("k", "c", "y", 1), map("k", "d", "n", "x")))));
        assertEquals(List.of(3L), all("SELECT count(*) FROM pragma_table_info('events')"));
        checkFile();
    }

    @Test
    void nested() {
        List<Object> rows = List.of(
                map("a", map("b", 1, "c", map("d", "x\"y")), "e", new int[] {1, 2}),
                map("a", 5),
                map("a", map("b", null, "z", 1.5)));
        events().insert(rows);
        assertEquals(
                Arrays.asList(
                        "{\"b\":1,\"c\":{\"d\":\"x\\\"y\"}}",
                        "[1,2]",
                        5L,
                        null,
                        "{\"b\":null,\"z\":1.5}",
                        null),
                all("SELECT a, e FROM events"));
        database.bulkInsert("flat").createTable().addColumns().flatten().insert(rows);
        assertEquals(
                List.of("a.b", "a.c.d", "e", "a", "a.z"),
                all("SELECT name FROM pragma_table_info('flat')"));
        assertEquals(
                Arrays.asList(1L, "x\"y", null, null, null, null, null, null, 1.5),
                all("SELECT \"a.b\", \"a.c.d\", \"a.z\" FROM flat"));
        database.bulkInsert("flat")
                .addColumns()
                .flatten()
                .insert(List.of(new Placed(3, new Point(4, 5))));
        assertEquals(List.of(4L, 5L), all("SELECT \"at.x\", \"at.y\" FROM flat WHERE id = 3"));
        assertEquals(
                "row 1: two members are one column: a.b and A.B",
                failure(() -> database.bulkInsert("flat")
                        .addColumns()
                        .flatten()
                        .insert(List.of(map("a", map("b", 1), "A.B", 2)))));
    }

    @Test
    void json() {
        BulkInsert lines =
                database.bulkInsert("events").createTable().addColumns().json();
        assertEquals(
                3,
                lines.insert(List.of(
                        "{\"id\":1,\"ok\":true,\"name\":\"\\u00e4\\n\",\"f\":2.0,\"n\":null}",
                        "{\"id\":9007199254740993,\"in\":{\"x\":[1, 2]},\"id\":5}"
                                .getBytes(StandardCharsets.UTF_8),
                        " {\"\\u0069d\": \"7\", \"big\": 18446744073709551616} ")));
        assertEquals(
                Arrays.asList(
                        1L,
                        1L,
                        "ä\n",
                        2.0,
                        null,
                        null,
                        null, //
                        9007199254740993L,
                        null,
                        null,
                        null,
                        null,
                        "{\"x\":[1,2]}",
                        null, //
                        "7",
                        null,
                        null,
                        null,
                        null,
                        null,
                        18446744073709551616.0),
                all("SELECT id, ok, name, f, n, \"in\", big FROM events"));
        assertEquals(
                "row 2: malformed JSON at byte 6 of the value",
                failure(() -> lines.insert(List.of("{\"q\":1}", "{\"q\":}"))));
        assertEquals("row 1: no object, but array", failure(() -> lines.insert(List.of("[1]"))));
        assertEquals(
                "row 1: no text: class java.lang.Integer", failure(() -> lines.insert(List.of(1))));
        assertEquals(
                "row 1: malformed JSON at byte 7 of the value",
                failure(() -> lines.insert(List.of("{\"q\":\"\0\"}"))));
        assertEquals(
                "row 1: malformed JSON",
                failure(() -> lines.insert(List.<Object>of(new byte[] {'"', (byte) 0xff, '"'}))));
        BulkInsert known = database.bulkInsert("events").json();
        assertEquals(1, known.insert(List.of("{\"ID\":10}")));
        assertEquals(
                "row 2: table events has no column named q",
                failure(() -> known.insert(List.of("{\"id\":1}", "{\"q\":1}"))));
        assertEquals(
                1,
                database.bulkInsert("events")
                        .json()
                        .columns("id")
                        .insert(List.of("{\"id\":11,\"q\":1}")));
        assertEquals(
                2,
                database.bulkInsert("flat")
                        .createTable()
                        .addColumns()
                        .json()
                        .flatten()
                        .insert(List.of(
                                "{\"a\":{\"b\":1,\"c\":{}},\"d\":[{}]}", "{\"a\":{\"b\":2}}")));
        assertEquals(Arrays.asList(1L, "[{}]", 2L, null), all("SELECT * FROM flat"));
        checkFile();
    }

    /** Another connection sees rows and columns as of a commit; SQLite finds the file sound. */
    @Test
    void readersAndFile(@TempDir Path folder) throws SQLException {
        Path file = folder.resolve("events.db");
        try (Database writer = open(file.toString());
                Database reader = open(file.toString())) {
            writer.execute("PRAGMA journal_mode = wal; CREATE TABLE events(id INTEGER PRIMARY KEY);"
                    + " CREATE INDEX i ON events(id DESC)");
            List<Object> seen = new ArrayList<>();
            Stream<Object> rows =
                    IntStream.range(0, 20_000).mapToObj(i -> map("id", i, "m" + i / 4000, i));
            writer.bulkInsert("events")
                    .addColumns()
                    .commitEvery(5000)
                    .onProgress(_ -> {
                        List<Object> row = AllRows.all(
                                reader,
                                "SELECT (SELECT count(*) FROM pragma_table_info('events')),"
                                        + " count(*) FROM events");
                        if (!seen.contains(row)) {
                            seen.add(row);
                        }
                    })
                    .insert(rows);
            assertEquals(
                    List.of(
                            List.of(1L, 0L),
                            List.of(3L, 5000L),
                            List.of(4L, 10_000L),
                            List.of(5L, 15_000L)),
                    seen);
            assertEquals(
                    List.of(20_000L, 4000L, 17_999L),
                    AllRows.all(reader, "SELECT count(*), count(m4), min(m4) + 1999 FROM events"));
        }
        try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = sqlite.createStatement();
                ResultSet result = statement.executeQuery("PRAGMA integrity_check")) {
            assertEquals("ok", result.getString(1));
        }
    }

    @Test
    void tooManyColumns() {
        Map<String, Object> wide = new LinkedHashMap<>();
        IntStream.range(0, 1995).forEach(i -> wide.put("m" + i, i));
        events().insert(List.of(wide));
        String before = schema();
        assertEquals(
                "row 2: too many columns on events",
                failure(() -> events().insert(List.of(
                        map("m1", 2), map("a", 1, "b", 2, "c", 3, "d", 4, "e", 5, "f", 6)))));
        assertEquals(before, schema());
        assertEquals(
                2,
                events().insert(List.of(
                        map("m1", 2), map("a", 1, "b", 2, "c", 3, "d", 4, "e", 5))));
        assertEquals(
                List.of(1992L + 1993 + 1994 + 5),
                all("SELECT sum(m1992) + sum(m1993) + sum(m1994) + sum(e) FROM events"));
    }

    /** A program that ends the transaction before a row that would have brought a column. */
    @Test
    void endedTransactions() {
        Iterator<Object> rows = new Iterator<>() {
            private int number;

            @Override
            public boolean hasNext() {
                return number < 2;
            }

            @Override
            public Object next() {
                if (++number == 2) {
                    database.execute("ROLLBACK");
                    return map("b", 2);
                }
                return map("a", 1);
            }
        };
        assertEquals(
                "row 2: abort due to ROLLBACK",
                failure(() -> events().commitEvery(1).insert(rows)));
        assertEquals("CREATE TABLE \"events\"(\"a\")", schema());
        assertEquals(List.of(1L), all("SELECT a FROM events"));
        assertTrue(database.isAutocommit());
    }

    @Test
    void errorsLeaveNothing() {
        events().insert(List.of(map("a", 1)));
        String before = schema();
        assertEquals(
                "row 2: two members are one column: b and B",
                failure(() -> events().insert(List.of(map("c", 1), map("b", 1, "B", 2)))));
        assertEquals(
                "row 2: two members are one column: a and A",
                failure(() -> events().insert(List.of(map("c", 1), map("a", 1, "A", 2)))));
        assertEquals(
                "row 2: the name of a member has a NUL",
                failure(() -> events().insert(List.of(map("a", 1), map("x\0y", 1)))));
        assertEquals(
                "row 2, z: no value of SQL: class java.lang.Object",
                failure(() -> events().insert(List.of(map("z", 1), map("z", new Object())))));
        assertEquals(
                "row 2: null is no row",
                failure(() -> events().insert(Arrays.asList(map("z", 1), null))));
        assertEquals(
                "row 1: a row without names of its members: class java.lang.Integer",
                failure(() -> events().insert(List.of(1))));
        assertEquals(
                "no such table: nowhere",
                failure(() ->
                        database.bulkInsert("nowhere").addColumns().insert(List.of(map("a", 1)))));
        assertEquals(before, schema());
        assertEquals(List.of(1L), all("SELECT count(*) FROM events"));
        assertTrue(database.isAutocommit());
        database.execute("BEGIN");
        events().insert(List.of(map("t", 1)));
        failure(() -> events().insert(List.of(map("u", 1), map("b", 1, "B", 2))));
        database.execute("ROLLBACK");
        assertEquals(before, schema());
        database.execute(
                "CREATE VIEW v AS SELECT a FROM events; CREATE VIRTUAL TABLE d USING" + " dbstat");
        assertEquals(
                "cannot modify v because it is a view",
                failure(() -> database.bulkInsert("v").addColumns().insert(List.of(map("a", 1)))));
        checkFile();
    }

    /** Objects, maps and texts of another language. */
    @Test
    void otherLanguages() {
        Value bindings = context.getBindings("js");
        bindings.putMember(
                "db", context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:"));
        context.eval("js", """
            function* events(n) {
                for (let id = 1; id <= n; id++) {
                    yield {id, ['m' + id % 5]: id / 2, f() {}, at: {x: id, y: [id, 'z']}};
                }
            }
            const add = {addColumns: true, create: true};
            const rows = sql => [...db.execute(sql)].map(row => [...row].join()).join(' ');
            """);
        assertEquals("2000", js("db.insertAll('events', events(2000), add)"));
        assertEquals(
                "2000,400,200500,{\"x\":7,\"y\":[7,\"z\"]}",
                js("rows('SELECT count(*), count(m2), sum(m0), (SELECT at FROM events WHERE id = 7)"
                        + " FROM events')"));
        assertEquals(
                "id,m1,at,m2,m3,m4,m0",
                js("rows(\"SELECT group_concat(name) FROM pragma_table_info('events')\")"));
        assertEquals(
                "2",
                js("db.insertAll('flat', [{a: {b: 1, c: {d: null}}}, new Map([['a', {b: 'x'}]])],"
                        + " {...add, flatten: true})"));
        assertEquals(
                "1, x,", js("rows('SELECT \"a.b\", \"a.c.d\" FROM flat')").replace("null", ""));
        assertEquals(
                "2",
                js("db.insertAll('lines', ['{\"a\": 1}', '{\"b\": [2]}'], {...add, json: true})"));
        assertEquals("1, ,[2]", js("rows('SELECT a, b FROM lines')").replace("null", ""));
        assertEquals(
                "row 2: two members are one column: a and A",
                jsFailure("db.insertAll('flat', [{q: 1}, {a: 1, A: 2}], add)"));
        assertEquals(
                "row 2: malformed JSON at byte 2 of the value",
                jsFailure("db.insertAll('lines', ['{}', '{'], {json: true})"));
        assertEquals(
                "table lines has no column named q",
                jsFailure("db.insertAll('lines', ['{\"q\": 1}'], {json: true})"));
        assertEquals(
                "row 1: a row without names of its members: 5",
                jsFailure("db.insertAll('lines', [5], add)"));
        assertEquals(
                "row 2: x: Symbol(s) is no value of SQL",
                jsFailure("db.insertAll('lines', [{x: 1}, {x: Symbol('s')}], add)"));
        assertEquals(
                "a,b", js("rows(\"SELECT group_concat(name) FROM pragma_table_info('lines')\")"));
        assertEquals("2", js("rows('SELECT count(*) FROM lines')"));
        context.eval("js", "db.close()");
    }

    private String js(String expression) {
        return context.eval("js", "String(" + expression + ")").asString();
    }

    private String jsFailure(String expression) {
        return assertThrows(PolyglotException.class, () -> context.eval("js", expression))
                .getMessage();
    }
}
