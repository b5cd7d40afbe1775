package org.sqlvm.test.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;
import org.sqlvm.test.engines.ValueText;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * SQLite and sqlvm in turns change a full-text table of FTS3 or FTS4 in one file. Its shadow tables
 * have the bytes that SQLite alone writes, and queries give the same.
 */
final class FullTextTurnsTest {
    private static final int ROUNDS = Integer.getInteger("sqlvm.rounds", TestMode.COMPILED ? 1 : 4);
    private static final long SEED = Long.getLong("sqlvm.seed", 1);
    private static final int TURNS = 8;
    private static final int CHANGES = 7;

    private static final List<String> TABLES = List.of(
            "fts4(a, b)",
            "fts3(a, b)",
            "fts4(a, b, order=desc)",
            "fts4(a, b, prefix='1,3', tokenize=porter)",
            "fts4(a, b, languageid=lid, notindexed=b)",
            "fts4(a, b, matchinfo=fts3, tokenize=unicode61)",
            "fts4(a, b, order=desc, prefix='2')");

    private static final String[] WORDS = {
        "a",
        "of",
        "the",
        "one",
        "two",
        "three",
        "running",
        "run",
        "Runs",
        "nation",
        "national",
        "Ünder",
        "under",
        "x1",
        "x2",
        "x11",
        "x12",
        "long_word",
        "antidisestablishmentarianism",
        "z"
    };

    private static final String SEGMENTS =
            "SELECT level, idx, start_block, leaves_end_block, end_block, typeof(end_block),"
                    + " hex(root) FROM t_segdir ORDER BY 1, 2";

    private static final List<String> DUMP = List.of(
            "SELECT * FROM t_content ORDER BY 1",
            "SELECT blockid, hex(block) FROM t_segments ORDER BY 1",
            "SELECT docid, hex(size) FROM t_docsize ORDER BY 1",
            "SELECT id, hex(value) FROM t_stat ORDER BY 1");

    private static final List<String> FUNCTIONS = List.of(
            "docid",
            "docid, snippet(t, '[', ']', '..', -1, 5)",
            "docid, offsets(t)",
            "docid, hex(matchinfo(t, 'pcxsyb'))",
            "docid, hex(matchinfo(t)), snippet(t)");

    @TempDir
    private Path folder;

    @Test
    void sameBytes() {
        for (int i = 0; i < ROUNDS; i++) {
            long seed = SEED + i;
            Dice dice = new Dice(seed);
            Path shared = folder.resolve("shared" + i + ".db");
            Path alone = folder.resolve("alone" + i + ".db");
            List<String> setting = List.of(
                    "PRAGMA page_size = " + (dice.chance(50) ? 512 : 1024),
                    "CREATE VIRTUAL TABLE t USING " + TABLES.get((int) (seed % TABLES.size())));
            for (int turn = 0; turn < TURNS; turn++) {
                List<String> statements = new ArrayList<>(turn == 0 ? setting : List.of());
                statements.addAll(changes(dice));
                Engines engine = turn % 2 == 0 ? Engines.SQLVM : Engines.SQLITE;
                String label = "seed " + seed + ", turn " + turn + " of " + engine.name();
                compare(shared, engine, alone, statements, label);
            }
        }
    }

    private static void compare(
            Path shared, Engines engine, Path alone, List<String> statements, String label) {
        try (TestEngine tested = engine.onFile(shared);
                TestEngine sqlite = Engines.SQLITE.onFile(alone)) {
            for (String each : statements) {
                assertEquals(text(sqlite, each), text(tested, each), label + ": " + each);
                assertEquals(text(sqlite, SEGMENTS), text(tested, SEGMENTS), label + ": " + each);
            }
            for (String each : DUMP) {
                assertEquals(text(sqlite, each), text(tested, each), label + ": " + each);
            }
        }
        try (TestEngine sqlite = Engines.SQLITE.onFile(shared)) {
            assertEquals("'ok'\n", text(sqlite, "PRAGMA integrity_check"), label);
        }
    }

    private static String text(TestEngine engine, String sql) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed()) {
            return outcome.failure().toString();
        }
        StringBuilder text = new StringBuilder();
        for (Object[] row : outcome.rows()) {
            text.append(ValueText.row(row)).append('\n');
        }
        return text.toString();
    }

    private static List<String> changes(Dice dice) {
        List<String> changes = new ArrayList<>();
        for (int i = 0; i < CHANGES; i++) {
            int kind = dice.below(12);
            switch (kind) {
                case 0, 1, 2 -> changes.add(insert(dice, dice.between(1, 3)));
                case 3 -> changes.add(insert(dice, dice.between(20, 120)));
                case 4 -> changes.add(update(dice));
                case 5 -> changes.add("DELETE FROM t WHERE docid = " + dice.between(1, 200));
                case 6 -> changes.addAll(transaction(dice));
                case 7 -> changes.add(command(dice));
                default -> changes.add(query(dice));
            }
        }
        changes.add(command(dice));
        changes.add(query(dice));
        return changes;
    }

    private static String insert(Dice dice, int rows) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            values.add("('" + words(dice, dice.between(1, 12)) + "', "
                    + (dice.chance(10) ? "NULL" : "'" + words(dice, 2) + "'") + ")");
        }
        return "INSERT INTO t(a, b) VALUES" + String.join(", ", values);
    }

    private static String update(Dice dice) {
        return dice.chance(30)
                ? "UPDATE OR REPLACE t SET docid = docid + 3, a = b WHERE docid % 97 = "
                        + dice.below(97)
                : "UPDATE t SET a = '" + words(dice, 4) + "' WHERE docid % 17 = " + dice.below(17);
    }

    private static List<String> transaction(Dice dice) {
        return List.of(
                "BEGIN",
                insert(dice, 4),
                "SAVEPOINT one",
                "DELETE FROM t WHERE docid % 13 = " + dice.below(13),
                insert(dice, 30),
                query(dice),
                dice.chance(50) ? "ROLLBACK TO one" : "RELEASE one",
                insert(dice, 2),
                update(dice),
                dice.chance(20) ? "ROLLBACK" : "COMMIT");
    }

    private static String command(Dice dice) {
        List<String> commands = List.of(
                "optimize",
                "rebuild",
                "integrity-check",
                "integrity-check",
                "merge=" + dice.between(1, 30) + "," + dice.between(2, 4),
                "merge=" + dice.between(1, 300) + ",2",
                "automerge=" + dice.between(0, 4),
                "flush");
        return "INSERT INTO t(t) VALUES('" + dice.any(commands) + "')";
    }

    private static String words(Dice dice, int count) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            words.add(dice.any(WORDS) + (dice.chance(20) ? dice.below(300) : ""));
        }
        return String.join(" ", words);
    }

    private static String query(Dice dice) {
        return "SELECT " + dice.any(FUNCTIONS) + " FROM t WHERE t MATCH '" + match(dice, 3) + "'"
                + dice.any(List.of("", " ORDER BY docid", " ORDER BY docid DESC"));
    }

    private static String match(Dice dice, int depth) {
        String word = dice.any(WORDS);
        if (depth == 0 || dice.chance(30)) {
            return switch (dice.below(6)) {
                case 0 -> word + "*";
                case 1 -> "\"" + word + " " + dice.any(WORDS) + "\"";
                case 2 -> "a:" + word;
                case 3 -> word + " NEAR/" + dice.below(5) + " " + dice.any(WORDS);
                default -> word;
            };
        }
        return "(" + match(dice, depth - 1) + dice.any(List.of(" ", " OR ", " NOT ", " AND "))
                + match(dice, depth - 1) + ")";
    }
}
