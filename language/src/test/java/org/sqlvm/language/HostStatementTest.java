package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.util.ArrayList;
import java.util.List;

/** A statement of the Java API that runs again and again: no run knows of the one before it. */
@Tag("compiled")
final class HostStatementTest extends DatabaseTestCase {
    @BeforeEach
    void fill() {
        database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT);"
                + "INSERT INTO t SELECT value, 'name ' || value FROM generate_series(1, 100)");
    }

    private static List<String> texts(Rows rows, int column) {
        List<String> texts = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                texts.add(rows.getText(column));
            }
        }
        return texts;
    }

    @Test
    void runsWithOtherValues() {
        Statement statement = database.prepare("SELECT name, id FROM t WHERE id = ?");
        for (int round = 0; round < 3; round++) {
            for (long id = 99; id <= 101; id++) {
                List<String> expected = id > 100 ? List.of() : List.of("name " + id);
                assertEquals(expected, texts(statement.bindLong(1, id).query(), 0));
            }
        }
    }

    @Test
    void hasMoreRowsThanLastTime() {
        Statement statement = database.prepare("SELECT id FROM t WHERE id <= ?");
        for (int count : new int[] {3, 100, 0, 1, 70, 2}) {
            assertEquals(count, texts(statement.bindLong(1, count).query(), 0).size());
        }
    }

    @Test
    void givesOtherTypesThanLastTime() {
        Statement statement = database.prepare("SELECT ?");
        for (Object value : new Object[] {1L, "one", 1.5, null, new byte[] {1}, 2L}) {
            try (Rows rows = statement.bind(1, value).query()) {
                assertTrue(rows.next());
                if (value instanceof byte[] bytes) {
                    assertArrayEquals(bytes, rows.getBlob(0));
                } else {
                    assertEquals(value, rows.getObject(0));
                }
            }
        }
    }

    @Test
    void aParameterTakesValuesOfAllKindsInTurn() {
        Statement statement = database.prepare("SELECT typeof(?1), ?1, typeof(?2)");
        statement.bindText(2, "stays");
        Object[] values = {7L, "seven", null, 7.5, Double.NaN, new byte[] {7}, -1L, true};
        String[] types = {"integer", "text", "null", "real", "null", "blob", "integer", "integer"};
        for (int i = 0; i < values.length; i++) {
            assertEquals(List.of(types[i]), texts(statement.bind(1, values[i]).query(), 0));
        }
        Statement.Bindings saved = statement.bindLong(1, 8).saveBindings();
        assertEquals(List.of("9.25"), texts(statement.bindDouble(1, 9.25).query(), 1));
        statement.restoreBindings(saved);
        assertEquals(List.of("8"), texts(statement.query(), 1));
        assertEquals(List.of("text"), texts(statement.bindText(1, "eight").query(), 2));
        assertEquals(List.of("8"), texts(statement.restoreBindings(saved).query(), 1));
        assertEquals(List.of("null"), texts(statement.clearBindings().query(), 2));
        assertThrows(SqlvmException.class, () -> statement.bindLong(3, 1));
        assertThrows(SqlvmException.class, () -> statement.bindDouble(0, 1));
    }

    @Test
    void rowsOfTheRunBeforeAreOver() {
        Statement statement = database.prepare("SELECT id FROM t WHERE id > ?");
        Rows before = statement.bindLong(1, 0).query();
        assertTrue(before.next());
        Rows now = statement.bindLong(1, 50).query();
        assertThrows(IllegalStateException.class, () -> before.getLong(0));
        assertFalse(before.next());
        before.close(); // Is nothing to the new run.
        assertEquals(50, texts(now, 0).size());
    }

    @Test
    void keepsTheValuesItBeganWith() {
        Statement statement = database.prepare("SELECT id FROM t WHERE id <= ?1 AND ?1 = 80");
        Rows rows = statement.bindLong(1, 80).query();
        assertTrue(rows.next());
        statement.bindLong(1, 3).bindLong(1, 4);
        assertEquals(79, texts(rows, 0).size());
        assertEquals(List.of(), texts(statement.query(), 0));
    }

    @Test
    void runsAfterAnError() {
        Statement insert = database.prepare("INSERT INTO t VALUES(?, ?)");
        assertThrows(SqlvmException.class, insert.bindLong(1, 7)::execute);
        assertEquals(1, insert.bindLong(1, 101).bind(2, "new").execute());
        assertThrows(SqlvmException.class, insert::execute);
        assertEquals(List.of("101"), texts(database.query("SELECT count(*) FROM t"), 0));
        Statement overflow = database.prepare("SELECT abs(-9223372036854775807 - ?)");
        for (int round = 0; round < 2; round++) {
            assertThrows(SqlvmException.class, overflow.bindLong(1, 1)::query);
            assertEquals(
                    List.of("9223372036854775807"),
                    texts(overflow.bindLong(1, 0).query(), 0));
        }
    }

    @Test
    void anErrorComesBehindTheRowsBeforeIt() {
        Statement statement = database.prepare(
                "SELECT abs(-9223372036854775807 - (id > ?)) FROM t WHERE id BETWEEN 1 AND 20");
        for (int round = 0; round < 3; round++) {
            Rows rows = statement.bindLong(1, 10).query();
            for (int i = 0; i < 10; i++) {
                assertTrue(rows.next());
            }
            assertThrows(SqlvmException.class, rows::next);
            assertFalse(rows.next());
            assertEquals(20, texts(statement.bindLong(1, 20).query(), 0).size());
        }
    }

    @Test
    void insertsBetweenInsertsOfAnother() {
        Statement first = database.prepare("INSERT INTO t VALUES(?, 'first')");
        Statement second = database.prepare("INSERT INTO t VALUES(?, 'second')");
        Statement delete = database.prepare("DELETE FROM t WHERE id = ?");
        database.execute("BEGIN");
        for (int id = 1000; id < 9000; id += 2) {
            first.bindLong(1, id).execute();
            second.bindLong(1, id + 1L).execute();
            if (id % 3 == 0) {
                delete.bindLong(1, id + 1L).execute();
            }
        }
        database.execute("SAVEPOINT s");
        first.bindLong(1, 20_000).execute();
        database.execute("ROLLBACK TO s");
        first.bindLong(1, 10_000).execute();
        database.execute("COMMIT");
        assertEquals(List.of("ok"), texts(database.query("PRAGMA integrity_check"), 0));
        Rows counts = database.query("SELECT name, count(*), max(id) FROM t WHERE id >= 1000"
                + " GROUP BY name ORDER BY name");
        assertTrue(counts.next());
        assertEquals(4001, counts.getLong(1));
        assertEquals(10_000, counts.getLong(2));
        assertTrue(counts.next());
        assertEquals(8000 - 4000 - 1333, counts.getLong(1));
        counts.close();
    }

    @Test
    void isCompiledAgainForAnotherSchema() {
        Statement statement = database.prepare("SELECT * FROM t WHERE id = ?");
        assertEquals(List.of("name 1"), texts(statement.bindLong(1, 1).query(), 1));
        database.execute("ALTER TABLE t ADD COLUMN more DEFAULT 5");
        try (Rows rows = statement.query()) {
            assertTrue(rows.next());
            assertEquals(3, rows.columnCount());
            assertEquals("more", rows.columnName(2));
            assertEquals(5, rows.getLong(2));
        }
        database.execute("DELETE FROM t");
        try (Rows rows = statement.query()) {
            assertEquals(3, rows.columnCount());
            assertFalse(rows.next());
        }
        assertNull(statement.parameterName(1));
    }
}
