package org.sqlvm.shell.compare;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Calls {@code ./sqlvm} and sqlite3 as a user does, on the same files of sqlite3, and compares what
 * they print, on both outputs byte for byte, and their exit codes.
 */
final class LauncherComparison {
    static final Path SQLITE = Path.of("/usr/bin/sqlite3");

    static final List<String> ENCODINGS = List.of("UTF-8", "UTF-16le", "UTF-16be");

    private static final String ALL = "SELECT * FROM items ORDER BY id";
    private static final String JOIN =
            "SELECT g.title, i.name, i.price FROM items i JOIN groups g ON g.id = i.id % 5"
                    + " WHERE i.price > 0.5 ORDER BY i.id";
    private static final String GROUPS =
            "SELECT id % 12 AS kind, count(*), count(price), min(name), max(price), sum(id),"
                    + " typeof(anything) FROM items GROUP BY 1 ORDER BY 1";

    /**
     * @param arguments with {@code DB} for the database
     * @param input for the standard input
     */
    private record Call(List<String> arguments, String input) {
        @Override
        public String toString() {
            return String.join(" ", arguments)
                    + (input.isEmpty() ? "" : " <<< " + input.strip().replace('\n', ' '));
        }
    }

    private static final boolean IS_WARM = "1".equals(System.getenv("SQLVM_WARM"));

    /** @param seconds from start to end */
    private record Result(int code, byte[] out, String error, double seconds) {}

    private final Path launcher;
    private final Path sqlite;
    private final PrintStream report;

    /** @param report a line for each call; null for none */
    LauncherComparison(Path launcher, Path sqlite, PrintStream report) {
        this.launcher = launcher;
        this.sqlite = sqlite;
        this.report = report;
    }

    private static List<Call> calls() {
        List<Call> calls = new ArrayList<>();
        for (String options : List.of(
                "-list",
                "-csv",
                "-json",
                "-box",
                "-list -header",
                "-csv -header",
                "-box -noheader -nullvalue NULL",
                "-separator ; -nullvalue -",
                "-line",
                "-column -header",
                "-table",
                "-markdown",
                "-quote",
                "-html -header",
                "-tabs",
                "-ascii",
                "-batch -readonly -bail")) {
            calls.add(argument(options, ALL));
        }
        for (String sql : List.of(JOIN, GROUPS)) {
            calls.add(argument("-header", sql));
            calls.add(argument("-json", sql));
            calls.add(argument("-box -nullvalue NULL", sql));
        }
        calls.add(argument(
                "-csv", "SELECT word, n FROM words WHERE word >= 'w5' ORDER BY word DESC"));
        calls.add(argument(
                "-list", "SELECT price FROM items WHERE price IS NOT NULL ORDER BY price"));
        calls.add(argument("-json", "SELECT * FROM empty"));
        calls.add(argument(
                "-header", "SELECT id FROM items WHERE data = x'000102ff' LIMIT 10 OFFSET 3"));
        calls.add(argument("-echo -cmd .mode\\ csv", "SELECT count(*), sum(id) FROM items"));
        calls.add(argument("", ".schema"));
        calls.add(argument("", ".dump groups"));
        calls.add(input("-csv -header", "SELECT id, name FROM items WHERE id % 1000 = 7;\n"));
        calls.add(input("-box", "SELECT * FROM groups; SELECT nothing; SELECT 'after';\n"));
        calls.add(input("-bail", "SELECT 1;\nSELEC 2;\nSELECT 3;\n"));
        calls.add(input(
                "-batch", ".mode json\nSELECT * FROM groups;\n.nothing\nSELECT 2\n;\nSELECT"));
        calls.add(input(
                "-readonly", ".tables\n.indexes\n.mode box\nSELECT name FROM items LIMIT 24;\n"));
        for (String sql : List.of(
                "SELECT nothing FROM items",
                "SELECT * FROM nothing",
                "SELECT 1; SELECT abs(-9223372036854775807 - id + 3) FROM items; SELECT 2",
                "SELEC 1",
                "SELECT (",
                "SELECT 'größe 日本', nothing")) {
            calls.add(argument("", sql));
            calls.add(input("", sql + ";\nSELECT 'after';\n"));
        }
        calls.add(new Call(List.of("-readonly", "DB.none", "SELECT 1"), ""));
        calls.add(new Call(List.of("-unknown", "DB", "SELECT 1"), ""));
        return calls;
    }

    private static Call argument(String options, String sql) {
        return call(options, List.of("DB", sql), "");
    }

    private static Call input(String options, String text) {
        return call(options, List.of("DB"), text);
    }

