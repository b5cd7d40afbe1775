package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqliteEngine;
import org.sqlvm.test.engines.SqliteProcess;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Looks for rows that a connection has from columns which another one has decoded of another state
 * of the database. In each round a connection of sqlvm or a process of SQLite changes the file, and
 * then all connections query it at the same time, each in a thread; the answers are those of SQLite
 * on a copy. In some rounds they read while others write, and check that what they read belongs
 * together.
 */
public final class ShareFuzz {
    /** The rounds that one database goes through. */
    private static final int ROUNDS = 50;

    private static final int THREADS = 4;

    /** One of this many rounds reads while others write. */
    private static final int RACE_ROUNDS = 6;

    private static final int COUNTED = 400;

    private static final String TIMEOUT = "PRAGMA busy_timeout = 10000";

    private final PrintStream out;
    private final Path folder;
    private final Path file;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final TestEngine[] connections = new TestEngine[THREADS];
    private SqliteProcess sqlite;

    /** The connection in a transaction; -1 for none. */
    private int writer = -1;

    private Dice dice;
    private MirrorChanges random;
    private long seed;
    private final List<String> changes = new ArrayList<>();
    private int differences;
    private long compared;
    private long taken;
    private long held;

    public ShareFuzz(PrintStream out) throws IOException {
        this.out = out;
        folder = Files.createTempDirectory("sqlvm-shares");
        file = folder.resolve("t.db");
    }

    /**
     * Runs rounds.
     *
     * @param failuresMax the number of differences to end after
     * @return the number of differences
     */
    public int run(long firstSeed, int rounds, int failuresMax) throws IOException {
        try {
            for (int round = 0; round < rounds && differences < failuresMax; round++) {
                if (round % ROUNDS == 0) {
                    end();
                    begin(firstSeed + round / ROUNDS);
                }
                if (round % RACE_ROUNDS == RACE_ROUNDS - 1) {
                    race();
                } else {
                    change();
                    compare();
                }
            }
            end();
            out.printf(
                    "%d rounds, %d answers, %d %% of the partitions taken, %d differences%n",
                    rounds, compared, 100 * taken / Math.max(1, held), differences);
        } finally {
            threads.shutdown();
        }
        Files.delete(folder);
        return differences;
    }

    /** The number of partitions that connections had from each other. */
    long taken() {
        return taken;
    }

    private void begin(long next) throws IOException {
        seed = next;
        dice = new Dice(next);
        random = new MirrorChanges(dice);
        changes.clear();
        sqlite = new SqliteProcess(file);
        sqlite.run(".timeout 10000");
        sqlite.run("PRAGMA synchronous = OFF;");
        inSqlite("PRAGMA page_size = " + dice.any(512, 512, 1024, 4096));
        inSqlite("PRAGMA auto_vacuum = " + dice.below(3));
        inSqlite("PRAGMA journal_mode = " + dice.any("DELETE", "WAL"));
        random.tables().forEach(this::inSqlite);
        inSqlite("CREATE TABLE counted(id INTEGER PRIMARY KEY, n INTEGER)");
        inSqlite("CREATE TABLE total(n INTEGER)");
        inSqlite("INSERT INTO counted SELECT value, 0 FROM (WITH RECURSIVE n(value) AS (SELECT 1"
                + " UNION ALL SELECT value + 1 FROM n LIMIT " + COUNTED + ") SELECT value FROM n)");
        inSqlite("INSERT INTO total VALUES (0)");
        for (int i = 0; i < THREADS; i++) {
            open(i);
        }
    }

