package org.sqlvm.test.crash;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.BulkInsert;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A process that loads rows in bulk until it is killed, and says after each load that it has
 * happened. Each row says which load it is of and how many rows that has: see {@link CrashRun}.
 */
public final class CrashLoader {
    /** One without an index, one with some, and one whose columns come with the rows. */
    static final List<String> TABLES = List.of("plain", "indexed", "events");

    /** A load deletes the rows of those that were this many before. */
    static final int KEPT = 12;

    private static final int REHEARSED = 6;
    private static final int ROWS_FEW = 300;
    private static final int ROWS_MANY = 5_000;
    /** More than the entries of an index that are sorted together. */
    private static final int ROWS_MOST = 80_000;

    private final Database database;
    private final Path folder;
    private final PrintStream out;
    private final Random random;

    private CrashLoader(Database database, Path folder, PrintStream out, Random random) {
        this.database = database;
        this.folder = folder;
        this.out = out;
        this.random = random;
    }

    /** Does not return. */
    public static void run(Path file, String mode, long seed, PrintStream out) {
        Random random = new Random(seed);
        Context context = Context.newBuilder("sqlvm")
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .build();
        try (Database rehearsal = open(context, ":memory:")) {
            new CrashLoader(rehearsal, file.getParent(), out, random).rehearse();
        }
        try (Database database = open(context, file.toString())) {
            new CrashLoader(database, file.getParent(), out, random).run(mode);
        }
    }

    private static Database open(Context context, String path) {
        return context.getBindings("sqlvm")
                .getMember("open")
                .execute(path)
                .getMember("host")
                .asHostObject();
    }

    private void rehearse() {
        makeTables();
        for (long load = 1; load <= REHEARSED; load++) {
            load(load, 1 + random.nextInt(ROWS_FEW));
        }
    }

    private void makeTables() {
        database.execute("CREATE TABLE IF NOT EXISTS plain(load INTEGER, size INTEGER, pad)");
        database.execute("CREATE TABLE IF NOT EXISTS indexed(load INTEGER, size INTEGER, pad,"
                + " key UNIQUE)");
        database.execute("CREATE INDEX IF NOT EXISTS indexed_load ON indexed(load, pad)");
        database.execute("CREATE TABLE IF NOT EXISTS events(load INTEGER, size INTEGER)");
    }

    private void run(String mode) {
        query("PRAGMA journal_mode = " + mode);
        database.execute("PRAGMA page_size = " + (1024 << random.nextInt(4)));
        query("PRAGMA wal_autocheckpoint = 50");
        query("PRAGMA cache_size = " + (random.nextBoolean() ? 20 : 2000));
        makeTables();
        long last = 0;
        for (String table : TABLES) {
            last = Math.max(last, query("SELECT ifnull(max(load), 0) FROM " + table));
        }
        out.println("ready");
        for (long load = last + 1; ; load++) {
            load(
                    load,
                    1
                            + random.nextInt(
                                    switch (random.nextInt(10)) {
                                        case 0 -> ROWS_MOST;
                                        case 1, 2, 3 -> ROWS_MANY;
                                        default -> ROWS_FEW;
                                    }));
            out.println(load);
            out.flush();
        }
    }

    private long query(String sql) {
        try (Rows rows = database.query(sql)) {
            return rows.next() && rows.type(0) == Rows.Type.INTEGER ? rows.getLong(0) : 0;
        }
    }

    private void load(long load, int size) {
        boolean inTransaction = random.nextInt(4) == 0;
        if (inTransaction) {
            database.execute("BEGIN");
        }
        String pad = "x".repeat(random.nextInt(200));
        switch (random.nextInt(5)) {
            case 0 -> insert("plain", size, row -> new Object[] {load, size, pad + row});
            case 1 ->
                insert("indexed", size, row -> new Object[] {
                    load, size, row % 7 + pad, load * 1_000_003 % 4_999 + "/" + load + "/" + row
                });
            case 2 -> copy(load, size, pad);
            case 3 -> events(load, size, pad);
            default -> {
                // The rows of one load, in two parts of a transaction.
                if (!inTransaction) {
                    database.execute("BEGIN");
                }
                int half = size / 2;
                insert("plain", half, row -> new Object[] {load, size, pad});
                insert("plain", size - half, row -> new Object[] {load, size, row});
                if (!inTransaction) {
                    database.execute("COMMIT");
                }
            }
        }
        for (String table : TABLES) {
            database.execute("DELETE FROM " + table + " WHERE load <= " + (load - KEPT));
        }
        if (inTransaction) {
            database.execute("COMMIT");
        }
    }

    private void insert(String table, int size, IntFunction<Object[]> maker) {
        database.insertAll(table, IntStream.range(0, size).mapToObj(maker));
    }

    private void copy(long load, int size, String pad) {
        Path file = folder.resolve("load.csv");
        try {
            Files.writeString(
                    file,
                    IntStream.range(0, size)
                            .mapToObj(row -> load + "," + size + "," + pad + "," + load + "/" + row)
                            .collect(Collectors.joining("\n", "load,size,pad,key\n", "\n")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        database.execute("COPY indexed FROM '" + file + "' (HEADER true)");
    }

    /** Each load has members of its own, but for a file with too many of them. */
    private void events(long load, int size, String pad) {
        BulkInsert insertion = database.bulkInsert("events").addColumns();
        insertion.insert(IntStream.range(0, size).mapToObj(row -> {
            Map<String, Object> event = new LinkedHashMap<>();
            event.put("load", load);
            event.put("size", size);
            event.put("c" + (load + row % 3) % 100, row % 2 == 0 ? (Object) row : pad);
            return event;
        }));
    }
}
