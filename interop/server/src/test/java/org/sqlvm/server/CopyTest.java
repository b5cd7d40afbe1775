package org.sqlvm.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.arrow.ArrowStreamWriter;
import org.sqlvm.server.WireClient.Message;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

final class CopyTest {
    private static final String ODD = "tab\\t line\\n back\\\\slash";

    @TempDir
    Path folder;

    private SqlvmServer server;
    private Connection connection;
    private CopyManager copies;

    @BeforeEach
    void connect() throws IOException, SQLException {
        server = ServerFixture.start(folder);
        connection = DriverManager.getConnection(
                "jdbc:postgresql://localhost:" + server.port() + "/shop", "me", "");
        copies = connection.unwrap(PGConnection.class).getCopyAPI();
        execute("CREATE TABLE t(id INTEGER, name TEXT, price REAL, data BLOB)");
    }

    @AfterEach
    void disconnect() throws IOException, SQLException {
        connection.close();
        server.close();
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private String one(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private String out(String sql) throws SQLException, IOException {
        StringWriter text = new StringWriter();
        copies.copyOut(sql, text);
        return text.toString();
    }

    private long in(String sql, String text) throws SQLException, IOException {
        return copies.copyIn(sql, new StringReader(text));
    }

    @Test
    void textGoesInAndOut() throws SQLException, IOException {
        String text = "1\t" + ODD + "\t1.5\t\\\\x00ff\n2\t\\N\t\\N\t\\N\n3\t\t-0.25\t\\\\x\n";
        assertEquals(3, in("COPY t FROM STDIN", text));
        assertEquals(
                "integer text real blob",
                one("SELECT typeof(id) || ' ' || typeof(name) || ' ' || typeof(price) || ' '"
                        + " || typeof(data) FROM t WHERE id = 1"));
        assertEquals("tab\t line\n back\\slash", one("SELECT name FROM t WHERE id = 1"));
        assertEquals(text, out("COPY t TO STDOUT"));
        assertEquals(
                "2;-\n",
                out("COPY (SELECT id, name FROM t WHERE id IN (2)) TO STDOUT"
                        + " (DELIMITER ';', NULL '-')"));
        assertEquals("A", one("SELECT '\\101'").replace("\\101", "A"));
        assertEquals(1, in("COPY public.t(name) FROM STDIN", "\\101\\x42\\q\n\\.\nignored\n"));
        assertEquals("ABq", one("SELECT name FROM t WHERE id IS NULL"));
    }

    @Test
    void csvGoesInAndOut() throws SQLException, IOException {
        String text = "id,name,price,data\n1,\"a \"\"b\"\", c\nd\",1.5,\\x01\n2,,,\n3,\"\",,\n";
        assertEquals(3, in("COPY t FROM STDIN WITH (FORMAT csv, HEADER)", text));
        assertEquals("a \"b\", c\nd", one("SELECT name FROM t WHERE id = 1"));
        assertEquals(
                "null text",
                one("SELECT group_concat(typeof(name), ' ' ORDER BY id) FROM t WHERE id > 1"));
        assertEquals(text, out("COPY t TO STDOUT WITH CSV HEADER"));
        assertEquals(
                "2;-;-;-\n",
                out("COPY (SELECT * FROM t WHERE id = 2) TO STDOUT"
                        + " CSV DELIMITER AS ';' NULL AS '-'"));
    }

    @Test
    void binaryGoesInAndOut() throws SQLException, IOException {
        in("COPY t FROM STDIN", "1\ta\t1.5\t\\\\x00ff\n2\t\\N\t\\N\t\\N\n");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        assertEquals(2, copies.copyOut("COPY t TO STDOUT (FORMAT binary)", bytes));
        execute("CREATE TABLE u(id INTEGER, name TEXT, price REAL, data BLOB)");
        assertEquals(
                2,
                copies.copyIn(
                        "COPY u FROM STDIN BINARY", new ByteArrayInputStream(bytes.toByteArray())));
        ByteArrayOutputStream again = new ByteArrayOutputStream();
        copies.copyOut("COPY u TO STDOUT (FORMAT binary)", again);
        assertArrayEquals(bytes.toByteArray(), again.toByteArray());
        byte[] broken = bytes.toByteArray();
        broken[1] = 'X';
        SQLException error = assertThrows(
                SQLException.class,
                () -> copies.copyIn("COPY u FROM STDIN BINARY", new ByteArrayInputStream(broken)));
        assertEquals("22P04", error.getSQLState());
    }

    /** In double quotes, a name that no column has would be a text. */
    @Test
    void aColumnThatIsNotThereIsAnError() throws SQLException, IOException {
        execute("CREATE TABLE odd(\"a]b\" INTEGER)");
        assertEquals(1, in("COPY odd(\"a]b\") FROM STDIN", "5\n"));
        assertEquals("5\n", out("COPY odd(\"a]b\") TO STDOUT"));
        assertThrows(SQLException.class, () -> out("COPY t(id, nothing) TO STDOUT"));
        assertThrows(SQLException.class, () -> in("COPY t(nothing) FROM STDIN", "1\n"));
    }

    @Test
    void definitionsOfTheCatalogBeginAtTheirKeyword() throws SQLException {
        execute("CREATE VIEW v(\"x as y\") AS SELECT id FROM t WHERE name <> 'where'");
        assertEquals(
                "SELECT id FROM t WHERE name <> 'where';",
                one("SELECT definition FROM pg_views WHERE viewname = 'v'"));
        execute("CREATE INDEX i ON t(id) WHERE name <> 'where it is'");
        String index = one("SELECT indexdef FROM pg_indexes WHERE indexname = 'i'");
        assertTrue(index.endsWith(" WHERE name <> 'where it is'"), index);
    }

    private byte[] arrow(String sql) throws SQLException, IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        copies.copyOut(sql, bytes);
        return bytes.toByteArray();
    }

    /** Returns the bytes of a file; the tests of the module arrow read such bytes. */
    private byte[] arrowOfFile(String sql) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (Database database = Sqlvm.open(folder.resolve("shop.db").toString());
                Rows rows = database.query(sql)) {
            ArrowStreamWriter.to(Channels.newChannel(bytes)).mixedAsText().write(rows);
        }
        return bytes.toByteArray();
    }

