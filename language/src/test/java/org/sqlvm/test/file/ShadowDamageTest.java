package org.sqlvm.test.file;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.util.List;

/**
 * Shadow tables of FTS5 and of R-trees with damaged bytes: statements give rows or an error of
 * SQLite's, and end. {@code -Dsqlvm.rounds=N} runs more rounds, {@link FullTextDamageTest} has
 * those of FTS4.
 */
final class ShadowDamageTest {
    private static final int ROUNDS =
            Integer.getInteger("sqlvm.rounds", TestMode.COMPILED ? 2 : 15);
    private static final long SEED = Long.getLong("sqlvm.seed", 1);
    private static final int DAMAGES = 3;

    /** The kinds of tables, how they are filled and damaged, and what is asked of them. */
    enum Kind {
        FTS5(
                List.of(
                        "fts5(a, b)",
                        "fts5(a, b, prefix='1 2')",
                        "fts5(a, b, detail=column, columnsize=0)",
                        "fts5(a, b, detail=none)",
                        "fts5(a, b, content='', contentless_delete=1)",
                        "fts5(a, b, tokenize=trigram)"),
                "INSERT INTO t(a, b) SELECT 'word' || (i % 7) || ' xyz' || i || ' word1 xyz2',"
                        + " 'xyz' || (i % 3) FROM n",
                List.of(
                        "UPDATE t_data SET block = BYTES(block) WHERE id % 5 = N",
                        "UPDATE t_data SET block = BYTES(block) WHERE id > 1000",
                        "UPDATE t_data SET block = BYTES(block) WHERE id = 10",
                        "UPDATE t_data SET block = BYTES(block) WHERE id = 1",
                        "UPDATE t_data SET block = NULL WHERE id % 5 = N",
                        "UPDATE t_data SET block = 'text' WHERE id % 5 = N",
                        "UPDATE t_data SET id = id + 1 WHERE id % 5 = N",
                        "DELETE FROM t_data WHERE id % 5 = N",
                        "UPDATE t_idx SET pgno = pgno + N + 1",
                        "UPDATE t_idx SET term = BYTES(term)",
                        "DELETE FROM t_idx WHERE pgno % 5 = N",
                        "UPDATE t_docsize SET sz = BYTES(sz) WHERE id % 5 = N",
                        "DELETE FROM t_docsize WHERE id % 5 = N",
                        "DELETE FROM t_content WHERE id % 5 = N",
                        "UPDATE t_config SET v = N",
                        "INSERT INTO t_config VALUES('pgsz', -1), ('automerge', 'x')"),
                List.of(
                        "SELECT rowid, highlight(t, 0, '<', '>'), rank FROM t('wor* OR xyz2')",
                        "SELECT rowid, bm25(t) FROM t('word1 NOT xyz1') ORDER BY rowid DESC",
                        "SELECT rowid, snippet(t, -1, '[', ']', '', 3) FROM t('word1') ORDER BY"
                                + " rank",
                        "SELECT rowid FROM t('\"word1 xyz2\" OR NEAR(word2 xyz2)') LIMIT 3",
                        "SELECT * FROM terms",
                        "INSERT INTO t(t) VALUES('integrity-check')",
                        "INSERT INTO t(rowid, a, b) VALUES(9000, 'word1 word2', 'xyz1')",
                        "UPDATE t SET a = 'word3', b = 'x' WHERE rowid = 2",
                        "DELETE FROM t WHERE rowid = 3",
                        "INSERT INTO t(t, rank) VALUES('merge', 20)",
                        "INSERT INTO t(t, rank) VALUES('merge', -20)",
                        "INSERT INTO t(t, rank) VALUES('secure-delete', 1)",
                        "DELETE FROM t WHERE rowid BETWEEN 10 AND 20",
                        "PRAGMA integrity_check",
                        "INSERT INTO t(t) VALUES('optimize')",
                        "SELECT count(*) FROM t",
                        "INSERT INTO t(t) VALUES('rebuild')",
                        "SELECT count(*) FROM t('word1')",
                        "INSERT INTO t(t) VALUES('delete-all')",
                        "DROP TABLE t")),
        RTREE(
                List.of(
                        "rtree(id, x0, x1)",
                        "rtree(id, x0, x1, y0, y1, +a)",
                        "rtree_i32(id, x0, x1)"),
                "INSERT INTO t(id, x0, x1) SELECT i + 1000 * coalesce((SELECT max(id) FROM t), 0),"
                        + " i * 37 % 100, i * 37 % 100 + 5 FROM n",
                List.of(
                        "UPDATE t_node SET data = BYTES(data) WHERE nodeno = 1",
                        "UPDATE t_node SET data = BYTES(data) WHERE nodeno % 5 = N",
                        "UPDATE t_node SET data = NULL WHERE nodeno % 5 = N",
                        "UPDATE t_node SET data = 'text' WHERE nodeno % 5 = N",
                        "UPDATE t_node SET nodeno = nodeno + 100 WHERE nodeno % 5 = N",
                        "DELETE FROM t_node WHERE nodeno % 5 = N",
                        "UPDATE t_parent SET parentnode = nodeno",
                        "UPDATE t_parent SET parentnode = parentnode + N",
                        "DELETE FROM t_parent WHERE nodeno % 5 = N",
                        "UPDATE t_rowid SET nodeno = nodeno + N",
                        "DELETE FROM t_rowid WHERE rowid % 5 = N"),
                List.of(
                        "SELECT count(*), sum(x0) FROM t WHERE x0 > 20 AND x1 < 60",
                        "SELECT * FROM t WHERE id = 7",
                        "SELECT count(*) FROM t",
                        "SELECT rtreecheck('t')",
                        "PRAGMA integrity_check",
                        "INSERT INTO t(id, x0, x1) VALUES(NULL, 1, 2)",
                        "INSERT INTO t(id, x0, x1) VALUES(7, 1, 2)",
                        "INSERT OR REPLACE INTO t(id, x0, x1) VALUES(8, 1, 90)",
                        "UPDATE t SET x1 = x1 + 1 WHERE id = 9",
                        "DELETE FROM t WHERE id = 10",
                        "DELETE FROM t WHERE x0 > 50",
                        "DELETE FROM t",
                        "DROP TABLE t"));

