package org.sqlvm.test;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Damages copies of real files and asks them. Through sqlvm each query ends within a time limit, in
 * rows or in an error with SQLite's code. Where the two differ, SQLite has to see the damage too.
 */
final class CorruptionRun {
    private static final long LIMIT_MS = 10_000;
    private static final int SHOWN_MAX = 20;

    private static final List<SampleFile> SAMPLES = List.of(
            new SampleFile(1024, "UTF-8", 0, 0, false),
            new SampleFile(512, "UTF-8", 1, 8, false),
            new SampleFile(512, "UTF-16le", 0, 0, false),
            new SampleFile(4096, "UTF-8", 0, 0, false),
            new SampleFile(1024, "UTF-8", 2, 0, true));

    private final Engines tested;
    private final PrintStream out;

    int queryCount;
    int equalCount;

    /** Both end in an error. */
    int bothFailedCount;

    /** Only sqlvm sees the damage that this query meets. */
    int stricterCount;

    /** Only SQLite does. */
    int laxerCount;

    int differentRowsCount;

    /** Times that PRAGMA integrity_check was asked, and those when both told the same. */
    int checkCount;

    int equalCheckCount;

    /** What they told differently. */
    final List<String> differentChecks = new ArrayList<>();

    /** Differences although SQLite sees no damage, internal exceptions, and what took too long. */
    final List<String> violations = new ArrayList<>();

    /** @param tested what is compared with SQLite */
    CorruptionRun(Engines tested, PrintStream out) {
        this.tested = tested;
        this.out = out;
    }

    boolean isClean() {
        return violations.isEmpty();
    }

