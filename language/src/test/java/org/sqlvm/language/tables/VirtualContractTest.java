package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.FunctionOption;
import org.sqlvm.api.FunctionOverload;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.Rows;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.api.WritableTable;
import org.sqlvm.language.DatabaseTestCase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Functions that a virtual table overloads, its shadow tables, and what it says to integrity_check.
 * What is expected is what SQLite 3.54.1 gives with the same module of apsw.
 */
final class VirtualContractTest extends DatabaseTestCase {
    private static final int NEAR = 150;

    /** The arguments of cursors: the operator's position and the values. */
    private final List<String> told = new ArrayList<>();

    /** The functions that tables were asked for. */
    private final List<String> asked = new ArrayList<>();

    /** The current function of that name. */
    private FunctionOverload now;

    @BeforeEach
    void register() {
        database.createModule("m", new KeepingModule());
        for (String name : List.of("near", "plain", "other")) {
            database.createFunction(
                    name,
                    -1,
                    (arguments, result) -> result.setText("general"),
                    FunctionOption.DETERMINISTIC);
        }
    }

    /** Keeps what is inserted into t in t_data; its own rows are 1, 2, 3. */
    private final class KeepingModule implements TableModule {
        @Override
        public ModuleTable create(Call call) {
            database.execute("CREATE TABLE " + call.table() + "_data(a, b)");
            return connect(call);
        }

        @Override
        public ModuleTable connect(Call call) {
            return new Kept(call.schema(), call.table());
        }

        @Override
        public boolean isShadow(String suffix) {
            return suffix.equals("data");
        }
    }

    private final class Kept implements WritableTable {
        private final String schema;
        private final String name;

        Kept(String schema, String name) {
            this.schema = schema;
            this.name = name;
        }

        @Override
        public String declaration() {
            return "CREATE TABLE x(a INTEGER, b TEXT, c)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            ScanPlan plan = ScanPlan.all();
            for (int i = 0; i < request.conditions().size(); i++) {
                ScanRequest.Condition condition = request.conditions().get(i);
                if (condition.operator() == ScanRequest.Operator.FUNCTION) {
                    plan = plan.with(i, true).withIndex(condition.function());
                } else if (condition.operator() == ScanRequest.Operator.MATCH) {
                    plan = plan.with(i, true).withIndex(64);
                }
            }
            return plan;
        }

        @Override
        public FunctionOverload findFunction(String function, int argumentCount) {
            asked.add(function + "/" + argumentCount);
            return switch (function) {
                case "now" -> now;
                case "match" ->
                    FunctionOverload.of((arguments, result) ->
                            result.setText(arguments.getText(0) + " in " + arguments.getText(1)));
                case "near" ->
                    new FunctionOverload(
                            (arguments, result) -> result.setLong(
                                    arguments.getLong(1) == arguments.getLong(0) + 1 ? 1 : 0),
                            NEAR);
                case "upper" ->
                    FunctionOverload.of((arguments, result) ->
                            result.setText("<" + arguments.getText(0) + ">"));
                case "like" ->
                    FunctionOverload.of((arguments, result) -> result.setLong(
                            argumentCount == 3 || arguments.getText(0).equals(arguments.getText(1))
                                    ? 1
                                    : 0));
                case "plain" -> new FunctionOverload((_, result) -> result.setLong(7), 17);
                case "glob" ->
                    FunctionOverload.of((_, _) -> {
                        throw new SqlvmException("no globbing", 1, -1, null);
                    });
                default -> null;
            };
        }

        @Override
        public String checkIntegrity(boolean quick) {
            return name.equals("fine")
                    ? null
                    : schema + "." + name + " is odd" + (quick ? " at a glance" : "");
        }

        @Override
        public long insert(Long rowid, Object[] values) {
            database.execute("INSERT INTO " + name + "_data VALUES(?, ?)", values[0], values[1]);
            return 77;
        }

        @Override
        public void update(Object key, Object newKey, Object[] values) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void delete(Object key) {
            database.execute("DELETE FROM " + name + "_data WHERE a = ?", key);
        }

        @Override
        public void rename(String other) {
            database.execute("ALTER TABLE " + name + "_data RENAME TO " + other + "_data");
        }

        @Override
        public void destroy() {
            database.execute("DROP TABLE " + name + "_data");
        }

        @Override
        public TableCursor open() {
            return new TableCursor() {
                private long row;

                @Override
                public void filter(ScanPlan plan, Object[] arguments) {
                    told.add(plan.index() + Arrays.toString(arguments));
                    row = 0;
                }

                @Override
                public boolean next() {
                    row++;
                    return row <= 3;
                }

                @Override
                public Object column(int column) {
                    return switch (column) {
                        case 0 -> row;
                        case 1 -> "b" + row;
                        default -> null;
                    };
                }

                @Override
                public long rowid() {
                    return row;
                }
            };
        }
    }

    private String run(String sql) {
        try {
            return all(sql).toString();
        } catch (SqlvmException e) {
            return e.getMessage();
        }
    }

