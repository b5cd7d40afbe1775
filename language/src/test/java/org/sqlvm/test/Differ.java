package org.sqlvm.test;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Runs generated scripts on SQLite and another engine and prints each difference as a script made
 * small.
 */
final class Differ {
    /** A shrinking that tries more than this has no end in sight. */
    private static final int TRIES_MAX = 400;

    private final Engines tested;
    private final PrintStream out;
    private final PrintStream progress;
    private boolean stopsAtFirst;
    private int queryCount;
    private int unsupportedCount;
    private int differenceCount;

    /**
     * @param tested what is compared with SQLite
     * @param progress null to keep quiet
     */
    Differ(Engines tested, PrintStream out, PrintStream progress) {
        this.tested = tested;
        this.out = out;
        this.progress = progress;
    }

    Differ stopsAtFirst(boolean stops) {
        stopsAtFirst = stops;
        return this;
    }

    /**
     * Gives the number of differences.
     *
     * @param seed of the first schema; the next has the next number
     */
    int run(long seed, int rounds, int queriesEach) {
        for (int round = 0; round < rounds; round++) {
            if (progress != null) {
                progress.printf(
                        "\r\033[Kseed %d, %d queries, %d differ",
                        seed + round, queryCount, differenceCount);
            }
            round(seed + round, queriesEach);
            if (stopsAtFirst && differenceCount > 0) {
                break;
            }
        }
        if (progress != null) {
            progress.print("\r\033[K");
        }
        out.printf(
                "%,d queries over %,d schemas: %,d differ, %,d not supported%n",
                queryCount, rounds, differenceCount, unsupportedCount);
        return differenceCount;
    }

    private void round(long seed, int queriesEach) {
        Random random = new Random(seed);
        RandomSchema schema = new RandomSchema(random);
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine sqlvm = tested.inMemory()) {
            for (int i = 0; i < schema.statements.size(); i++) {
                String statement = schema.statements.get(i);
                Piece text = Piece.fixed(statement);
                String difference = difference(sqlite, sqlvm, text, RandomQuery.Answer.ROWS);
                if (difference != null) {
                    report(seed, schema.statements.subList(0, i), text, RandomQuery.Answer.ROWS);
                    return;
                }
            }
            for (int i = 0; i < queriesEach; i++) {
                RandomQuery query = new RandomQuery(random, schema);
                queryCount++;
                if (difference(sqlite, sqlvm, query.text, query.answer) != null) {
                    report(seed, schema.statements, query.text, query.answer);
                    if (stopsAtFirst) {
                        return;
                    }
                }
            }
        }
    }

    private String difference(
            TestEngine sqlite, TestEngine sqlvm, Piece text, RandomQuery.Answer answer) {
        String sql = text.toString();
        Outcome expected = sqlite.execute(sql);
        Outcome actual = sqlvm.execute(sql);
        if (actual.failed() && actual.failure().isNotSupported()) {
            unsupportedCount++;
            return null;
        }
        return Comparison.differsInOrderOnly(expected, actual)
                ? null
                : Comparison.difference(expected, actual, answer);
    }

    private void report(long seed, List<String> setup, Piece text, RandomQuery.Answer answer) {
        differenceCount++;
        List<String> statements = new ArrayList<>(setup);
        Piece small = shrink(statements, text, answer);
        out.println("\r-- seed " + seed);
        for (String statement : statements) {
            out.println(statement + ";");
        }
        out.println(small + ";");
        out.println(fresh(statements, small, answer));
        out.println();
        out.flush();
    }

    /** Makes the script smaller as long as it still shows a difference. */
    private Piece shrink(List<String> statements, Piece text, RandomQuery.Answer answer) {
        int tries = 0;
        Piece small = text;
        boolean smaller = true;
        while (smaller && tries < TRIES_MAX) {
            smaller = false;
            for (int i = statements.size() - 1; i >= 0 && tries < TRIES_MAX; i--) {
                String left = statements.remove(i);
                tries++;
                if (fresh(statements, small, answer) == null) {
                    statements.add(i, left);
                } else {
                    smaller = true;
                }
            }
            for (Piece candidate : small.smaller()) {
                if (tries++ > TRIES_MAX) {
                    break;
                }
                if (fresh(statements, candidate, answer) != null) {
                    small = candidate;
                    smaller = true;
                    break;
                }
            }
        }
        return small;
    }

    /** The difference that the script shows on fresh databases, or null. */
    private String fresh(List<String> statements, Piece text, RandomQuery.Answer answer) {
        int unsupportedBefore = unsupportedCount;
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine sqlvm = tested.inMemory()) {
            for (String statement : statements) {
                sqlite.execute(statement);
                sqlvm.execute(statement);
            }
            return difference(sqlite, sqlvm, text, answer);
        } finally {
            unsupportedCount = unsupportedBefore;
        }
    }
}
