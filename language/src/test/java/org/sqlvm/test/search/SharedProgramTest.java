package org.sqlvm.test.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

/** Programs that come from another connection, which has the same schema. */
final class SharedProgramTest {
    /** After an error the statement is compiled again, with the tables of its own connection. */
    @Test
    void failsInItsOwnTables() {
        try (TestEngine first = open()) {
            assertFalse(delete(first, 3).failed());
        }
        try (TestEngine second = open()) {
            Outcome outcome = delete(second, 1);
            assertEquals("1 cannot DELETE from contentless fts5 table: t", outcome.failure() + "");
        }
    }

    private static TestEngine open() {
        TestEngine engine = SqlvmEngine.inMemory();
        engine.execute("CREATE VIRTUAL TABLE t USING fts5(a, content='')");
        engine.execute("INSERT INTO t(rowid, a) VALUES (1, 'x')");
        return engine;
    }

    private static Outcome delete(TestEngine engine, int rowid) {
        return engine.execute("DELETE FROM t WHERE rowid = " + rowid);
    }
}