        private final List<String> tables;
        private final String fill;
        private final List<String> damages;
        private final List<String> statements;

        Kind(List<String> tables, String fill, List<String> damages, List<String> statements) {
            this.tables = tables;
            this.fill = fill;
            this.damages = damages;
            this.statements = statements;
        }
    }

    @ParameterizedTest
    @EnumSource
    void endsWithErrors(Kind kind) {
        for (int i = 0; i < ROUNDS; i++) {
            Dice dice = new Dice(SEED + i);
            try (TestEngine engine = Engines.SQLVM.inMemory()) {
                run(engine, kind, dice, kind + ", seed " + (SEED + i));
            }
        }
    }

    private static void run(TestEngine engine, Kind kind, Dice dice, String label) {
        execute(engine, "PRAGMA page_size = 512", label);
        execute(engine, "CREATE VIRTUAL TABLE t USING " + dice.any(kind.tables), label);
        if (kind == Kind.FTS5) {
            execute(engine, "CREATE VIRTUAL TABLE terms USING fts5vocab(t, instance)", label);
            execute(engine, "INSERT INTO t(t, rank) VALUES('pgsz', 64)", label);
        }
        for (int i = 0; i < 4; i++) {
            execute(
                    engine,
                    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40) "
                            + kind.fill,
                    label);
        }
        for (int i = 0; i < DAMAGES; i++) {
            execute(engine, damage(dice, dice.any(kind.damages)), label);
        }
        for (String each : kind.statements) {
            execute(engine, each, label);
        }
    }

    private static void execute(TestEngine engine, String sql, String label) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed() && outcome.failure().isInternal()) {
            throw new AssertionError(label + ": " + sql, outcome.failure().cause());
        }
        if (outcome.failed() && outcome.failure().message().contains("syntax error")) {
            throw new AssertionError(sql);
        }
    }

    /** The statement with a number, and with a blob that has a byte changed or no end. */
    private static String damage(Dice dice, String statement) {
        int at = dice.between(1, dice.chance(50) ? 12 : 80);
        String made = "x'" + String.format("%02x", dice.below(256)) + "'";
        String change = dice.chance(15)
                ? "CAST(substr($1, 1, " + at + ") AS BLOB)"
                : "CAST(substr($1, 1, " + at + ") || " + made + " || substr($1, " + (at + 2)
                        + ") AS BLOB)";
        return statement
                .replaceAll("BYTES\\((\\w+)\\)", change)
                .replaceAll("\\bN\\b", String.valueOf(dice.below(5)));
    }
}