    private void end() throws IOException {
        for (int i = 0; i < THREADS && sqlite != null; i++) {
            close(i);
        }
        if (sqlite != null) {
            sqlite.close();
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.toList()) {
                Files.delete(each);
            }
        }
    }

    private void open(int i) {
        connections[i] = SqlvmEngine.onVectors(file, dice.any(60, 60, 60, 13));
        connections[i].execute(TIMEOUT);
        connections[i].execute("PRAGMA synchronous = OFF");
    }

    private void close(int i) {
        for (Object[] row : connections[i].execute("PRAGMA sqlvm_mirror").rows()) {
            held += (Long) row[3];
            taken += (Long) row[7];
        }
        connections[i].close();
        if (writer == i) {
            writer = -1;
        }
    }

    private void note(String change) {
        changes.add(change);
    }

    private void inSqlite(String sql) {
        try {
            String said = sqlite.run(sql + ";");
            note("sqlite: " + sql + (said.isEmpty() ? "" : " -- " + said));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void in(int i, String sql) {
        Outcome outcome = connections[i].execute(sql);
        note(i + ": " + sql + (outcome.failed() ? " -- " + outcome.failure() : ""));
        if (outcome.failed() && outcome.failure().isInternal()) {
            differs(sql, "no internal error", outcome.failure().toString());
        }
    }

    // ------------------------------------------------------------------ changes

    /** All but those for which no other connection may have the file open. */
    private String anyChange() {
        String sql = random.change();
        while (sql.startsWith("PRAGMA journal_mode") || sql.contains("truncate")) {
            sql = random.change();
        }
        return sql;
    }

    private void change() {
        int who = dice.below(THREADS);
        switch (dice.below(8)) {
            case 0, 1, 2 -> {
                if (writer < 0) {
                    for (int i = dice.between(1, 3); i > 0; i--) {
                        inSqlite(anyChange());
                    }
                }
            }
            case 3 -> {
                note(who + ": closed");
                close(who);
                open(who);
            }
            case 4 -> {
                if (writer < 0) {
                    writer = who;
                    in(who, "BEGIN IMMEDIATE");
                    in(who, anyChange());
                    in(who, dice.any(MirrorChanges.QUERIES));
                }
            }
            default -> {
                int changing = writer < 0 ? who : writer;
                for (int i = dice.between(1, 3); i > 0; i--) {
                    in(changing, anyChange());
                }
            }
        }
        if (writer >= 0 && dice.chance(60)) {
            in(writer, dice.any("COMMIT", "COMMIT", "ROLLBACK"));
            writer = -1;
        }
    }

    // ------------------------------------------------------------------ comparison

    /** Begins in all threads at once, and waits until all are done. */
    private <T> List<T> together(List<Callable<T>> tasks) {
        CyclicBarrier barrier = new CyclicBarrier(tasks.size());
        List<Future<T>> begun = new ArrayList<>();
        for (Callable<T> task : tasks) {
            begun.add(threads.submit(() -> {
                barrier.await();
                return task.call();
            }));
        }
        List<T> results = new ArrayList<>();
        for (Future<T> each : begun) {
            try {
                results.add(each.get());
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        }
        return results;
    }

    private void compare() throws IOException {
        // All begin with the same query.
        String first = dice.any(MirrorChanges.QUERIES);
        List<List<String>> queries = new ArrayList<>();
        List<Callable<List<Outcome>>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            List<String> own = new ArrayList<>();
            own.add(dice.chance(80) ? first : dice.any(MirrorChanges.QUERIES));
            own.addAll(dice.some(dice.below(3), MirrorChanges.QUERIES));
            queries.add(own);
            TestEngine connection = connections[i];
            tasks.add(() -> own.stream().map(connection::execute).toList());
        }
        List<List<Outcome>> found = together(tasks);
        Path copy = folder.resolve("copy.db");
        Files.deleteIfExists(copy);
        String said = sqlite.run("VACUUM INTO '" + copy + "';");
        if (!said.isEmpty()) {
            throw new IOException(said);
        }
        try (SqliteEngine right = SqliteEngine.onFile(copy)) {
            for (int i = 0; i < THREADS; i++) {
                for (int q = 0; q < queries.get(i).size() && i != writer; q++) {
                    String query = queries.get(i).get(q);
                    String expected = text(right.execute(query));
                    String actual = text(found.get(i).get(q));
                    compared++;
                    if (!expected.equals(actual)) {
                        differs(i + ": " + query, expected, actual);
                    }
                }
            }
        }
    }

    private static String text(Outcome outcome) {
        return outcome.failed()
                ? outcome.failure().toString()
                : Arrays.deepToString(outcome.rows().toArray());
    }

    private void differs(String what, String expected, String actual) {
        differences++;
        out.printf("seed %d: %s%n", seed, what);
        changes.forEach(change -> out.println("  " + change));
        out.printf("expected %s%n but was %s%n", cut(expected), cut(actual));
    }

    private static String cut(String text) {
        return text.length() > 600 ? text.substring(0, 600) + " ..." : text;
    }

    // ------------------------------------------------------------------ readers and writers

    /** Two connections count, and so does SQLite; the others see sums that agree. */
    private void race() {
        if (writer >= 0) {
            in(writer, "COMMIT");
            writer = -1;
        }
        List<Callable<String>> tasks = new ArrayList<>();
        boolean foreign = dice.chance(50);
        int writers = dice.between(0, 2);
        for (int i = 0; i < THREADS; i++) {
            int who = i;
            int times = dice.between(3, 10);
            int id = dice.between(1, COUNTED - 20);
            if (i == 0 && foreign) {
                tasks.add(() -> count(sql -> sqlite.run(sql + ";"), id, times));
            } else if (i < writers) {
                tasks.add(() -> count(sql -> text(connections[who].execute(sql)), id, times));
            } else {
                tasks.add(() -> look(connections[who], times));
            }
        }
        note("race");
        for (String complaint : together(tasks)) {
            compared++;
            if (complaint != null) {
                differs("readers and writers", "sums that agree", complaint);
            }
        }
    }

    private interface Statements {
        String run(String sql) throws IOException;
    }

    private static String count(Statements connection, int id, int times) throws IOException {
        for (int i = 0; i < times; i++) {
            connection.run("BEGIN IMMEDIATE");
            connection.run("UPDATE counted SET n = n + 1 WHERE id BETWEEN " + (id + i) + " AND "
                    + (id + i + 1));
            connection.run("UPDATE total SET n = n + 2");
            connection.run(i % 4 == 3 ? "ROLLBACK" : "COMMIT");
        }
        return null;
    }

    private static String look(TestEngine connection, int times) {
        for (int i = 0; i < times; i++) {
            connection.execute("BEGIN");
            Outcome sum = connection.execute("SELECT sum(n), count(*) FROM counted");
            Outcome total = connection.execute("SELECT n, " + COUNTED + " FROM total");
            Outcome again = connection.execute("SELECT sum(n), count(id) FROM counted");
            connection.execute("COMMIT");
            boolean same = text(sum).equals(text(total)) && text(sum).equals(text(again));
            if (!same && !isBusy(sum) && !isBusy(total) && !isBusy(again)) {
                return text(sum) + " of " + text(total) + " and " + text(again);
            }
        }
        return null;
    }

    private static boolean isBusy(Outcome outcome) {
        return outcome.failed() && (outcome.failure().code() & 0xff) == 5;
    }
}
