package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sqlvm.Sqlvm;
import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Database;
import org.sqlvm.api.JavaValues;
import org.sqlvm.api.Result;
import org.sqlvm.api.RowBatch;
import org.sqlvm.api.Rows;
import org.sqlvm.api.text.SqlText;
import org.sqlvm.client.ClientConnection;
import org.sqlvm.client.ClientRows;
import org.sqlvm.client.ClientStatement;
import org.sqlvm.server.SqlvmServer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Whatever has values for a program has the getters of sqlite3_column_*: rows of
 * {@code org.sqlvm.api}, copies of them, arguments of functions and aggregates. All convert as
 * SQLite does.
 */
@Tag("native")
class RowKindsTest {
    /** One value as all getters give it. */
    private record Seen(
            Rows.Type type,
            boolean isNull,
            long integer,
            double real,
            String text,
            String blob,
            String object) {
        static Seen of(Rows rows) {
            return new Seen(
                    rows.type(0),
                    rows.isNull(0),
                    rows.getLong(0),
                    rows.getDouble(0),
                    rows.getText(0),
                    hex(rows.getBlob(0)),
                    shown(rows.getObject(0)));
        }

        static Seen of(Arguments arguments) {
            return new Seen(
                    arguments.type(0),
                    arguments.isNull(0),
                    arguments.getLong(0),
                    arguments.getDouble(0),
                    arguments.getText(0),
                    hex(arguments.getBlob(0)),
                    shown(arguments.getObject(0)));
        }

        static Seen of(Object value) {
            return new Seen(
                    JavaValues.typeOf(value),
                    JavaValues.isNull(value),
                    JavaValues.toLong(value),
                    JavaValues.toDouble(value),
                    JavaValues.toText(value),
                    hex(JavaValues.toBlob(value)),
                    shown(JavaValues.toObject(value)));
        }

        private static String hex(byte[] bytes) {
            return bytes == null ? null : HexFormat.of().formatHex(bytes);
        }

        private static String shown(Object value) {
            return value instanceof byte[] bytes
                    ? hex(bytes)
                    : value == null ? "null" : value.getClass().getSimpleName() + " " + value;
        }
    }

    private static final String QUERY = "SELECT column1 FROM (" + GettersTest.query() + ")";

    private static List<Seen> all(Rows rows) {
        List<Seen> seen = new ArrayList<>();
        try (rows) {
            while (rows.next()) {
                seen.add(Seen.of(rows));
            }
        }
        assertEquals(GettersTest.VALUES.size(), seen.size());
        return seen;
    }

    private static List<Seen> forward(Database database) {
        return all(database.query(QUERY));
    }

    @Test
    void rowsGiveWhatSqliteGives() throws SQLException {
        try (Database database = Sqlvm.open(":memory:");
                Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            List<Seen> own = forward(database);
            for (int i = 0; i < own.size(); i++) {
                String sql = "SELECT " + GettersTest.VALUES.get(i);
                Seen seen = own.get(i);
                // Each in a run of its own: SQLite's values change their type when they are read.
                assertEquals(ask(statement, sql, rows -> rows.getLong(1)), seen.integer, sql);
                assertEquals(ask(statement, sql, rows -> rows.getDouble(1)), seen.real, sql);
                assertEquals(ask(statement, sql, rows -> rows.getString(1)), seen.text, sql);
                assertEquals(
                        ask(statement, sql, rows -> Seen.hex(rows.getBytes(1))), seen.blob, sql);
            }
        }
    }

    private interface Getter {
        Object get(ResultSet rows) throws SQLException;
    }

    private static Object ask(Statement statement, String sql, Getter getter) throws SQLException {
        try (ResultSet rows = statement.executeQuery(sql)) {
            return getter.get(rows);
        }
    }

    @Test
    void copiesAndValuesConvertAsRows() {
        try (Database database = Sqlvm.open(":memory:")) {
            List<Seen> own = forward(database);
            assertEquals(own, all(ListRows.copy(database.query(QUERY))));
            List<Seen> values = new ArrayList<>();
            try (Rows rows = database.query(QUERY)) {
                while (rows.next()) {
                    values.add(Seen.of(rows.getObject(0)));
                    assertEquals(JavaValues.toBoolean(rows.getObject(0)), rows.getBoolean(0));
                }
            }
            assertEquals(own, values);
        }
    }