    /** @param seed of the first damage; the next has the next number */
    CorruptionRun run(long seed, int rounds) throws IOException {
        Path folder = Files.createTempDirectory("sqlvm-corruption");
        try {
            List<Path> files = new ArrayList<>();
            for (int i = 0; i < SAMPLES.size(); i++) {
                files.add(SAMPLES.get(i).write(folder, "sample" + i));
            }
            for (int round = 0; round < rounds; round++) {
                int sample = round % SAMPLES.size();
                round(seed + round, SAMPLES.get(sample), files.get(sample), folder);
            }
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                all.sorted((a, b) -> b.compareTo(a)).forEach(CorruptionRun::delete);
            }
        }
        out.printf(
                "%d damaged files, %d queries: %d equal, %d fail in both, %d only in sqlvm, %d"
                        + " only in SQLite, %d with other rows; %d internal exceptions, hangs or"
                        + " wrong answers%n",
                rounds,
                queryCount,
                equalCount,
                bothFailedCount,
                stricterCount,
                laxerCount,
                differentRowsCount,
                violations.size());
        violations.stream().limit(SHOWN_MAX).forEach(out::println);
        out.printf(
                "%d integrity checks, %d tell the same, %d tell of other problems%n",
                checkCount, equalCheckCount, differentChecks.size());
        differentChecks.stream().limit(SHOWN_MAX).forEach(out::println);
        return this;
    }

    private static void delete(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void round(long seed, SampleFile sample, Path file, Path folder) throws IOException {
        Path damaged = SampleFile.copy(file, folder.resolve("damaged.db"));
        Random random = new Random(seed);
        boolean inLog = sample.wal() && random.nextBoolean();
        Path target = inLog ? Path.of(damaged + "-wal") : damaged;
        Files.write(target, damage(random, Files.readAllBytes(target), sample.pageSize()));
        Path copy = SampleFile.copy(damaged, folder.resolve("copy.db"));
        Files.deleteIfExists(Path.of(copy + "-shm"));
        Files.deleteIfExists(Path.of(damaged + "-shm"));
        List<Outcome> actual = runSqlvm(seed, damaged);
        Outcome ownCheck = check(damaged);
        List<Outcome> expected;
        boolean sound;
        try (TestEngine sqlite = Engines.SQLITE.onFile(copy)) {
            expected = SampleFile.runQueries(sqlite);
            Outcome check = sqlite.execute("PRAGMA integrity_check");
            sound = isSound(check);
            compareChecks("seed " + seed, check, ownCheck);
        }
        for (int i = 0; i < expected.size(); i++) {
            compare(
                    "seed " + seed + ": " + SampleFile.QUERIES.get(i),
                    expected.get(i),
                    actual.get(i),
                    sound);
        }
    }

    private static boolean isSound(Outcome check) {
        return !check.failed() && "ok".equals(check.rows().getFirst()[0]);
    }

    /** What sqlvm itself says of a damaged file. */
    private Outcome check(Path file) {
        try (TestEngine sqlvm = tested.onFile(file)) {
            return sqlvm.execute("PRAGMA integrity_check");
        }
    }

    /** What SQLite takes for sound is; and damage is told, not thrown. */
    private void compareChecks(String what, Outcome sqlite, Outcome sqlvm) {
        checkCount++;
        if (sqlvm.failed() && !sqlite.failed()) {
            violations.add(what + ": integrity_check: " + sqlvm.failure());
        } else if (isSound(sqlite) && !isSound(sqlvm)) {
            violations.add(what + ": integrity_check says " + told(sqlvm) + ", SQLite's ok");
        } else if (sqlite.failed() || rows(sqlite).equals(rows(sqlvm))) {
            equalCheckCount++;
        } else {
            differentChecks.add(what + ": " + told(sqlvm) + "\n  SQLite: " + told(sqlite));
        }
    }

    private static String told(Outcome check) {
        return check.failed() ? check.failure().toString() : String.join("; ", rows(check));
    }

    private List<Outcome> runSqlvm(long seed, Path file) {
        List<Outcome> outcomes = new ArrayList<>();
        try (TestEngine sqlvm = tested.onFile(file);
                Watchdog watchdog = new Watchdog(sqlvm, LIMIT_MS)) {
            for (String query : SampleFile.QUERIES) {
                watchdog.restart();
                outcomes.add(sqlvm.execute(query));
                if (watchdog.hasBitten()) {
                    violations.add(
                            "seed " + seed + ": " + query + " took more than " + LIMIT_MS + " ms");
                }
            }
        }
        return outcomes;
    }

    /** Flips bytes, mostly where pages keep their structure, or cuts the file. */
    private static byte[] damage(Random random, byte[] bytes, int pageSize) {
        if (random.nextInt(5) == 0) {
            int size = random.nextInt(bytes.length);
            return Arrays.copyOf(bytes, random.nextBoolean() ? size : size / pageSize * pageSize);
        }
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            int page = random.nextInt(Math.max(1, bytes.length / pageSize));
            int offset = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(12);
                case 1 -> random.nextInt(60);
                default -> random.nextInt(pageSize);
            };
            int at = Math.min(page * pageSize + offset, bytes.length - 1);
            bytes[at] = (byte)
                    (random.nextBoolean()
                            ? random.nextInt(256)
                            : bytes[at] ^ (1 << random.nextInt(8)));
        }
        return bytes;
    }

    private void compare(String what, Outcome sqlite, Outcome sqlvm, boolean sound) {
        queryCount++;
        if (sqlvm.failed() && (sqlvm.failure().isInternal() || sqlvm.failure().code() <= 0)) {
            violations.add(what + ": " + sqlvm.failure());
            return;
        }
        if (sqlite.failed() || sqlvm.failed()) {
            if (sqlite.failed() && sqlvm.failed()) {
                bothFailedCount++;
            } else if (sqlvm.failed()) {
                stricterCount++;
                if (sound) {
                    violations.add(what + ": " + sqlvm.failure() + ", but SQLite finds no damage");
                }
            } else {
                laxerCount++;
            }
        } else if (rows(sqlite).equals(rows(sqlvm))) {
            equalCount++;
        } else {
            differentRowsCount++;
            if (sound) {
                violations.add(what + ": other rows, but SQLite finds no damage");
            }
        }
    }

    /** The rows, with one sign for all that is not ASCII: broken text has no one reading. */
    private static List<String> rows(Outcome outcome) {
        List<String> lines = new ArrayList<>();
        for (Object[] row : outcome.rows()) {
            lines.add(ValueText.row(row).replaceAll("[^ -~]+", "?"));
        }
        lines.sort(null);
        return lines;
    }
}
