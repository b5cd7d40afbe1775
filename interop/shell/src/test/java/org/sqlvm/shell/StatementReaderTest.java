package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.shell.terminal.LineSource;
import org.sqlvm.shell.text.StatementReader;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

class StatementReaderTest {
    @Test
    void completeness() {
        for (String sql : List.of(
                "SELECT 1;",
                ";",
                " ; /* c */ -- d",
                "SELECT ';' ;",
                "CREATE TRIGGER t AFTER INSERT ON x BEGIN SELECT 1; END;",
                "create temp trigger t BEGIN SELECT 1; END ;",
                "EXPLAIN CREATE TRIGGER t BEGIN SELECT 1;;end;",
                "CREATE TABLE trigger(a);",
                "CREATE TRIGGERS x; ",
                "/* a; */ SELECT 1; -- b")) {
            assertTrue(SqlText.isComplete(sql), sql);
        }
        for (String sql : List.of(
                "",
                " ",
                "SELECT 1",
                "SELECT 1; SELECT",
                "SELECT ';",
                "SELECT \";",
                "SELECT [;",
                "SELECT `;",
                "/* ;",
                "SELECT 1 -- ;",
                "CREATE TRIGGER t BEGIN SELECT 1;",
                "CREATE TEMPORARY TRIGGER t BEGIN SELECT 1; END",
                "EXPLAIN CREATE TRIGGER t BEGIN SELECT 'end';")) {
            assertFalse(SqlText.isComplete(sql), sql);
        }
    }

    @Test
    void droppedLinesLeaveNothing() {
        StatementReader reader = new StatementReader();
        assertEquals(StatementReader.State.OPEN, reader.add("SELECT 'a"));
        assertFalse(reader.isEmpty());
        reader.drop();
        assertTrue(reader.isEmpty());
        assertEquals(StatementReader.State.SQL, reader.add("  SELECT 2;"));
        assertEquals("SELECT 2;", reader.text());
        assertEquals(2, reader.firstLine());
    }

    /** Only as much is read as the next line takes, so that input may be endless. */
    @Test
    void inputIsStreamed() {
        byte[] text = "SELECT 1;\r\n\rx\n".repeat(20_000).getBytes(StandardCharsets.UTF_8);
        CountingStream in = new CountingStream(text);
        LineSource lines = LineSource.of(in);
        assertEquals("SELECT 1;", lines.next(false));
        assertEquals("\rx", lines.next(false));
        assertTrue(in.count < text.length / 2, "read at once: " + in.count);
        int count = 2;
        while (lines.next(false) != null) {
            count++;
        }
        assertEquals(40_000, count);
        assertNull(lines.next(false));
    }

    private static final class CountingStream extends InputStream {
        private final ByteArrayInputStream in;
        private int count;

        CountingStream(byte[] text) {
            in = new ByteArrayInputStream(text);
        }

        @Override
        public int read() {
            count++;
            return in.read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) {
            int size = in.read(bytes, offset, length);
            count += size;
            return size;
        }
    }
}
