package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Files that are read in groups of records: they have the rows of files that are not. */
final class SplitFilesTest extends DatabaseTestCase {
    /** So that there are two groups, and a part of one. */
    private static final int SIZE = 9_000_000;

    private static final List<String> QUERIES = List.of(
            "SELECT count(*), sum(id), sum(length(t)), count(v), total(v), max(t), min(id) FROM"
                    + " TABLE",
            "SELECT id % 7, count(*), sum(v) FROM TABLE GROUP BY 1 ORDER BY 1",
            "SELECT id, t, rowid FROM TABLE WHERE id >= 100 AND v = 2.5 LIMIT 5000",
            "SELECT rowid, * FROM TABLE LIMIT 10 OFFSET 100000",
            "SELECT rowid, * FROM TABLE WHERE id < 50 OR v IS NULL");

    @TempDir
    Path folder;

    private Path write(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    /** The same content, which is read as a whole because it is compressed. */
    private Path compressed(Path path) throws IOException {
        Path target = Path.of(path + ".gz");
        try (OutputStream bytes = new GZIPOutputStream(Files.newOutputStream(target))) {
            Files.copy(path, bytes);
        }
        return target;
    }

    private static String call(String function, Path path, String options) {
        return function + "('" + path + "'" + options + ")";
    }

    private void assertSame(String function, Path path, String options) throws IOException {
        Path whole = compressed(path);
        for (String query : QUERIES) {
            List<Object> expected = all(query.replace("TABLE", call(function, whole, options)));
            assertTrue(expected.size() > 2, query);
            assertEquals(
                    expected,
                    all(query.replace("TABLE", call(function, path, options))),
                    path + query);
        }
    }

    private String error(String function, Path path, String options) {
        String sql = "SELECT sum(id), max(t) FROM " + call(function, path, options);
        String message = message(SqlvmException.class, () -> all(sql));
        return message.replace(folder + "/", "").replace(".gz", "");
    }

    private static String csv(Random random, String lineEnd, boolean quotes) {
        StringBuilder text = new StringBuilder("id,t,v" + lineEnd);
        for (int id = 0; text.length() < SIZE; id++) {
            text.append(id).append(',');
            int kind = quotes ? random.nextInt(8) : 7;
            switch (kind) {
                case 0 -> text.append("\"a \"\"b\"\",").append(lineEnd).append("\"");
                case 1 -> text.append("a\"b,c\"".replace(",", ";"));
                case 2 ->
                    text.append("\"").append("x,\n".repeat(random.nextInt(40))).append("\"");
                case 3 -> text.append("ä\"");
                default -> text.append("text ").append(random.nextInt(1000));
            }
            text.append(',').append(random.nextInt(9) == 0 ? "" : random.nextInt(8) / 2.0);
            text.append(random.nextInt(500) == 0 ? lineEnd + lineEnd : lineEnd);
        }
        return text.toString();
    }

    @Test
    void values() throws IOException {
        Random random = new Random(1);
        assertSame("read_csv", write("plain.csv", csv(random, "\n", false)), "");
        assertSame("read_csv", write("quotes.csv", csv(random, "\n", true)), "");
        assertSame("read_csv", write("pairs.csv", csv(random, "\r\n", true)), "");
        assertSame("read_csv", write("returns.csv", csv(random, "\r", true)), "");
        assertSame("read_csv", write("mark.csv", "\uFEFF" + csv(random, "\n", true)), "");
        String skipped = "nothing \"\n" + csv(random, "\n", true);
        assertSame("read_csv", write("skip.csv", skipped), ", skip = 1");
    }

    /** One text that takes more than two groups, and rows around it. */
    @Test
    void aRecordLongerThanGroups() throws IOException {
        String rows = "700,x,2.5\n1,,\n".repeat(60_000);
        String text = "id,t,v\n" + rows + "5,\"" + "y,\n".repeat(3_000_000) + "\",1\n" + rows;
        assertSame("read_csv", write("long.csv", text), "");
    }

    @Test
    @Tag("full")
    void manyFilesWithColumnsInAnotherOrder() throws IOException {
        Random random = new Random(2);
        write("m1.csv", csv(random, "\n", true));
        StringBuilder other = new StringBuilder("v,id,t\n");
        for (int i = 0; other.length() < SIZE; i++) {
            other.append("0.5,").append(i).append(",'other\n");
        }
        write("m2.csv", other.toString());
        List<Object> all = all("SELECT count(*), sum(v = 0.5 AND t = '''other') FROM "
                + call("read_csv", folder.resolve("m?.csv"), ""));
        List<Object> first =
                all("SELECT count(*) FROM " + call("read_csv", folder.resolve("m1.csv"), ""));
        long rows = other.toString().lines().count() - 1;
        assertEquals(List.of((long) first.getFirst() + rows, rows), all);
    }

    @Test
    @Tag("full")
    void errorsHaveTheirLine() throws IOException {
        String text = csv(new Random(3), "\n", true);
        int middle = text.indexOf("\n", 6_000_000);
        while (!text.substring(middle).matches("(?s)\\n\\d+,text \\d+,[^\\n]*\\n.*")) {
            middle = text.indexOf("\n", middle + 1);
        }
        String before = text.substring(0, middle + 1);
        String after = text.substring(middle + 1);
        for (String wrong : List.of("x,y,1\n", "5,y\n", "5,\"y\"z,1\n", "6,y,1,2\n")) {
            Path path = write("wrong.csv", before + wrong + after + "7,\"open");
            String expected = error("read_csv", compressed(path), "");
            assertTrue(expected.matches("wrong\\.csv:\\d{4,}: .*"), expected);
            assertEquals(expected, error("read_csv", path, ""));
            Files.writeString(path, before + wrong + after);
            assertSame("read_csv", path, ", ignore_errors = true");
        }
    }

    @Test
    void rowsBeforeAnErrorComeFirst() throws IOException {
        Path path = write("e.csv", "a,b\n" + "1,x\n".repeat(50_000) + "y,z\n");
        assertEquals(50_000, rowsBeforeError(call("read_csv", path, "")));
        Path lines = write("e.json", "{\"a\":1}\n".repeat(30_000) + "{\"a\":\"x\"}\n");
        assertEquals(30_000, rowsBeforeError(call("read_json", lines, "")));
    }

    private int rowsBeforeError(String call) {
        int count = 0;
        try (var statement = database.prepare("SELECT a FROM " + call);
                var rows = statement.query()) {
            while (rows.next()) {
                assertEquals(1L, rows.getObject(0));
                count++;
            }
        } catch (SqlvmException _) {
            return count;
        }
        throw new AssertionError("no error");
    }

    @Test
    @Tag("full")
    void lines() throws IOException {
        Random random = new Random(4);
        StringBuilder text = new StringBuilder();
        for (int id = 0; text.length() < SIZE; id++) {
            text.append("{\"id\":").append(id).append(",\"t\":\"");
            text.append("\\n\\\"ä".repeat(random.nextInt(4))).append('"');
            if (random.nextInt(9) > 0) {
                text.append(",\"v\":").append(random.nextInt(8) / 2.0);
            }
            text.append(random.nextInt(500) == 0 ? "}\r\n\n \n" : "}\n");
        }
        Path path = write("l.json", text.toString());
        assertSame("read_json", path, "");
        assertSame("read_json", path, ", columns = 'id INTEGER, t TEXT, v REAL'");
        Path wrong = write("w.json", text + "{\"id\":\"x\"}\n" + text.substring(0, 100));
        String expected = error("read_json", compressed(wrong), "");
        assertTrue(expected.matches("w\\.json:\\d+: .*'x' is not an INTEGER"), expected);
        assertEquals(expected, error("read_json", wrong, ""));
        byte[] sixteen = text.toString().getBytes(StandardCharsets.UTF_16);
        assertSame("read_json", Files.write(folder.resolve("u.json"), sixteen), "");
    }
}
