package org.sqlvm.test.crash;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Program;
import org.sqlvm.test.engines.TestEngine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Kills processes that write ({@link CrashKind}) at random times, and looks at what they leave:
 * every commit that was acknowledged is there, none is there by halves, and SQLite finds the
 * database sound. The same database goes through all rounds of a mode.
 */
public final class CrashRun {
    static final List<String> MODES = List.of("DELETE", "TRUNCATE", "PERSIST", "WAL");

    private static final int JOURNAL_HEAD = 28;

    /** The second lowest byte of the page size: 16 of 4096. */
    private static final int JOURNAL_PAGE_SIZE = 26;

    private final CrashKind kind;
    private final PrintStream out;
    private final Random random;
    private int failures;

    /** In the mode that runs: commits that were reported, and rounds that left something to do. */
    private long acknowledgedCount;

    /** The last commit that a process has reported; later ones may have happened without that. */
    private long reported;

    private int hotCount;
    private int unsyncedCount;
    private int unacknowledgedCount;

    public CrashRun(CrashKind kind, PrintStream out, long seed) {
        this.kind = kind;
        this.out = out;
        random = new Random(seed);
    }

    /** @return how many rounds have found something wrong */
    public int run(int rounds) throws IOException {
        for (String mode : MODES) {
            Path folder = Files.createTempDirectory("sqlvm-crash");
            long last = 0;
            acknowledgedCount = 0;
            reported = 0;
            hotCount = 0;
            unsyncedCount = 0;
            unacknowledgedCount = 0;
            for (int round = 1; round <= rounds; round++) {
                last = round(folder.resolve("crash.db"), mode, round, last);
            }
            out.printf(
                    "%s: %d rounds, %d transactions, %d commits acknowledged; rounds that left a"
                            + " hot journal or a log: %d, a journal not synced yet: %d, a commit"
                            + " that were not reported: %d%n",
                    mode,
                    rounds,
                    last,
                    acknowledgedCount,
                    hotCount,
                    unsyncedCount,
                    unacknowledgedCount);
            delete(folder);
        }
        return failures;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }

    private long round(Path file, String mode, int round, long before) throws IOException {
        Process writer = start(file, mode, random.nextLong());
        long acknowledged = before;
        try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
            String first = lines.readLine();
            if (!"ready".equals(first)) {
                fail(mode, round, "the writer says " + first);
                return before;
            }
            // Mostly after the first commit, which takes longest.
            String firstCommit = random.nextInt(4) == 0 ? null : lines.readLine();
            acknowledged = firstCommit == null ? before : Long.parseLong(firstCommit);
            long deadline = System.nanoTime() + random.nextInt(400) * 1_000_000L;
            Thread killer = Thread.ofVirtual().start(() -> killAt(writer, deadline));
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                acknowledged = Long.parseLong(line);
            }
            killer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            writer.destroyForcibly();
        }
        acknowledgedCount += acknowledged - before;
        reported = acknowledged > before ? acknowledged : reported;
        countLeft(file);
        long last = check(file, mode, round, acknowledged);
        unacknowledgedCount += last > acknowledged ? 1 : 0;
        return last;
    }

    /** Counts the files that the dead process has left beside the database. */
    private void countLeft(Path file) throws IOException {
        Path journal = file.resolveSibling(file.getFileName() + "-journal");
        Path log = file.resolveSibling(file.getFileName() + "-wal");
        if (Files.exists(log) && Files.size(log) > 0) {
            hotCount++;
        } else if (Files.exists(journal) && Files.size(journal) > 0) {
            try (InputStream bytes = Files.newInputStream(journal)) {
                byte[] head = bytes.readNBytes(JOURNAL_HEAD);
                // The magic bytes come with the sync; a page number or a nonce stands behind.
                boolean hasRecords = Files.size(journal) > JOURNAL_HEAD;
                hotCount += head[0] != 0 ? 1 : 0;
                boolean begun = head.length == JOURNAL_HEAD && head[JOURNAL_PAGE_SIZE] != 0;
                unsyncedCount += head[0] == 0 && begun && hasRecords ? 1 : 0;
            }
        }
    }

    private static void killAt(Process writer, long deadline) {
        try {
            Thread.sleep(java.time.Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        // Process.destroyForcibly would close the stream as well, with what is still in it.
        writer.toHandle().destroyForcibly();
    }

    private Process start(Path file, String mode, long seed) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-Xmx") && !flag.startsWith("-javaagent")) {
                command.add(flag); // The modules are in them.
            }
        }
        // Cheap to start: it does not live long.
        command.addAll(List.of("-Xmx256m", "-ea", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Program.NAME, kind.command, file.toString(), mode));
        command.add("--seed");
        command.add(Long.toString(seed));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private long check(Path file, String mode, int round, long acknowledged) throws IOException {
        long last;
        // Either of them may be the one who finds the hot journal.
        if (random.nextBoolean()) {
            last = look(Engines.SQLVM, file, mode, round, acknowledged);
            look(Engines.SQLITE, file, mode, round, last);
        } else {
            last = look(Engines.SQLITE, file, mode, round, acknowledged);
            look(Engines.SQLVM, file, mode, round, last);
        }
        return last;
    }

    private long look(Engines who, Path file, String mode, int round, long acknowledged) {
        try (TestEngine engine = who.onFile(file)) {
            long last = kind.look(
                    engine,
                    who.toString(),
                    acknowledged,
                    reported,
                    what -> fail(mode, round, what));
            if (who == Engines.SQLITE) {
                CrashKind.expectNone(
                        engine,
                        "SELECT * FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
                        "integrity_check",
                        what -> fail(mode, round, what));
            }
            return last;
        }
    }

    private void fail(String mode, int round, String what) {
        failures++;
        out.println(mode + ", round " + round + ": " + what);
    }
}