    @Test
    void batchesHaveWhatRowsHave() {
        try (Database database = Sqlvm.open(":memory:");
                Rows rows = database.query(QUERY)) {
            Iterator<Seen> own = forward(database).iterator();
            for (RowBatch batch = rows.nextBatch(); batch != null; batch = rows.nextBatch()) {
                for (int row = 0; row < batch.rowCount(); row++) {
                    Seen seen = own.next();
                    assertEquals(seen.type, batch.type(0, row));
                    assertEquals(seen.text, batch.getText(0, row));
                    switch (seen.type) {
                        case INTEGER -> assertEquals(seen.integer, batch.getLong(0, row));
                        case REAL -> assertEquals(seen.real, batch.getDouble(0, row));
                        case TEXT, BLOB -> assertEquals(seen.blob, hex(batch, row));
                        case NULL -> {}
                    }
                }
            }
            assertFalse(own.hasNext());
        }
    }

    private static String hex(RowBatch batch, int row) {
        int offset = batch.offset(0, row);
        return HexFormat.of().formatHex(batch.array(0, row), offset, offset + batch.length(0, row));
    }

    /** Texts that look like numbers, and reals with few digits and with many. */
    private static List<Object> generated() {
        Random random = new Random(1);
        List<String> parts =
                List.of("", " ", "-", "+", "0", "12", "9223372036854775808", ".", "e", "E1", "x");
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            StringBuilder text = new StringBuilder();
            for (int part = random.nextInt(6); part >= 0; part--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            values.add(text.toString());
            values.add(text.toString().getBytes(StandardCharsets.UTF_8));
            double real = Double.longBitsToDouble(random.nextLong());
            values.add(Double.isNaN(real) ? 0.5 : real);
            values.add(random.nextInt(100_000) / 100.0);
        }
        return values;
    }

    /** The client has no engine: its own conversions are those of the engine. */
    @Test
    void theClientConvertsAsTheEngine() throws IOException {
        List<Object> values = generated();
        String sql = "VALUES ("
                + values.stream().map(SqlText::literal).collect(Collectors.joining("), ("))
                + ")";
        try (SqlvmServer server =
                        SqlvmServer.builder(":memory:").port(0).log(line -> {}).start();
                ClientConnection connection =
                        ClientConnection.at("localhost", server.port()).open();
                ClientStatement statement = connection.prepare(sql);
                ClientRows rows = statement.query()) {
            for (Object value : values) {
                assertTrue(rows.next());
                String shown = SqlText.literal(value);
                assertEquals(JavaValues.toLong(value), rows.getLong(0), shown);
                assertEquals(JavaValues.toDouble(value), rows.getDouble(0), shown);
                String text = JavaValues.toText(value);
                if (value instanceof Double && text.length() > 15) {
                    // The shortest text that means the same, where SQLite has 17 digits.
                    assertEquals(value, JavaValues.toDouble(rows.getText(0)), shown);
                    assertTrue(rows.getText(0).length() <= text.length(), shown);
                } else {
                    assertEquals(text, rows.getText(0), shown);
                }
            }
            assertFalse(rows.next());
        }
    }

    @Test
    void argumentsConvertAsRows() {
        try (Database database = Sqlvm.open(":memory:")) {
            List<Seen> scalar = new ArrayList<>();
            List<Seen> fresh = new ArrayList<>();
            List<Seen> kept = new ArrayList<>();
            database.createFunction("seen", 1, (Arguments arguments, Result result) -> {
                scalar.add(Seen.of(arguments));
                result.setLong(1);
            });
            database.createAggregate("fresh", 1, () -> new Seeing(fresh, false));
            database.createAggregate("kept", 1, () -> new Seeing(kept, true));
            try (Rows rows = database.query("SELECT sum(seen(column1)), fresh(column1),"
                    + " kept(column1) FROM (" + GettersTest.query() + ")")) {
                assertTrue(rows.next());
                assertFalse(rows.next());
            }
            List<Seen> own = forward(database);
            assertEquals(own, scalar);
            assertEquals(own, fresh);
            assertEquals(own, kept);
        }
    }

    /** @param keepsArguments whether the arguments are those of a field, and not new ones */
    private record Seeing(List<Seen> seen, boolean keepsArguments) implements Aggregate {
        @Override
        public void step(Arguments arguments) {
            seen.add(Seen.of(arguments));
        }

        @Override
        public void finish(Result result) {
            result.setLong(1);
        }
    }
}
