package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.language.tables.ComputedModule;

/**
 * Values of a virtual table that an UPDATE does not change: what is read, and what the table gets.
 * The calls are those that SQLite 3.54.1 makes of the same module of apsw, in their order.
 */
@Tag("compiled")
final class UnchangedValuesTest extends DatabaseTestCase {
    private final ComputedModule module = new ComputedModule();

    @BeforeEach
    void create() {
        database.createModule("computed", module);
        database.execute("CREATE VIRTUAL TABLE t USING computed");
        database.execute("CREATE TABLE o(x, y)");
        database.execute("INSERT INTO o VALUES (1, 7), (2, 8)");
    }

    private void check(String sql, String... calls) {
        module.log.clear();
        database.execute(sql);
        assertEquals(String.join("\n", calls), String.join("\n", module.log), sql);
    }

    @Test
    void valuesAreLeftOut() {
        check(
                "UPDATE t SET a = 9 WHERE b = 'two'",
                "column 1",
                "column 1",
                "keep 1",
                "keep 2",
                "column 2",
                "change 2 2 [9, unchanged, 3.5]");
        check(
                "UPDATE t SET a = b",
                "column 1",
                "keep 1",
                "keep 2",
                "column 2",
                "column 1",
                "keep 1",
                "keep 2",
                "column 2",
                "change 1 1 [one, unchanged, 2.5]",
                "change 2 2 [two, unchanged, 3.5]");
        check(
                "UPDATE t SET a = 1, b = 2, c = 3 WHERE a = 1",
                "column 0",
                "column 0",
                "change 1 1 [1, 2, 3]");
    }

    @Test
    void otherRowid() {
        check(
                "UPDATE t SET rowid = 5 WHERE a = 1",
                "column 0",
                "keep 0",
                "keep 1",
                "keep 2",
                "column 2",
                "column 0",
                "change 1 5 [unchanged, unchanged, 2.5]");
    }

    @Test
    void valuesOfOtherTables() {
        check(
                "UPDATE t SET a = (SELECT 5) WHERE a IN (SELECT x FROM o)",
                "column 0",
                "keep 1",
                "keep 2",
                "column 2",
                "column 0",
                "keep 1",
                "keep 2",
                "column 2",
                "change 1 1 [5, unchanged, 2.5]",
                "change 2 2 [5, unchanged, 3.5]");
        check(
                "UPDATE t SET a = o.y FROM o WHERE o.x = t.a",
                "column 0",
                "keep 1",
                "keep 2",
                "column 2",
                "column 0",
                "keep 1",
                "keep 2",
                "column 2",
                "change 1 1 [7, unchanged, 2.5]",
                "change 2 2 [8, unchanged, 3.5]");
    }
}
