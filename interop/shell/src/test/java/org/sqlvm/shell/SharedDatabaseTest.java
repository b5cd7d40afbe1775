package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.shell.terminal.ByteSink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The shell on a database in memory that others of its process have. */
final class SharedDatabaseTest {
    private static final String NAME = "file:shell?mode=memory&cache=shared";

    private static String run(Databases databases, String input, String... arguments) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        ByteSink sink = new ByteSink(written);
        byte[] bytes = input.getBytes(StandardCharsets.UTF_8);
        new Main("sqlvm", databases, new ByteArrayInputStream(bytes), sink, sink)
                .run(arguments, false);
        sink.flush();
        return written.toString(StandardCharsets.UTF_8);
    }

    @Test
    void isNamedOnTheCommandLineAndByOpenAndAttach() {
        try (Databases databases = new Databases();
                Database keeper = databases.open(NAME, false)) {
            keeper.execute("CREATE TABLE t(x); INSERT INTO t VALUES (5)");
            assertEquals("5\n", run(databases, "SELECT x FROM t;\n", NAME));
            String opened = run(databases, ".open '" + NAME + "'\nUPDATE t SET x = 6;\n");
            assertEquals("", opened);
            String attached =
                    run(databases, "ATTACH '" + NAME + "' AS other;\nSELECT x FROM other.t;\n");
            assertEquals("6\n", attached);
        }
    }
}
