package org.sqlvm.test.writes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;
import org.sqlvm.test.engines.ValueText;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * Random changes of R-Trees on a file that sqlvm and SQLite write in turns. Each statement has the
 * outcome that it has in SQLite alone, and so have the stored bytes.
 */
final class RtreeWritesTest {
    private static final long SEED = TestMode.seed(RtreeWritesTest.class, 1);

    private static final int STATEMENTS = 400;

    /** How many statements an engine runs before the other one opens the file. */
    private static final int TURN = 80;

    @TempDir
    private Path directory;

    /** A script for one tree. */
    private static final class Script {
        final Dice dice;
        final List<String> statements = new ArrayList<>();
        private final int dimensions;
        private final int auxiliary;
        private final int range;
        private final int idMax;
        private boolean inTransaction;

        Script(long seed) {
            dice = new Dice(seed);
            dimensions = dice.between(1, 5);
            auxiliary = dice.any(0, 0, 1, 3);
            range = dice.any(10, 1000, 1_000_000);
            idMax = dice.any(200, STATEMENTS * 10);
            statements.add("PRAGMA page_size = " + dice.any(512, 1024, 4096));
            StringJoiner columns = new StringJoiner(", ", "(", ")").add("id");
            for (int i = 0; i < 2 * dimensions; i++) {
                columns.add("c" + i);
            }
            for (int i = 0; i < auxiliary; i++) {
                columns.add("+a" + i);
            }
            String module = dice.chance(30) ? "rtree_i32" : "rtree";
            statements.add("CREATE VIRTUAL TABLE r USING " + module + columns);
            for (int i = 0; i < STATEMENTS; i++) {
                if (i % TURN == TURN - 1 && inTransaction) {
                    statements.add("COMMIT");
                    inTransaction = false;
                } else {
                    statements.add(statement());
                }
            }
        }

        private String number(double value) {
            return String.format(Locale.ROOT, "%.4f", value);
        }

        private double any() {
            return (dice.below(2_000_001) - 1_000_000) / 1e6 * range;
        }

        private int id() {
            return dice.between(1, idMax);
        }

        /** The values of some rows. */
        private String rows() {
            StringJoiner rows = new StringJoiner(", ");
            int count = dice.chance(70) ? 1 : dice.between(2, 40);
            for (int i = 0; i < count; i++) {
                StringJoiner row = new StringJoiner(", ", "(", ")");
                row.add(dice.chance(20) ? "NULL" : String.valueOf(id()));
                for (int d = 0; d < dimensions; d++) {
                    double low = any();
                    double high = low + dice.any(0.0, 1.0, range / 20.0);
                    boolean wrong = dice.chance(1);
                    row.add(wrong ? number(high + 1) : number(low));
                    row.add(dice.chance(5) ? "'" + number(high) + "'" : number(high));
                }
                for (int a = 0; a < auxiliary; a++) {
                    row.add(dice.any("NULL", "1", "'text'", "x'0102'", "2.5"));
                }
                rows.add(row.toString());
            }
            return rows.toString();
        }

        private String window() {
            double low = any();
            int last = 2 * dimensions - 1;
            return "c0 " + dice.any("<", "<=", ">", ">=") + " " + number(low) + " AND c"
                    + dice.below(last + 1) + dice.any(" < ", " <= ", " > ", " >= ")
                    + number(low + range / 5.0);
        }

        private String statement() {
            int kind = dice.below(100);
            if (kind < 50) {
                return "INSERT " + dice.any("", "OR REPLACE ", "OR IGNORE ", "OR FAIL ")
                        + "INTO r VALUES " + rows();
            }
            if (kind < 70) {
                String where = dice.chance(60) ? "id = " + id() : window() + " AND id % 3 = 0";
                return "DELETE FROM r WHERE " + where;
            }
            if (kind < 76) {
                return "UPDATE " + dice.any("", "OR REPLACE ", "OR IGNORE ") + "r SET id = " + id()
                        + " WHERE id = " + id();
            }
            if (kind < 82) {
                return "UPDATE r SET c0 = c0 - " + dice.below(3) + ", c1 = c1 + 1 WHERE "
                        + window();
            }
            if (kind < 90) {
                return "SELECT * FROM r WHERE " + window();
            }
            return transaction();
        }

        private String transaction() {
            if (!inTransaction) {
                inTransaction = true;
                return "BEGIN";
            }
            int kind = dice.below(100);
            if (kind < 70) {
                return dice.any("SAVEPOINT s", "ROLLBACK TO s", "RELEASE s");
            }
            inTransaction = false;
            return dice.any("COMMIT", "ROLLBACK");
        }
    }

    private static String text(Outcome outcome) {
        if (outcome.failed()) {
            return "error " + outcome.failure();
        }
        StringJoiner rows = new StringJoiner("\n");
        for (Object[] row : outcome.rows()) {
            StringJoiner values = new StringJoiner(" | ");
            for (Object value : row) {
                values.add(ValueText.literal(value));
            }
            rows.add(values.toString());
        }
        return rows.toString();
    }

    private static void compare(TestEngine one, TestEngine other, String sql, String where) {
        assertEquals(text(one.execute(sql)), text(other.execute(sql)), where + ": " + sql);
    }

    private void run(long seed) {
        Script script = new Script(seed);
        Path file = directory.resolve("r" + seed + ".db");
        try (TestEngine expected = SqliteEngine.inMemory()) {
            for (int from = 0; from < script.statements.size(); from += TURN) {
                int to = Math.min(from + TURN, script.statements.size());
                boolean own = from / TURN % 3 != 1;
                try (TestEngine turn = own ? SqlvmEngine.onFile(file) : SqliteEngine.onFile(file)) {
                    for (String sql : script.statements.subList(from, to)) {
                        compare(expected, turn, sql, "seed " + seed);
                    }
                    if (!script.statements.get(to - 1).equals("COMMIT")) {
                        expected.execute("COMMIT");
                        turn.execute("COMMIT");
                    }
                    for (String table : List.of("r_node", "r_parent", "r_rowid", "r")) {
                        compare(expected, turn, "SELECT * FROM " + table, "seed " + seed);
                    }
                    compare(expected, turn, "SELECT rtreecheck('r')", "seed " + seed);
                    compare(expected, turn, "PRAGMA integrity_check", "seed " + seed);
                }
            }
        }
    }

    @Test
    void storedBytes() {
        long rounds = TestMode.rounds(20);
        assertTrue(rounds > 0);
        for (long i = 0; i < rounds; i++) {
            run(SEED + i);
        }
    }
}
