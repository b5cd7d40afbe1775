package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sqlvm.api.BulkInsert;
import org.sqlvm.api.BulkInsert.Conflict;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableColumns;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Objects into tables: {@link BulkInsert}, and insertAll of other languages. The file is long
 * because all tests share its records and beans.
 */
final class BulkInsertTest extends DatabaseTestCase {
    private static final String TASKS =
            "CREATE TABLE tasks(id INTEGER PRIMARY KEY, title TEXT, done INTEGER)";

    record Task(long id, String title, boolean done) {}

    private record Values(
            int a,
            Long b,
            float c,
            Double d,
            byte[] e,
            Color f,
            UUID g,
            LocalDate h,
            LocalDateTime i,
            LocalTime j,
            Instant k,
            BigDecimal l,
            char m) {}

    private enum Color {
        RED
    }

    /** A bean with a getter and a field. */
    public static final class Bean {
        public final int count;
        private final String orderKey;

        Bean(int count, String orderKey) {
            this.count = count;
            this.orderKey = orderKey;
        }

        public String getOrderKey() {
            return orderKey;
        }
    }

    private record Failing(long id) {
        String title() {
            if (id == 3) {
                throw new IllegalStateException("no title");
            }
            return "t" + id;
        }
    }

    BulkInsertTest() {
        super("js");
    }

    private static Stream<Task> tasks(long first, long last) {
        return LongStream.rangeClosed(first, last)
                .mapToObj(id -> new Task(id, "Task " + id, id % 2 == 0));
    }

    private void createTasks() {
        database.execute(TASKS);
    }

    private List<Object> summary() {
        return all(
                "SELECT count(*), sum(id), sum(done), min(title), max(length(title)) FROM tasks");
    }

    @Test
    void records() {
        createTasks();
        assertEquals(20_000, database.insertAll("tasks", tasks(1, 20_000)));
        assertEquals(List.of(20_000L, 200_010_000L, 10_000L, "Task 1", 10L), summary());
        assertEquals(20_000, database.changes());
        assertEquals(20_000, database.totalChanges());
        assertEquals(20_000, database.lastInsertRowid());
        assertTrue(database.isAutocommit());
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
        try (var rows = database.query("SELECT * FROM tasks WHERE id = 7").as(Task.class)) {
            assertEquals(List.of(new Task(7, "Task 7", false)), rows.toList());
        }
        assertEquals(0, database.insertAll("tasks", List.of()));
    }

    /** Values are converted, and read back as they were inserted. */
    @Test
    void values() {
        Values values = new Values(
                -1,
                null,
                0.5f,
                Double.NaN,
                new byte[] {1, 2},
                Color.RED,
                new UUID(1, 2),
                LocalDate.of(2026, 1, 2),
                LocalDateTime.of(2026, 1, 2, 3, 4, 5),
                LocalTime.of(3, 4),
                Instant.ofEpochSecond(1, 500_000_000),
                new BigDecimal("12.30"),
                'ä');
        database.bulkInsert("v").createTable().insert(List.of(values));
        List<Object> stored = all("SELECT a, b, c, d, hex(e), f, g, h, i, j, k, l, m FROM v");
        assertEquals(
                Arrays.asList(
                        -1L,
                        null,
                        0.5,
                        null,
                        "0102",
                        "RED",
                        "00000000-0000-0001-0000-000000000002",
                        "2026-01-02",
                        "2026-01-02 03:04:05",
                        "03:04:00",
                        "1970-01-01 00:00:01.5",
                        "12.30",
                        "ä"),
                stored);
        try (var rows = database.query("SELECT f, g, h, i, j, k, l FROM v").as(ReadBack.class)) {
            assertEquals(
                    new ReadBack(
                            values.f, values.g, values.h, values.i, values.j, values.k, values.l),
                    rows.toList().getFirst());
        }
        assertEquals(
                List.of("CREATE TABLE \"v\"(\"a\" INTEGER, \"b\", \"c\" REAL, \"d\", \"e\" BLOB,"
                        + " \"f\", \"g\", \"h\", \"i\", \"j\", \"k\", \"l\", \"m\")"),
                all("SELECT sql FROM sqlite_schema"));
    }

    private record ReadBack(
            Color f, UUID g, LocalDate h, LocalDateTime i, LocalTime j, Instant k, BigDecimal l) {}

