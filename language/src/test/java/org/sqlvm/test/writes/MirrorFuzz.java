package org.sqlvm.test.writes;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.engine.vector.saved.MirrorPlace;
import org.sqlvm.test.engines.Dice;
import org.sqlvm.test.engines.Program;
import org.sqlvm.test.engines.SqliteEngine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Looks for rows that a saved mirror has kept from another state of the database. Each round
 * changes a file with sqlvm or SQLite, or exchanges the file, its log or its mirror, and compares
 * the answers of a connection with the mirror with those of one without.
 */
public final class MirrorFuzz {
    /** The rounds that one database goes through. */
    private static final int ROUNDS = 40;

    /** One of this many rounds kills a process that saves. */
    private static final int KILL_ROUNDS = 400;

    private static final int PARTITION_ROWS = 60;

    /** The longest time until a process is killed, in milliseconds. */
    private static final int KILLED_MS = 300;

    /** The age at which a file's times are trusted, in milliseconds: some ticks of their clock. */
    private static final int AGE_MS = 30;

    /** Offsets of fields of the database header. */
    private static final int CHANGE_COUNTER = 24;

    private static final int VERSION_VALID_FOR = 92;

    private static final String READY = "ready";

    /** The engine that both contexts run in. */
    private static final Engine ENGINE =
            Engine.newBuilder().option("engine.WarnInterpreterOnly", "false").build();

    private final PrintStream out;
    private final Path folder;
    private final Path file;
    /** The saved mirrors: one with hashes of pages, and one that is valid by the file's times. */
    private final Path hashedMirror;

    private final Path timedMirror;
    private Path mirror;
    private final Path copies;

    /** Without a saved mirror, and with it. */
    private final Context plain;

    private final Context hashed;

    private final Context timed;

    /** One of these. */
    private Context saving;

    private Dice dice;
    private MirrorChanges random;
    private long seed;
    private final List<String> changes = new ArrayList<>();
    private int differences;
    private long loaded;
    private long decoded;
    private int killed;

    public MirrorFuzz(PrintStream out) throws IOException {
        this.out = out;
        folder = Files.createTempDirectory("sqlvm-mirrors").toRealPath();
        file = folder.resolve("t.db");
        hashedMirror = folder.resolve("t.mirror");
        String auto = MirrorPlace.AUTO_IN + folder;
        timedMirror = MirrorPlace.of(auto, AGE_MS, Map.of()).file(file.toString(), true);
        copies = Files.createDirectory(folder.resolve("copies"));
        plain = context("off");
        hashed = context(hashedMirror.toString());
        timed = context(auto);
    }

    private static Context context(String mirrorFile) {
        return Context.newBuilder("sqlvm")
                .engine(ENGINE)
                .allowAllAccess(true)
                .option("sqlvm.Vectors", "always")
                .option("sqlvm.VectorRows", "16")
                .option("sqlvm.PartitionRows", Integer.toString(PARTITION_ROWS))
                .option("sqlvm.MirrorFile", mirrorFile)
                .option("sqlvm.MirrorAge", Integer.toString(AGE_MS))
                // The one without a mirror does not decode for the other.
                .option("sqlvm.MirrorSize", mirrorFile.equals("off") ? "-1" : "0")
                .build();
    }

    private static Database open(Context context, Path path) {
        return context.getBindings("sqlvm")
                .getMember("open")
                .execute(path.toString())
                .getMember("host")
                .asHostObject();
    }

