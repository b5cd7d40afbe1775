package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** .export, and .import of what COPY reads; sqlite3 has nothing to compare them with. */
class ExportCommandTest {
    private static final String TABLE = "CREATE TABLE t(id INTEGER PRIMARY KEY, name TEXT, v REAL);"
            + "INSERT INTO t VALUES(1, 'a,b', 0.5), (2, NULL, 2);\n";

    @TempDir
    private Path folder;

    private String run(String input) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(out);
        byte[] in = input.replace("DIR", folder.toString()).getBytes(StandardCharsets.UTF_8);
        try (Databases databases = new Databases()) {
            new Main("sqlvm", databases, new ByteArrayInputStream(in), sink, sink)
                    .run(new String[] {":memory:"}, false);
        }
        return out.toString(StandardCharsets.UTF_8).replace(folder.toString(), "DIR");
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void tablesAndQueries() throws IOException {
        assertEquals(
                "",
                run(TABLE
                        + ".export DIR/t.csv t\n"
                        + ".export DIR/q.json \"SELECT id, v FROM t WHERE v > 1\"\n"
                        + ".export --format json --schema main DIR/t.txt t\n"));
        assertEquals("id,name,v\n1,\"a,b\",0.5\n2,,2.0\n", written("t.csv"));
        assertEquals("{\"id\":2,\"v\":2.0}\n", written("q.json"));
        assertEquals(
                "{\"id\":1,\"name\":\"a,b\",\"v\":0.5}\n{\"id\":2,\"name\":null,\"v\":2.0}\n",
                written("t.txt"));
    }

    @Test
    void importReadsThemAgain() {
        assertEquals(
                "Added 2 rows\n1|a,b|0.5\n2||2.0\nCREATE TABLE made(id INT,name TEXT,v REAL);\n"
                        + "Added 2 rows\n4\n",
                run(TABLE + ".export DIR/t.json t\n.import -v --format json DIR/t.json made\n"
                                + "SELECT * FROM made;\n.schema made\n"
                                + ".import -v --format json DIR/t.json made\n"
                                + "SELECT count(*) FROM made;\n")
                        .replaceAll("(CREATE TABLE \"|COPY ).*\n", ""));
    }

    @Test
    void errors() {
        assertEquals(
                "ERROR: missing TABLE argument. Usage:\n",
                run(".export x.csv\n").lines().findFirst().orElseThrow() + "\n");
        assertEquals("Error: no such table: none\n", run(".export DIR/x.csv none\n"));
        assertEquals(
                "Error: no module for files of the format xml\n",
                run(TABLE + ".export --format xml DIR/x t\n"));
        assertEquals(
                "Error: cannot open 'DIR/x.json' for reading\n",
                run(".import --format json DIR/x.json t\n"));
        assertEquals(
                "ERROR: --format goes without --ascii, --csv and --skip.  Usage:\n",
                run(".import --csv --format json x t\n").lines().findFirst().orElseThrow() + "\n");
    }
}
