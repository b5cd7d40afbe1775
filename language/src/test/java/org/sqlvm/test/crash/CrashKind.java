package org.sqlvm.test.crash;

import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The work of the processes that {@link CrashRun} kills, and how to check the files that they
 * leave.
 */
public enum CrashKind {
    /** {@link CrashWriter}. */
    TRANSACTIONS("crash-writer") {
        @Override
        long look(
                TestEngine engine,
                String who,
                long acknowledged,
                long reported,
                Consumer<String> fail) {
            long last = number(engine, "SELECT ifnull(max(tx), 0) FROM done", fail);
            if (last < acknowledged) {
                fail.accept(who + " has " + last + ", acknowledged " + acknowledged);
            }
            expectNone(engine, TORN, who + " has half a transaction", fail);
            if (number(engine, ORPHANS, fail) != 0) {
                fail.accept(who + " has rows of no transaction");
            }
            return last;
        }
    },
    /** {@link CrashLoader}. */
    LOADS("crash-loader") {
        @Override
        long look(
                TestEngine engine,
                String who,
                long acknowledged,
                long reported,
                Consumer<String> fail) {
            long last = number(engine, "SELECT ifnull(max(load), 0) FROM " + ALL_LOADS, fail);
            if (last < acknowledged) {
                fail.accept(who + " has " + last + ", acknowledged " + acknowledged);
            }
            expectNone(engine, HALF_LOADS, who + " has a part of a load", fail);
            // Loads behind that one may have been killed before they deleted.
            expectNone(
                    engine,
                    "SELECT load FROM " + ALL_LOADS + " WHERE load <= "
                            + (reported - CrashLoader.KEPT),
                    who + " has what was deleted",
                    fail);
            // Each load until the last one that was reported has rows, in one of the tables.
            long first = Math.max(1, acknowledged - CrashLoader.KEPT + 2);
            long found = number(
                    engine,
                    "SELECT count(DISTINCT load) FROM " + ALL_LOADS + " WHERE load BETWEEN " + first
                            + " AND " + acknowledged,
                    fail);
            if (acknowledged >= first && found != acknowledged - first + 1) {
                fail.accept(who + " has lost a load: " + found + " of " + first + " to "
                        + acknowledged);
            }
            return last;
        }
    },
    /** {@link CrashIndexer}. */
    INDEXES("crash-indexer") {
        @Override
        long look(
                TestEngine engine,
                String who,
                long acknowledged,
                long reported,
                Consumer<String> fail) {
            if (number(engine, "SELECT count(*) FROM sqlite_schema WHERE name = 'au'", fail) == 0) {
                return 0; // The process was killed before it had all triggers.
            }
            long last = number(engine, "SELECT ifnull(max(tx), 0) FROM done", fail);
            if (last < acknowledged) {
                fail.accept(who + " has " + last + ", acknowledged " + acknowledged);
            }
            expectNone(engine, HALF_INDEXED, who + " has half a transaction", fail);
            for (String differing : INDEX_DIFFERENCES) {
                expectNone(engine, differing, who + " has tables that differ", fail);
            }
            for (String check : INDEX_CHECKS) {
                expectNone(engine, check, who + ": " + check, fail);
            }
            return last;
        }
    };

    private static final String HALF_INDEXED = "SELECT d.tx, d.rows, (SELECT count(*) FROM docs"
            + " WHERE docs.tx = d.tx) AS stored FROM done d WHERE d.tx > (SELECT max(tx) FROM done)"
            + " - " + CrashIndexer.KEPT
            + " AND stored <> d.rows UNION ALL SELECT tx, 0, 0 FROM docs"
            + " WHERE tx NOT IN (SELECT tx FROM done) OR tx <= (SELECT max(tx) FROM done) - "
            + CrashIndexer.KEPT;