    /** A blank behind a backslash does not end an option. */
    private static Call call(String options, List<String> rest, String input) {
        List<String> arguments = new ArrayList<>();
        for (String option : options.split("(?<!\\\\) ")) {
            if (!option.isEmpty()) {
                arguments.add(option.replace("\\ ", " "));
            }
        }
        arguments.addAll(rest);
        return new Call(List.copyOf(arguments), input);
    }

    /** Makes a database for each encoding and gives each call to all of them. */
    List<String> run(List<String> encodings, int rowCount)
            throws IOException, InterruptedException {
        return run(encodings, rowCount, 0, 1);
    }

    /** The same for every {@code step}-th call, from the one with index {@code first} on. */
    List<String> run(List<String> encodings, int rowCount, int first, int step)
            throws IOException, InterruptedException {
        List<String> differences = new ArrayList<>();
        Path folder = Files.createTempDirectory("sqlvm launcher");
        try {
            warm("start", folder);
            for (String encoding : encodings) {
                String database = folder.resolve(encoding + ".db").toString();
                String sql = SampleDatabases.sql(encoding, rowCount);
                Result made = run(sqlite, new Call(List.of("-bail", database), sql), folder);
                if (made.code != 0 || !made.error.isEmpty()) {
                    throw new IOException("sqlite3 does not make the database: " + made.error);
                }
                List<Call> calls = calls();
                for (int i = first; i < calls.size(); i += step) {
                    compare(encoding, withDatabase(calls.get(i), database), folder, differences);
                }
            }
        } finally {
            warm("status", folder);
            warm("stop", folder);
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return differences;
    }

    /** With warm starts on, the programs run in a resident process of this comparison's. */
    private void warm(String command, Path folder) throws IOException, InterruptedException {
        if (IS_WARM) {
            Result result = run(launcher, new Call(List.of("warm", command), ""), folder);
            if (report != null) {
                report.write(result.out);
            }
        }
    }

    private static Call withDatabase(Call call, String database) {
        return new Call(
                call.arguments.stream()
                        .map(a -> a.startsWith("DB") ? database + a.substring(2) : a)
                        .toList(),
                call.input);
    }

    private void compare(String encoding, Call call, Path folder, List<String> differences)
            throws IOException, InterruptedException {
        Result expected = run(sqlite, call, folder);
        Result actual = run(launcher, call, folder);
        String difference = difference(expected, actual);
        if (difference != null) {
            differences.add(encoding + ": " + call + ": " + difference);
        }
        if (report != null) {
            report.printf(
                    "%-8s %-9s %7.3f s %7.3f s %,12d bytes  %s%n",
                    difference == null ? "same" : "DIFFERS",
                    encoding,
                    expected.seconds,
                    actual.seconds,
                    expected.out.length,
                    call);
        }
    }

    private static String difference(Result expected, Result actual) {
        if (expected.code != actual.code) {
            return "exit code " + actual.code + ", not " + expected.code + "; " + actual.error;
        }
        if (!expected.error.equals(actual.error)) {
            return "errors\n" + actual.error + "not\n" + expected.error;
        }
        int at = Arrays.mismatch(expected.out, actual.out);
        return at < 0
                ? null
                : "output at byte " + at + ": " + around(actual.out, at) + ", not "
                        + around(expected.out, at);
    }

    private static String around(byte[] bytes, int at) {
        int from = Math.max(0, at - 40);
        int end = Math.min(bytes.length, at + 40);
        return "«" + new String(bytes, from, end - from, StandardCharsets.UTF_8) + "»";
    }

    private static Result run(Path program, Call call, Path folder)
            throws IOException, InterruptedException {
        Path in = folder.resolve("in");
        Path out = folder.resolve("out");
        Path error = folder.resolve("error");
        Files.writeString(in, call.input);
        ProcessBuilder builder = new ProcessBuilder(program.toString());
        builder.command().addAll(call.arguments);
        builder.environment().put("LC_ALL", "C.UTF-8");
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("SQLVM_BUILD", "never");
        if (IS_WARM) {
            builder.environment().put("XDG_RUNTIME_DIR", folder.toString());
        }
        long start = System.nanoTime();
        int code = builder.redirectInput(in.toFile())
                .redirectOutput(out.toFile())
                .redirectError(error.toFile())
                .start()
                .waitFor();
        double seconds = (System.nanoTime() - start) / 1e9;
        // A program names itself in some of its messages.
        String errors = Files.readString(error).replaceFirst("^\\S*sqlite3: ", "sqlvm: ");
        return new Result(code, Files.readAllBytes(out), errors, seconds);
    }
}
