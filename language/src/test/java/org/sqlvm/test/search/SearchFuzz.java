package org.sqlvm.test.search;

import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs random full-text queries in sqlvm and SQLite, and compares rows, their order, ranks,
 * highlighted texts and errors. Each round has a table of its own.
 */
public final class SearchFuzz {
    private static final int CHANGES_MAX = 40;
    private static final int QUERIES = 60;

    private final PrintStream out;
    private int differences;
    private int found;
    private int queries;

    /** The statements of the round that have changed something. */
    private final List<String> changes = new ArrayList<>();

    public SearchFuzz(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs rounds.
     *
     * @param failuresMax the number of differences to end after
     * @return the number of differences
     */
    public int run(long seed, int rounds, int failuresMax) {
        for (int i = 0; i < rounds && differences < failuresMax; i++) {
            try (TestEngine sqlite = SqliteEngine.inMemory();
                    TestEngine sqlvm = SqlvmEngine.inMemory()) {
                round(seed + i, sqlite, sqlvm, failuresMax);
            }
        }
        out.printf("%d queries, %d rows, %d differences%n", queries, found, differences);
        return differences;
    }

    /** The number of rows that queries have found. */
    public int found() {
        return found;
    }

    private void round(long seed, TestEngine sqlite, TestEngine sqlvm, int failuresMax) {
        Dice dice = new Dice(seed);
        RandomIndex index = new RandomIndex(dice);
        changes.clear();
        changes.add("-- seed " + seed);
        for (String statement : index.creation()) {
            change(statement, sqlite, sqlvm);
        }
        boolean transaction = dice.chance(50);
        if (transaction) {
            change("BEGIN", sqlite, sqlvm);
        }
        for (int i = dice.between(1, CHANGES_MAX); i > 0; i--) {
            change(index.change(), sqlite, sqlvm);
        }
        if (transaction && dice.chance(80)) {
            change("COMMIT", sqlite, sqlvm);
        }
        for (int i = 0; i < QUERIES && differences < failuresMax; i++) {
            if (dice.chance(5)) {
                change(index.change(), sqlite, sqlvm);
            }
            String select = index.select();
            queries++;
            found += compare(select, sqlite, sqlvm).rows().size();
        }
    }

    private void change(String statement, TestEngine sqlite, TestEngine sqlvm) {
        compare(statement, sqlite, sqlvm);
        changes.add(statement);
    }

    private Outcome compare(String statement, TestEngine sqlite, TestEngine sqlvm) {
        Outcome expected = sqlite.execute(statement);
        Outcome actual = sqlvm.execute(statement);
        if (!text(expected).equals(text(actual))) {
            differences++;
            out.println(String.join(";\n", changes) + ";\n" + statement + ";");
            out.println("-- SQLite: " + text(expected) + "\n-- sqlvm:  " + text(actual));
            if (actual.failed()) {
                actual.failure().cause().printStackTrace(out);
            }
        }
        return expected;
    }

    private static String text(Outcome outcome) {
        if (outcome.failed()) {
            return outcome.failure().toString();
        }
        StringBuilder text = new StringBuilder();
        outcome.rows().forEach(row -> text.append(ValueText.row(row)).append('\n'));
        return text.toString();
    }
}
