package org.sqlvm.test.file;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.Program;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;

import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Four processes, two of sqlvm and two of C SQLite, count in one table: no update is lost, no
 * process waits for ever. They begin together, and how far each of them is when all have done a
 * quarter, half and three quarters of the work says whether anybody starves.
 */
public final class RaceRun {
    private static final Path SQLITE3 = Path.of("/usr/bin/sqlite3");
    private static final int RUNNERS = 4;
    private static final int TIMEOUT_MS = 60_000;
    private static final int LOOK_MS = 100;
    private static final int REHEARSED = 3000;

    private static final String TABLE = "CREATE TABLE counter(who INTEGER PRIMARY KEY, n)";

    private static final String ROWS =
            "INSERT INTO counter VALUES(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)";

    private static final int QUARTERS = 4;

    /** The messages between the processes. */
    private static final String READY = "ready";

    private static final String GO = "go";
    /** As the loops of {@link #count} have it. */
    private static final String SETTINGS = "PRAGMA synchronous = OFF";

    private final PrintStream out;
    private final int increments;

    /** @param increments the increments of each process */
    public RaceRun(PrintStream out, int increments) {
        this.out = out;
        this.increments = increments;
    }

    static boolean isPossible() {
        return Files.isExecutable(SQLITE3);
    }

    /** @return whether every increment of every process was counted */
    public boolean run(String journalMode) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sqlvm-race");
        Path file = folder.resolve("counter.db");
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            sqlite.execute("PRAGMA journal_mode = " + journalMode);
            sqlite.execute(TABLE);
            sqlite.execute(ROWS);
        }
        List<Process> runners = new ArrayList<>();
        for (int who = 1; who <= RUNNERS; who++) {
            runners.add(who % 2 == 0 ? startSqlite(file) : startSqlvm(file, who));
        }
        for (Process runner : runners) {
            awaitReady(runner);
        }
        long begun = System.nanoTime();
        for (int who = 1; who <= RUNNERS; who++) {
            int one = who;
            Thread.ofVirtual().start(() -> release(runners.get(one - 1), one));
        }
        String progress = watch(file, runners);
        boolean ended = true;
        for (Process runner : runners) {
            ended &= runner.waitFor() == 0;
        }
        String expected = "";
        for (int who = 0; who <= RUNNERS; who++) {
            expected += (who == 0 ? RUNNERS * increments : increments) + " ";
        }
        String found = counts(file);
        boolean right = ended && found.equals(expected);
        out.printf(
                "%s: %d ms, total and each process (sqlvm, sqlite3, sqlvm, sqlite3): %s(%s)%s%n",
                journalMode,
                (System.nanoTime() - begun) / 1_000_000,
                found,
                right ? "right" : "should be " + expected + ", every process to end with 0",
                progress);
        for (String name : List.of("counter.db", "counter.db-wal", "counter.db-shm")) {
            Files.deleteIfExists(folder.resolve(name));
        }
        Files.deleteIfExists(folder.resolve("counter.db-journal"));
        Files.delete(folder);
        return right;
    }

    private static String counts(Path file) {
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            sqlite.execute("PRAGMA busy_timeout = " + TIMEOUT_MS);
            StringBuilder text = new StringBuilder();
            for (Object[] row :
                    sqlite.execute("SELECT n FROM counter ORDER BY who").rows()) {
                text.append(row[0]).append(' ');
            }
            return text.toString();
        }
    }

    private static void awaitReady(Process runner) throws IOException {
        String line = runner.inputReader(StandardCharsets.US_ASCII).readLine();
        if (!READY.equals(line)) {
            throw new IOException("a process says " + line);
        }
    }

    /** Lets a process begin: sqlite3 with its statements, sqlvm with a word. */
    private void release(Process runner, int who) {
        try (Writer input = runner.outputWriter(StandardCharsets.US_ASCII)) {
            if (who % 2 == 0) {
                for (int i = 0; i < increments; i++) {
                    input.write(increment(who) + ";\n");
                }
            } else {
                input.write(GO + "\n");
            }
        } catch (IOException e) {
            out.println("process " + who + ": " + e); // It has ended, and its count says so, too.
        }
    }

    /** Waits for the end of all, and tells how far each was on the way. */
    private String watch(Path file, List<Process> runners) throws InterruptedException {
        StringBuilder text = new StringBuilder();
        long begun = System.nanoTime();
        int quarter = 1;
        boolean allRun = true;
        while (runners.stream().anyMatch(Process::isAlive)) {
            Thread.sleep(LOOK_MS);
            boolean firstEnd = allRun && !runners.stream().allMatch(Process::isAlive);
            String counts = counts(file);
            long total = Long.parseLong(counts.substring(0, counts.indexOf(' ')));
            if (quarter < QUARTERS && total * QUARTERS >= (long) quarter * RUNNERS * increments) {
                text.append("; at ")
                        .append(100 / QUARTERS * quarter)
                        .append(" % (")
                        .append((System.nanoTime() - begun) / 1_000_000)
                        .append(" ms): ")
                        .append(counts);
                quarter = (int) (total * QUARTERS / RUNNERS / increments) + 1;
            }
            if (firstEnd) {
                allRun = false;
                text.append("; when the first was done: ").append(counts);
            }
        }
        return text.toString();
    }

    private static String increment(int who) {
        return "UPDATE counter SET n = n + 1 WHERE who IN (0, " + who + ")";
    }

    private static Process startSqlite(Path file) throws IOException {
        Process process = new ProcessBuilder(SQLITE3.toString(), "-batch", "-bail", file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Writer input = process.outputWriter(StandardCharsets.US_ASCII);
        // The command is for the line, which would wait in a buffer otherwise.
        input.write(".timeout " + TIMEOUT_MS + "\n" + SETTINGS + ";\n.shell echo " + READY + "\n");
        input.flush();
        return process;
    }

    private Process startSqlvm(Path file, int who) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Program.NAME, "count", file.toString()));
        command.addAll(List.of("--seed", "" + who, "--rounds", "" + increments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The race is about locks, not about a process that loads and compiles its classes. */
    private static void rehearse(int who) {
        try (TestEngine sqlvm = SqlvmEngine.inMemory()) {
            sqlvm.execute(TABLE);
            sqlvm.execute(ROWS);
            for (int i = 0; i < REHEARSED; i++) {
                sqlvm.execute(increment(who));
            }
        }
    }

    /** The loop of a process of sqlvm, which waits until all are there. */
    public static boolean count(PrintStream out, Path file, int who, int increments)
            throws IOException {
        rehearse(who);
        try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
            sqlvm.execute("PRAGMA busy_timeout = " + TIMEOUT_MS);
            sqlvm.execute(SETTINGS);
            sqlvm.execute("SELECT n FROM counter");
            out.println(READY);
            out.flush();
            for (int letter = 0; letter != '\n'; letter = System.in.read()) {
                if (letter < 0) {
                    return false; // The process that has started this is gone.
                }
            }
            for (int i = 0; i < increments; i++) {
                Outcome outcome = sqlvm.execute(increment(who));
                if (outcome.failed()) {
                    System.err.println("sqlvm, increment " + i + ": " + outcome.failure());
                    return false;
                }
            }
            return true;
        }
    }
}
