package org.sqlvm.test.file;

import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.ValueText;
import org.sqlvm.test.engines.Watchdog;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Damages copies of real files, asks them, and writes to them. Through sqlvm each statement ends
 * within a time limit, in rows or in an error with SQLite's code. Where the two differ, SQLite has
 * to see the damage too.
 */
public final class CorruptionRun {
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

    /** In the header: how many pages there are, the free list and its length, the largest root. */
    private static final int[] HEADER_NUMBERS = {28, 32, 36, 52};

    /** In a page: the next overflow page or free trunk, leaves of one, the right child, … */
    private static final int[] PAGE_NUMBERS = {0, 4, 8, 12, 16, 20, 1, 6, 11, 26};

    /** How many statements write to a damaged file. */
    private static final int CHANGES_MAX = 12;

    int queryCount;
    int equalCount;

    /** Statements that write, and those that sqlvm has refused. */
    int changeCount;

    int failedChangeCount;

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

    /** The checks whose results differ. */
    final List<String> differentChecks = new ArrayList<>();

    /** Differences although SQLite sees no damage, internal exceptions, and what took too long. */
    final List<String> violations = new ArrayList<>();

    /** @param tested the engine that is compared with SQLite */
    public CorruptionRun(Engines tested, PrintStream out) {
        this.tested = tested;
        this.out = out;
    }

    public boolean isClean() {
        return violations.isEmpty();
    }

    /** @param seed the seed of the first damage; the next one has the next number */
    public CorruptionRun run(long seed, int rounds) throws IOException {
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
        out.printf("%d changes of damaged files, %d failed%n", changeCount, failedChangeCount);
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
        List<Outcome> actual = run(seed, damaged, SampleFile.QUERIES);
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
        change(seed, damaged, copy, sound);
    }

    /** Both write the same into their copies. */
    private void change(long seed, Path damaged, Path copy, boolean sound) {
        Random random = new Random(~seed);
        List<String> changes = new ArrayList<>();
        for (int i = 1 + random.nextInt(CHANGES_MAX); i > 0; i--) {
            changes.add(SampleFile.CHANGES.get(random.nextInt(SampleFile.CHANGES.size())));
        }
        changes.add("COMMIT");
        List<Outcome> actual = run(seed, damaged, changes);
        List<Outcome> left = run(seed, damaged, SampleFile.QUERIES);
        for (int i = 0; i < changes.size(); i++) {
            changeCount++;
            failedChangeCount += actual.get(i).failed() ? 1 : 0;
            checkCode("seed " + seed + ": " + changes.subList(0, i + 1), actual.get(i));
        }
        left.forEach(outcome -> checkCode("seed " + seed + ", after " + changes, outcome));
        if (sound) {
            compareChanged("seed " + seed + ", after " + changes, changes, damaged, copy);
        }
    }

    /** A sound file is sound afterwards, and has the same content. */
    private void compareChanged(String what, List<String> changes, Path ours, Path theirs) {
        try (TestEngine sqlite = Engines.SQLITE.onFile(theirs);
                TestEngine changed = Engines.SQLITE.onFile(ours)) {
            changes.forEach(sqlite::execute);
            Outcome check = changed.execute("PRAGMA integrity_check");
            if (!isSound(check)) {
                violations.add(what + ": " + told(check));
            }
            for (String query : SampleFile.QUERIES) {
                Outcome expected = sqlite.execute(query);
                Outcome actual = changed.execute(query);
                if (!isEqual(expected, actual)) {
                    violations.add(what + ": " + query + ": other rows, but there is no damage");
                    return;
                }
            }
        }
    }

    private static boolean isEqual(Outcome sqlite, Outcome sqlvm) {
        if (sqlite.failed() || sqlvm.failed()) {
            return sqlite.failed() && sqlvm.failed();
        }
        return rows(sqlite).equals(rows(sqlvm));
    }

    /** @return false for an error that no statement may end in */
    private boolean checkCode(String what, Outcome outcome) {
        boolean right = !outcome.failed()
                || !(outcome.failure().isInternal() || outcome.failure().code() <= 0);
        if (!right) {
            violations.add(what + ": " + outcome.failure());
        }
        return right;
    }

    private static boolean isSound(Outcome check) {
        return !check.failed() && "ok".equals(check.rows().getFirst()[0]);
    }

    /** Returns sqlvm's own check of a damaged file. */
    private Outcome check(Path file) {
        try (TestEngine sqlvm = tested.onFile(file)) {
            return sqlvm.execute("PRAGMA integrity_check");
        }
    }

    /** Files that SQLite finds sound are sound; and damage is a result, not an exception. */
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

    private List<Outcome> run(long seed, Path file, List<String> statements) {
        List<Outcome> outcomes = new ArrayList<>();
        try (TestEngine sqlvm = tested.onFile(file);
                Watchdog watchdog = new Watchdog(sqlvm, LIMIT_MS)) {
            for (String query : statements) {
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
            int pageCount = Math.max(1, bytes.length / pageSize);
            int page = random.nextInt(pageCount);
            if (random.nextInt(3) == 0) {
                misdirect(random, bytes, page * pageSize, pageCount);
                continue;
            }
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

    /** Lets a number that may be a page's lead to another page: that one then has two uses. */
    private static void misdirect(Random random, byte[] bytes, int page, int pageCount) {
        int[] places = random.nextInt(4) == 0 ? HEADER_NUMBERS : PAGE_NUMBERS;
        int at = places[random.nextInt(places.length)] + (places == HEADER_NUMBERS ? 0 : page);
        if (at + Integer.BYTES <= bytes.length) {
            ByteBuffer.wrap(bytes).putInt(at, 1 + random.nextInt(pageCount));
        }
    }

    private void compare(String what, Outcome sqlite, Outcome sqlvm, boolean sound) {
        queryCount++;
        if (!checkCode(what, sqlvm)) {
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