    @Test
    void beansMapsListsAndValues() {
        database.execute("CREATE TABLE orders(order_key TEXT, count INTEGER, note DEFAULT 'none')");
        database.insertAll("orders", List.of(new Bean(3, "a")));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("COUNT", 4);
        map.put("orderkey", "b");
        database.insertAll("orders", List.of(map));
        database.insertAll("orders", List.of(Arrays.asList("c", 5, null)).iterator());
        database.insertAll("orders", List.<Object[]>of(new Object[] {"d", 6, 1.5}).stream());
        assertEquals(
                Arrays.asList("a", 3L, "none", "b", 4L, "none", "c", 5L, null, "d", 6L, 1.5),
                all("SELECT * FROM orders"));
        database.execute("CREATE TABLE one(v)");
        database.insertAll("one", List.of(1, "x", 2.5));
        assertEquals(List.of(1L, "x", 2.5), all("SELECT v FROM one"));
        TableColumns<Long> squares =
                new TableColumns<Long>().integer("count", n -> n * n).text("orderKey", n -> "" + n);
        database.bulkInsert("orders").columns(squares).insert(List.of(7L));
        database.bulkInsert("orders").columns("count").insert(List.of(new Bean(9, "x")));
        assertEquals(
                Arrays.asList("7", 49L, null, 9L),
                all("SELECT order_key, count FROM orders WHERE rowid > 4"));
    }

    /** Affinities, as the statement applies them. */
    @Test
    void affinities() {
        database.execute("CREATE TABLE s(a INTEGER, b REAL, c TEXT, d NUMERIC, e BLOB, f)");
        database.execute("CREATE TABLE t(a INTEGER, b REAL, c TEXT, d NUMERIC, e BLOB, f)");
        Object[] values = {
            1,
            -7L,
            1L << 50,
            1.5,
            2.0,
            -0.0,
            1e300,
            9.2e18,
            "12",
            " 1.5 ",
            "1e2",
            "x",
            "",
            "ä",
            "\ud83d\ude00",
            "a\0b",
            true,
            null,
            new byte[] {49},
            "y".repeat(60),
            "z".repeat(9000)
        };
        try (var statement = database.prepare("INSERT INTO s VALUES (?1, ?1, ?1, ?1, ?1, ?1)")) {
            for (Object value : values) {
                statement.bind(1, value).execute();
            }
        }
        database.insertAll("t", Arrays.stream(values).map(v -> new Object[] {v, v, v, v, v, v}));
        String all = "SELECT rowid, typeof(a), hex(a), typeof(b), hex(b), typeof(c), hex(c),"
                + " typeof(d), hex(d), typeof(e), hex(e), typeof(f), hex(f) FROM ";
        assertEquals(all(all + "s"), all(all + "t"));
        assertEquals(List.of("ok"), all("PRAGMA integrity_check"));
    }

    /**
     * Rows take the program's way if it has more to do: an index, a check, a trigger, a default, …
     */
    @Test
    void constraints() {
        database.execute("CREATE TABLE p(id INTEGER PRIMARY KEY, u TEXT UNIQUE, n INT NOT NULL,"
                + " g AS (n * 2), h AS (n + 1) STORED, CHECK (n < 100))");
        database.execute("CREATE TABLE log(x); CREATE TRIGGER tr AFTER INSERT ON p"
                + " BEGIN INSERT INTO log VALUES (new.g); END");
        database.bulkInsert("p")
                .columns(columns("id", "u", "n"))
                .insert(List.of(new Object[] {2, "b", 5}, new Object[] {1, "a", 6}));
        assertEquals(List.of(10L, 12L), all("SELECT x FROM log"));
        assertEquals(List.of(1L, "a", 6L, 12L, 7L, 2L, "b", 5L, 10L, 6L), all("SELECT * FROM p"));
        List<Object[]> bad = List.of(new Object[] {3, "c", 1}, new Object[] {4, "a", 1});
        BulkInsert insert = database.bulkInsert("p").columns(columns("id", "u", "n"));
        SqlvmException error = assertThrows(SqlvmException.class, () -> insert.insert(bad));
        assertEquals("row 2: UNIQUE constraint failed: p.u", error.getMessage());
        assertEquals(2067, error.code());
        assertEquals(List.of(2L), all("SELECT count(*) FROM p"));
        assertEquals(1, insert.onConflict(Conflict.IGNORE).insert(bad));
        assertEquals(2, insert.onConflict(Conflict.REPLACE).insert(bad));
        assertEquals(List.of(2L, 3L, 4L), all("SELECT id FROM p ORDER BY id"));
        assertEquals(
                "row 1: NOT NULL constraint failed: p.n",
                message(
                        SqlvmException.class,
                        () -> insert.insert(List.<Object[]>of(new Object[] {9, "q", null}))));
        assertEquals(
                "row 1: CHECK constraint failed: n < 100",
                message(
                        SqlvmException.class,
                        () -> insert.insert(List.<Object[]>of(new Object[] {9, "q", 100}))));
    }

