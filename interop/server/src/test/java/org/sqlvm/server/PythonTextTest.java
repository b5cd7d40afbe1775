package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.api.text.StatementKind;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Compares how the client in Python splits SQL texts without a database, how the engine does, and
 * how SQLite in CPython does: the same texts go to all three.
 */
final class PythonTextTest {
    private static final Path MODULES =
            Path.of(System.getProperty("sqlvm.root")).resolve("interop/python/src/main/python");

    /**
     * A line for each text, which comes as the hexadecimal digits of its UTF-8: is it complete, by
     * SQLite and by the copy; does Python's sqlite3 begin a transaction for it, a dash for a text
     * that it refuses, and would the copy; and the statements.
     */
    private static final String PROGRAM = """
        import sqlite3
        import sys
        import types
        # The modules of the client, of which no other are loaded.
        package = types.ModuleType("sqlvm")
        package.__path__ = [sys.argv[1] + "/sqlvm"]
        sys.modules["sqlvm"] = package
        from sqlvm import _binding, _complete

        def shown(truth):
            return "1" if truth else "0"

        def begins(text):
            with_table = sqlite3.connect(":memory:")
            with_table.execute("CREATE TABLE t(a)")
            try:
                with_table.execute(text)
            except (sqlite3.Error, sqlite3.Warning):
                return "-"
            return shown(with_table.in_transaction)

        for line in open(sys.argv[2]):
            text = bytes.fromhex(line.strip()).decode()
            begin = _binding.rest(text)
            print(shown(sqlite3.complete_statement(text)),
                  shown(_complete.complete_statement(text)),
                  begins(text),
                  shown(begin >= 0 and _binding.changes(text, begin)),
                  ",".join(one.encode().hex() for one in _complete.statements(text)))
        """;

    private static final List<String> WORDS = List.of(
            "CREATE",
            "create ",
            "TEMP",
            "TEMPORARY ",
            "TRIGGER",
            "TRIGGERS",
            "EXPLAIN",
            "QUERY PLAN",
            "BEGIN",
            "END",
            "end;",
            ";",
            ";",
            " ",
            "\n",
            "\t",
            "\f",
            "\r",
            "\u000b",
            "--",
            "-- a\n",
            "/*",
            "*/",
            "/*/",
            "/**/",
            "'",
            "\"",
            "`",
            "[",
            "]",
            "'a;\"'",
            "\"'\"",
            "x'00'",
            "a1",
            "$a",
            "é",
            "\ufeff",
            "-",
            "/",
            "*",
            "SELECT 1",
            "1",
            "$b(;)",
            "😀");

    private static final List<String> STARTS = List.of(
            "", " ", "\n", "\t\f\r", "-- a\n", "-- a", "/* b */", "/*/", "/* b", "/**/", "\u000b",
            "-", "/", ";");

    private static final List<String> STATEMENTS = List.of(
            "INSERT INTO t VALUES (1)",
            "insert into t values (1)",
            "REPLACE INTO t VALUES (1)",
            "UPDATE t SET a = 2",
            "DELETE FROM t",
            "SELECT 1",
            "CREATE TABLE u(a)",
            "",
            "WITH w AS (SELECT 1) INSERT INTO t SELECT * FROM w",
            "EXPLAIN DELETE FROM t");

    @TempDir
    Path folder;

    private static String joined(Random random, List<String> words, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i >= 0; i--) {
            text.append(words.get(random.nextInt(words.size())));
        }
        return text.toString();
    }

    private static List<String> texts() {
        Random random = new Random(1);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 6000; i++) {
            texts.add(joined(random, WORDS, 10));
            texts.add(
                    joined(random, STARTS, 3) + STATEMENTS.get(random.nextInt(STATEMENTS.size())));
        }
        return texts;
    }

    private List<String> answers(List<String> texts) throws IOException, InterruptedException {
        Path program = Files.writeString(folder.resolve("program.py"), PROGRAM);
        Path input = folder.resolve("texts");
        Files.write(
                input,
                texts.stream()
                        .map(text -> HexFormat.of().formatHex(text.getBytes(UTF_8)))
                        .toList());
        Path output = folder.resolve("answers");
        ProcessBuilder builder = new ProcessBuilder(
                        "python3", program.toString(), MODULES.toString(), input.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = builder.start();
        assertTrue(process.waitFor(2, TimeUnit.MINUTES));
        List<String> answers = Files.readAllLines(output);
        assertEquals(0, process.exitValue(), () -> String.join("\n", answers));
        return answers;
    }

    private static boolean hasPython() throws IOException, InterruptedException {
        try {
            return new ProcessBuilder("python3", "-c", "import sqlite3").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static String statements(String text) {
        return String.join(
                ",",
                SqlText.statements(text).stream()
                        .map(one -> HexFormat.of().formatHex(one.getBytes(UTF_8)))
                        .toList());
    }

    @Test
    void theEngineAndTheCopyAreSqlite() throws IOException, InterruptedException {
        assumeTrue(hasPython(), "no python3 with sqlite3 here");
        List<String> texts = texts();
        List<String> answers = answers(texts);
        assertEquals(texts.size(), answers.size());
        int complete = 0;
        int beginning = 0;
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            String[] answer = answers.get(i).split(" ", -1);
            assertEquals(answer[0], SqlText.isComplete(text) ? "1" : "0", text);
            assertEquals(answer[0], answer[1], text);
            complete += answer[0].equals("1") ? 1 : 0;
            beginning += answer[2].equals("1") ? 1 : 0;
            StatementKind kind = StatementKind.of(text);
            if (!answer[2].equals("-") && kind != StatementKind.BEGIN) {
                assertEquals(answer[2], answer[3], text);
                assertTrue(answer[2].equals("0") || kind.changesRows(), text);
            }
            // SQLite's parser and Python's sqlite3 differ in white space here: a vertical tab is
            // blank only after another blank, and "/*" at the very end is two operators.
            if (!text.endsWith("/*") && text.indexOf('\u000b') < 0) {
                assertEquals(answer[4], statements(text), text);
            }
        }
        assertTrue(complete > 200 && beginning > 200, complete + " " + beginning);
    }
}
