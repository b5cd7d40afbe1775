package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.files.ColumnType;
import org.sqlvm.api.files.FileColumn;
import org.sqlvm.api.files.FileContent;
import org.sqlvm.api.files.FileFormat;
import org.sqlvm.api.files.FileLayout;
import org.sqlvm.api.files.FileOptions;
import org.sqlvm.api.files.FormatReader;
import org.sqlvm.api.files.InputFile;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Formats of files that others implement: found as a service ({@link FixedFormat}), registered. */
final class FileFormatsTest extends DatabaseTestCase {
    private static final int ROWS = 350;

    @TempDir
    Path folder;

    private String file;

    /** {@code read_lines('x')}: the lines of a file and their lengths, row by row. */
    private record Lines(String name) implements FileFormat {
        @Override
        public FileLayout inspect(InputFile file, FileOptions options) {
            return FileLayout.of(List.of(
                    FileColumn.of("line", ColumnType.TEXT),
                    FileColumn.of("length", ColumnType.INTEGER)));
        }

        @Override
        public FileContent open(InputFile file, FileLayout layout, FileOptions options) {
            return (group, scan) -> {
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(file.text(), StandardCharsets.UTF_8));
                return FormatReader.ofRows(lines.lines().map(Lines::row).iterator(), lines);
            };
        }

        private static Object[] row(String line) {
            return switch (line) {
                case "bad" -> throw new IllegalStateException("a bad line");
                case "odd" -> new Object[] {new Object()};
                case "" -> new Object[0];
                default -> new Object[] {line, (long) line.length()};
            };
        }
    }

    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            text.append(String.format("%-10d%-10s%n", i, i % 50 == 3 ? "-" : "w" + i % 7));
        }
        file = Files.writeString(folder.resolve("some.fix"), text).toString();
        FixedFormat.OPENED.clear();
    }

    private List<Object> fixed(String select, String options, String rest) {
        return all("SELECT " + select + " FROM read_fixed('" + file + "'" + options + ") " + rest);
    }

    private String error(String sql) {
        return message(SqlvmException.class, () -> all(sql)).replace(folder + "/", "");
    }

    private String lines(String content) throws IOException {
        return Files.writeString(folder.resolve("some.lines"), content).toString();
    }

    @Test
    void rowsAreRead() {
        assertEquals(
                List.of(0L, "w0", 1L, "w1", 2L, "w2", 3L, List.of())
                        .toString()
                        .replace("[]", "null"),
                fixed("*", "", "LIMIT 4").toString());
        assertEquals(List.of(349L, 343L, 61075L), fixed("max(id), count(word), sum(id)", "", ""));
        assertEquals(
                fixed("word, count(*)", "", "GROUP BY word ORDER BY word"),
                fixed("word, count(*)", ", batch = 100", "GROUP BY word ORDER BY word"));
        assertEquals(List.of("W4"), fixed("b", ", names = 'a,b', loud = 1", "WHERE a = 25"));
        assertEquals(
                "[350, some.fix]",
                all("SELECT count(*), substr(max(filename), -8)" + " FROM read_fixed('" + folder
                                + "/*.fix', filename = true)")
                        .toString());
    }

    /** Readers are told what a query wants, and groups that bounds exclude are not opened. */
    @Test
    void conditionsAndBounds() {
        assertEquals(List.of(20L), fixed("count(*)", "", "WHERE id >= 280 AND id < 300"));
        assertEquals("[2: 0GE280 0LT300]", FixedFormat.OPENED.toString());
        FixedFormat.OPENED.clear();
        assertEquals(List.of(3L), fixed("count(*)", "", "WHERE word = 'w1' AND id < 20"));
        assertEquals("[0: 1=w1 0LT20]", FixedFormat.OPENED.toString());
    }

    @Test
    void optionsAreChecked() {
        String call = "SELECT * FROM read_fixed('" + file + "', ";
        assertEquals("no such option of read_fixed: header", error(call + "header = 1)"));
        assertEquals("option batch must be a number, not 'few'", error(call + "batch = 'few')"));
        assertEquals("option loud must be true or false, not '7'", error(call + "loud = 7)"));
        assertEquals("option names must be two names, not 'a'", error(call + "names = 'a')"));
        assertEquals(
                "no such option of read_fixed: compression", error(call + "compression = 'gzip')"));
    }

    @Test
    void errorsHaveAPlace() throws IOException {
        Files.writeString(folder.resolve("bad.fix"), String.format("%-10s%-10s%n", "x", "y"));
        assertEquals(
                "bad.fix:1: no number: x",
                error("SELECT sum(id) FROM read_fixed('" + folder + "/bad.fix')"));
        Files.writeString(folder.resolve("bad.fix"), "1");
        assertEquals(
                "bad.fix:1: a line that is too short",
                error("SELECT word FROM read_fixed('" + folder + "/bad.fix')"));
    }

    /** The format is known by what files' names end in. */
    @Test
    void copyReadsAndWrites() throws IOException {
        String target = folder + "/out.fixed";
        database.execute("CREATE TABLE t(id INTEGER, word)");
        database.execute("COPY t FROM '" + file + "' (BATCH 50)");
        assertEquals(List.of(61075L), all("SELECT sum(id) FROM t"));
        database.execute(
                "COPY (SELECT * FROM t WHERE id IN (2, 3)) TO '" + target + "' (NOTHING '?')");
        assertEquals(
                "2         w2        \n3         ?         \n", Files.readString(Path.of(target)));
        assertEquals(
                "option nothing must be one character of ASCII, not 'ab'",
                error("COPY t TO '" + target + "' (NOTHING 'ab')"));
        assertEquals(
                "two columns are needed",
                message(
                        IllegalArgumentException.class,
                        () -> database.execute("COPY t(id) TO '" + target + "'")));
        assertEquals("2         w2        ", Files.readAllLines(Path.of(target)).getFirst());
    }

    @Test
    void formatsAreRegistered() throws IOException {
        String path = lines("one\n\nthree\n");
        String query = "SELECT line, length FROM read_lines('" + path + "')";
        assertEquals("no such table: read_lines", error(query));
        database.createFormat(new Lines("lines"));
        assertEquals("[one, 3, null, null, three, 5]", all(query).toString());
        database.execute("CREATE TABLE copied(line, length)");
        database.execute("COPY copied FROM '" + path + "'");
        assertEquals(List.of(3L, 8L), all("SELECT count(*), sum(length) FROM copied"));
        assertEquals(
                "files of the format lines cannot be written",
                error("COPY copied TO '" + folder + "/x.lines'"));
        database.createModule("read_lines", null);
        assertEquals("no such table: read_lines", error(query));
    }

    /** The statement throws the exception of a format as it is. */
    @Test
    void formatsFail() throws IOException {
        database.createFormat(new Lines("lines"));
        String query = "SELECT count(line) FROM read_lines('" + lines("one\nbad\n") + "')";
        assertEquals("a bad line", message(IllegalStateException.class, () -> all(query)));
        lines("odd\n");
        assertEquals(
                "no value of SQL: class java.lang.Object",
                message(IllegalArgumentException.class, () -> all(query)));
    }

    /** One that is registered comes before one that is there. */
    @Test
    void registeredFormatsComeFirst() throws IOException {
        database.createFormat(new Lines("csv"));
        Files.writeString(folder.resolve("x.csv"), "a,b\n");
        assertEquals(List.of("a,b", 3L), all("SELECT * FROM read_csv('" + folder + "/x.csv')"));
    }
}
