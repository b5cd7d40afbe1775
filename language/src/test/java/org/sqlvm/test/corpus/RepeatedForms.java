package org.sqlvm.test.corpus;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.FolderEngine;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteProcess;
import org.sqlvm.test.engines.ValueText;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs statements of test files again, on the statement that was prepared for the first time, with
 * the schema changed in between, and compares with a new statement of SQLite that knows of the
 * change. The files run as they are, so that there are their tables; each change is taken back.
 */
public final class RepeatedForms {
    /** Who changes the schema. */
    public enum Changer {
        ITSELF,
        ANOTHER_CONNECTION,
        /** sqlite3, beside sqlvm. */
        ANOTHER_PROCESS
    }

    /** A statement that takes longer once is not run again. */
    private static final long RUN_MAX_NS = 100_000_000;

    private static final Pattern WORD = Pattern.compile("[A-Za-z_][A-Za-z_0-9$]*");

    /** Statements whose rows differ between engines: times, plans, programs, caches. */
    private static final Pattern OWN = Pattern.compile(
            "(?i)\\bEXPLAIN\\b|random|now|CURRENT_|cache_|sqlite_version|sqlite_source|"
                    + "compile_options|function_list|module_list|pragma_list|collation_list|"
                    + "data_version|schema_version|optimize|sqlite_stat|ANALYZE");

    /** The columns of PRAGMA table_list. */
    private static final List<String> TABLE_LIST =
            List.of("schema", "name", "type", "ncol", "wr", "strict");

    /** SQLite's errors about a text while it reads it. */
    private static final Pattern UNREAD =
            Pattern.compile("syntax error|incomplete input|within triggers");

    private static final Pattern MADE = Pattern.compile(
            "(?is)\\s*(CREATE|DROP)\\s+(?:UNIQUE\\s+)?(TABLE|VIEW|INDEX|TRIGGER)\\s+"
                    + "(?:IF\\s+(?:NOT\\s+)?EXISTS\\s+)?((?:main\\.)?[A-Za-z_]\\w*)\\b(?!\\.).*");

    /** Statements that look for no change by others: they are compiled for what has been read. */
    private static final Pattern BLIND =
            Pattern.compile("(?is)\\s*CREATE\\s+TEMP(ORARY)?\\s+TRIGGER\\b.*");

    /** How conditions of records name the two. */
    private static final List<List<String>> BOTH =
            List.of(List.of("sqlite", "file"), List.of("sqlvm", "file"));

    /**
     * Files of kinds whose answers depend in SQLite on the indexes that there are, and here do not:
     * with an index of one side, IN compares by its collation there, and leaves out ORDER BY.
     */
    private static final Set<String> DEPEND_ON_INDEXES =
            Set.of("e01-collate-in-queries-of-in.test", "e13-order-by-in-queries-of-in.test");

    /** Matches a function whose value depends on the order in which rows come. */
    private static final Pattern OF_ANY_ORDER = Pattern.compile(
            "(group_concat|string_agg|json_group_\\w+|jsonb_group_\\w+)\\s*\\(",
            Pattern.CASE_INSENSITIVE);

    /** A change, and what takes it back. */
    private record Change(List<String> does, List<String> undoes) {
        Change(String does, String undoes) {
            this(List.of(does), undoes == null ? List.of() : List.of(undoes));
        }
    }

    private final Engines engine;
    private final PrintStream out;
    private final Changer changer;
    private final long seed;
    /** One of this many changes is made. */
    private final int share;

    private final Map<String, Integer> forms = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private int statements;
    private int runs;

    /**
     * @param seed says which changes are made
     * @param share one of this many is; 1 for all
     */
    public RepeatedForms(Engines engine, PrintStream out, Changer changer, long seed, int share) {
        this.engine = engine;
        this.out = out;
        this.changer = changer;
        this.seed = seed;
        this.share = share;
    }

    /** Gives how the answers differ, a text each. */
    public List<String> run(List<Path> files) throws IOException {
        for (Path file : files) {
            new FileRun(file).run();
        }
        out.printf(
                "%s, seed %d: %,d statements were run %,d times again, %d differences%n",
                changer, seed, statements, runs, differences.size());
        return differences;
    }