    private void check(String expected, String sql) {
        assertEquals(expected, run(sql), sql);
    }

    @Test
    void overloadedFunctions() {
        check("[]", "CREATE VIRTUAL TABLE t USING m");
        check("[<b1>, b1, <b2>, b2, <b3>, b3]", "SELECT upper(b), lower(b) FROM t");
        check("[X, B1]", "SELECT upper('x'), upper(b || '') FROM t LIMIT 1");
        check("[7, 7, 7]", "SELECT plain(a, b, c) FROM t");
        check("[general]", "SELECT other(a, b) FROM t LIMIT 1");
        check("[general]", "SELECT plain(1, a) FROM t LIMIT 1");
        check("[<b1>, <b2>, <b3>]", "SELECT (SELECT upper(t.b)) FROM t");
        check("[]", "CREATE VIEW v AS SELECT upper(b) AS u, a FROM t");
        check("[<b2>]", "SELECT u FROM v WHERE a = 2");
        check("[<b3>, <b2>, <b1>]", "SELECT upper(b) FROM t ORDER BY upper(b) DESC");
        check("[<b1>, 1, <b2>, 1, <b3>, 1]", "SELECT upper(b), count(*) FROM t GROUP BY upper(b)");
        check("no globbing", "SELECT b GLOB 'x' FROM t");
    }

    /** SQLite asks at each prepare, and a statement keeps what it got. */
    @Test
    void functionsThatChange() {
        run("CREATE VIRTUAL TABLE t USING m");
        database.overloadFunction("now", 1);
        database.overloadFunction("upper", 1);
        check("[A]", "SELECT upper('a')");
        String unusable = "unable to use function now in the requested context";
        String query = "SELECT now(a) FROM t LIMIT 1";
        check(unusable, query);
        now = FunctionOverload.of((_, result) -> result.setText("one"));
        check("[one]", query);
        try (Statement old = database.prepare(query)) {
            asked.clear();
            check("[one]", query);
            assertEquals(List.of("now/1"), asked, "also if the program is known");
            now = FunctionOverload.of((_, result) -> result.setText("two"));
            check("[two]", query);
            now = null;
            check(unusable, query);
            try (Rows rows = old.query()) {
                assertTrue(rows.next());
                assertEquals("two", rows.getText(0));
            }
        }
        check(unusable, "SELECT now(1)");
        now = new FunctionOverload((arguments, result) -> result.setLong(1), NEAR);
        database.overloadFunction("now", 2);
        told.clear();
        check("[1, 2, 3]", "SELECT a FROM t WHERE now(a, 5)");
        now = FunctionOverload.of((arguments, result) -> result.setLong(arguments.getLong(0) - 1));
        check("[2, 3]", "SELECT a FROM t WHERE now(a, 5)");
        assertEquals(List.of("150[5]", "0[]"), told);
    }

    @Test
    void overloadedOperators() {
        run("CREATE VIRTUAL TABLE t USING m");
        check("[1, 2, 3]", "SELECT a FROM t WHERE b MATCH 'x'");
        assertEquals("64[x]", told.getLast());
        check("[x in b1]", "SELECT b MATCH 'x' FROM t WHERE a = 1");
        check(
                "unable to use function MATCH in the requested context",
                "SELECT match('q', b) FROM t LIMIT 1");
        check("[b1 in q]", "SELECT match(b, 'q') FROM t LIMIT 1");
        check("unable to use function MATCH in the requested context", "SELECT 'x' MATCH 'y'");
        check(
                "[1, 0, 1, 0, 1, 1, 0, 1, 1]",
                "SELECT b LIKE 'b1', b NOT LIKE 'b1', b LIKE 'b1' ESCAPE '!' FROM t");
        check("[1]", "SELECT a FROM t WHERE b LIKE 'b1'");
        check("[]", "SELECT a FROM t WHERE b LIKE 'b_'");
    }

    /** Calls of functions with operators reach the plan; what it takes is not tested again. */
    @Test
    void overloadedConditions() {
        run("CREATE VIRTUAL TABLE t USING m");
        check("[1, 2, 3]", "SELECT a FROM t WHERE near(a, 3)");
        assertEquals("150[3]", told.getLast());
        check("[2, 3]", "SELECT a FROM t WHERE near(a, 3) AND a <> 1");
        check("[1, 0, 2, 1, 3, 0]", "SELECT a, near(a, 3) FROM t WHERE near(2, a) = 'general'");
        check("[2]", "SELECT a FROM t WHERE near(a, 3) = 1");
        assertEquals("0[]", told.getLast());
        check("[1, 3]", "SELECT a FROM t WHERE NOT near(a, 3)");
        check("[]", "SELECT a FROM t WHERE near(a, a)");
        check("[1, 2, 3]", "SELECT a FROM t WHERE plain(a, 3)");
        assertEquals("0[]", told.getLast());
        told.clear();
        check("[6]", "SELECT count(*) FROM (VALUES(2), (3)) s CROSS JOIN t WHERE near(a, column1)");
        assertEquals(List.of("150[2]", "150[3]"), told);
    }

