package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.DatabaseTestCase;

import java.nio.file.Path;
import java.util.List;

/** Long statements are compiled on another thread; virtual tables are asked on the caller's. */
final class LongStatementsTest extends DatabaseTestCase {
    private static final String PADDING = " /* " + "-".repeat(2000) + " */";

    LongStatementsTest() {
        super("js");
    }

    /**
     * The first use of a table on a connection, which has the module prepare and run statements.
     */
    @Test
    void tablesThatRunStatements(@TempDir Path folder) {
        String path = folder.resolve("a.db").toString();
        try (Database first = open(path)) {
            first.execute("CREATE TABLE o(a, b)");
            first.execute("INSERT INTO o VALUES ('one', 'two')");
            first.execute("CREATE VIRTUAL TABLE f USING fts4(content=o)");
            first.execute("INSERT INTO f(f) VALUES ('rebuild')");
            first.execute("CREATE VIRTUAL TABLE g USING fts5(a, content=o)");
            first.execute("INSERT INTO g(g) VALUES ('rebuild')");
            first.execute("CREATE VIRTUAL TABLE r USING rtree(id, x, y)");
        }
        for (String table : List.of("f", "g", "r")) {
            try (Database next = open(path)) {
                String sql = "SELECT count(*) FROM " + table + PADDING;
                assertEquals(List.of(table.equals("r") ? 0L : 1L), AllRows.all(next, sql), table);
            }
        }
    }

    /** A module that uses its database and its context while a statement on it is compiled. */
    private final class Asking implements TableModule, ModuleTable {
        private final Thread caller = Thread.currentThread();

        private void ask() {
            assertEquals(caller, Thread.currentThread());
            assertEquals(3, Context.getCurrent().eval("js", "1 + 2").asInt());
            assertEquals(List.of(7L), all("SELECT 7" + PADDING));
        }

        @Override
        public ModuleTable connect(Call call) {
            ask();
            return this;
        }

        @Override
        public boolean isEponymous() {
            return true;
        }

        @Override
        public String declaration() {
            ask();
            return "CREATE TABLE x(a)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            ask();
            return ScanPlan.all();
        }

        @Override
        public boolean isCurrent() {
            ask();
            return true;
        }

        @Override
        public TableCursor open() {
            return new TableCursor() {
                private boolean more = true;

                @Override
                public void filter(ScanPlan plan, Object[] arguments) {
                    more = true;
                }

                @Override
                public boolean next() {
                    boolean had = more;
                    more = false;
                    return had;
                }

                @Override
                public Object column(int column) {
                    return "row";
                }

                @Override
                public long rowid() {
                    return 1;
                }
            };
        }
    }

    @Test
    void modulesOfPrograms() {
        database.createModule("asking", new Asking());
        assertEquals(List.of("row"), all("SELECT a FROM asking WHERE a > ''" + PADDING));
        assertEquals(List.of("row"), all("SELECT a FROM asking WHERE a > '' AND 1" + PADDING));
    }
}