    private static TableColumns<Object[]> columns(String... names) {
        TableColumns<Object[]> columns = new TableColumns<>();
        for (int i = 0; i < names.length; i++) {
            int place = i;
            columns.any(names[i], row -> row[place]);
        }
        return columns;
    }

    @Test
    void checksOfNull() {
        database.execute("CREATE TABLE c(a, CHECK (a IS NOT NULL))");
        assertEquals(
                "row 2: CHECK constraint failed: a IS NOT NULL",
                message(
                        SqlvmException.class,
                        () -> database.insertAll(
                                "c", List.of(new Object[] {1}, new Object[] {null}))));
        assertEquals(List.of(0L), all("SELECT count(*) FROM c"));
    }

    /** Rows that are not behind all others, with given rowids and without. */
    @Test
    void rowids() {
        createTasks();
        List<Object[]> rows = new ArrayList<>();
        for (Object id : new Object[] {5, null, 3, null, 100L, "101", 102.0, null, -5, null}) {
            rows.add(new Object[] {id, "x", 0});
        }
        database.insertAll("tasks", rows);
        assertEquals(
                List.of(-5L, 3L, 5L, 6L, 7L, 100L, 101L, 102L, 103L, 104L),
                all("SELECT id FROM tasks"));
        assertEquals(
                "row 3: UNIQUE constraint failed: tasks.id",
                message(
                        SqlvmException.class,
                        () -> database.insertAll(
                                "tasks", Stream.concat(tasks(200, 201), tasks(100, 100)))));
        assertEquals(List.of(10L), all("SELECT count(*) FROM tasks"));
        assertEquals(
                2,
                database.bulkInsert("tasks")
                        .onConflict(Conflict.IGNORE)
                        .insert(Stream.concat(tasks(200, 201), tasks(100, 100))));
        assertEquals(
                "row 1, value 1: datatype mismatch",
                message(
                        SqlvmException.class,
                        () -> database.insertAll(
                                "tasks", List.<Object[]>of(new Object[] {"x", "y", 0}))));
        database.execute("CREATE TABLE r(a)");
        database.bulkInsert("r")
                .columns(columns("rowid", "a"))
                .insert(List.of(new Object[] {Long.MAX_VALUE - 1, 1}, new Object[] {null, 2}));
        assertEquals(List.of(Long.MAX_VALUE - 1, Long.MAX_VALUE), all("SELECT rowid FROM r"));
        database.insertAll("r", List.<Object[]>of(new Object[] {3})); // At random, as in SQLite.
        assertEquals(List.of(3L), all("SELECT count(*) FROM r"));
    }

    @Test
    void transactions() {
        createTasks();
        database.execute("BEGIN");
        database.insertAll("tasks", tasks(1, 10));
        assertFalse(database.isAutocommit());
        assertThrows(
                SqlvmException.class,
                () -> database.insertAll("tasks", Stream.concat(tasks(11, 20), tasks(1, 1))));
        assertFalse(database.isAutocommit());
        assertEquals(List.of(10L), all("SELECT count(*) FROM tasks"));
        database.execute("ROLLBACK");
        assertEquals(List.of(0L), all("SELECT count(*) FROM tasks"));
        Stream<Task> failing = Stream.concat(tasks(1, 250), tasks(1, 1));
        assertThrows(
                SqlvmException.class,
                () -> database.bulkInsert("tasks").commitEvery(100).insert(failing));
        assertEquals(List.of(200L), all("SELECT count(*) FROM tasks"));
        assertTrue(database.isAutocommit());
        assertEquals(
                "row 3: UNIQUE constraint failed: tasks.id",
                message(
                        SqlvmException.class,
                        () -> database.bulkInsert("tasks")
                                .onConflict(Conflict.FAIL)
                                .insert(Stream.concat(tasks(301, 302), tasks(1, 1)))));
        assertEquals(List.of(202L), all("SELECT count(*) FROM tasks"));
    }

