package org.sqlvm.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlvm.api.Database;
import org.sqlvm.api.SqlvmException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Events for Java Flight Recorder: what runs of statements and the storage tell of themselves. */
final class FlightRecorderTest {
    private static final String PREFIX = "org.sqlvm.";

    private static final String FILL =
            "INSERT INTO t SELECT value, value * 2 FROM generate_series(1, 100000)";

    @TempDir
    private Path directory;

    private interface Work {
        void on(Database database, Database other);
    }

    /** The events of a kind while two connections of one file work. */
    private List<RecordedEvent> events(String kind, Work work) throws IOException {
        try (Context context = Context.newBuilder(SqlvmLanguage.ID)
                        .option("engine.WarnInterpreterOnly", "false")
                        .option("sqlvm.Vectors", "auto")
                        .allowAllAccess(true)
                        .build();
                Database database = open(context);
                Database other = open(context);
                Recording recording = new Recording()) {
            database.execute("PRAGMA journal_mode = WAL");
            database.execute("PRAGMA synchronous = OFF");
            recording.enable(PREFIX + kind).withoutThreshold();
            recording.start();
            work.on(database, other);
            recording.stop();
            Path file = directory.resolve(kind + ".jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getEventType().getName().startsWith(PREFIX))
                    .toList();
        }
    }

    private Database open(Context context) {
        return context.getBindings(SqlvmLanguage.ID)
                .getMember("open")
                .execute(directory.resolve("recorded.db").toString())
                .getMember("host")
                .asHostObject();
    }

    @Test
    void runsOfStatements() throws IOException {
        List<RecordedEvent> events = events("Statement", (database, _) -> {
            database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
            database.execute(FILL);
            RowLists.query(database, "SELECT b FROM t WHERE a BETWEEN 5 AND 9");
            RowLists.query(database, "SELECT sum(b) FROM t GROUP BY b % 3");
            assertThrows(
                    SqlvmException.class, () -> database.execute("INSERT INTO t VALUES(7, 7)"));
        });
        assertEquals(5, events.size());
        RecordedEvent filled = events.get(1);
        assertEquals(FILL, filled.getString("shape"));
        assertEquals(100_000, filled.getLong("changes"));
        assertEquals(0, filled.getLong("rows"));
        assertTrue(filled.getDuration("computing").toNanos() > 0);
        assertTrue(filled.getDuration("computing").compareTo(filled.getDuration()) <= 0);
        RecordedEvent found = events.get(2);
        assertEquals("SELECT b FROM t WHERE a BETWEEN ? AND ?", found.getString("shape"));
        assertEquals(5, found.getLong("rows"));
        assertEquals("rows", found.getString("plan"));
        assertEquals(3, events.get(3).getLong("rows"));
        assertEquals("vectors", events.get(3).getString("plan"));
        assertEquals(0, events.get(3).getInt("resultCode"));
        assertEquals(1555, events.get(4).getInt("resultCode"));
    }

    @Test
    void nothingIsRecordedUnlessItIsAskedFor() throws IOException {
        List<RecordedEvent> events = events("Checkpoint", (database, _) -> {
            database.execute("CREATE TABLE t(a, b)");
            database.execute(FILL);
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)");
        });
        assertFalse(events.isEmpty());
        for (RecordedEvent event : events) {
            assertEquals("org.sqlvm.Checkpoint", event.getEventType().getName());
        }
        RecordedEvent last = events.getLast();
        assertTrue(last.getString("file").endsWith("recorded.db"), last::toString);
        assertEquals("TRUNCATE", last.getString("mode"));
        assertEquals(last.getInt("frames"), last.getInt("copied"));
    }

    @Test
    void waitsForLocks() throws IOException {
        List<RecordedEvent> events = events("LockWait", (database, other) -> {
            database.execute("CREATE TABLE t(a)");
            database.execute("BEGIN IMMEDIATE");
            other.execute("PRAGMA busy_timeout = 20");
            assertThrows(SqlvmException.class, () -> other.execute("BEGIN IMMEDIATE"));
            database.execute("COMMIT");
            other.execute("BEGIN IMMEDIATE");
        });
        assertEquals(1, events.size());
        assertFalse(events.getFirst().getBoolean("granted"));
        assertTrue(events.getFirst().getDuration().toMillis() >= 20);
    }

    @Test
    void columnsThatAreDecoded() throws IOException {
        List<RecordedEvent> events = events("Columns", (database, _) -> {
            database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
            database.execute(FILL);
            RowLists.query(database, "SELECT sum(b) FROM t GROUP BY b % 3");
            RowLists.query(database, "SELECT sum(b) FROM t GROUP BY b % 3");
        });
        assertEquals(1, events.size());
        assertEquals("t", events.getFirst().getString("table"));
        assertEquals(100_000, events.getFirst().getLong("rows"));
        assertTrue(events.getFirst().getBoolean("kept"));
        assertTrue(events.getFirst().getLong("memory") > 100_000);
    }
}
