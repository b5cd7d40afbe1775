package org.sqlvm.python;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.nio.file.Path;

/** Databases of a server, by their URLs, with the client that is Python's alone. */
final class ServedTest extends ModuleProgram {
    @TempDir
    Path folder;

    private SqlvmServer server;

    @Override
    String prelude() {
        return """
            import sqlvm

            def fill(c):
                c.execute("CREATE TABLE parts(id INTEGER PRIMARY KEY, name TEXT, price)")
                c.executemany("INSERT INTO parts VALUES (?, ?, ?)",
                              [(1, "bolt", 1.5), (2, "nät", None), (3, "x" * 70000, b"ab")])
                c.commit()
                return [(i, n[:3], p) for i, n, p in c.execute("SELECT * FROM parts WHERE id < ?", (9,))]

            def failure(c):
                try:
                    c.execute("INSERT INTO parts VALUES (1, 'x', 2)")
                except sqlvm.IntegrityError as error:
                    return str(error), error.sqlite_errorcode, error.sqlite_errorname
            """;
    }

    @BeforeEach
    void serve() throws IOException {
        server = SqlvmServer.builder(folder.resolve("shop.db").toString())
                .port(0)
                .socket(folder.resolve("socket"))
                .password("me", "secret")
                .log(line -> {})
                .start();
    }

    @AfterEach
    void end() throws IOException {
        run("c.close()");
        server.close();
    }

    private void connect(String url) {
        run("c = sqlvm.connect('" + url + "')");
    }

    private void runProgram() {
        check("[(1, 'bol', 1.5), (2, 'nät', None), (3, 'xxx', b'ab')]", "fill(c)");
        check(
                "('UNIQUE constraint failed: parts.id', 1555, 'SQLITE_CONSTRAINT_PRIMARYKEY')",
                "failure(c)");
    }

    @Test
    void aProgramMovesByItsUrl() {
        connect(":memory:");
        runProgram();
        run("c.close()");
        connect("sqlvm://me:secret@127.0.0.1:" + server.port());
        runProgram();
        check("'sqlvm._served'", "type(c).__module__");
    }

    /** Python has no Unix sockets there. */
    @Test
    void javaHasTheSocket() {
        connect("sqlvm+unix:" + server.socket());
        runProgram();
        check("70000", "c.execute('SELECT length(name) FROM parts WHERE id = 3').fetchone()[0]");
    }

    @Test
    void rowsAndAdaptersAreTheModules() {
        connect("sqlvm+unix:" + server.socket());
        run("""
            class Point:
                pass

            sqlvm.register_adapter(Point, lambda point: "here")
            c.row_factory = sqlvm.Row
            """);
        check("'here'", "c.execute('SELECT ? AS place', (Point(),)).fetchone()['PLACE']");
        check("True", "isinstance(c.execute('SELECT 1').fetchone(), sqlvm.Row)");
    }
}