    /** Foreign keys that are deferred may be met by later rows. */
    @Test
    void deferredKeys() {
        database.execute("PRAGMA foreign_keys = on; CREATE TABLE f(id INTEGER PRIMARY KEY,"
                + " next INTEGER REFERENCES f DEFERRABLE INITIALLY DEFERRED)");
        database.insertAll("f", List.of(new Object[] {1, 2}, new Object[] {2, 1}));
        assertEquals(
                "FOREIGN KEY constraint failed",
                message(
                        SqlvmException.class,
                        () -> database.insertAll("f", List.<Object[]>of(new Object[] {3, 4}))));
        assertTrue(database.isAutocommit());
        assertEquals(List.of(2L), all("SELECT count(*) FROM f"));
    }

    /** Rows that no foreign key is about are appended while rows of other tables lack parents. */
    @Test
    void rowsBesideForeignKeys() {
        database.execute("PRAGMA foreign_keys = on; CREATE TABLE p(id INTEGER PRIMARY KEY);"
                + " CREATE TABLE c(x REFERENCES p DEFERRABLE INITIALLY DEFERRED);"
                + " CREATE TABLE beside(x); BEGIN; INSERT INTO c VALUES (2)");
        database.insertAll("beside", List.of(new Object[] {1}, new Object[] {2}));
        assertEquals(
                "FOREIGN KEY constraint failed",
                message(SqlvmException.class, () -> database.execute("COMMIT")));
        database.insertAll("p", List.of(new Object[] {1}, new Object[] {2}));
        database.execute("COMMIT");
        assertEquals(List.of(2L), all("SELECT count(*) FROM beside"));
    }

    @Test
    void errorsNameRowAndMember() {
        createTasks();
        assertEquals(
                "table tasks has no column named name",
                message(
                        SqlvmException.class,
                        () -> database.insertAll("tasks", List.of(Map.of("name", 1)))));
        assertEquals(
                "no such table: nowhere",
                message(SqlvmException.class, () -> database.insertAll("nowhere", tasks(1, 1))));
        TableColumns<Failing> columns = new TableColumns<Failing>()
                .integer("id", Failing::id)
                .text("title", Failing::title);
        SqlvmException error = assertThrows(
                SqlvmException.class,
                () -> database.bulkInsert("tasks")
                        .columns(columns)
                        .insert(LongStream.rangeClosed(1, 5).mapToObj(Failing::new)));
        assertEquals("row 3, title: no title", error.getMessage());
        assertTrue(error.getCause() instanceof IllegalStateException);
        assertEquals(
                "row 2, title: no value of SQL: class java.lang.Object",
                message(
                        SqlvmException.class,
                        () -> database.insertAll(
                                "tasks",
                                List.of(Map.of("title", "x"), Map.of("title", new Object())))));
        assertEquals(
                "row 2: the first row had no member done",
                message(
                        SqlvmException.class,
                        () -> database.insertAll(
                                "tasks",
                                List.of(Map.of("title", "x"), Map.of("title", "y", "done", 1)))));
        assertEquals(
                "row 1: 2 values for 3 columns",
                message(
                        SqlvmException.class,
                        () -> database.insertAll("tasks", List.<Object[]>of(new Object[2]))));
        assertEquals(List.of(0L), all("SELECT count(*) FROM tasks"));
        assertTrue(database.isAutocommit());
    }

    /** The program may read and write between two rows, but not end the transaction. */
    @Test
    void rowsFromTheSameDatabase() {
        createTasks();
        database.execute("CREATE TABLE other(x)");
        database.insertAll("tasks", tasks(1, 10_000));
        database.execute("CREATE TABLE copy(id INTEGER PRIMARY KEY, title TEXT, done INTEGER)");
        try (var rows = database.query("SELECT * FROM tasks")) {
            assertEquals(10_000, database.insertAll("copy", rows.as(Task.class)));
        }
        assertEquals(List.of(10_000L), all("SELECT count(*) FROM copy"));
        Iterator<Task> writing = tasks(20_001, 30_000)
                .peek(task -> {
                    if (task.id() % 1000 == 0) {
                        database.execute("INSERT INTO other VALUES (?)", task.id());
                        database.execute("INSERT INTO tasks(title) VALUES ('between')");
                    }
                })
                .iterator();
        assertThrows(SqlvmException.class, () -> database.insertAll("tasks", writing));
        assertEquals(List.of(0L), all("SELECT count(*) FROM other"));
        Iterator<Task> ending = tasks(40_001, 50_000)
                .peek(task -> {
                    if (task.id() == 45_000) {
                        database.execute("ROLLBACK");
                    }
                })
                .iterator();
        assertEquals(
                "abort due to ROLLBACK",
                message(SqlvmException.class, () -> database.insertAll("tasks", ending)));
        assertEquals(List.of(10_000L), all("SELECT count(*) FROM tasks"));
    }

