package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Authorizer;
import org.sqlvm.api.Rows;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.Statement;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Files as tables: {@code FROM read_csv(…)} and {@code read_json(…)}. */
final class ReadFilesTest extends DatabaseTestCase {
    @TempDir
    Path folder;

    private String file(String name, String content) throws IOException {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    private String file(String name, byte[] content) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.write(path, content).toString();
    }

    private static byte[] gzip(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream compressed = new GZIPOutputStream(bytes)) {
            compressed.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private List<Object> rows(String path, String options) {
        return all("SELECT * FROM read_csv('" + path + "'" + options + ")");
    }

    private List<Object> json(String path, String options) {
        return all("SELECT * FROM read_json('" + path + "'" + options + ")");
    }

    /** The columns with their types. */
    private List<String> columns(String call) {
        List<String> columns = new ArrayList<>();
        database.execute("DROP TABLE IF EXISTS temp.made");
        database.execute("CREATE TEMP TABLE made AS SELECT * FROM " + call);
        List<Object> found = all("SELECT name, type FROM pragma_table_info('made')");
        for (int i = 0; i < found.size(); i += 2) {
            columns.add((found.get(i) + " " + found.get(i + 1)).strip());
        }
        return columns;
    }

    private String error(String sql) {
        return message(SqlvmException.class, () -> all(sql));
    }

    private String error(String path, String options) {
        String message = error("SELECT * FROM read_csv('" + path + "'" + options + ")");
        return message.replace(folder + "/", "");
    }

    @Test
    void typesAndHeader() throws IOException {
        String path = file(
                "a.csv",
                "id,fare,name,zip,big\n1,1.5,ann,01234,12345678901234567890\n"
                        + "-2,,\"b,\"\"c\"\"\",2,1\n3,2e3,\"\",3,2\n");
        assertEquals(
                List.of("id INT", "fare REAL", "name TEXT", "zip TEXT", "big TEXT"),
                columns("read_csv('" + path + "')"));
        assertEquals(
                Arrays.asList(
                        1L,
                        1.5,
                        "ann",
                        "01234",
                        "12345678901234567890",
                        -2L,
                        null,
                        "b,\"c\"",
                        "2",
                        "1",
                        3L,
                        2000.0,
                        "",
                        "3",
                        "2"),
                rows(path, ""));
        assertEquals(
                List.of("b,\"c\""),
                all("SELECT name FROM read_csv('" + path + "') x WHERE x.id < 0"));
    }

    @Test
    void headersAreFound() throws IOException {
        assertEquals(
                List.of("a", 1L),
                all("SELECT column0, column1 FROM read_csv('" + file("n.csv", "a,1\nb,2\n")
                        + "') LIMIT 1"));
        assertEquals(
                List.of("c"), all("SELECT a FROM read_csv('" + file("t.csv", "a,b\nc,d\n") + "')"));
        String words = file("w.csv", "a,b\nc,d\n");
        assertEquals(List.of("a", "b", "c", "d"), rows(words, ", header = false"));
        assertEquals(List.of(), rows(file("h.csv", "a,b\n"), ""));
        assertEquals(List.of(1L, 2L), rows(file("o.csv", "1,2\n"), ""));
        assertEquals(List.of(), rows(file("e.csv", ""), ""));
        assertEquals(
                List.of("a INT", "A_1 INT", "column2 INT"),
                columns("read_csv('" + file("d.csv", "a,A,\n1,2,3\n") + "')"));
        assertEquals(
                List.of("x\ufffd INT", "y\"z INT"),
                columns("read_csv('" + file("z.csv", "x\0,\"y\"\"z\"\n1,2\n") + "')"));
    }

    /** The times of file systems are coarse: a file may have the same one after another write. */
    @Test
    void filesThatAreWrittenAgainAtOnce() throws IOException {
        for (int i = 0; i < 100; i++) {
            String path = file("again.csv", i % 2 == 0 ? "a,b\n1,2\n" : "c;d\n1;2\n");
            String columns = i % 2 == 0 ? "a, b" : "c, d";
            assertEquals(
                    List.of(1L, 2L), all("SELECT " + columns + " FROM read_csv('" + path + "')"));
        }
    }

    @Test
    void delimitersQuotesAndLines() throws IOException {
        for (String delimiter : List.of(",", ";", "\t", "|")) {
            String path = file("d.csv", "a,b\n1,x y\r\n2,\"p\n,q\"\n".replace(",", delimiter));
            assertEquals(
                    List.of(1L, "x y", 2L, "p\n" + delimiter + "q"), rows(path, ""), delimiter);
        }
        assertEquals(
                List.of("1:2", "it's"),
                rows(
                        file("q.csv", "'1:2':'it''s'\n"),
                        ", delim = ':', quote = '''', header = false"));
        assertEquals(
                List.of("a\"b", "c\\d"),
                rows(
                        file("b.csv", "\"a\\\"b\",\"c\\\\d\"\n"),
                        ", escape_char = '\\', header = false"));
        assertEquals(
                List.of("\"a", "b"),
                rows(file("p.csv", "\"a,b\n"), ", quote = '', header = false"));
        String skipped = file("s.csv", "made by x\n\n# note\na,b\n# no\n1,2\n\n3,4\n");
        assertEquals(List.of(1L, 2L, 3L, 4L), rows(skipped, ", skip = 2, comment = '#'"));
        assertEquals(List.of(1L, 2L), rows(file("r.csv", "a\r1\r2\r"), ""));
    }

    @Test
    void nullsAndTypesThatAreSaid() throws IOException {
        String path = file("n.csv", "a,b\n1,NA\nNA,x\n");
        assertEquals(Arrays.asList(1L, null, null, "x"), rows(path, ", nullstr = 'NA'"));
        assertEquals(List.of("1", "NA", "NA", "x"), rows(path, ", all_varchar = true"));
        assertEquals(
                List.of("a TEXT", "b TEXT"),
                columns("read_csv('" + path + "', types = 'a TEXT', nullstr = 'NA')"));
        assertEquals(
                List.of("x NUM", "y TEXT"),
                columns("read_csv('" + path
                        + "', columns = 'x DECIMAL(5), y VARCHAR(10)', header = true)"));
        assertEquals(
                Arrays.asList(1L, 2L, 3L, null),
                rows(file("p.csv", "a,b\n1,2\n3\n"), ", null_padding = true"));
        assertEquals(
                List.of(1L, 2L),
                rows(
                        file("i.csv", "a,b\n1,2\n3\nx,y\n\"z\"a,3\n"),
                        ", ignore_errors = true, types = 'a INTEGER, b INTEGER', header = true"));
    }

    @Test
    void encodings() throws IOException {
        String text = "a,b\né,ß€\n\"😀\",x\n";
        List<Object> expected = List.of("é", "ß€", "😀", "x");
        assertEquals(expected, rows(file("u.csv", "\ufeff" + text), ""));
        assertEquals(
                List.of("a INT"), columns("read_csv('" + file("m.csv", "\ufeffa\n1\n") + "')"));
        for (String name : List.of("UTF-16", "UTF-16LE", "UTF-16BE")) {
            byte[] bytes = text.getBytes(Charset.forName(name));
            assertEquals(expected, rows(file("w.csv", bytes), ", encoding = '" + name + "'"), name);
        }
        assertEquals(expected, rows(file("w.csv", text.getBytes(StandardCharsets.UTF_16)), ""));
        byte[] latin = "a\né\n".getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(List.of("é"), rows(file("l.csv", latin), ", encoding = latin1"));
        assertEquals(
                "l.csv:2: column 1 is not UTF-8; is it another encoding?",
                error(folder.resolve("l.csv").toString(), ", header = true"));
        assertEquals(
                "c.csv: not text of the encoding utf-16le",
                error(file("c.csv", new byte[] {'a', 0, '\n'}), ", encoding = 'utf-16le'"));
        assertEquals(
                "option encoding must be an encoding that is known, not 'klingon'",
                error(file("k.csv", "a\n"), ", encoding = klingon"));
    }

    @Test
    void manyFiles() throws IOException {
        file("many/1/a.csv", "id,v\n1,x\n");
        file("many/2/b.csv", "v,id\ny,2\n");
        file("many/2/c.csv.gz", gzip("id,v\n3,z\n"));
        file("many/2/.hidden.csv", "id,v\n9,z\n");
        String many = folder.resolve("many").toString();
        assertEquals(List.of(1L, "x", 2L, "y"), rows(many + "/?/*.csv", ""));
        assertEquals(List.of(1L, "x", 2L, "y", 3L, "z"), rows(many + "/**/*.csv*", ""));
        assertEquals(
                List.of(2L, "y"),
                rows(many + "/[!1]/[a-b].csv", ", columns = 'v TEXT, id INTEGER', header = true")
                        .reversed());
        assertEquals(
                List.of(1L, many + "/1/a.csv", 2L, many + "/2/b.csv"),
                all("SELECT id, filename FROM read_csv('" + many + "/1/a.csv', '" + many
                        + "/2/b.csv', filename = true)"));
        assertEquals("no files match 'many/*.txt'", error(many + "/*.txt", ""));
        file("many/1/d.csv", "id,w\n1,x\n");
        assertEquals(
                "many/1/d.csv:1: no column v, which the first file has",
                error(many + "/1/*.csv", ""));
        file("many/1/d.csv", "id,v,w\n1,x\n");
        assertEquals(
                "many/1/d.csv:1: 3 columns, but the first file has 2",
                error(many + "/1/*.csv", ""));
    }

    @Test
    void compressed() throws IOException {
        byte[] all = gzip("a,b\n1,2\n");
        assertEquals(List.of(1L, 2L), rows(file("a.csv.gz", all), ""));
        assertEquals(List.of(1L, 2L), rows(file("b.csv", all), ", compression = 'gzip'"));
        assertEquals(
                "c.csv.gz: damaged, or not compressed by gzip",
                error(file("c.csv.gz", Arrays.copyOf(all, all.length - 12)), ""));
        assertEquals(
                "d.csv.gz: damaged, or not compressed by gzip",
                error(file("d.csv.gz", "a,b\n"), ""));
        assertEquals(
                "e.csv: no module for files compressed by brotli",
                error(file("e.csv", "a"), ", compression = brotli"));
    }

    @Test
    void errorsHaveAPlace() throws IOException {
        String rest = "\n2,x".repeat(100);
        String wrong = file("w.csv", "id,v\n1,x" + rest + "\nthree,y\n");
        assertEquals(
                "w.csv:103: column 1 (id): 'three' is not an INTEGER",
                error(wrong, ", sample_size = 10"));
        assertEquals(
                List.of(102L),
                all("SELECT count(v) FROM read_csv('" + wrong + "', sample_size = 10)"));
        assertEquals("s.csv:3: 1 column in place of 2", error(file("s.csv", "a,b\n1,2\n3\n"), ""));
        assertEquals(
                "l.csv:3: 3 columns in place of 2", error(file("l.csv", "a,b\n1,2\n3,4,5\n"), ""));
        assertEquals(
                "u.csv:4: unterminated quote in column 2",
                error(file("u.csv", "a,b\n1,\"2\n\"\n3,\"4\n5"), ""));
        assertEquals(
                "q.csv:3: unescaped quote in column 1",
                error(file("q.csv", "a,b\n1,2\n\"3\"x,4\n"), ""));
        assertEquals("cannot open 'no.csv' for reading", error(folder + "/no.csv", ""));
        assertEquals("no such option of read_csv: colour", error(wrong, ", colour = 1"));
        assertEquals("option header must be true or false, not '7'", error(wrong, ", header = 7"));
        assertEquals(
                "option delim must be one character of ASCII, not 'ab'",
                error(wrong, ", delim = 'ab'"));
        assertEquals("more than one option sep", error(wrong, ", delim = ',', sep = ';'"));
        assertEquals("read_csv needs the path of a file", error("SELECT * FROM read_csv()"));
        assertEquals(
                "arguments of read_csv must be constants",
                error("SELECT * FROM read_csv(random())"));
        assertEquals("option types: no such column: z", error(wrong, ", types = 'z TEXT'"));
    }

    @Test
    void jsonForms() throws IOException {
        List<Object> expected = Arrays.asList(1L, "x", 1.5, null, "y\n", 2.0);
        String lines = "{\"a\":1,\"b\":\"x\",\"c\":1.5}\n{\"c\":2,\"b\":\"y\\n\"}\n";
        assertEquals(expected, json(file("l.json", lines), ""));
        assertEquals(expected, json(file("g.json.gz", gzip(lines)), ""));
        String array = "[\n {\"a\":1,\"b\":\"x\",\"c\":1.5},\n {\"c\":2,\n\"b\":\"y\\n\"}\n]\n";
        assertEquals(expected, json(file("a.json", array), ""));
        String values = "{\"a\":1,\n\"b\":\"x\",\"c\":1.5}{\"c\":2,\n\"b\":\"y\\n\"}";
        assertEquals(expected, json(file("v.json", values), ""));
        assertEquals(
                List.of("a INT", "b TEXT", "c REAL"),
                columns("read_json('" + folder + "/a.json')"));
        assertEquals(List.of(), json(file("n.json", ""), ""));
        assertEquals(List.of(), json(file("o.json", "[]"), ""));
        assertEquals(
                List.of(1L, "a", "[2]"), json(file("m.json", "1\n\"a\"\n[2]"), ", format = nd"));
        assertEquals(
                List.of("{\"x\":[1]}", 1L, 1L),
                all("SELECT o, o ->> '$.x[0]', t FROM read_json('"
                        + file("d.json", "{\"o\":{\"x\":[1]},\"t\":true}") + "')"));
        assertEquals(
                Arrays.asList("x", null, "y\n", null),
                json(folder + "/l.json", ", columns = 'b, z INTEGER'"));
    }

    /**
     * One behind the other, on a line and on several; what is malformed is not a missing column.
     */
    @Test
    void jsonDocumentsOnALine() throws IOException {
        String one = file("one.json", "{\"a\":1}{\"a\":2}");
        String some = file("some.json", "{\"a\":1}\n{\"a\":2} {\"a\":3}\n\n{\"a\":4}\n");
        assertEquals(List.of(1L, 2L), json(one, ""));
        assertEquals(List.of(1L, 2L, 3L, 4L), json(some, ""));
        String cut = file("cut.json", "{\"a\":}\n{\"a\":2}\n");
        assertTrue(error("SELECT a FROM read_json('" + cut + "')")
                .endsWith("cut.json:1: malformed JSON at byte 6 of the value"));
        assertEquals(List.of(2L), json(cut, ", ignore_errors = true"));
        String behind = file("behind.json", "{\"a\":1}\n{\"a\":2}x\n");
        assertTrue(error("SELECT a FROM read_json('" + behind + "')").contains("behind.json:2: "));
    }

    /** Without a declared type nothing of a value is lost. */
    @Test
    void numbersThatAreCodes() throws IOException {
        String wide = file("wide.json", "{\"a\":9223372036854775808}\n{\"a\":1}\n{\"a\":2.5}\n");
        assertEquals(List.of("9223372036854775808", "1", "2.5"), json(wide, ""));
        assertTrue(error("SELECT a FROM read_json('" + wide + "', types = 'a INTEGER')")
                .endsWith("wide.json:1: column 1 (a): '9223372036854775808' is not an INTEGER"));
        String codes = file("codes.csv", "id,n\n1,1.5\n2,2.5\n007,12345678901234567890\n");
        assertEquals(
                "codes.csv:4: column 1 (id): '007' is not an INTEGER",
                error(codes, ", sample_size = 2"));
        String sums = "SELECT sum(%s) FROM read_csv('" + codes + "', sample_size = 2%s)";
        assertTrue(error(sums.formatted("n", ""))
                .endsWith("codes.csv:4: column 2 (n): '12345678901234567890' is not a REAL"));
        assertEquals(List.of(10L), all(sums.formatted("id", ", types = 'id INTEGER'")));
        assertEquals(List.of("007"), all("SELECT min(id) FROM read_csv('" + codes + "')"));
    }

    @Test
    void infinityInFiles() throws IOException {
        String csv = folder.resolve("infinite.csv").toString();
        database.execute("CREATE TABLE infinite(a REAL, b)");
        database.execute("INSERT INTO infinite VALUES(9e999, -9e999), (1.5, 'Inf')");
        database.execute("COPY infinite(a) TO '" + csv + "'");
        List<Object> both = List.of(Double.POSITIVE_INFINITY, 1.5);
        assertEquals(both, rows(csv, ""));
        database.execute("CREATE TABLE again(a REAL)");
        database.execute("COPY again FROM '" + csv + "'");
        assertEquals(both, all("SELECT a FROM again"));
    }

    @Test
    void jsonErrorsHaveAPlace() throws IOException {
        String path = file("e.json", "{\"a\":1}\n{\"a\":2]\n{\"a\":\"x\"}\n3\n");
        String sql =
                "SELECT a FROM read_json('" + path + "', sample_size = 1, columns = 'a INTEGER'";
        assertEquals(path + ":2: malformed JSON at byte 7 of the value", error(sql + ")"));
        assertEquals(List.of(1L), all(sql + ", ignore_errors = 1)"));
        String typed = file("t.json", "{\"a\":1}\n\n{\"a\":\"x\"}\n");
        assertEquals(
                typed + ":3: column 1 (a): 'x' is not an INTEGER",
                error("SELECT a FROM read_json('" + typed + "', sample_size = 1)"));
        String open = file("o.json", "[{\"a\":1},\n{\"a\":2}\n");
        assertEquals(
                open + ":3: the array does not end",
                error("SELECT a FROM read_json('" + open + "')"));
        String mixed = file("x.json", "{\"a\":1}\n2\n");
        assertEquals(
                mixed + ":2: no object, but integer",
                error("SELECT a FROM read_json('" + mixed + "', sample_size = 1)"));
    }

    @Test
    void filtersArePushedDown() throws IOException {
        StringBuilder content = new StringBuilder("id,name,v\n");
        for (int i = 0; i < 1000; i++) {
            content.append(i).append(",n").append(i % 10).append(",1.5\n");
        }
        String call = "read_csv('" + file("f.csv", content.toString()) + "')";
        assertEquals(
                "SCAN f VIRTUAL TABLE INDEX 3:0>= 0< 1=",
                all("EXPLAIN QUERY PLAN SELECT name FROM " + call
                                + " f WHERE id >= 10 AND id < 30 AND name = 'n5'")
                        .getLast());
        assertEquals(
                List.of(15L, 25L),
                all("SELECT id FROM " + call + " WHERE id BETWEEN 10 AND 29.5 AND name = 'n5'"));
        assertEquals(List.of(7L), all("SELECT id FROM " + call + " WHERE id = 7.0"));
        assertEquals(List.of(7L), all("SELECT id FROM " + call + " WHERE id = '7'"));
        assertEquals(List.of(3L), all("SELECT count(*) FROM " + call + " WHERE id IN (1, 2, 3)"));
        assertEquals(List.of(), all("SELECT id FROM " + call + " WHERE id = NULL"));
        assertEquals(
                List.of(100L),
                all("SELECT count(*) FROM " + call + " WHERE name = 'N5' COLLATE NOCASE"));
        assertEquals(
                List.of(1000L),
                all("SELECT count(*) FROM " + call + " a JOIN " + call + " b ON a.id = b.id"));
    }

    @Test
    void filesThatChange() throws IOException {
        String path = file("c.csv", "a\n1\n");
        try (Statement statement = database.prepare("SELECT * FROM read_csv('" + path + "')")) {
            assertEquals(List.of(1L), values(statement));
            file("c.csv", "a\n1\n2\n");
            assertEquals(List.of(1L, 2L), values(statement));
            file("c.csv", "a,b\n1,x\n");
            assertEquals(List.of(1L, "x"), values(statement));
            file("c.csv", "a,b\ny,x\n");
            assertEquals(List.of("y", "x"), values(statement));
            Files.delete(Path.of(path));
            assertEquals(
                    "cannot open '" + path + "' for reading",
                    message(SqlvmException.class, () -> values(statement)));
            file("c.csv", "b\n3\n");
            assertEquals(List.of(3L), values(statement));
        }
    }

    private static List<Object> values(Statement statement) {
        List<Object> values = new ArrayList<>();
        try (Rows rows = statement.query()) {
            while (rows.next()) {
                for (int i = 0; i < rows.columnCount(); i++) {
                    values.add(rows.getObject(i));
                }
            }
        }
        return values;
    }

    @Test
    void schemasCannotReadFiles() throws IOException {
        String path = file("v.csv", "a\n1\n");
        String call = "read_csv('" + path + "')";
        database.execute("CREATE VIEW v AS SELECT * FROM " + call);
        String unsafe = "unsafe use of virtual table \"read_csv\""
                + ": in a view or trigger of temp it may be used";
        assertEquals(unsafe, error("SELECT * FROM v"));
        database.execute("CREATE TEMP VIEW own AS SELECT a + 1 AS a FROM " + call);
        assertEquals(List.of(2L), all("SELECT a FROM own"));
        database.execute("CREATE TEMP VIEW indirect AS SELECT * FROM v");
        assertEquals(unsafe, error("SELECT * FROM indirect"));
        database.execute("CREATE TABLE t(x)");
        database.execute("CREATE TRIGGER r AFTER INSERT ON t BEGIN"
                + " INSERT INTO t SELECT a FROM " + call + "; END");
        assertEquals(unsafe, error("INSERT INTO t VALUES (1)"));
        database.execute("DROP TRIGGER r");
        database.execute("CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN"
                + " INSERT INTO t SELECT a + 5 FROM " + call + "; END");
        database.execute("INSERT INTO t VALUES (1)");
        assertEquals(List.of(1L, 6L), all("SELECT x FROM t"));
        assertEquals(
                "only tables of temp may read files: CREATE VIRTUAL TABLE temp.u USING read_csv(…)",
                error("CREATE VIRTUAL TABLE u USING " + call));
        database.execute("CREATE VIRTUAL TABLE temp.u USING " + call);
        assertEquals(List.of(1L), all("SELECT a FROM u"));
        database.setAuthorizer((action, first, second, schema, source) ->
                "read_csv".equals(second) ? Authorizer.DENY : Authorizer.OK);
        assertEquals("not authorized to use function: read_csv", error("SELECT * FROM " + call));
    }

    @Test
    void filesAreFilledInto() throws IOException {
        String path = file("i.csv", "a,b\n1,x\n2,y\nz,3\n");
        database.execute("CREATE TABLE t(a INTEGER, b)");
        String insert = "INSERT INTO t SELECT * FROM read_csv('" + path + "', sample_size = 1)";
        assertTrue(error(insert).endsWith("i.csv:4: column 1 (a): 'z' is not an INTEGER"));
        assertEquals(List.of(0L), all("SELECT count(*) FROM t"));
        database.execute("INSERT INTO t SELECT * FROM read_csv('" + path + "')");
        assertEquals(List.of(3L), all("SELECT count(*) FROM t"));
    }

    @Test
    void noFilesWithoutAccess() {
        try (Context sandbox = Context.newBuilder(SqlvmLanguage.ID)
                .option("engine.WarnInterpreterOnly", "false")
                .build()) {
            PolyglotException thrown = assertThrows(
                    PolyglotException.class,
                    () -> sandbox.eval(SqlvmLanguage.ID, "SELECT * FROM read_csv('/etc/passwd')"));
            assertEquals("cannot open '/etc/passwd' for reading", thrown.getMessage());
            thrown = assertThrows(
                    PolyglotException.class,
                    () -> sandbox.eval(SqlvmLanguage.ID, "SELECT * FROM read_json('/etc/*')"));
            assertEquals("cannot open '/etc/*' for reading", thrown.getMessage());
            String out = folder.resolve("sandbox.csv").toString();
            thrown = assertThrows(
                    PolyglotException.class,
                    () -> sandbox.eval(SqlvmLanguage.ID, "COPY (SELECT 1) TO '" + out + "'"));
            assertEquals("cannot open '" + out + "' for writing", thrown.getMessage());
            assertFalse(Files.exists(Path.of(out)));
        }
    }

    @Test
    void readOnlyConnectionsWriteNoFiles() throws IOException {
        String out = file("own.csv", "old\n");
        try (Context reading = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.Database", file("own.db", ""))
                .option("sqlvm.ReadOnly", "true")
                .build()) {
            PolyglotException thrown = assertThrows(
                    PolyglotException.class,
                    () -> reading.eval(SqlvmLanguage.ID, "COPY (SELECT 1) TO '" + out + "'"));
            assertEquals("attempt to write a readonly database", thrown.getMessage());
        }
        assertEquals("old\n", Files.readString(Path.of(out)));
    }

    @Test
    void namesOfFiles() throws IOException {
        String path = file("n.csv", "a\n1\n");
        assertEquals("no such table: " + path, error("SELECT * FROM '" + path + "'"));
        try (Context named = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.FileNames", "true")
                .build()) {
            String sql = "SELECT count(*) FROM '" + path + "' x, \"" + path + "\" y";
            assertEquals(
                    1,
                    named.eval(SqlvmLanguage.ID, sql)
                            .getIterator()
                            .getIteratorNextElement()
                            .getArrayElement(0)
                            .asInt());
        }
    }

    @Test
    void copies() throws IOException {
        String out = folder.resolve("out.csv").toString();
        database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL)");
        database.execute("INSERT INTO t VALUES (1, 'x,y', 1.5), (2, '', NULL), (3, NULL, 2e10),"
                + " (4, 'q\"q', 3), (5, '01', 1)");
        database.execute("COPY t TO '" + out + "'");
        assertEquals(
                "a,b,c\n1,\"x,y\",1.5\n2,\"\",\n3,,20000000000.0\n4,\"q\"\"q\",3.0\n5,01,1.0\n",
                Files.readString(Path.of(out)));
        database.execute("CREATE TABLE u(a INTEGER PRIMARY KEY, b TEXT, c REAL)");
        database.execute("COPY u FROM '" + out + "'");
        assertEquals(
                List.of(0L), all("SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM u)"));
        String tabs = folder.resolve("out.tsv.gz").toString();
        try (Statement copy = database.prepare("COPY (SELECT b, a FROM t WHERE a < ?) TO '" + tabs
                + "' WITH (HEADER false, NULL 'NA')")) {
            copy.bindLong(1, 4);
            assertEquals(3, copy.execute());
        }
        assertEquals(
                Arrays.asList("x,y", 1L, "", 2L, null, 3L),
                rows(tabs, ", nullstr = NA, header = false"));
        String json = folder.resolve("out.json").toString();
        database.execute("COPY t(b, a, c) TO '" + json + "' (ARRAY)");
        database.execute("DELETE FROM u");
        database.execute("COPY u FROM '" + json + "'");
        assertEquals(
                List.of(0L), all("SELECT count(*) FROM (SELECT * FROM t EXCEPT SELECT * FROM u)"));
        database.execute("DELETE FROM u");
        database.execute("COPY u(a, b) FROM '" + json + "' (FORMAT json)");
        assertEquals(List.of(5L, 0L), all("SELECT count(a), count(c) FROM u"));
    }