    /** One file, from its first record on. */
    private final class FileRun implements AutoCloseable {
        private final Path file;
        private final FolderEngine sqlite = FolderEngine.open(Engines.SQLITE, true);
        private final FolderEngine sqlvm = FolderEngine.open(engine.keeping(), true);
        private final Connections sqlites = new Connections(sqlite);
        private final Connections sqlvms = new Connections(sqlvm);
        private final FolderEngine otherSqlite = sqlite.connect();
        private final FolderEngine otherSqlvm = sqlvm.connect();
        private SqliteProcess process;
        /** The databases are not the same any more. */
        private boolean differs;

        FileRun(Path file) {
            this.file = file;
            for (FolderEngine each : List.of(sqlite, sqlvm, otherSqlite, otherSqlvm)) {
                each.execute("PRAGMA synchronous = OFF");
            }
        }

        void run() throws IOException {
            try (this;
                    EntryReader reader = new EntryReader(file)) {
                for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                    if (!run(entry)) {
                        return;
                    }
                }
            }
        }

        /** Gives whether to go on. */
        private boolean run(Entry entry) throws IOException {
            String sql;
            List<Object> parameters;
            switch (entry) {
                case Entry.Statement statement -> {
                    sql = statement.sql();
                    parameters = statement.parameters();
                }
                case Entry.Query query -> {
                    sql = query.sql();
                    parameters = query.parameters();
                }
                default -> {
                    return true;
                }
            }
            // A record that one of the two engines skips is not run.
            boolean asked = BOTH.stream()
                    .allMatch(names -> entry.conditions().stream().allMatch(c -> c.holds(names)));
            if (!asked) {
                return true;
            }
            boolean mine = entry.connection() == null;
            long begun = System.nanoTime();
            Outcome first = sqlites.of(entry).execute(sql, parameters);
            Outcome ours = sqlvms.of(entry).execute(sql, parameters);
            boolean quick = System.nanoTime() - begun < RUN_MAX_NS;
            // SQLite finds other errors while it reads a text that it does not understand.
            boolean understood = !first.failed()
                    || !UNREAD.matcher(first.failure().message()).find();
            boolean counts =
                    mine && quick && understood && !OWN.matcher(sql).find() && same(first, ours);
            if (!counts || forms.merge(form(sql), 1, Integer::sum) > 1) {
                return true;
            }
            statements++;
            for (Change change : changes(sql)) {
                if (!repeat(entry.line(), sql, parameters, change)) {
                    return false;
                }
            }
            return true;
        }

        /** Gives whether to go on: what differs once may differ for ever. */
        private boolean repeat(int line, String sql, List<Object> parameters, Change change)
                throws IOException {
            if (Math.floorMod((sql + change.does + seed).hashCode(), share) != 0) {
                return true;
            }
            List<String> made = new ArrayList<>();
            for (List<String> part : List.of(change.does, change.undoes)) {
                for (String each : part) {
                    if (!change(each)) {
                        return !differs;
                    }
                    made.add(each);
                }
                tell(sqlite);
                if (BLIND.matcher(sql).matches()) {
                    tell(sqlvm);
                }
                runs++;
                Outcome theirs = sqlite.execute(sql, parameters);
                Outcome ours = sqlvm.execute(sql, parameters);
                if (!same(theirs, ours)) {
                    String difference = file + ":" + line + ": " + sql + "\n  after "
                            + String.join("; ", made) + " by " + changer + "\n  sqlite: "
                            + show(theirs) + "\n  sqlvm:  " + show(ours);
                    differences.add(difference);
                    out.println(difference);
                    return false;
                }
            }
            return true;
        }

        /** Gives whether it was done by both. */
        private boolean change(String sql) throws IOException {
            boolean own = changer == Changer.ITSELF;
            if ((own ? sqlite : otherSqlite).execute(sql).failed()) {
                return false;
            }
            // sqlite3 may be an older version, and sqlvm may be busy there.
            differs = changer == Changer.ANOTHER_PROCESS
                    ? !process().run(sql + ";").isEmpty()
                    : (own ? sqlvm : otherSqlvm).execute(sql).failed();
            return !differs;
        }

        private SqliteProcess process() throws IOException {
            if (process == null) {
                process = new SqliteProcess(sqlvm.database());
                process.run("PRAGMA synchronous = OFF; PRAGMA busy_timeout = 1000;");
            }
            return process;
        }