    @Test
    void progressAndInterruption() {
        createTasks();
        List<Long> told = new ArrayList<>();
        database.bulkInsert("tasks").onProgress(told::add).insert(tasks(1, 10_000));
        assertEquals(10_000, told.getLast());
        assertTrue(told.size() > 1, told::toString);
        assertEquals(
                "interrupted",
                message(
                        SqlvmException.class,
                        () -> database.bulkInsert("tasks")
                                .onProgress(_ -> database.interrupt())
                                .insert(tasks(10_001, 30_000))));
        assertEquals(List.of(10_000L), all("SELECT count(*) FROM tasks"));
        assertThrows(
                IllegalStateException.class,
                () -> database.bulkInsert("tasks")
                        .onProgress(_ -> {
                            throw new IllegalStateException();
                        })
                        .insert(tasks(10_001, 30_000)));
        assertEquals(List.of(10_000L), all("SELECT count(*) FROM tasks"));
        assertTrue(database.isAutocommit());
        List<Long> hooked = new ArrayList<>();
        database.setUpdateHook((_, _, _, rowid) -> hooked.add(rowid));
        database.insertAll("tasks", tasks(10_001, 10_003));
        assertEquals(List.of(10_001L, 10_002L, 10_003L), hooked);
    }

    @Test
    void createdTables() {
        database.bulkInsert("tasks").createTable(Task.class).insert(List.of());
        database.bulkInsert("tasks").createTable().insert(tasks(1, 3));
        assertEquals(List.of(3L, 6L, 1L, "Task 1", 6L), summary());
        database.execute("BEGIN");
        assertThrows(
                SqlvmException.class,
                () -> database.bulkInsert("made")
                        .createTable()
                        .insert(Stream.of(Map.of("a", 1), Map.of("b", 1))));
        database.execute("COMMIT");
        assertEquals(List.of("tasks"), all("SELECT name FROM sqlite_schema"));
        database.execute("ATTACH ':memory:' AS aux");
        database.bulkInsert("tasks").schema("aux").createTable().insert(tasks(5, 5));
        assertEquals(List.of(5L), all("SELECT id FROM aux.tasks"));
        assertEquals(List.of(3L), all("SELECT count(*) FROM main.tasks"));
    }

    /** Trees that are read at the same time, views, and tables of other kinds. */
    @Test
    void otherTargets() {
        database.execute("CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID;"
                + " CREATE TABLE a(id INTEGER PRIMARY KEY AUTOINCREMENT, v);"
                + " CREATE TABLE s(v INTEGER) STRICT;"
                + " CREATE VIEW vw AS SELECT k, v FROM w;"
                + " CREATE TRIGGER tr INSTEAD OF INSERT ON vw"
                + " BEGIN INSERT INTO w VALUES (new.k, new.v); END");
        List<Map<String, Object>> rows = List.of(Map.of("k", 2, "v", 1), Map.of("k", 1, "v", 2));
        database.insertAll("w", rows);
        database.insertAll("vw", List.of(Map.of("k", 0, "v", 3)));
        assertEquals(List.of(0L, 3L, 1L, 2L, 2L, 1L), all("SELECT k, v FROM w"));
        database.insertAll("a", List.of(Map.of("v", 1), Map.of("v", 2)));
        assertEquals(List.of("a", 2L), all("SELECT name, seq FROM sqlite_sequence"));
        assertEquals(
                "row 1: cannot store TEXT value in INTEGER column s.v",
                message(
                        SqlvmException.class,
                        () -> database.insertAll("s", List.of(Map.of("v", "x")))));
        database.execute("CREATE TEMP TABLE tt(x)");
        database.insertAll("tt", List.of(1, 2));
        assertEquals(List.of(1L, 2L), all("SELECT x FROM tt"));
    }