    /** Pairs of queries that find the same rows if all tables are of one transaction. */
    private static final List<String> INDEX_DIFFERENCES = Stream.of(
                    List.of("SELECT id, body, x FROM docs", "SELECT rowid, body, x FROM own"),
                    List.of("SELECT id, body FROM docs", "SELECT docid, body FROM old"),
                    List.of("SELECT id, x, x + 1 FROM docs", "SELECT id, low, high FROM boxes"),
                    List.of("SELECT id FROM docs", "SELECT rowid FROM found('all')"),
                    List.of("SELECT id FROM docs", "SELECT rowid FROM own('wo*')"),
                    List.of("SELECT id FROM docs", "SELECT docid FROM old WHERE old MATCH 'wo*'"),
                    List.of(
                            "SELECT id FROM docs WHERE body LIKE '% again'",
                            "SELECT rowid FROM found('again')"))
            .flatMap(pair -> Stream.of(
                    pair.get(0) + " EXCEPT " + pair.get(1), pair.get(1) + " EXCEPT " + pair.get(0)))
            .toList();

    private static final List<String> INDEX_CHECKS = List.of(
            "INSERT INTO found(found, rank) VALUES('integrity-check', 1)",
            "INSERT INTO own(own) VALUES('integrity-check')",
            "INSERT INTO old(old) VALUES('integrity-check')",
            "SELECT rtreecheck('boxes') AS said WHERE said <> 'ok'");

    /** A transaction whose rows are not those that it says it has written. */
    private static final String TORN = "SELECT d.tx, d.rows, (SELECT count(*) FROM t WHERE"
            + " t.tx = d.tx) AS found FROM done d WHERE d.tx > (SELECT max(tx) FROM done) - "
            + CrashWriter.KEPT + " AND found <> d.rows";

    private static final String ORPHANS = "SELECT count(*) FROM t WHERE tx NOT IN (SELECT tx FROM"
            + " done) OR tx <= (SELECT max(tx) FROM done) - " + CrashWriter.KEPT;

    private static final String ALL_LOADS = CrashLoader.TABLES.stream()
            .map(table -> "SELECT load FROM " + table)
            .collect(Collectors.joining(" UNION ALL ", "(", ")"));

    private static final String HALF_LOADS = CrashLoader.TABLES.stream()
            .map(table -> "SELECT '" + table + "', load, count(*), max(size) FROM " + table
                    + " GROUP BY load HAVING count(*) <> max(size) OR min(size) <> max(size)")
            .collect(Collectors.joining(" UNION ALL "));

    /** How the processes run: the code that commits, and what it reads again, differ. */
    private static final List<SqlvmEngine.Mode> MODES = List.of(
            SqlvmEngine.Mode.INTERPRETED, SqlvmEngine.Mode.UNCACHED, SqlvmEngine.Mode.CLASSES);

    /** The command of {@code Main} that is the process. */
    final String command;

    CrashKind(String command) {
        this.command = command;
    }

    /**
     * Checks the files that a process has left.
     *
     * @param acknowledged the last work that must be there
     * @param reported the last work that the process has reported as done
     * @return the last work that is there
     */
    abstract long look(
            TestEngine engine, String who, long acknowledged, long reported, Consumer<String> fail);

    static SqlvmEngine.Mode anyMode(Random random) {
        return MODES.get(random.nextInt(MODES.size()));
    }

    static long number(TestEngine engine, String sql, Consumer<String> fail) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed() || !(outcome.rows().getFirst()[0] instanceof Long number)) {
            fail.accept(sql + ": " + outcome);
            return 0;
        }
        return number;
    }

    static void expectNone(TestEngine engine, String sql, String what, Consumer<String> fail) {
        Outcome outcome = engine.execute(sql);
        if (outcome.failed() || !outcome.rows().isEmpty()) {
            fail.accept(what + ": "
                    + (outcome.failed()
                            ? outcome.failure()
                            : Arrays.toString(outcome.rows().getFirst())));
        }
    }
}
