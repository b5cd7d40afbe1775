package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.Rows;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.language.DatabaseTestCase;

import java.util.ArrayList;
import java.util.List;

/** The settings that restrict a table's use (sqlite3_vtab_config), and modules that are dropped. */
final class ModuleSettingsTest extends DatabaseTestCase {
    /** A table of one row. */
    private record Configured(boolean isInnocuous, boolean isDirectOnly, boolean usesAllSchemas)
            implements ModuleTable, TableModule {
        @Override
        public ModuleTable connect(Call call) {
            return this;
        }

        @Override
        public String declaration() {
            return "CREATE TABLE x(a)";
        }

        @Override
        public TableCursor open() {
            return new TableCursor() {
                private boolean before;

                @Override
                public void filter(ScanPlan plan, Object[] arguments) {
                    before = true;
                }

                @Override
                public boolean next() {
                    boolean is = before;
                    before = false;
                    return is;
                }

                @Override
                public Object column(int column) {
                    return 1L;
                }

                @Override
                public long rowid() {
                    return 1;
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

    private void create(String name, boolean innocuous, boolean directOnly) {
        database.createModule(name, new Configured(innocuous, directOnly, false));
        database.execute("CREATE VIRTUAL TABLE t_" + name + " USING " + name);
        database.execute("CREATE VIEW v_" + name + " AS SELECT a FROM t_" + name);
    }

    @Test
    void usesOfSchemas() {
        create("normal", false, false);
        create("harmless", true, false);
        create("direct", true, true);
        String unsafe = "unsafe use of virtual table \"t_%s\"";
        assertEquals("[1]", run("SELECT a FROM t_direct"));
        assertEquals("[1]", run("SELECT a FROM v_normal"));
        assertEquals("[1]", run("SELECT a FROM v_harmless"));
        assertEquals(unsafe.formatted("direct"), run("SELECT a FROM v_direct"));
        database.execute("PRAGMA trusted_schema = OFF");
        assertEquals("[1]", run("SELECT a FROM t_normal"));
        assertEquals(unsafe.formatted("normal"), run("SELECT a FROM v_normal"));
        assertEquals("[1]", run("SELECT a FROM v_harmless"));
        assertEquals(unsafe.formatted("direct"), run("SELECT a FROM v_direct"));
    }

    /** The databases that a statement begins a transaction on. */
    private List<Long> transactions(String sql) {
        List<Long> databases = new ArrayList<>();
        try (Rows rows = database.query("EXPLAIN " + sql)) {
            while (rows.next()) {
                if (rows.getText(1).equals("Transaction")) {
                    databases.add(rows.getLong(2));
                }
            }
        }
        return databases.stream().sorted().toList();
    }

    @Test
    void tablesOverAllDatabases() {
        database.execute("ATTACH ':memory:' AS other");
        database.createModule("one", new Configured(false, false, false));
        database.createModule("all", new Configured(false, false, true));
        database.execute("CREATE VIRTUAL TABLE other.o USING one");
        database.execute("CREATE VIRTUAL TABLE a USING \"all\"");
        assertEquals(List.of(2L), transactions("SELECT * FROM o"));
        assertEquals(List.of(0L, 2L), transactions("SELECT * FROM a"));
    }

    @Test
    void modulesAreDropped() {
        database.createModule("Mine", new Configured(false, false, false));
        database.createModule("other", new Configured(false, false, false));
        database.execute("CREATE VIRTUAL TABLE m USING mine");
        database.execute("CREATE VIRTUAL TABLE o USING other");
        assertEquals("[1]", run("SELECT count(*) > 0 FROM dbstat"));
        database.dropModules(List.of("MINE", "dbstat"));
        assertEquals("[1]", run("SELECT a FROM m"));
        assertEquals("no such module: other", run("SELECT a FROM o"));
        assertEquals("no such module: csv", run("CREATE VIRTUAL TABLE c USING csv(data='1')"));
        assertEquals("no such table: read_csv", run("SELECT * FROM read_csv('x')"));
        assertEquals("[1]", run("SELECT count(*) > 0 FROM dbstat"));
        assertEquals(
                "[dbstat, mine]",
                run("SELECT name FROM pragma_module_list"
                        + " WHERE name IN ('csv', 'dbstat', 'mine', 'other') ORDER BY 1"));
        database.dropModules(List.of("csv"));
        assertEquals("no such table: dbstat", run("SELECT * FROM dbstat"));
        assertEquals("no such module: mine", run("SELECT a FROM m"));
        assertEquals("no such module: csv", run("CREATE VIRTUAL TABLE c USING csv(data='1')"));
        assertEquals("[1]", run("SELECT value FROM json_each('[1]')"));
        database.createModule("mine", new Configured(false, false, false));
        assertEquals("[1]", run("SELECT a FROM m"));
        try (Rows rows = database.query("SELECT value FROM generate_series(1, 2)")) {
            rows.next();
            SqlvmException error =
                    assertThrows(SqlvmException.class, () -> database.dropModules(List.of()));
            assertEquals(5, error.code());
        }
    }
}