    @Test
    void otherLanguages() {
        createTasks();
        Value bindings = context.getBindings("js");
        bindings.putMember(
                "db", context.getBindings(SqlvmLanguage.ID).getMember("open").execute(":memory:"));
        context.eval("js", "db.execute('" + TASKS + "')");
        assertEquals(20_000, context.eval("js", """
            function* tasks(n) {
                for (let id = 1; id <= n; id++) {
                    yield {id, title: 'Task ' + id, DONE: id % 2 == 0};
                }
            }
            db.insertAll('tasks', tasks(20000))
            """).asLong());
        assertEquals(
                "20000,200010000,10000",
                js("[...db.execute('SELECT count(*), sum(id), sum(done) FROM tasks')][0]"));
        assertEquals("2", js("db.insertAll('tasks', [[null, 'ä', 1], [null, null, 0]])"));
        assertEquals("20001,ä,1", js("[...db.execute('SELECT * FROM tasks WHERE id = 20001')][0]"));
        assertEquals(
                "row 2: UNIQUE constraint failed: tasks.id",
                failure("db.insertAll('tasks', [{id: 30000}, {id: 1}])"));
        assertEquals(
                "1", js("db.insertAll('tasks', [{id: 30000}, {id: 1}], {conflict: 'ignore'})"));
        assertEquals(
                "row 2: id: {} is no value of SQL",
                failure("db.insertAll('tasks', [{id: 40000}, {id: {}}])"));
        assertEquals("not a list of rows", failure("db.insertAll('tasks', 5)"));
        assertEquals("3", js("db.insertAll('made', [{a: 1}, {a: 'x'}, {a: 2.5}], {create: true})"));
        assertEquals("1,x,2.5", js("[...db.execute('SELECT a FROM made')].map(r => r[0])"));
        assertEquals(
                "stop",
                failure("db.insertAll('made', (function*() { yield {a: 1}; throw 'stop' })())"));
        assertEquals("3", js("[...db.execute('SELECT count(*) FROM made')][0]"));
        context.eval("js", "let left = [[[1], ['y']], [[2]], [], [[3]]]");
        assertEquals("3", js("db.insertAll('made', () => left.shift())"));
        assertEquals("0", js("db.insertAll('made', () => [])"));
        assertEquals(
                "the rows cannot be read: ",
                failure("db.insertAll('made', () => 5)").substring(0, 25));
        assertEquals("6", js("[...db.execute('SELECT count(*) FROM made')][0]"));
        context.eval("js", "db.close()");
    }

    private String js(String expression) {
        return context.eval("js", "String(" + expression + ")").asString();
    }

    private String failure(String expression) {
        return assertThrows(PolyglotException.class, () -> context.eval("js", expression))
                .getMessage();
    }

    private record Named(long id) {}

    private record Titled(long id, String title) {}

    /** For maps and for classes. */
    @Test
    void aMemberThatTheFirstRowHadNotIsAnError() {
        database.execute(TASKS);
        for (List<?> rows : List.of(
                List.of(Map.of("id", 1), Map.of("id", 2, "title", "x")),
                List.of(new Named(1), new Titled(2, "x")),
                List.of(new Named(1), Map.of("id", 2, "title", "x")))) {
            SqlvmException lost = assertThrows(
                    SqlvmException.class, () -> database.bulkInsert("tasks").insert(rows));
            assertEquals("row 2: the first row had no member title", lost.getMessage());
        }
        assertEquals(
                2,
                database.bulkInsert("tasks")
                        .columns("id")
                        .insert(List.of(new Named(1), new Titled(2, "x"))));
        assertEquals(Arrays.asList(1L, null, 2L, null), all("SELECT id, title FROM tasks"));
    }

    @Test
    void objectsWithinThemselves() {
        Map<String, Object> around = new LinkedHashMap<>();
        around.put("inner", Map.of("around", around));
        for (boolean flattens : new boolean[] {false, true}) {
            BulkInsert insert = database.bulkInsert("t").createTable().addColumns();
            SqlvmException circular = assertThrows(
                    SqlvmException.class,
                    () -> (flattens ? insert.flatten() : insert).insert(List.of(around)));
            assertEquals(
                    flattens
                            ? "row 1: circular reference detected"
                            : "row 1, inner: more than 1000 objects within each other",
                    circular.getMessage());
        }
    }

