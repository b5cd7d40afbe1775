package org.sqlvm.test.file;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/**
 * Damaged files of CSV and JSON: truncated, with wrong types, quotes and encodings. They give rows
 * or an error that names the file, and an INSERT of one that fails leaves nothing.
 */
public final class FilesRun {
    private static final List<String> CSV = List.of(
            "id,name,v\n1,\"a\"\"b\",1.5\n2,ä,-3e4\r\n3,\"x\ny\",\n",
            "1;2024-01-01;-0.5\n2;;1e5\n3;x;.5\n",
            "a\tb\n\n\"\"\t€\n9223372036854775808\t007\n",
            "x\n1\n2\n\n3\n");
    private static final List<String> JSON = List.of(
            "{\"a\":1,\"b\":[\"x\",{}],\"c\":\"\\u00e4\\n\"}\n{\"a\":null,\"b\":2.5e3}\n",
            "[{\"a\":true},\n {\"a\":-1,\"A\":\"😀\"}]\n",
            "{\"a\":{\"b\":[1,[2,[3]]]}}{\"a\":\n\"x\"}",
            "1\n\"x\"\n[1]\nnull\n");
    private static final String ALPHABET = "\",;\t\n\r{}[]:\\'0\0\u00ff\u00c31e.-x ";

    private final PrintStream out;
    private final Path folder;
    private final Random random;
    private int failures;
    private int errors;

    public FilesRun(PrintStream out, Path folder, long seed) {
        this.out = out;
        this.folder = folder;
        this.random = new Random(seed);
    }

    /** Reads {@code rounds} files; returns how many of them failed as they may not. */
    public int run(int rounds) throws IOException {
        Path file = folder.resolve("into.db");
        try (Context context = Context.newBuilder("sqlvm")
                        .allowAllAccess(true)
                        .option("engine.WarnInterpreterOnly", "false")
                        .build();
                Database database = context.getBindings("sqlvm")
                        .getMember("open")
                        .execute(file.toString())
                        .getMember("host")
                        .asHostObject()) {
            database.execute("CREATE TABLE t(a INTEGER, b)");
            database.execute("CREATE INDEX tb ON t(b)");
            for (int round = 0; round < rounds; round++) {
                read(database);
            }
            if (!"ok".equals(one(database, "PRAGMA integrity_check"))) {
                fail("integrity_check");
            }
        }
        out.println(rounds + " files, " + errors + " with errors, " + failures + " failures");
        return failures;
    }

    private void read(Database database) throws IOException {
        boolean json = random.nextBoolean();
        List<String> samples = json ? JSON : CSV;
        String sample = samples.get(random.nextInt(samples.size()));
        byte[] bytes = damaged(sample.repeat(1 + random.nextInt(3)));
        boolean packed = random.nextInt(8) == 0;
        String name = (json ? "f.json" : "f.csv") + (packed ? ".gz" : "");
        Path path = Files.write(folder.resolve(name), packed ? packed(bytes) : bytes);
        String call = (json ? "read_json('" : "read_csv('") + path + "'" + options() + ")";
        if (random.nextBoolean()) {
            run(database, "SELECT count(*) FROM (SELECT * FROM " + call + ")", call, name);
            return;
        }
        Object before = one(database, "SELECT count(*) FROM t");
        String columns = json ? "a" : random.nextBoolean() ? "*" : "1, rowid";
        String sql = "INSERT INTO t" + (columns.equals("a") ? "(b)" : "") + " SELECT " + columns
                + " FROM " + call;
        if (!run(database, sql, call, name)
                && !before.equals(one(database, "SELECT count(*) FROM t"))) {
            fail(sql + " has left something of " + Arrays.toString(bytes));
        }
    }

    private String options() {
        return switch (random.nextInt(8)) {
            case 0 -> ", sample_size = 1";
            case 1 -> ", ignore_errors = true";
            case 2 -> ", encoding = 'utf-16'";
            case 3 -> ", encoding = latin1";
            case 4 -> ", types = 'a INTEGER'";
            case 5 -> ", columns = 'a INTEGER, b REAL, c'";
            default -> "";
        };
    }

    private byte[] damaged(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int changes = random.nextInt(6);
        for (int change = 0; change < changes; change++) {
            bytes[random.nextInt(bytes.length)] =
                    (byte) ALPHABET.charAt(random.nextInt(ALPHABET.length()));
        }
        return random.nextBoolean()
                ? bytes
                : Arrays.copyOf(bytes, bytes.length - random.nextInt(bytes.length));
    }

    private byte[] packed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream compressed = new GZIPOutputStream(bytes)) {
            compressed.write(content);
        }
        byte[] packed = bytes.toByteArray();
        if (random.nextBoolean()) {
            packed[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return random.nextBoolean()
                ? packed
                : Arrays.copyOf(packed, packed.length - random.nextInt(packed.length));
    }

    /** @return whether it has run to its end */
    private boolean run(Database database, String sql, String call, String name) {
        try {
            one(database, sql);
            return true;
        } catch (SqlvmException e) {
            errors++;
            String message = String.valueOf(e.getMessage());
            boolean ours = message.contains(name)
                    || message.startsWith("option types: ")
                    || message.startsWith("no such column")
                    || message.contains("values for")
                    || message.contains("values were supplied");
            if (!ours) {
                fail(call + ": " + message);
            }
        } catch (RuntimeException e) {
            fail(call + ": " + e);
        }
        return false;
    }

    /** The first value; null if there is none. */
    private static Object one(Database database, String sql) {
        try (Rows rows = database.query(sql)) {
            Object first = null;
            while (rows.next()) {
                first = rows.getObject(0);
            }
            return first;
        }
    }

    private void fail(String what) {
        failures++;
        out.println(what);
    }
}