    @Test
    void arrowGoesOut() throws SQLException, IOException {
        assertArrayEquals(
                arrowOfFile("SELECT * FROM parts"), arrow("COPY parts TO STDOUT (FORMAT arrow)"));
        String query = "SELECT value, 'é' || value AS t, value / 3.0 AS r, nullif(value, 7) AS n"
                + " FROM generate_series(1, 40000)";
        assertArrayEquals(
                arrowOfFile(query), arrow("COPY (" + query + ") TO STDOUT (FORMAT arrow)"));
        String empty = "SELECT id, note FROM parts WHERE 0";
        assertArrayEquals(
                arrowOfFile(empty), arrow("COPY (" + empty + ") TO STDOUT (FORMAT 'ARROW')"));
        // Rows before the one that does not fit have been sent already.
        SQLException mixed = assertThrows(
                SQLException.class,
                () -> arrow("COPY (SELECT iif(value < 40000, value, 'x') AS v"
                        + " FROM generate_series(1, 40000)) TO STDOUT (FORMAT arrow)"));
        assertEquals("22018", mixed.getSQLState());
        assertEquals("1", one("SELECT 1"));
        SQLException in =
                assertThrows(SQLException.class, () -> in("COPY t FROM STDIN (FORMAT arrow)", ""));
        assertEquals("0A000", in.getSQLState());
    }

    @Test
    void whatGivesNoRowsIsNotCopied() throws SQLException {
        SQLException error =
                assertThrows(SQLException.class, () -> out("COPY (DELETE FROM parts) TO STDOUT"));
        assertEquals("0A000", error.getSQLState());
        assertEquals("2", one("SELECT count(*) FROM parts"));
    }

    @Test
    void aBadRowUndoesAll() throws SQLException, IOException {
        execute("CREATE UNIQUE INDEX i ON t(id)");
        SQLException twice = assertThrows(
                SQLException.class, () -> in("COPY t(id, name) FROM STDIN", "1\ta\n2\tb\n1\tc\n"));
        assertEquals("23505", twice.getSQLState());
        SQLException many = assertThrows(
                SQLException.class, () -> in("COPY t(id, name) FROM STDIN", "1\ta\n2\tb\tc\n"));
        assertEquals("22P04", many.getSQLState());
        SQLException few =
                assertThrows(SQLException.class, () -> in("COPY t FROM STDIN CSV", "1,a\n"));
        assertEquals("22P04", few.getSQLState());
        assertEquals("0", one("SELECT count(*) FROM t"));
        SQLException table =
                assertThrows(SQLException.class, () -> in("COPY nosuch FROM STDIN", ""));
        assertEquals("42P01", table.getSQLState());
        assertEquals(0, in("COPY t FROM STDIN", ""));
    }

    @Test
    void manyRowsGoThrough() throws SQLException, IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(i).append("\tname of ").append(i).append("\t0.5\t\\N\n");
        }
        assertEquals(20_000, in("COPY t FROM STDIN", text.toString()));
        assertEquals(text.toString(), out("COPY t TO STDOUT"));
    }

    @Test
    void theClientMayGiveUp() throws IOException {
        try (WireClient client = WireClient.logIn(server)) {
            client.add('Q', new Message().string("COPY t FROM STDIN"));
            client.add('d', new Message().bytes("1\ta\t".getBytes(StandardCharsets.UTF_8)));
            client.add('d', new Message().bytes("1\t\\N\n2".getBytes(StandardCharsets.UTF_8)));
            client.add('f', new Message().string("enough")).send();
            assertEquals(
                    List.of("G 0 4", "E 57014 COPY from stdin failed: enough", "Z I"),
                    client.answers());
            assertEquals("D 0", client.query("SELECT count(*) FROM t").get(1));
        }
    }
}