    /** Half of a surrogate pair has no bytes, wherever it comes in. */
    @Test
    void loneSurrogatesAreErrors() {
        String lone = "a\ud800";
        database.execute(TASKS);
        database.createFunction("lone", 0, (_, result) -> result.setText(lone));
        database.createTable("texts", Titled.class, List.of(new Titled(1, lone)));
        List<Executable> doors = List.of(
                () -> database.prepare("SELECT ?").bindText(1, lone),
                () -> database.prepare("SELECT ?").bind(1, new StringBuilder(lone)),
                () -> database.query("SELECT ?", lone),
                () -> database.execute("SELECT '" + lone + "'"),
                () -> database.execute("SELECT 1 AS \"" + lone + "\""),
                () -> all("SELECT lone()"),
                () -> all("SELECT title FROM texts"),
                () -> database.createFunction(lone, 0, (_, result) -> result.setNull()),
                () -> database.createCollation(lone, String::compareTo),
                () -> database.createTable(lone, Named.class, List.of(new Named(1))),
                () -> database.bulkInsert("tasks").insert(List.of(new Titled(1, lone))),
                () -> database.bulkInsert("tasks").insert(List.of(Map.of("title", lone))),
                () -> database.bulkInsert(lone).createTable().insert(List.of(Map.of("a", 1))),
                () -> database.bulkInsert("tasks")
                        .addColumns()
                        .insert(List.of(Map.of("title", Map.of("a", lone)))));
        for (int i = 0; i < doors.size(); i++) {
            SqlvmException refused = assertThrows(SqlvmException.class, doors.get(i), "door " + i);
            assertTrue(
                    refused.getMessage().contains("no Unicode: lone surrogate U+D800 at position"),
                    i + ": " + refused.getMessage());
        }
        assertEquals(List.of(), all("SELECT * FROM tasks"));
        assertEquals(List.of("\ud83d\ude00"), all("SELECT '\ud83d\ude00'"));
    }

    @Test
    void threadsWaitForEachOther() throws Exception {
        createTasks();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Long>> counts = new ArrayList<>();
            for (long first = 1; first <= 40_000; first += 10_000) {
                long from = first;
                counts.add(threads.submit(
                        () -> database.insertAll("tasks", tasks(from, from + 9_999))));
            }
            // Its last row is there already: none of its own may stay, and all of the others'.
            Future<Long> failing = threads.submit(() -> database.insertAll(
                    "tasks", Stream.concat(tasks(50_001, 60_000), tasks(50_001, 50_001))));
            for (Future<Long> count : counts) {
                assertEquals(10_000, count.get());
            }
            assertThrows(ExecutionException.class, failing::get);
        }
        assertEquals(
                "40000 800020000",
                database.query("SELECT count(*) || ' ' || sum(id) FROM tasks").stream(
                                rows -> rows.getText(0))
                        .findFirst()
                        .orElseThrow());
    }

    @Test
    void statementsOfOtherThreadsWaitUntilItIsDone() throws Exception {
        createTasks();
        CountDownLatch inside = new CountDownLatch(1);
        AtomicReference<Thread> other = new AtomicReference<>();
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Long> inserted = threads.submit(() -> {
                inside.await();
                other.set(Thread.currentThread());
                return database.execute("INSERT INTO tasks VALUES(9, 'own', 0)");
            });
            Stream<Task> failing = tasks(1, 2).map(task -> {
                inside.countDown();
                if (task.id() == 2) {
                    while (other.get() == null || other.get().getState() != Thread.State.WAITING) {
                        Thread.onSpinWait();
                    }
                    throw new IllegalStateException("no more");
                }
                return task;
            });
            assertThrows(IllegalStateException.class, () -> database.insertAll("tasks", failing));
            assertEquals(1, inserted.get());
        }
        assertEquals(
                List.of(9L),
                database.query("SELECT id FROM tasks").stream(rows -> rows.getLong(0))
                        .toList());
    }

    @Test
    void closingEndsAnInsertionOfAnotherThread() throws Exception {
        createTasks();
        CountDownLatch inside = new CountDownLatch(1);
        try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
            Future<Long> endless = threads.submit(() -> database.insertAll(
                    "tasks",
                    LongStream.iterate(1, id -> id + 1)
                            .peek(_ -> inside.countDown())
                            .mapToObj(id -> new Task(id, "t", false))));
            inside.await();
            database.close();
            assertThrows(ExecutionException.class, endless::get);
        }
    }
}
