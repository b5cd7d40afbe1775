package org.sqlvm.test;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Compares sqlvm with SQLite on {@link RandomChanges}: every statement gives the same rows or the
 * same error, and leaves the same rows in all tables.
 */
final class WriteFuzz {
    /**
     * SQLITE_CORRUPT, which SQLite has made itself, and SQLITE_CONSTRAINT_PINNED, with which it
     * refuses triggers that change the row that an UPDATE stands on.
     */
    private static final Set<Integer> GIVEN_UP = Set.of(11, 2835);

    private final Engines engine;
    private final PrintStream out;

    WriteFuzz(Engines engine, PrintStream out) {
        this.engine = engine;
        this.out = out;
    }

    /** Runs the scripts of so many seeds; gives how many differ. */
    int run(long seed, int scripts, int failuresMax) {
        int failures = 0;
        for (long i = seed; i < seed + scripts && failures < failuresMax; i++) {
            List<String> script = RandomChanges.script(i);
            if (difference(script) != null) {
                failures++;
                report(i, shrunk(script));
            }
        }
        return failures;
    }

    private void report(long seed, List<String> script) {
        out.println("-- seed " + seed);
        script.forEach(statement -> out.println(statement + ";"));
        out.println(difference(script));
        out.println();
    }

    /** The script without the statements that the difference does not need. */
    private List<String> shrunk(List<String> script) {
        List<String> left = new ArrayList<>(script);
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = left.size() - 1; i >= 0; i--) {
                List<String> shorter = new ArrayList<>(left);
                shorter.remove(i);
                if (difference(shorter) != null) {
                    left = shorter;
                    changed = true;
                }
            }
        }
        return left;
    }

    /** What is different first, or null. */
    private String difference(List<String> script) {
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine sqlvm = engine.inMemory()) {
            for (String statement : script) {
                Outcome expected = sqlite.execute(statement);
                Outcome actual = sqlvm.execute(statement);
                if (expected.failed() && GIVEN_UP.contains(expected.failure().code())) {
                    return null;
                }
                String different = compare(statement, expected, actual);
                if (different != null) {
                    return different;
                }
                for (String check : RandomChanges.checks()) {
                    different = compare(check, sqlite.execute(check), sqlvm.execute(check));
                    if (different != null) {
                        return "after " + statement + ": " + different;
                    }
                }
            }
            return null;
        }
    }

    private static String compare(String sql, Outcome expected, Outcome actual) {
        String left = text(expected);
        String right = text(actual);
        return left.equals(right) ? null : sql + "\n  sqlite " + left + "\n  sqlvm  " + right;
    }

    private static String text(Outcome outcome) {
        if (outcome.failed()) {
            // Of several foreign keys that fit no parent, another one may be named.
            String text = outcome.failure().toString();
            return text.startsWith("1 foreign key mismatch") ? "mismatch" : text;
        }
        StringBuilder text = new StringBuilder();
        outcome.rows().forEach(row -> text.append("; ").append(ValueText.row(row)));
        return text.toString();
    }
}