    /** The share of the partitions that were loaded, in percent. */
    public int loadedPercent() {
        return (int) (100 * loaded / Math.max(1, loaded + decoded));
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
                    begin(firstSeed + round / ROUNDS);
                }
                round();
                if (round % KILL_ROUNDS == KILL_ROUNDS - 1) {
                    kill();
                }
            }
            out.printf(
                    "%d rounds, %d killed, %d %% of the partitions loaded, %d differences%n",
                    rounds, killed, loadedPercent(), differences);
        } finally {
            plain.close();
            hashed.close();
            timed.close();
            clear(copies);
            Files.delete(copies);
            clear(folder);
            Files.delete(folder);
        }
        return differences;
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Files.delete(each);
            }
        }
    }

    // ------------------------------------------------------------------ changes

    private void begin(long next) throws IOException {
        seed = next;
        dice = new Dice(next);
        random = new MirrorChanges(dice);
        saving = dice.chance(50) ? hashed : timed;
        mirror = saving == timed ? timedMirror : hashedMirror;
        changes.clear();
        clear(copies);
        clear(folder);
        try (Database database = open(plain, file)) {
            execute(database, "PRAGMA page_size = " + dice.any(512, 512, 1024, 4096));
            execute(database, "PRAGMA auto_vacuum = " + dice.below(3));
            execute(database, "PRAGMA journal_mode = " + dice.any("DELETE", "WAL"));
            random.tables().forEach(sql -> execute(database, sql));
        }
    }

    private void execute(Database database, String sql) {
        changes.add(sql);
        try {
            rows(database, sql);
        } catch (SqlvmException e) {
            changes.add("  " + e.getMessage());
        }
    }

    private void changeWithSqlite() {
        try (SqliteEngine sqlite = SqliteEngine.onFile(file)) {
            changes.add("-- SQLite");
            for (int i = dice.between(1, 3); i > 0; i--) {
                String sql = random.change();
                changes.add(sql);
                sqlite.execute(sql);
            }
            if (dice.chance(20)) {
                // With its log, as the process would leave it that is killed now.
                copy(file.getParent(), copies);
                changes.add("-- copied, with the log");
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void change(Context context) {
        changes.add(context == plain ? "-- without mirror" : "-- with mirror");
        try (Database database = open(context, file)) {
            if (context == saving && dice.chance(40)) {
                compareWith(database);
            }
            boolean transaction = dice.chance(40);
            if (transaction) {
                execute(database, "BEGIN");
            }
            for (int i = dice.between(1, 3); i > 0; i--) {
                execute(database, random.change());
                if (context == saving && dice.chance(30)) {
                    rows(database, dice.any(MirrorChanges.QUERIES));
                }
            }
            if (transaction && dice.chance(80)) {
                execute(database, dice.any("COMMIT", "COMMIT", "ROLLBACK"));
            }
            if (context == saving && dice.chance(20)) {
                // Others write while the connection has its columns.
                try (Database other = open(plain, file)) {
                    execute(other, "PRAGMA busy_timeout = 0");
                    execute(other, random.change());
                }
                if (!transaction) {
                    compareWith(database);
                }
            }
        }
    }

    /** Copies the database, with its journal or log, and the mirror; as {@code cp -p}. */
    private void copy(Path from, Path to) throws IOException {
        clear(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                if (!each.toString().endsWith("-shm")) {
                    Files.copy(
                            each,
                            to.resolve(each.getFileName()),
                            StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    private void exchange() throws IOException {
        Path mirrorCopy = copies.resolve(mirror.getFileName());
        Path fileCopy = copies.resolve(file.getFileName());
        switch (dice.below(8)) {
            case 6, 7 -> overwrite(fileCopy);

            case 0 -> {
                copy(folder, copies);
                changes.add("-- copied");
            }
            case 1 -> {
                if (Files.exists(mirrorCopy)) {
                    Files.copy(mirrorCopy, mirror, StandardCopyOption.REPLACE_EXISTING);
                    changes.add("-- an earlier mirror");
                }
            }
            case 2, 3 -> {
                if (Files.exists(fileCopy)) {
                    byte[] kept = Files.exists(mirror) ? Files.readAllBytes(mirror) : null;
                    copy(copies, folder);
                    if (kept != null && dice.chance(80)) {
                        Files.write(mirror, kept);
                    }
                    changes.add("-- an earlier database");
                }
            }
            default -> {
                if (Files.exists(mirror)) {
                    damage();
                }
            }
        }
    }

    /**
     * Gives the file the rows of an earlier one: in place or under another number, with a time of
     * the last write that one of them has, and mostly with the change counter that the file has.
     */
    private void overwrite(Path earlier) throws IOException {
        Path log = folder.resolve(file.getFileName() + "-wal");
        Path journal = folder.resolve(file.getFileName() + "-journal");
        if (!Files.exists(earlier)
                || Files.exists(copies.resolve(log.getFileName()))
                || Files.exists(copies.resolve(journal.getFileName()))
                || Files.exists(log)
                || Files.exists(journal)) {
            return;
        }
        FileTime time = Files.getLastModifiedTime(dice.chance(70) ? file : earlier);
        byte[] bytes = Files.readAllBytes(earlier);
        byte[] now = Files.readAllBytes(file);
        if (dice.chance(80) && bytes.length == now.length) {
            System.arraycopy(now, CHANGE_COUNTER, bytes, CHANGE_COUNTER, Integer.BYTES);
            System.arraycopy(now, VERSION_VALID_FOR, bytes, VERSION_VALID_FOR, Integer.BYTES);
        }
        if (dice.chance(50)) {
            Files.write(file, bytes);
            changes.add("-- overwritten");
        } else {
            Path other = folder.resolve("other");
            Files.write(other, bytes);
            Files.setLastModifiedTime(other, time);
            Files.move(other, file, StandardCopyOption.ATOMIC_MOVE);
            changes.add("-- replaced");
        }
        Files.setLastModifiedTime(file, time);
    }

    private void damage() throws IOException {
        byte[] bytes = Files.readAllBytes(mirror);
        switch (dice.below(4)) {
            case 0 -> bytes = Arrays.copyOf(bytes, dice.below(bytes.length + 1));
            case 1 -> bytes[dice.below(bytes.length)] ^= (byte) (1 << dice.below(8));
            case 2 -> {
                int from = dice.below(bytes.length);
                Arrays.fill(bytes, from, Math.min(bytes.length, from + 4096), (byte) 0);
            }
            default -> Files.write(folder.resolve(mirror.getFileName() + "-draft"), bytes);
        }
        if (bytes.length > 0) {
            Files.write(mirror, bytes);
        } else {
            Files.delete(mirror);
        }
        changes.add("-- mirror damaged");
    }

    // ------------------------------------------------------------------ rounds

    private void round() throws IOException {
        int kind = dice.below(10);
        if (kind < 3) {
            change(plain);
        } else if (kind < 6) {
            change(saving);
        } else if (kind < 8) {
            changeWithSqlite();
        } else {
            exchange();
        }
        if (dice.chance(60)) {
            // Otherwise the times are those of the present.
            settle();
        }
        try (Database database = open(saving, file)) {
            compareWith(database);
            count(database);
        }
    }

    private static void settle() {
        try {
            Thread.sleep(2 * AGE_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void compareWith(Database database) {
        List<String> queries = dice.some(dice.between(1, 4), MirrorChanges.QUERIES);
        try (Database other = open(plain, file)) {
            for (String query : queries) {
                List<List<Object>> right = rows(other, query);
                List<List<Object>> found = rows(database, query);
                if (!right.equals(found)) {
                    differences++;
                    out.printf("seed %d: %s%n", seed, query);
                    changes.forEach(change -> out.println("  " + change));
                    out.printf("expected %s%n but was %s%n", cut(right), cut(found));
                }
            }
        }
    }

    private static String cut(List<List<Object>> rows) {
        String text = rows.toString();
        return text.length() > 400 ? text.substring(0, 400) + " ..." : text;
    }

    private static List<List<Object>> rows(Database database, String sql) {
        List<List<Object>> found = new ArrayList<>();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 0; i < rows.columnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                found.add(row);
            }
        }
        return found;
    }

    /** Counts the partitions that were loaded, and those that were decoded. */
    private void count(Database database) {
        for (List<Object> row : rows(database, "PRAGMA sqlvm_mirror")) {
            long all = (Long) row.get(3);
            long fromFile = (Long) row.get(6);
            loaded += fromFile;
            decoded += all - fromFile;
        }
    }

    // ------------------------------------------------------------------ kills

    /** Kills a process that changes and saves, at any time. */
    private void kill() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(Program.NAME, "mirror-saver"));
        String place = saving == timed ? MirrorPlace.AUTO_IN + folder : mirror.toString();
        command.addAll(List.of(file.toString(), place, "--seed", "" + seed));
        Process saver = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = saver.inputReader(StandardCharsets.UTF_8)) {
            if (READY.equals(lines.readLine())) {
                Thread.sleep(dice.below(KILLED_MS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            saver.toHandle().destroyForcibly();
        }
        saver.onExit().join();
        killed++;
        changes.add("-- a process killed that saved");
        try (Database database = open(saving, file)) {
            compareWith(database);
        }
    }

    /** The process that is killed: it changes a row and saves, again and again. */
    public static void save(Path file, Path mirror, long seed, PrintStream out) {
        try (Context context = context(mirror.toString())) {
            for (long i = 0; ; i++) {
                try (Database database = open(context, file)) {
                    String condition = " WHERE id % 50 = " + Math.floorMod(seed + i, 50);
                    rows(database, "UPDATE t SET a = a + 1" + condition);
                    rows(database, MirrorChanges.QUERIES.getFirst());
                }
                if (i == 0) {
                    out.println(READY);
                    out.flush();
                }
            }
        }
    }
}