        /** Has an engine read its schemas again: some of its statements do not look. */
        private static void tell(FolderEngine engine) {
            for (Object[] row : engine.execute("PRAGMA database_list").rows()) {
                engine.execute("SELECT count(*) FROM \"" + row[1] + "\".sqlite_schema");
            }
        }

        private List<Change> changes(String sql) {
            List<Change> changes = new ArrayList<>();
            Matcher made = MADE.matcher(sql);
            String table = table(sql);
            if (made.matches()) {
                String kind = made.group(2).toUpperCase(Locale.ROOT);
                String name = made.group(3);
                String owner = table == null ? "zz_none" : table;
                String create = switch (kind) {
                    case "TABLE" -> "CREATE TABLE " + name + "(zz_a, zz_b)";
                    case "VIEW" -> "CREATE VIEW " + name + " AS SELECT 1 AS zz_a";
                    case "INDEX" ->
                        "CREATE INDEX " + name + " ON " + owner + "(" + column(owner) + ")";
                    default ->
                        "CREATE TRIGGER " + name + " AFTER INSERT ON " + owner
                                + " BEGIN SELECT 1; END";
                };
                boolean drops = made.group(1).equalsIgnoreCase("DROP");
                changes.add(new Change(drops ? create : "DROP " + kind + " " + name, null));
            }
            changes.add(new Change("CREATE TABLE zz_new(x)", "DROP TABLE zz_new"));
            changes.add(new Change("PRAGMA user_version = 77", "PRAGMA user_version = 78"));
            if (changer == Changer.ITSELF) {
                changes.add(new Change("ATTACH ':memory:' AS zz_db", "DETACH zz_db"));
                boolean on = "[1]".equals(show(sqlite.execute("PRAGMA foreign_keys")));
                changes.add(new Change(
                        "PRAGMA foreign_keys = " + (on ? "OFF" : "ON"),
                        "PRAGMA foreign_keys = " + (on ? "ON" : "OFF")));
            }
            if (table == null) {
                return changes;
            }
            String column = column(table);
            String alter = "ALTER TABLE main." + table + " ";
            changes.add(new Change(
                    alter + "ADD COLUMN zz_added DEFAULT 7", alter + "DROP COLUMN zz_added"));
            changes.add(new Change(
                    alter + "RENAME COLUMN " + column + " TO zz_named",
                    alter + "RENAME COLUMN zz_named TO " + column));
            changes.add(new Change(
                    alter + "RENAME TO zz_moved", "ALTER TABLE zz_moved RENAME TO " + table));
            if (!DEPEND_ON_INDEXES.contains(file.getFileName().toString())
                    && !OF_ANY_ORDER.matcher(sql).find()) {
                changes.add(new Change(
                        "CREATE INDEX main.zz_index ON " + table + "(" + column + ")",
                        "DROP INDEX zz_index"));
            }
            changes.add(new Change(
                    List.of(
                            "CREATE TABLE main.zz_log(x)",
                            "CREATE TRIGGER main.zz_trigger BEFORE INSERT ON " + table
                                    + " BEGIN SELECT RAISE(ABORT, 'zz'); END"),
                    List.of("DROP TRIGGER zz_trigger", "DROP TABLE zz_log")));
            if (changer == Changer.ITSELF) {
                changes.add(new Change(
                        "CREATE TEMP TABLE " + table + "(zz_hides)", "DROP TABLE temp." + table));
                changes.add(new Change(
                        "CREATE TEMP VIEW " + table + " AS SELECT 5 AS zz_view",
                        "DROP VIEW temp." + table));
            }
            Collections.shuffle(changes, new java.util.Random(sql.hashCode() + seed));
            return changes;
        }