    @Test
    void shadowTables() {
        run("CREATE VIRTUAL TABLE t USING m");
        run("CREATE TABLE t_other(x)");
        String list = "SELECT name, type FROM pragma_table_list WHERE name LIKE 't%' ORDER BY name";
        check("[t, virtual, t_data, shadow, t_other, table]", list);
        check("[main, t_data, shadow, 2, 0, 0]", "PRAGMA table_list(t_data)");
        check("[]", "INSERT INTO t_data VALUES(9, 'nine')");
        database.setDefensive(true);
        check("[]", "INSERT INTO t VALUES(1, 'one', 2)");
        check("[9, nine, 1, one]", "SELECT * FROM t_data");
        check("[]", "DELETE FROM t WHERE a = 1");
        check("[9, nine]", "SELECT * FROM t_data");
        check("table t_data may not be modified", "INSERT INTO t_data VALUES(1, 2)");
        check("table t_data may not be modified", "UPDATE t_data SET a = 1");
        check("table t_data may not be modified", "DELETE FROM t_data");
        check("table t_data may not be dropped", "DROP TABLE t_data");
        check("table t_data may not be altered", "ALTER TABLE t_data RENAME TO z");
        check("table t_data may not be altered", "ALTER TABLE t_data ADD COLUMN z");
        check(
                "cannot create triggers on shadow tables",
                "CREATE TRIGGER tr AFTER INSERT ON t_data BEGIN SELECT 1; END");
        run("CREATE VIRTUAL TABLE u USING m");
        run("DROP TABLE u");
        check("[]", "SELECT * FROM sqlite_schema WHERE name LIKE 'u%'");
        run("CREATE TABLE x(y)");
        check("object name reserved for internal use: t_data", "CREATE INDEX t_data ON x(y)");
        check("[]", "ALTER TABLE t RENAME TO s");
        check("[s, s_data, t_other, x]", "SELECT name FROM sqlite_schema ORDER BY 1");
        check("[]", "DROP TABLE s");
        check("[t_other, x]", "SELECT name FROM sqlite_schema ORDER BY 1");
        check("[ok]", "PRAGMA integrity_check");
    }

    /** The same text is compiled for a module, and for others, in turns. */
    @Test
    void statementsOfModules() {
        run("CREATE VIRTUAL TABLE t USING m");
        String insert = "INSERT INTO t_data VALUES(?, ?)";
        database.setDefensive(true);
        for (int i = 0; i < 3; i++) {
            check("[]", "INSERT INTO t VALUES(1, 'one', 2)");
            check("table t_data may not be modified", insert);
        }
        database.setDefensive(false);
        check("[]", insert);
        check("[4]", "SELECT count(*) FROM t_data");
    }

    @Test
    void defensive() {
        run("CREATE TABLE t(x)");
        run("PRAGMA writable_schema = ON");
        database.setDefensive(true);
        String refused = "table sqlite_master may not be modified";
        check(refused, "UPDATE sqlite_schema SET sql = 'x'");
        check(refused, "DELETE FROM sqlite_schema");
        check("[memory]", "PRAGMA journal_mode = off");
        check("[]", "PRAGMA schema_version = 100");
        check("[1]", "SELECT schema_version < 90 FROM pragma_schema_version");
        database.setDefensive(false);
        check("[off]", "PRAGMA journal_mode = off");
        check("[]", "UPDATE sqlite_schema SET sql = 'CREATE TABLE t(y)'");
    }

    @Test
    void integrity() {
        run("CREATE VIRTUAL TABLE t USING m");
        run("CREATE VIRTUAL TABLE fine USING m");
        run("CREATE TABLE plain(x CHECK(x > 1))");
        run("CREATE VIEW v AS SELECT 1");
        check("[main.t is odd]", "PRAGMA integrity_check");
        check("[main.t is odd at a glance]", "PRAGMA quick_check");
        check("[main.t is odd]", "PRAGMA integrity_check(t)");
        check("[ok]", "PRAGMA integrity_check(fine)");
        check("[ok]", "PRAGMA integrity_check(t_data)");
        check("[ok]", "PRAGMA integrity_check(v)");
        check("[main.t is odd]", "SELECT * FROM pragma_integrity_check");
        run("PRAGMA ignore_check_constraints = ON");
        run("INSERT INTO plain VALUES(0), (1)");
        run("PRAGMA ignore_check_constraints = OFF");
        check(
                "[CHECK constraint failed in plain, CHECK constraint failed in plain, main.t is"
                        + " odd]",
                "PRAGMA integrity_check");
        check("[CHECK constraint failed in plain]", "PRAGMA integrity_check(1)");
        database.createModule("m", null);
        run("DELETE FROM plain");
        check("[ok]", "PRAGMA integrity_check");
        assertTrue(run("SELECT * FROM t").contains("no such module: m"));
    }
}
