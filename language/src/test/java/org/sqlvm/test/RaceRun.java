package org.sqlvm.test;

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
 * Four processes, two of sqlvm and two of C SQLite, count in one table: no update is lost, nobody
 * waits for ever.
 */
final class RaceRun {
    private static final Path SQLITE3 = Path.of("/usr/bin/sqlite3");
    private static final int RUNNERS = 4;
    private static final int TIMEOUT_MS = 60_000;
    /** As the loops of {@link #count} have it. */
    private static final String SETTINGS = "PRAGMA synchronous = OFF";

    private final PrintStream out;
    private final int increments;

    /** @param increments of each process */
    RaceRun(PrintStream out, int increments) {
        this.out = out;
        this.increments = increments;
    }

    static boolean isPossible() {
        return Files.isExecutable(SQLITE3);
    }

    /** @return whether every increment of every process was counted */
    boolean run(String journalMode) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sqlvm-race");
        Path file = folder.resolve("counter.db");
        try (TestEngine sqlite = Engines.SQLITE.onFile(file)) {
            sqlite.execute("PRAGMA journal_mode = " + journalMode);
            sqlite.execute("CREATE TABLE counter(who INTEGER PRIMARY KEY, n)");
            sqlite.execute("INSERT INTO counter VALUES(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)");
        }
        long begun = System.nanoTime();
        List<Process> runners = new ArrayList<>();
        for (int who = 1; who <= RUNNERS; who++) {
            runners.add(who % 2 == 0 ? startSqlite(file, who) : startSqlvm(file, who));
        }
        String atFirstEnd = null;
        boolean ended = true;
        while (runners.stream().anyMatch(Process::isAlive)) {
            Thread.sleep(20);
            if (atFirstEnd == null && runners.stream().anyMatch(runner -> !runner.isAlive())) {
                atFirstEnd = counts(file);
            }
        }
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
                "%s: %d ms, total and each process: %s(%s); when the first was done: %s%n",
                journalMode,
                (System.nanoTime() - begun) / 1_000_000,
                found,
                right ? "right" : "should be " + expected + ", every process to end with 0",
                atFirstEnd);
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

    private static String increment(int who) {
        return "UPDATE counter SET n = n + 1 WHERE who IN (0, " + who + ")";
    }

    private Process startSqlite(Path file, int who) throws IOException {
        Process process = new ProcessBuilder(SQLITE3.toString(), "-batch", "-bail", file.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (Writer input = process.outputWriter(StandardCharsets.US_ASCII)) {
            input.write(".timeout " + TIMEOUT_MS + "\n" + SETTINGS + ";\n");
            for (int i = 0; i < increments; i++) {
                input.write(increment(who) + ";\n");
            }
        }
        return process;
    }

    private Process startSqlvm(Path file, int who) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Main.class.getName(), "count", file.toString()));
        command.addAll(List.of("--seed", "" + who, "--rounds", "" + increments));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The loop of a process of sqlvm. */
    static boolean count(PrintStream out, Path file, int who, int increments) {
        try (TestEngine sqlvm = Engines.SQLVM.onFile(file)) {
            sqlvm.execute("PRAGMA busy_timeout = " + TIMEOUT_MS);
            sqlvm.execute(SETTINGS);
            for (int i = 0; i < increments; i++) {
                Outcome outcome = sqlvm.execute(increment(who));
                if (outcome.failed()) {
                    out.println("sqlvm, increment " + i + ": " + outcome.failure());
                    return false;
                }
            }
            return true;
        }
    }
}
