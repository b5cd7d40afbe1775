package org.sqlvm.language.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.api.Database;
import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.TableCursor;
import org.sqlvm.api.TableModule;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.DatabaseTestCase;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Statements that are so long that a thread of their own compiles them: modules are called on the
 * thread of the statement, in its context.
 */
final class LongStatementTest extends DatabaseTestCase {
    private static final String LONG = "/*" + "x".repeat(2000) + "*/";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"fts5(a)", "fts4(a)", "rtree(id, low, high)"})
    void theFirstOneThatNeedsATable(String module) {
        String file = folder.resolve("t.db").toString();
        String values = module.startsWith("rtree") ? "(1, 2, 3)" : "('one')";
        Database first = open(file);
        first.execute("CREATE VIRTUAL TABLE t USING " + module);
        first.close();
        Database again = open(file);
        again.execute(LONG + "INSERT INTO t VALUES " + values);
        again.close();
        Database last = open(file);
        assertEquals(List.of(1L), AllRows.all(last, LONG + "SELECT count(*) FROM t"));
        last.close();
    }

    /** Notes the thread of each call, which must be in a context. */
    private static final class NotingModule implements TableModule, ModuleTable {
        private final List<Thread> threads = new ArrayList<>();

        private void note() {
            Context.getCurrent();
            threads.add(Thread.currentThread());
        }

        @Override
        public ModuleTable connect(Call call) {
            note();
            return this;
        }

        @Override
        public String declaration() {
            note();
            return "CREATE TABLE x(a)";
        }

        @Override
        public ScanPlan plan(ScanRequest request) {
            note();
            return ScanPlan.all();
        }

        @Override
        public TableCursor open() {
            throw new IllegalStateException();
        }
    }

    @Test
    void modulesOfUsers() {
        NotingModule module = new NotingModule();
        database.createModule("noting", module);
        database.execute(LONG + "CREATE VIRTUAL TABLE t USING noting");
        database.prepare(LONG + "SELECT * FROM t").close();
        assertEquals(
                List.of(Thread.currentThread()),
                module.threads.stream().distinct().toList());
    }
}
