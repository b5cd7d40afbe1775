package org.sqlvm.test.corpus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.TestEngine;

import java.util.ArrayList;
import java.util.List;

/** EXPLAIN lists the programs that a statement runs, each once, behind the statement's own. */
final class ExplainTriggersTest {
    private static final List<String> SCHEMA = List.of(
            "PRAGMA foreign_keys = ON",
            "CREATE TABLE t(a INTEGER PRIMARY KEY)",
            "CREATE TABLE log(x REFERENCES t ON DELETE CASCADE)",
            "CREATE TRIGGER first AFTER DELETE ON t BEGIN INSERT INTO log VALUES(NULL); END",
            "CREATE TRIGGER second AFTER INSERT ON log BEGIN DELETE FROM t WHERE a = 7; END");

    private static final int ADDRESS = 0;
    private static final int OPCODE = 1;
    private static final int P4 = 5;

    @Test
    void sameProgramsAsSqlite() {
        assertEquals(programs(Engines.SQLITE), programs(Engines.SQLVM));
    }

    /** The title of each program, and how many others each runs. */
    private static List<String> programs(Engines kind) {
        List<String> programs = new ArrayList<>();
        try (TestEngine engine = kind.inMemory()) {
            SCHEMA.forEach(engine::execute);
            int calls = 0;
            long next = 0;
            for (Object[] row :
                    engine.execute("EXPLAIN DELETE FROM t WHERE a = 1").rows()) {
                if (row[OPCODE].equals("Init")) {
                    next = 0;
                    programs.add("calls before: " + calls + ", then " + row[P4]);
                    calls = 0;
                }
                assertEquals(next++, row[ADDRESS], "addresses begin anew with each program");
                if (row[OPCODE].equals("Program")) {
                    assertEquals("program", row[P4]);
                    calls++;
                }
            }
            programs.add("calls before: " + calls);
        }
        return programs;
    }
}