    @Test
    void copiesThatFail() throws IOException {
        String out = file("keep.csv", "old\n");
        database.execute("CREATE TABLE t(a, b)");
        database.execute("INSERT INTO t VALUES (1, 2), (abs(-3), x'00')");
        assertEquals(
                "column b has a BLOB, which CSV cannot hold: write hex(…) of it",
                error("COPY t TO '" + out + "'"));
        assertEquals(
                "integer overflow",
                error("COPY (SELECT abs(a - 9223372036854775807 - 2) FROM t) TO '" + out + "'"));
        assertEquals("old\n", Files.readString(Path.of(out)));
        try (var files = Files.list(folder)) {
            assertEquals(List.of(Path.of(out)), files.toList());
        }
        database.execute("PRAGMA query_only = ON");
        assertEquals(
                "attempt to write a readonly database", error("COPY (SELECT 1) TO '" + out + "'"));
        database.execute("PRAGMA query_only = OFF");
        assertEquals(
                "no such option of COPY to csv: skip", error("COPY t TO '" + out + "' (SKIP 2)"));
        assertEquals("no such table: nix", error("COPY nix TO '" + out + "'"));
        assertEquals("no such table: nix", error("COPY nix FROM '" + out + "'"));
        assertEquals(
                "table t has 2 columns but 1 values were supplied",
                error("COPY t FROM '" + out + "'"));
        assertEquals(
                "cannot open '" + folder + "' for writing", error("COPY t TO '" + folder + "'"));
        assertEquals("no module for files of the format xml", error("COPY t TO 'x' (FORMAT xml)"));
        assertEquals("near \"INTO\": syntax error", error("COPY t INTO 'x'"));
        database.execute("CREATE TABLE copy(copy)");
        assertEquals(List.of(), all("SELECT copy FROM copy copy"));
        String three = file("three.csv", "1,2\n3,4\n5\n");
        assertTrue(error("COPY t FROM '" + three + "'")
                .endsWith("three.csv:3: 1 column in place of 2"));
        assertEquals(List.of(2L), all("SELECT count(*) FROM t"));
    }
}
