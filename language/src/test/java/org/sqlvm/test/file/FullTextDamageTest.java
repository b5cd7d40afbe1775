package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;
import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.util.List;

/**
 * Shadow tables of FTS4 with damaged bytes: statements give rows or an error of SQLite's, and end.
 */
final class FullTextDamageTest {
    private static final int ROUNDS =
            Integer.getInteger("sqlvm.rounds", TestMode.COMPILED ? 3 : 40);
    private static final long SEED = Long.getLong("sqlvm.seed", 1);
    private static final int DAMAGES = 3;

    private static final List<String> TABLES = List.of(
            "fts4(a, b)", "fts4(a, b, order=desc)", "fts4(a, b, prefix='1,2')", "fts3(a, b)");

    private static final List<String> VALUES = List.of(
            "root = NULL",
            "root = x''",
            "root = 'text'",
            "start_block = start_block + 1",
            "start_block = 0",
            "leaves_end_block = leaves_end_block + 2",
            "leaves_end_block = 9223372036854775807",
            "end_block = '-1 -1'",
            "level = level + 1",
            "level = 1000000",
            "idx = idx + 5");

    private static final List<String> STATEMENTS = List.of(
            "SELECT docid, snippet(t), offsets(t), hex(matchinfo(t)) FROM t"
                    + " WHERE t MATCH 'w1* OR x2'",
            "SELECT docid FROM t WHERE t MATCH '\"w1 x2\" NOT x1' ORDER BY docid DESC",
            "SELECT hex(matchinfo(t, 'sxyb')) FROM t WHERE t MATCH 'w1 NEAR/3 x* OR a:x2'",
            "SELECT hex(matchinfo(t, 'pcnal')) FROM t WHERE t MATCH 'w1 AND w2'",
            "SELECT * FROM terms",
            "SELECT * FROM terms WHERE term > 'w' AND term < 'x2'",
            "INSERT INTO t(t) VALUES('integrity-check')",
            "INSERT INTO t VALUES('w1 w2', 'x1')",
            "UPDATE t SET a = 'w3' WHERE docid = 2",
            "DELETE FROM t WHERE docid = 3",
            "INSERT INTO t(t) VALUES('merge=20,2')",
            "PRAGMA integrity_check",
            "SELECT optimize(t) FROM t LIMIT 1",
            "INSERT INTO t(t) VALUES('optimize')",
            "SELECT docid FROM t WHERE t MATCH 'w*'",
            "INSERT INTO t(t) VALUES('rebuild')",
            "SELECT count(*) FROM t WHERE t MATCH 'w1'");

    @Test
    void endsWithErrors() {
        for (int i = 0; i < ROUNDS; i++) {
            Dice dice = new Dice(SEED + i);
            try (TestEngine engine = Engines.SQLVM.inMemory()) {
                run(engine, dice, "seed " + (SEED + i));
            }
        }
    }

    private static void run(TestEngine engine, Dice dice, String label) {
        execute(engine, "PRAGMA page_size = 512", label);
        execute(engine, "CREATE VIRTUAL TABLE t USING " + dice.any(TABLES), label);
        execute(engine, "CREATE VIRTUAL TABLE terms USING fts4aux(t)", label);
        for (int i = 0; i < 4; i++) {
            execute(
                    engine,
                    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)"
                            + " INSERT INTO t SELECT 'w' || (i % 7) || ' x' || i || ' w1 x2',"
                            + " 'x' || (i % 3) FROM n",
                    label);
        }
        for (int i = 0; i < DAMAGES; i++) {
            execute(engine, damage(dice), label);
        }
        for (String each : STATEMENTS) {
            execute(engine, each, label);
        }
    }

    private static void execute(TestEngine engine, String sql, String label) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed() && outcome.failure().isInternal()) {
            throw new AssertionError(label + ": " + sql, outcome.failure().cause());
        }
        assertFalse(outcome.failed() && outcome.failure().code() == 1 && isSyntax(outcome), sql);
    }

    private static boolean isSyntax(Outcome outcome) {
        return outcome.failure().message().contains("syntax error");
    }

    private static String damage(Dice dice) {
        String row = " WHERE rowid % 5 = " + dice.below(5);
        return switch (dice.below(6)) {
            case 0 -> "UPDATE OR IGNORE t_segdir SET " + dice.any(VALUES) + row;
            case 1 -> "UPDATE t_segdir SET root = " + bytes(dice, "root") + row;
            case 2, 3 -> "UPDATE t_segments SET block = " + bytes(dice, "block") + row;
            case 4 ->
                dice.chance(50)
                        ? "UPDATE t_stat SET value = " + bytes(dice, "value")
                        : "UPDATE t_docsize SET size = " + bytes(dice, "size") + row;
            default ->
                dice.chance(50) ? "DELETE FROM t_segments" + row : "DELETE FROM t_content" + row;
        };
    }

    /** A blob with some bytes changed, or without its end. */
    private static String bytes(Dice dice, String column) {
        int at = dice.between(1, dice.chance(50) ? 12 : 300);
        if (dice.chance(15)) {
            return "CAST(substr(" + column + ", 1, " + at + ") AS BLOB)";
        }
        String made = "x'" + String.format("%02x", dice.below(256)) + "'";
        return "CAST(substr(" + column + ", 1, " + at + ") || " + made + " || substr(" + column
                + ", " + (at + 2) + ") AS BLOB)";
    }
}
