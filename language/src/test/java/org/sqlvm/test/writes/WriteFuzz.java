package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;
import org.sqlvm.test.queries.Comparison;
import org.sqlvm.test.queries.RandomQuery;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Compares sqlvm with SQLite on scripts: every statement gives the same rows or the same error, and
 * leaves the same schema and the same rows in all tables. Even seeds are of {@link RandomScript},
 * odd ones of {@link RandomChanges}; from {@link #WIDE} on, three of four are scripts with more in
 * them, two of three of these on files; from {@link #SHARED} on, all are of
 * {@link RandomConnections}, on statements that sqlvm has prepared once; from {@link #ODD} on, they
 * are of {@link OddDatabases}, {@link OddTexts} and {@link OddNames}.
 */
public final class WriteFuzz {
    /**
     * SQLITE_CORRUPT, which SQLite has made itself, and SQLITE_CONSTRAINT_PINNED, with which it
     * refuses triggers that change the row that an UPDATE stands on.
     */
    private static final Set<Integer> GIVEN_UP = Set.of(11, 2835);

    /** The first seed of wider scripts. */
    private static final long WIDE = 200_000;

    /** The first seed of scripts of two connections. */
    public static final long SHARED = 1_000_000;

    /** The first seed of scripts with odd names, databases and texts. */
    public static final long ODD = 1_000_000_000;

    private static final int BUSY = 5;
    private static final int NOMEM = 7;
    private static final int CONSTRAINT_FOREIGNKEY = 787;
    private static final int CONSTRAINT_DATATYPE = 3091;

    /** ALTER TABLE names one of several invalid statements of the schema. */
    private static final String IN_STATEMENT = "1 error in ";

    private static final String MISMATCH = "1 foreign key mismatch";

    private static final String NO_COLUMN = "1 no such column: ";

    /** SQLite looks up all tables first if several names are unknown. */
    private static final String NAMELESS =
            "(no such (column|table)|ambiguous column|no tables specified|cannot modify|misuse of"
                    + " aggregate|sub-select returns|error in (table|index|view|trigger)|view \\w+"
                    + " cannot reference).*";

    private static final String WRONG_TYPE = CONSTRAINT_DATATYPE + " ";

    /** sqlvm's message for a view that has no trigger for a statement. */
    private static final String NO_VIEW = "(no such table: |cannot modify ).*";

    /** SQLite's message for a trigger or an index whose table it takes for another one. */
    private static final String HIDDEN_TABLE =
            "error in (trigger \\w+: (no such column: (new|old)\\.|cannot create \\w+ trigger on"
                    + " view: )|index .+: (no such column: |views may not be indexed)).*";

    /** SQLite looks at triggers of temp whose tables have gone, though it does not know them. */
    private static final String ORPHAN = "1 error in trigger q";

    /** Statements that may find that there is nothing to change. */
    private static final String NO_CHANGE = "(?s)(UPDATE|DELETE|INSERT|COMMIT).*";

    private static final String READONLY = "8 attempt to write a readonly database";

    private static final String COUNTERS = "SELECT changes(), total_changes(), last_insert_rowid()";

    private static final List<String> SCHEMAS = List.of("main", "temp", "aux1", "copy");

    /** The number of scripts between two lines of progress. */
    private static final int REPORTED = 1000;

    private static final long SHRINKING_NANOS = 60_000_000_000L;

    /**
     * The databases that a script runs on: one connection to a database in memory or in files, or
     * two.
     */
    private enum Form {
        MEMORY,
        FILE,
        CONNECTIONS;

        static Form of(long seed) {
            if (seed >= SHARED) {
                return seed >= ODD ? MEMORY : CONNECTIONS;
            }
            return seed >= WIDE && seed % 2 == 0 ? FILE : MEMORY;
        }
    }

    private final Engines engine;
    private final PrintStream out;
    private long statements;
    /** Whether rows may come in any order, and errors must have the same words. */
    private boolean odd;

    /** The number of statements of one run of a script. */
    private long executed;

    public WriteFuzz(Engines engine, PrintStream out) {
        this.engine = engine;
        this.out = out;
    }

    /** Runs the scripts of {@code scripts} seeds; returns how many differ. */
    public int run(long seed, int scripts, int failuresMax) {
        int failures = 0;
        for (long i = seed; i < seed + scripts && failures < failuresMax; i++) {
            Form form = Form.of(i);
            List<String> script = script(i);
            odd = i >= ODD;
            executed = 0;
            String different = different(script, form, false);
            statements += executed;
            if (different != null) {
                failures++;
                out.println("-- seed " + i + (form == Form.MEMORY ? "" : ", on files"));
                report(shrunk(script, form), form);
            }
            if ((i + 1 - seed) % REPORTED == 0) {
                out.println("-- " + (i + 1 - seed) + " scripts, " + statements + " statements, "
                        + failures + " differ");
            }
        }
        out.println("-- up to seed " + (seed + scripts - 1) + ", " + statements + " statements, "
                + failures + " scripts differ");
        return failures;
    }

    private static List<String> script(long seed) {
        if (seed >= ODD) {
            return switch ((int) (seed % 3)) {
                case 0 -> OddDatabases.script(seed);
                case 1 -> OddTexts.script(seed);
                default -> OddNames.script(seed);
            };
        }
        if (seed >= SHARED) {
            return RandomConnections.script(seed);
        }
        boolean wide = seed >= WIDE;
        return seed % (wide ? 4 : 2) == 1
                ? RandomChanges.script(seed)
                : RandomScript.script(seed, wide, Form.of(seed) == Form.FILE);
    }

    private void report(List<String> script, Form form) {
        script.forEach(statement -> out.println(statement + ";"));
        String different = different(script, form, true);
        out.println(different == null ? different(script, form, false) : different);
        out.println();
    }

    /**
     * The script without the statements that the difference does not need, as far as that is found
     * in {@link #SHRINKING_NANOS}: values that double a few times make a script slow.
     */
    private List<String> shrunk(List<String> script, Form form) {
        List<String> left = new ArrayList<>(script);
        long begun = System.nanoTime();
        for (boolean changed = true; changed; ) {
            changed = false;
            for (int i = left.size() - 1; i >= 0; i--) {
                if (System.nanoTime() - begun > SHRINKING_NANOS) {
                    return left;
                }
                List<String> shorter = new ArrayList<>(left);
                shorter.remove(i);
                if (different(shorter, form, true) != null) {
                    left = shorter;
                    changed = true;
                }
            }
        }
        return left;
    }

    private String different(List<String> script, Form form, boolean always) {
        return form == Form.CONNECTIONS
                ? differenceOfTwo(script, always)
                : difference(script, form == Form.FILE, always);
    }

    /** The same for scripts of two connections. */
    private String differenceOfTwo(List<String> script, boolean always) {
        try (FolderEngine sqlite = FolderEngine.open(Engines.SQLITE, true);
                FolderEngine sqlvm = FolderEngine.open(engine.keeping(), true);
                FolderEngine sqlite2 = sqlite.connect();
                FolderEngine sqlvm2 = sqlvm.connect()) {
            for (FolderEngine each : List.of(sqlite, sqlvm, sqlite2, sqlvm2)) {
                each.execute("PRAGMA synchronous = OFF");
            }
            boolean[] inTransaction = new boolean[2];
            int count = 0;
            for (String line : script) {
                boolean second = line.startsWith(RandomConnections.SECOND);
                String statement =
                        second ? line.substring(RandomConnections.SECOND.length()) : line;
                TestEngine theirs = second ? sqlite2 : sqlite;
                TestEngine ours = second ? sqlvm2 : sqlvm;
                int connection = second ? 1 : 0;
                if (!inTransaction[connection]) {
                    lookAtSchema(theirs); // It may not know the other's schema yet.
                }
                Outcome expected = theirs.execute(statement);
                Outcome actual = ours.execute(statement);
                executed++;
                if (expected.failed() && GIVEN_UP.contains(expected.failure().code())) {
                    return null;
                }
                if (isEndOfTwo(statement, expected, actual)) {
                    return null;
                }
                String different = compareRows(line, expected, actual);
                if (!expected.failed()) {
                    inTransaction[connection] = isTransaction(statement, inTransaction[connection]);
                }
                boolean alone = !inTransaction[0] && !inTransaction[1];
                boolean whole = ++count == script.size();
                if (different == null && alone && (whole || always || count % 4 == 0)) {
                    different = content(sqlite, sqlvm, whole || always);
                    different = different == null ? content(sqlite2, sqlvm2, false) : different;
                }
                if (different != null) {
                    return "after " + line + ": " + different;
                }
            }
            return null;
        }
    }

    /**
     * An error of SQLite alone, after which the databases differ: it wants the file for itself also
     * where there is nothing to write, and for ALTER TABLE it looks at triggers that it does not
     * know, and at those and indexes of tables that others hide.
     */
    private static boolean isEndOfTwo(String statement, Outcome expected, Outcome actual) {
        return !actual.failed()
                && ((isBusy(expected) && statement.matches(NO_CHANGE))
                        || (statement.startsWith("ALTER TABLE")
                                && (text(expected).startsWith(ORPHAN)
                                        || text(expected).matches("1 " + HIDDEN_TABLE))));
    }

    private static boolean isTransaction(String statement, boolean before) {
        if (statement.startsWith("BEGIN")) {
            return true;
        }
        return before && !statement.equals("COMMIT") && !statement.equals("ROLLBACK");
    }

    /** Rows without an order may come in any. */
    private static String compareRows(String sql, Outcome expected, Outcome actual) {
        if (expected.failed() && actual.failed()) {
            // Any other error may be found before the lock.
            boolean same = expected.failure().code() == actual.failure().code();
            return same || isBusy(expected) || isBusy(actual)
                    ? null
                    : compare(sql, expected, actual);
        }
        return compare(sql, sorted(expected), sorted(actual));
    }

    /** Rows may come in any order; errors and names of columns must be the same. */
    private static String compareOdd(String sql, Outcome expected, Outcome actual) {
        Comparison.Kind kind = Comparison.kind(expected, actual, RandomQuery.Answer.ROWS);
        boolean change = !sql.startsWith("SELECT") && !sql.startsWith("PRAGMA");
        boolean unnamed = expected.failed()
                && actual.failed()
                && List.of(expected, actual).stream()
                        .allMatch(outcome -> outcome.failure().message().matches(NAMELESS));
        return kind == null || unnamed || (kind == Comparison.Kind.NAMES && change)
                ? null
                : sql + "\n" + Comparison.show(expected, actual);
    }

    private static boolean isBusy(Outcome outcome) {
        return outcome.failed() && (outcome.failure().code() & 0xff) == BUSY;
    }

    private static Outcome sorted(Outcome outcome) {
        List<Object[]> rows = new ArrayList<>(outcome.rows());
        rows.sort(Comparator.comparing(ValueText::row));
        return outcome.failed() ? outcome : Outcome.rows(outcome.columns(), rows);
    }

    /**
     * Returns the first difference, or null.
     *
     * @param always whether all rows are compared after each statement, not only after some of them
     */
    private String difference(List<String> script, boolean onFile, boolean always) {
        try (TestEngine sqlite = FolderEngine.open(Engines.SQLITE, onFile);
                TestEngine sqlvm = FolderEngine.open(engine, onFile)) {
            int count = 0;
            for (String statement : script) {
                Outcome expected = sqlite.execute(statement);
                Outcome actual = sqlvm.execute(statement);
                executed++;
                if (expected.failed() && GIVEN_UP.contains(expected.failure().code())) {
                    return null;
                }
                if (actual.failed() && actual.failure().code() == NOMEM) {
                    return null; // Texts that double often fill the heap sooner than C's memory.
                }
                if (isEnd(script, statement, expected, actual)) {
                    return null;
                }
                String different = odd
                        ? compareOdd(statement, expected, actual)
                        : compare(statement, expected, actual);
                if (expected.failed() || statement.startsWith("ROLLBACK")) {
                    lookAtSchema(sqlite);
                    lookAtSchema(sqlvm);
                }
                if (different == null
                        && isLeftHalf(expected)
                        && content(sqlite, sqlvm, false) != null) {
                    return null;
                }
                if (different == null) {
                    different = compare(COUNTERS, sqlite, sqlvm);
                }
                boolean whole = always || ++count == script.size();
                boolean renames = statement.contains(" RENAME ");
                if (different == null && (whole || renames || count % 4 == 0)) {
                    different = content(sqlite, sqlvm, whole);
                }
                if (different != null && isMisnamed(statement, different)) {
                    return null;
                }
                if (different != null) {
                    return different.startsWith(statement)
                            ? different
                            : "after " + statement + ": " + different;
                }
            }
            return null;
        }
    }

    /**
     * SQLite puts a table's new name where a trigger says excluded, and a column's where it says
     * rowid.
     */
    private static boolean isMisnamed(String statement, String different) {
        return statement.startsWith("ALTER TABLE")
                && statement.contains(" RENAME ")
                && (different.contains("excluded.") || different.contains("rowid"));
    }

    /** Otherwise SQLite may take the next statement for a schema that has been undone. */
    private static void lookAtSchema(TestEngine engine) {
        SCHEMAS.forEach(schema -> engine.execute("SELECT 1 FROM " + schema + ".sqlite_schema"));
    }

    /**
     * A difference of SQLite that docs/compatibility describes, after which the databases differ:
     * it counts rows that refer to a missing table, and refuses to drop theirs; with SET NULL it
     * may forget to look at keys; with RETURNING alone it does nothing with a view; and ALTER TABLE
     * takes a temporary table for the one that a trigger is on.
     */
    private static boolean isEnd(
            List<String> script, String statement, Outcome expected, Outcome actual) {
        if (expected.failed() == actual.failed()) {
            return false;
        }
        if (expected.failed()) {
            return (statement.startsWith("DROP TABLE")
                            && expected.failure().code() == CONSTRAINT_FOREIGNKEY)
                    || (statement.startsWith("ALTER TABLE")
                            && expected.failure().message().matches(HIDDEN_TABLE)
                            && script.stream().anyMatch(any -> any.contains(" temp.t")));
        }
        return (actual.failure().code() == CONSTRAINT_FOREIGNKEY
                        && script.stream().anyMatch(any -> any.contains("SET NULL")))
                || (statement.contains(" RETURNING ")
                        && actual.failure().message().matches(NO_VIEW));
    }

    /**
     * Within a transaction SQLite may leave the first rows of a statement that has a value of
     * another type than a column of a STRICT table, or triggers without an end.
     */
    private static boolean isLeftHalf(Outcome expected) {
        return expected.failed()
                && (expected.failure().code() == CONSTRAINT_DATATYPE
                        || expected.failure().message().contains("nested too deep"));
    }

    /**
     * Returns the difference of the databases, or null.
     *
     * @param checked whether to run PRAGMA integrity_check
     */
    private static String content(TestEngine sqlite, TestEngine sqlvm, boolean checked) {
        for (String schema : SCHEMAS) {
            String sql = "SELECT type, name, tbl_name, sql FROM " + schema
                    + ".sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1, 2";
            Outcome objects = sqlite.execute(sql);
            String different = compare(sql, objects, sqlvm.execute(sql));
            for (Object[] object : objects.rows()) {
                if (different == null && object[0].equals("table")) {
                    different = compare(rows(schema, (String) object[1], sqlite), sqlite, sqlvm);
                }
            }
            if (different == null && checked && !objects.failed()) {
                different = compare("PRAGMA " + schema + ".integrity_check", sqlite, sqlvm);
            }
            if (different != null) {
                return different;
            }
        }
        return null;
    }

    /** A query for all rows of a table in an order that their values decide. */
    private static String rows(String schema, String name, TestEngine engine) {
        String table = schema + ".\"" + name.replace("\"", "\"\"") + '"';
        int width =
                engine.execute("SELECT * FROM " + table + " LIMIT 0").columns().size();
        StringBuilder order = new StringBuilder();
        for (int i = 1; i <= width; i++) {
            order.append(i == 1 ? " ORDER BY " : ", ").append(i);
        }
        return "SELECT * FROM " + table + order;
    }

    private static String compare(String sql, TestEngine sqlite, TestEngine sqlvm) {
        return compare(sql, sqlite.execute(sql), sqlvm.execute(sql));
    }

    private static String compare(String sql, Outcome expected, Outcome actual) {
        String left = text(expected);
        String right = text(actual);
        return left.equals(right) || isExcused(sql, expected, actual)
                ? null
                : sql + "\n  sqlite " + left + "\n  sqlvm  " + right;
    }

    /**
     * Whether different outcomes count as equal: either of several errors that make a statement
     * impossible may be reported, and SQLite's errors from its own queries for ADD COLUMN are
     * arbitrary.
     */
    private static boolean isExcused(String sql, Outcome expected, Outcome actual) {
        if (!expected.failed() || !actual.failed()) {
            // SQLite checks the wanted journal mode also at the beginning of a transaction.
            return !expected.failed()
                    && !actual.failed()
                    && (sql.contains("journal_mode") || isSmaller(sql, expected, actual));
        }
        String left = text(expected);
        String right = text(actual);
        boolean change = sql.matches("(?s)(WITH|INSERT|UPDATE|DELETE|REPLACE|CREATE TABLE) .*");
        return left.endsWith(" constraint failed")
                || (left.startsWith(IN_STATEMENT) && right.startsWith(IN_STATEMENT))
                || (left.equals("1 SQL logic error") && right.startsWith(IN_STATEMENT))
                || (left.startsWith("1 Cannot add") && right.startsWith(IN_STATEMENT))
                || (left.startsWith(MISMATCH) && right.startsWith(MISMATCH))
                || (left.startsWith(NO_COLUMN) && right.startsWith(NO_COLUMN))
                || (left.startsWith(WRONG_TYPE) && right.startsWith(WRONG_TYPE))
                || left.startsWith(READONLY)
                || right.startsWith(READONLY)
                || (change && left.startsWith("1 ") && right.startsWith("1 "));
    }

    /** SQLite 3.54 takes more room for whole numbers in REAL columns of tables with indexes. */
    private static boolean isSmaller(String sql, Outcome expected, Outcome actual) {
        return sql.endsWith(".page_count")
                && (Long) actual.rows().getFirst()[0] < (Long) expected.rows().getFirst()[0];
    }

    private static String text(Outcome outcome) {
        if (outcome.failed()) {
            return outcome.failure().toString();
        }
        StringBuilder text = new StringBuilder();
        outcome.rows().forEach(row -> text.append("; ").append(ValueText.row(row)));
        return text.toString();
    }
}
