package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.Rows;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.DatabaseTestCase;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;

/** Modules of Java: what they are asked, and when. */
final class VirtualTableTest extends DatabaseTestCase {
    private final RecordingModule module = new RecordingModule();

    @BeforeEach
    void register() {
        database.createModule("rec", module);
    }

    /** Rows as the trace has them. */
    private String run(String sql) {
        try (Rows rows = database.query(sql)) {
            List<String> lines = new ArrayList<>();
            while (rows.next()) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    values.add(rows.isNull(i) ? "None" : rows.getText(i));
                }
                lines.add(String.join("|", values));
            }
            return String.join("; ", lines);
        } catch (SqlvmException e) {
            return "ERR " + e.getMessage();
        }
    }

    private static List<String> trace() throws IOException {
        try (InputStream in =
                VirtualTableTest.class.getResourceAsStream("/virtual/changes.trace")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        }
    }

    /** The calls and results of a script are those of SQLite. */
    @Test
    void changesAndTransactions() throws IOException {
        List<String> got = new ArrayList<>();
        List<String> expected = trace();
        got.add(expected.getFirst());
        for (String line : expected.subList(1, expected.size())) {
            if (!line.startsWith("> ")) {
                continue;
            }
            String sql = line.substring(2);
            got.add(line);
            module.log.clear();
            String result = run(sql);
            module.log.forEach(call -> got.add("  " + call));
            if (!result.isEmpty()) {
                got.add("  = " + result);
            }
        }
        assertEquals(String.join("\n", expected), String.join("\n", got));
    }

    /** A statement's OR decides about a constraint that a row violates. */
    @Test
    void conflicts() {
        run("CREATE VIRTUAL TABLE t USING rec");
        assertEquals("", run("INSERT OR IGNORE INTO t VALUES(1, 'a'), (2, 'bad'), (3, 'c')"));
        assertEquals("2", run("SELECT changes()"));
        run("BEGIN");
        run("INSERT INTO t VALUES(4, 'd')");
        assertEquals(
                "ERR bad value", run("INSERT OR FAIL INTO t VALUES(5, 'e'), (6, 'bad'), (7, 'g')"));
        assertEquals("ERR bad value", run("INSERT INTO t VALUES(8, 'h'), (9, 'bad')"));
        assertEquals("1; 3; 4; 5", run("SELECT a FROM t"));
        assertEquals(
                "ERR bad value", run("INSERT OR ROLLBACK INTO t VALUES(10, 'j'), (11, 'bad')"));
        assertEquals("ERR cannot commit - no transaction is active", run("COMMIT"));
        assertEquals("1; 3", run("SELECT a FROM t"));
        assertEquals("ERR bad value", run("UPDATE t SET b = 'bad'"));
        assertEquals("a; c", run("SELECT b FROM t"));
    }

    /** The table deletes what stands in the way; of two rows it is told in turn. */
    @Test
    void replacing() {
        run("CREATE VIRTUAL TABLE t USING rec");
        run("INSERT INTO t VALUES(1, 'a'), (2, 'b')");
        assertEquals("", run("REPLACE INTO t VALUES(1, 'c'), (3, 'd'), (3, 'e')"));
        assertEquals("1 c; 2 b; 3 e", run("SELECT a || ' ' || b FROM t ORDER BY a"));
        assertEquals("", run("UPDATE OR REPLACE t SET a = 2 WHERE a = 3"));
        assertEquals("1 c; 2 e", run("SELECT a || ' ' || b FROM t ORDER BY a"));
        assertEquals("ERR bad value", run("INSERT OR REPLACE INTO t VALUES(1, 'bad')"));
        assertEquals("1 c; 2 e", run("SELECT a || ' ' || b FROM t ORDER BY a"));
    }

    /** Exceptions of the module's program come out unchanged. */
    @Test
    void failures() {
        database.createModule("throws", call -> {
            throw new IllegalStateException("not today");
        });
        IllegalStateException error = assertThrows(
                IllegalStateException.class,
                () -> database.execute("CREATE VIRTUAL TABLE t USING throws"));
        assertEquals("not today", error.getMessage());
        assertEquals("0", run("SELECT count(*) FROM sqlite_schema"));
        database.createModule("wrong", call -> new Planned("CREATE TABEL x(a)"));
        assertEquals("ERR near \"TABEL\": syntax error", run("CREATE VIRTUAL TABLE t USING wrong"));
    }

    /**
     * Calls that must not fail, and do: the transaction and the other tables are as they should.
     */
    @Test
    void tablesThatFailAtTheEnd() {
        run("CREATE VIRTUAL TABLE t USING rec");
        run("CREATE VIRTUAL TABLE u USING rec");
        run("CREATE TABLE plain(a)");
        run("CREATE TRIGGER r AFTER INSERT ON plain BEGIN INSERT INTO t VALUES (new.a, 'x'); END");
        for (String end : List.of("COMMIT", "ROLLBACK")) {
            run("BEGIN");
            run("INSERT INTO plain VALUES (1)");
            run("INSERT INTO u VALUES (1, 'x')");
            module.failing = end.toLowerCase(Locale.ROOT);
            module.log.clear();
            assertEquals("ERR " + module.failing + " fails", run(end));
            assertEquals(module.failing + " u", module.log.getLast());
            module.failing = "";
            assertTrue(database.isAutocommit());
            assertEquals("1", run("SELECT count(*) FROM plain"));
        }
        for (String call : List.of("savepoint", "rollbackto", "release")) {
            run("BEGIN");
            run("INSERT INTO t VALUES (1, 'x')");
            module.failing = call;
            String wrong = call.equals("release") ? "'x'" : "'bad'";
            run("INSERT INTO t VALUES (2, 'x'), (3, " + wrong + ")");
            module.failing = "";
            assertEquals("", run("INSERT INTO plain VALUES (2), (3)"), call);
            assertEquals("", run("ROLLBACK"), call);
            assertEquals("1", run("SELECT count(*) FROM plain"), call);
        }
    }

    /** A file of values that has other columns when another connection looks at it. */
    @Test
    void columnsThatDifferByConnection(@TempDir Path folder) throws IOException {
        Path values = Files.writeString(folder.resolve("v.csv"), "a,b\n1,2\n");
        String query = "SELECT * FROM v";
        String table = "CREATE VIRTUAL TABLE temp.v USING csv(filename='" + values + "', header)";
        try (Database one = open(folder.resolve("x.db").toString())) {
            one.execute(table);
            assertEquals(List.of("1", "2"), AllRows.all(one, query));
            Files.writeString(values, "b,c,a\n5,6,7\n8,9\n");
            try (Database other = open(folder.resolve("x.db").toString())) {
                other.execute(table);
                assertEquals(List.of("5", "6", "7"), AllRows.all(other, query).subList(0, 3));
                assertEquals(List.of("7"), AllRows.all(other, "SELECT a FROM v WHERE b = 5"));
            }
            // It has the columns that it had when it was connected, by index.
            assertEquals(List.of("5", "6", "8", "9"), AllRows.all(one, query));
        }
    }

    @Test
    void renaming() {
        run("CREATE VIRTUAL TABLE t USING rec(x, 'y')");
        run("CREATE TABLE src(a)");
        run("CREATE VIEW w AS SELECT t.a FROM t");
        run("CREATE TRIGGER r AFTER INSERT ON src BEGIN INSERT INTO t VALUES (new.a, 'z'); END");
        module.log.clear();
        assertEquals("", run("ALTER TABLE t RENAME TO \"other name\""));
        assertEquals(List.of("rename t other name"), module.log);
        assertEquals(
                "CREATE VIRTUAL TABLE \"other name\" USING rec(x, 'y')",
                run("SELECT sql FROM sqlite_schema WHERE name = 'other name'"));
        assertEquals(
                "CREATE VIEW w AS SELECT \"other name\".a FROM \"other name\"",
                run("SELECT sql FROM sqlite_schema WHERE name = 'w'"));
        run("INSERT INTO src VALUES (7)");
        assertEquals("7", run("SELECT a FROM w"));
        assertEquals("ERR no such table: t", run("SELECT * FROM t"));
        assertEquals(
                "ERR there is already another table or index with this name: src",
                run("ALTER TABLE \"other name\" RENAME TO src"));
    }

    /** A module that is gone, or another one of its name. */
    @Test
    void registrations() {
        run("CREATE VIRTUAL TABLE t USING rec");
        database.createModule("REC", null);
        assertEquals("ERR no such module: rec", run("SELECT * FROM t"));
        assertEquals("ERR no such module: rec", run("DROP TABLE t"));
        database.createModule("rec", call -> new Planned("CREATE TABLE x(other)"));
        assertEquals("other", run("SELECT name FROM pragma_table_info('t')"));
        assertEquals("rec", run("SELECT name FROM pragma_module_list WHERE name = 'rec'"));
        run("DROP TABLE t");
        assertEquals("0", run("SELECT count(*) FROM sqlite_schema"));
    }

    // ------------------------------------------------------------------ plans

    /** A table of three rows that logs what is wanted of it. */
    private static class Planned implements ModuleTable {
        private final String declaration;
        private ScanRequest last;
        private UnaryOperator<ScanPlan> taking = plan -> plan;
        private Object[] arguments = {};

        Planned(String declaration) {
            this.declaration = declaration;
        }

        @Override
        public String declaration() {
            return declaration;
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            last = request;
            ScanPlan plan = taking.apply(ScanPlan.all());
            return plan == null
                            || request.conditions().size() < plan.arguments().size()
                    ? null
                    : plan;
        }

        @Override
        public TableCursor open() {
            return new TableCursor() {
                private long row;

                @Override
                public void filter(ScanPlan plan, Object[] values) {
                    arguments = values;
                    row = 0;
                }

                @Override
                public boolean next() {
                    return ++row <= 3;
                }

                @Override
                public Object column(int column) {
                    return column == 0 ? (Object) row : "x" + row;
                }

                @Override
                public long rowid() {
                    return row;
                }
            };
        }

        /** Returns the last request. */
        String asked() {
            List<String> lines = new ArrayList<>();
            last.conditions()
                    .forEach(condition -> lines.add(condition.column() + " "
                            + condition.operator() + (condition.isList() ? " list" : "") + " "
                            + condition.collation()));
            last.order()
                    .forEach(column -> lines.add(
                            "by " + column.column() + (column.descending() ? " desc" : "")));
            lines.add((last.grouped() ? "grouped " : "") + "uses " + last.columnsUsed());
            return String.join(", ", lines);
        }
    }

    private Planned planned(String declaration) {
        Planned table = new Planned(declaration);
        database.createModule("planned", call -> table);
        run("CREATE VIRTUAL TABLE p USING planned");
        return table;
    }

    /** The conditions of a query, in SQLite's forms. */
    @Test
    void conditions() {
        Planned table = planned("CREATE TABLE x(a INTEGER, b TEXT COLLATE nocase, h HIDDEN)");
        run("SELECT a FROM p WHERE a = 1 AND b LIKE 'x%' AND b <> 'q' ORDER BY b");
        assertEquals(
                "0 EQ BINARY, 1 NE NOCASE, 1 GE NOCASE, 1 LT NOCASE, 1 LIKE BINARY, by 1, uses 3",
                table.asked());
        run("SELECT 1 FROM p WHERE a IN (1, 2) AND b IS NULL AND h IS NOT NULL");
        assertEquals(
                "0 EQ list BINARY, 1 IS_NULL NOCASE, 2 IS_NOT_NULL BINARY, uses 7", table.asked());
        run("SELECT 1 FROM p WHERE a BETWEEN 1 AND 5 AND rowid > 2 AND b IS NOT 'z'");
        assertEquals(
                "-1 GT BINARY, 1 IS_NOT NOCASE, 0 GE BINARY, 0 LE BINARY, uses 3", table.asked());
        run("SELECT DISTINCT b FROM p");
        assertEquals("by 1, grouped uses 2", table.asked());
        run("SELECT count(*) FROM p");
        assertEquals("uses 0", table.asked());
        run("SELECT count(*) FROM p ORDER BY rowid DESC");
        run("SELECT a FROM p WHERE b GLOB 'A*' ORDER BY a DESC, b");
        assertEquals(
                "1 GE BINARY, 1 LT BINARY, 1 GLOB BINARY, by 0 desc, by 1, uses 3", table.asked());
        run("SELECT a FROM p('q') WHERE a = 2");
        assertEquals("0 EQ BINARY, 2 EQ BINARY, uses 5", table.asked());
    }

    /** The numbers 1 to 10, of which it takes all conditions that it is allowed to. */
    private static final class Numbers implements ModuleTable {
        /** Which conditions are taken. */
        private final Set<ScanRequest.Operator> taken = EnumSet.of(
                ScanRequest.Operator.EQ,
                ScanRequest.Operator.GT,
                ScanRequest.Operator.LIMIT,
                ScanRequest.Operator.OFFSET);

        private final List<String> log = new ArrayList<>();

        @Override
        public String declaration() {
            return "CREATE TABLE x(n INTEGER)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            ScanPlan plan = ScanPlan.all();
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < request.conditions().size(); i++) {
                ScanRequest.Condition condition = request.conditions().get(i);
                if (taken.contains(condition.operator())) {
                    text.append(condition.operator()).append(' ');
                    plan = condition.isList() ? plan.withList(i, true) : plan.with(i, true);
                }
            }
            boolean descending =
                    !request.order().isEmpty() && request.order().get(0).descending();
            plan = plan.withText(text.append(descending ? "down" : "up").toString());
            return request.order().isEmpty() ? plan : plan.inOrder();
        }

        @Override
        public TableCursor open() {
            return new TableCursor() {
                private Iterator<Long> left;
                private Long number;

                @Override
                public void filter(ScanPlan plan, Object[] arguments) {
                    log.add(plan.text() + " " + Arrays.toString(arguments));
                    LongStream numbers = LongStream.rangeClosed(1, 10);
                    String[] words = plan.text().split(" ");
                    if (words[words.length - 1].equals("down")) {
                        numbers = numbers.map(n -> 11 - n);
                    }
                    long limit = Long.MAX_VALUE;
                    long offset = 0;
                    for (int i = 0; i < arguments.length; i++) {
                        Object argument = arguments[i];
                        switch (words[i]) {
                            case "EQ" ->
                                numbers = numbers.filter(n -> argument instanceof List<?> list
                                        ? list.contains(n)
                                        : argument.equals(n));
                            case "GT" -> numbers = numbers.filter(n -> n > (Long) argument);
                            case "LIMIT" -> limit = (Long) argument < 0 ? limit : (Long) argument;
                            default -> offset = (Long) argument;
                        }
                    }
                    left = numbers.skip(offset).limit(limit).iterator();
                }

                @Override
                public boolean next() {
                    boolean more = left.hasNext();
                    number = more ? left.next() : null;
                    return more;
                }

                @Override
                public Object column(int column) {
                    return number;
                }

                @Override
                public long rowid() {
                    return number;
                }
            };
        }

        /** Returns the calls of cursors since the last time. */
        String told() {
            String told = String.join("; ", log);
            log.clear();
            return told;
        }
    }

    private Numbers numbers() {
        Numbers table = new Numbers();
        database.createModule("numbers", call -> table);
        run("CREATE VIRTUAL TABLE n USING numbers");
        return table;
    }

    /** A table counts rows itself only where no other row could have been wanted. */
    @Test
    void limits() {
        Numbers table = numbers();
        assertEquals("3; 4", run("SELECT n FROM n LIMIT 2 OFFSET 2"));
        assertEquals("OFFSET LIMIT up [2, 2]", table.told());
        assertEquals("9; 8", run("SELECT n FROM n WHERE n > 3 ORDER BY n DESC LIMIT 2 OFFSET 1"));
        assertEquals("GT OFFSET LIMIT down [3, 1, 2]", table.told());
        assertEquals("9; 10", run("SELECT n FROM n WHERE n > 8 LIMIT -1"));
        assertEquals("GT LIMIT up [8, -1]", table.told());
        for (String sql : List.of(
                "SELECT n FROM n WHERE n <> 1 LIMIT 2",
                "SELECT n FROM n WHERE abs(n) > 1 AND random() IS NOT NULL LIMIT 2",
                "SELECT n FROM n WHERE n > 1 ORDER BY n % 100 LIMIT 2",
                "SELECT DISTINCT n FROM n WHERE n > 1 LIMIT 2",
                "SELECT n FROM n WHERE n > 1 GROUP BY n LIMIT 2",
                "SELECT n.n FROM n, (SELECT 1 UNION ALL SELECT 1) WHERE n > 1 GROUP BY 1 LIMIT 2",
                "SELECT n FROM (SELECT n, row_number() OVER (ORDER BY n) AS r FROM n) WHERE r > 1"
                        + " LIMIT 2",
                "SELECT n FROM n WHERE n > 1 UNION SELECT 2 ORDER BY 1 LIMIT 2")) {
            assertEquals("2; 3", run(sql), sql);
            String told = table.told();
            assertFalse(told.contains("LIMIT"), sql + ": " + told);
        }
        assertEquals("", run("SELECT n FROM n LIMIT 0"));
        assertEquals("ERR datatype mismatch", run("SELECT n FROM n LIMIT 'x'"));
        table.told();
        // Who takes one of the two, or not all conditions, is asked again.
        table.taken.remove(ScanRequest.Operator.OFFSET);
        assertEquals("5; 6", run("SELECT n FROM n WHERE n > 2 LIMIT 2 OFFSET 2"));
        assertEquals("GT up [2]", table.told());
        table.taken.add(ScanRequest.Operator.OFFSET);
        table.taken.remove(ScanRequest.Operator.LIMIT);
        assertEquals("5; 6", run("SELECT n AS m FROM n WHERE n > 2 LIMIT 2 OFFSET 2"));
        assertEquals("GT OFFSET up [2, 2]", table.told());
        table.taken.add(ScanRequest.Operator.LIMIT);
        table.taken.remove(ScanRequest.Operator.GT);
        assertEquals("3; 4", run("SELECT n FROM n WHERE n > 2 LIMIT +2"));
        assertEquals("up []", table.told());
    }

    /** All values of IN at once, each of them once and no NULL. */
    @Test
    void lists() {
        Numbers table = numbers();
        assertEquals("2; 5", run("SELECT n FROM n WHERE n IN (5, 2, NULL, 5, 77)"));
        assertEquals("EQ up [[2, 5, 77]]", table.told());
        assertEquals("1; 4; 9", run("SELECT n FROM n WHERE n IN (SELECT n * n FROM n)"));
        assertEquals("up []; EQ up [[1, 4, 9, 16, 25, 36, 49, 64, 81, 100]]", table.told());
        assertEquals("", run("SELECT n FROM n WHERE n IN (SELECT 1 WHERE 0)"));
        assertEquals(
                "5; 2",
                run("SELECT n FROM n WHERE n IN (2, 5, 7) ORDER BY n DESC LIMIT 2 OFFSET 1"));
        table.told();
        assertEquals(
                "1 2; 2 3",
                run("SELECT v.column1 || ' ' || n FROM (VALUES(1), (2)) v"
                        + " CROSS JOIN n WHERE n IN (v.column1 + 1, 'x')"));
        assertEquals("EQ up [[2, x]]; EQ up [[3, x]]", table.told());
    }

    /** Columns that depend on the constants of a call, and change. */
    @Test
    void calls() {
        List<String> calls = new ArrayList<>();
        List<String> columns = new ArrayList<>(List.of("a"));
        database.createModule("made", new TableModule() {
            @Override
            public boolean isCalled() {
                return true;
            }

            @Override
            public ModuleTable connect(Call call) {
                calls.add(call.schema() + call.arguments());
                String declared = String.join(",", columns);
                return new Planned("CREATE TABLE x(" + declared + ")") {
                    @Override
                    public boolean isCurrent() {
                        return String.join(",", columns).equals(declared);
                    }
                };
            }
        });
        String sql = "SELECT * FROM made('it''s', -1, n = 2.5, \"x y\" = yes) m WHERE m.a > 1";
        assertEquals("2; 3", run(sql));
        assertEquals("2; 3", run(sql));
        assertEquals(List.of("temp['it''s', -1, n=2.5, \"x y\"='yes']"), calls);
        columns.add("b");
        assertEquals("2|x2; 3|x3", run(sql));
        columns.set(0, "c");
        assertEquals("ERR no such column: m.a", run(sql));
        assertEquals("1", run("SELECT made.b IS NOT NULL FROM made(1) LIMIT 1"));
        assertEquals("ERR no such table: made", run("SELECT * FROM made"));
        assertEquals("ERR arguments of made must be constants", run("SELECT * FROM made(1 + 1)"));
        assertEquals("ERR arguments of made must be constants", run("SELECT * FROM made(?)"));
        assertEquals(
                "3",
                run("SELECT count(*) FROM (SELECT 1 x) JOIN (SELECT 1 y) ON x = y JOIN made(n"
                        + " = 1)"));
        assertEquals("temp[n=1]", calls.getLast());
        assertEquals(
                "3",
                run("SELECT count(*) FROM (SELECT 1 x) JOIN (SELECT 1 y) ON x = y JOIN made(n"
                        + " = 2)"));
        assertEquals("temp[n=2]", calls.getLast());
        run("CREATE VIRTUAL TABLE t USING made(n = 3)");
        assertEquals("3", run("SELECT count(b) FROM t"));
        run("CREATE VIEW v AS SELECT b FROM made(4)");
        assertEquals("x1; x2; x3", run("SELECT * FROM v"));
        run("PRAGMA trusted_schema = OFF");
        assertEquals(
                "ERR unsafe use of virtual table \"made\": in a view or trigger of temp it may be"
                        + " used",
                run("SELECT * FROM v"));
    }

    /** The module of the documentation. */
    @Test
    void documentedModule() throws IOException {
        database.createModule(
                "words", new WordsModule(new TreeSet<>(List.of("pear", "apple", "fig"))));
        run("CREATE VIRTUAL TABLE w USING words");
        assertEquals("fig; pear", run("SELECT word FROM w WHERE word >= 'b' ORDER BY word"));
        assertEquals("pear; fig; apple", run("SELECT word FROM w ORDER BY word DESC"));
        Path home = Path.of("").toAbsolutePath().getParent();
        String page = Files.readString(home.resolve("docs/internals/virtual-tables.md"));
        String source = Files.readString(
                home.resolve("language/src/test/java/org/sqlvm/language/tables/WordsModule.java"));
        assertTrue(page.contains(source.substring(source.indexOf("/** {@code USING words}"))));
    }

    /** Values that the plan takes reach the cursor; exact ones are not tested again. */
    @Test
    void arguments() {
        Planned table = planned("CREATE TABLE x(a INTEGER, b TEXT)");
        table.taking = plan -> plan.with(0, true).withIndex(7);
        assertEquals("1; 2; 3", run("SELECT a FROM p WHERE b = 'any'"));
        assertArrayEquals(new Object[] {"any"}, table.arguments);
        table.taking = plan -> plan.with(0, false);
        assertEquals("", run("SELECT a FROM p WHERE 'none' = b"));
        assertEquals("ERR no query solution", run("SELECT a FROM p"));
        assertEquals("2|2", run("SELECT q.column1, a FROM (VALUES (2)) q JOIN p ON a = q.column1"));
        assertArrayEquals(new Object[] {2L}, table.arguments);
        table.taking = plan -> plan.withIndex(3).withText("why").inOrder();
        assertEquals(
                "SCAN p VIRTUAL TABLE INDEX 3:why",
                all("EXPLAIN QUERY PLAN SELECT * FROM p ORDER BY b DESC").getLast());
    }
}