        /**
         * A table of main that the statement names, or else any; null if there is none. None that
         * is behind a virtual table: SQLite's modules write those with SQL, which runs triggers.
         */
        private String table(String sql) {
            List<String> tables = new ArrayList<>();
            for (Object[] row : sqlite.execute("SELECT name FROM main.sqlite_schema AS s"
                            + " WHERE type = 'table' AND name GLOB '[A-Za-z]*'"
                            + " AND NOT name GLOB '*[^A-Za-z0-9_]*' AND name NOT LIKE 'sqlite!_%'"
                            + " ESCAPE '!' AND sql NOT LIKE '%VIRTUAL%' AND NOT EXISTS"
                            + " (SELECT 1 FROM main.sqlite_schema AS v WHERE v.sql LIKE"
                            + " '%VIRTUAL%' AND s.name GLOB v.name || '_*')")
                    .rows()) {
                tables.add((String) row[0]);
            }
            Set<String> words = new HashSet<>();
            WORD.matcher(sql).results().forEach(word -> words.add(word.group()));
            return tables.stream()
                    .filter(words::contains)
                    .findFirst()
                    .orElse(tables.isEmpty() ? null : tables.getFirst());
        }

        private String column(String table) {
            List<Object[]> columns = sqlite.execute(
                            "SELECT name FROM pragma_table_info('" + table + "', 'main')")
                    .rows();
            return columns.isEmpty()
                    ? "zz_none"
                    : "\"" + columns.getFirst()[0].toString().replace("\"", "\"\"") + "\"";
        }

        @Override
        public void close() throws IOException {
            if (process != null) {
                process.close();
            }
            sqlites.close();
            sqlvms.close();
            otherSqlite.close();
            otherSqlvm.close();
            sqlite.close();
            sqlvm.close();
        }
    }

    /** The words of a statement that mean the same everywhere, in their order. */
    private static String form(String sql) {
        StringBuilder form = new StringBuilder();
        Matcher word =
                Pattern.compile("'(?:[^']|'')*'|\"[^\"]*\"|[A-Za-z_]\\w*").matcher(sql);
        while (word.find()) {
            String text = word.group().toUpperCase(Locale.ROOT);
            if (KEYWORDS.contains(text)) {
                form.append(text).append(' ');
            }
        }
        return form.toString();
    }

    /** The engines find different ones of several errors in a statement. */
    private static boolean same(Outcome theirs, Outcome ours) {
        if (theirs.failed() && ours.failed()) {
            return theirs.failure().code() == ours.failure().code();
        }
        return show(theirs).equals(show(ours));
    }

    private static String show(Outcome outcome) {
        if (outcome.failed()) {
            return outcome.failure().toString();
        }
        List<String> rows = new ArrayList<>();
        boolean tables = outcome.columns().equals(TABLE_LIST);
        for (Object[] row : outcome.rows()) {
            rows.add(ValueText.row(tables ? withoutViewWidth(row) : row));
        }
        Collections.sort(rows);
        return rows.toString();
    }

    /** SQLite remembers how many columns a view had before a change of the tables under it. */
    private static Object[] withoutViewWidth(Object[] row) {
        Object[] result = row.clone();
        if ("view".equals(String.valueOf(row[TABLE_LIST.indexOf("type")]))) {
            result[TABLE_LIST.indexOf("ncol")] = null;
        }
        return result;
    }

    private static final Set<String> KEYWORDS = new HashSet<>(Arrays.asList(
            ("ABORT ADD AFTER ALL ALTER ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN"
                + " BETWEEN CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT"
                + " CREATE CROSS DEFAULT DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE"
                + " END EXCEPT EXCLUSIVE EXISTS FAIL FILTER FOR FOREIGN FROM FULL GENERATED GLOB"
                + " GROUP HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INNER INSERT INSTEAD"
                + " INTERSECT INTO IS ISNULL JOIN KEY LEFT LIKE LIMIT MATERIALIZED NATURAL NOT"
                + " NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OUTER OVER PARTITION PRAGMA"
                + " PRIMARY RAISE RANGE RECURSIVE REFERENCES REINDEX RELEASE RENAME REPLACE"
                + " RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS SAVEPOINT SELECT SET STRICT TABLE"
                + " TEMP TEMPORARY THEN TO TRANSACTION TRIGGER UNION UNIQUE UPDATE USING VACUUM"
                + " VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT TABLE_INFO TABLE_XINFO"
                + " TABLE_LIST INDEX_LIST INDEX_INFO INDEX_XINFO FOREIGN_KEY_LIST"
                + " FOREIGN_KEY_CHECK DATABASE_LIST INTEGRITY_CHECK FOREIGN_KEYS"
                + " RECURSIVE_TRIGGERS")
                    .split(" ")));
}
