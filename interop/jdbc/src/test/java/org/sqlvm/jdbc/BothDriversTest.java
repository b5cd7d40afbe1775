package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;

/**
 * Tests that programs behave the same on sqlite-jdbc and on this driver: each test runs on both.
 * Only classes with this tag may load a native library.
 */
@Tag("native")
class BothDriversTest {
    private static final String OURS = "jdbc:sqlvm::memory:";
    private static final String THEIRS = "jdbc:sqlite::memory:";

    private static Connection parts(String url) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE parts (id INTEGER PRIMARY KEY, name VARCHAR(20)"
                    + " NOT NULL UNIQUE, price DECIMAL(10, 2), weight REAL, picture BLOB)");
            statement.executeUpdate("INSERT INTO parts VALUES (1, 'bolt', 0.25, 1.5, x'01ff'),"
                    + " (2, 'nut', NULL, NULL, NULL), (5000000000, 'screw', 12, 3, x'')");
        }
        return connection;
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void gettersConvert(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT * FROM parts ORDER BY id")) {
            assertTrue(rows.isBeforeFirst());
            assertTrue(rows.next());
            assertTrue(rows.isFirst());
            assertEquals(1, rows.getRow());
            assertEquals(1, rows.getInt(1));
            assertEquals(1L, rows.getLong("ID"));
            assertEquals("1", rows.getString("id"));
            assertTrue(rows.getBoolean(1));
            assertEquals("bolt", rows.getString("name"));
            assertEquals(0, rows.getInt("name"));
            assertEquals(new BigDecimal("0.25"), rows.getBigDecimal(3));
            assertEquals(0.25, rows.getDouble(3));
            assertEquals(0.25f, rows.getFloat(3));
            assertFalse(rows.wasNull());
            assertArrayEquals(new byte[] {1, -1}, rows.getBytes("picture"));
            assertInstanceOf(Integer.class, rows.getObject(1));
            assertInstanceOf(String.class, rows.getObject(2));
            assertInstanceOf(Double.class, rows.getObject(3));
            assertInstanceOf(byte[].class, rows.getObject(5));
            assertTrue(rows.next());
            assertEquals(0, rows.getInt("price"));
            assertTrue(rows.wasNull());
            assertNull(rows.getObject(4));
            assertNull(rows.getString(5));
            assertNull(rows.getBytes(5));
            assertNull(rows.getBigDecimal(3));
            assertNull(rows.getTimestamp(3));
            assertTrue(rows.next());
            assertEquals(5_000_000_000L, rows.getLong(1));
            assertEquals(5_000_000_000L, rows.getObject(1));
            assertEquals(3, rows.findColumn("price"));
            assertFalse(rows.next());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void whatIsNotThere(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("SELECT id FROM parts");
            assertTrue(rows.next());
            assertThrows(SQLException.class, () -> rows.getInt("nothing"));
            assertThrows(SQLException.class, () -> rows.getInt(2));
            assertThrows(SQLException.class, () -> rows.getInt(0));
            assertThrows(SQLException.class, () -> rows.findColumn("nothing"));
            rows.close();
            assertTrue(rows.isClosed());
            assertThrows(SQLException.class, () -> rows.getInt(1));
            assertThrows(SQLException.class, () -> statement.executeQuery("SELECT * FROM nothing"));
            assertThrows(SQLException.class, () -> statement.executeQuery("DELETE FROM parts"));
            String query = "WITH n AS (SELECT 1) SELECT * FROM n";
            try (PreparedStatement select = connection.prepareStatement(query)) {
                assertThrows(SQLException.class, select::executeUpdate);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void executeSaysWhatThereIs(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement()) {
            assertTrue(statement.execute("SELECT 1"));
            assertEquals(-1, statement.getUpdateCount());
            assertTrue(statement.getResultSet().next());
            assertFalse(statement.execute("UPDATE parts SET weight = 1 WHERE id < 3"));
            assertNull(statement.getResultSet());
            assertEquals(2, statement.getUpdateCount());
            assertFalse(statement.getMoreResults());
            assertEquals(-1, statement.getUpdateCount());
            assertEquals(0, statement.executeUpdate("CREATE TABLE t (x)"));
            assertEquals(2, statement.executeUpdate("INSERT INTO t VALUES (1), (2)"));
            assertEquals(2, statement.executeLargeUpdate("DELETE FROM t"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void resultSetsEndWhenTheStatementRunsAgain(String url) throws SQLException {
        try (Connection connection = parts(url)) {
            Statement statement = connection.createStatement();
            ResultSet first = statement.executeQuery("SELECT id FROM parts");
            assertTrue(first.next());
            ResultSet second = statement.executeQuery("SELECT name FROM parts");
            assertTrue(second.next());
            assertEquals("bolt", second.getString(1));
            statement.close();
            assertTrue(statement.isClosed());
            assertTrue(second.isClosed());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void generatedKeysAreThoseOfTheStatement(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement first = connection.createStatement();
                Statement second = connection.createStatement()) {
            first.executeUpdate("CREATE TABLE t (id INTEGER PRIMARY KEY, x)");
            first.executeUpdate("INSERT INTO t VALUES (NULL, 'a')");
            PreparedStatement third = connection.prepareStatement("INSERT INTO t VALUES (NULL, ?)");
            third.setString(1, "b");
            third.executeUpdate();
            second.executeUpdate("INSERT INTO t VALUES (NULL, 'c'), (NULL, 'd')");
            second.executeUpdate("INSERT INTO t VALUES (9, 'e')");
            try (Statement other = connection.createStatement()) {
                other.executeUpdate("INSERT INTO t VALUES (20, 'f')");
            }
            long[] keys = new long[3];
            Statement[] statements = {first, third, second};
            for (int i = 0; i < keys.length; i++) {
                try (ResultSet rows = statements[i].getGeneratedKeys()) {
                    assertTrue(rows.next());
                    keys[i] = rows.getLong(1);
                }
            }
            assertArrayEquals(new long[] {1, 2, 9}, keys);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void fetchDirectionsAreHints(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.setFetchDirection(ResultSet.FETCH_REVERSE);
            statement.setFetchDirection(ResultSet.FETCH_UNKNOWN);
            assertThrows(SQLException.class, () -> statement.setFetchDirection(7));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void maxRows(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(2);
            assertEquals(2, statement.getMaxRows());
            ResultSet rows = statement.executeQuery("SELECT id FROM parts");
            assertTrue(rows.next());
            assertTrue(rows.next());
            assertFalse(rows.next());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void preparedStatementsBind(String url) throws SQLException {
        try (Connection connection = parts(url);
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT typeof(?1), ?1, typeof(?2), ?2, typeof(?3), ?3, ?4, ?5, ?6")) {
            assertEquals(6, statement.getParameterMetaData().getParameterCount());
            assertEquals(9, statement.getMetaData().getColumnCount());
            statement.setInt(1, 7);
            statement.setDouble(2, 0.5);
            statement.setString(3, "grüß dich");
            statement.setBytes(4, new byte[] {1, 2});
            statement.setNull(5, Types.INTEGER);
            statement.setObject(6, 9L);
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals("integer", rows.getString(1));
            assertEquals(7, rows.getInt(2));
            assertEquals("real", rows.getString(3));
            assertEquals("text", rows.getString(5));
            assertEquals("grüß dich", rows.getString(6));
            assertArrayEquals(new byte[] {1, 2}, rows.getBytes(7));
            assertNull(rows.getObject(8));
            assertEquals(9, rows.getLong(9));
            statement.setBigDecimal(1, new BigDecimal("1.10"));
            statement.setBoolean(2, true);
            statement.setObject(3, "text", Types.VARCHAR);
            rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals("text", rows.getString(1));
            assertEquals("1.10", rows.getString(2));
            assertEquals("integer", rows.getString(3));
            assertEquals(1, rows.getInt(4));
        }
    }

    /** Rows of a batch that are appended, in between rows that are not, and one that fails. */
    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void batchesThatAppend(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE a(id INTEGER PRIMARY KEY, v TEXT, w REAL)");
            connection.setAutoCommit(false);
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO a(v, id, w) VALUES (?, ?, ?)")) {
                Object[] ids = {10, null, 12, 5, null, 6000, "6001", null};
                for (int i = 0; i < ids.length + 5000; i++) {
                    insert.setString(1, "v" + i);
                    insert.setObject(2, i < ids.length ? ids[i] : null);
                    insert.setDouble(3, i / 2.0);
                    insert.addBatch();
                }
                int[] counts = insert.executeBatch();
                assertEquals(5008, counts.length);
                for (int count : counts) {
                    assertEquals(1, count);
                }
                assertEquals("5008 11002 1 5008", facts(statement));
                insert.setObject(2, 7);
                insert.addBatch();
                insert.setObject(2, 20_000);
                insert.addBatch();
                insert.setObject(2, 7);
                insert.addBatch();
                insert.setObject(2, 20_001);
                insert.addBatch();
                assertThrows(SQLException.class, insert::executeBatch);
                assertEquals("5010 20000 0 5010", facts(statement));
                connection.rollback();
                assertEquals("0 20000 0 5010", facts(statement));
            }
        }
    }

    private static String facts(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SELECT (SELECT count(*) FROM a) || ' ' ||"
                + " last_insert_rowid() || ' ' || changes() || ' ' || total_changes()")) {
            assertTrue(row.next());
            return row.getString(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void batches(String url) throws SQLException {
        try (Connection connection = parts(url);
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO parts (name) VALUES (?)")) {
            for (String name : new String[] {"a", "b", "c"}) {
                insert.setString(1, name);
                insert.addBatch();
            }
            assertArrayEquals(new int[] {1, 1, 1}, insert.executeBatch());
            assertArrayEquals(new int[0], insert.executeBatch());
            try (Statement statement = connection.createStatement()) {
                statement.addBatch("UPDATE parts SET weight = 2");
                statement.addBatch("DELETE FROM parts WHERE name = 'a'");
                assertArrayEquals(new int[] {6, 1}, statement.executeBatch());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void transactions(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement()) {
            assertTrue(connection.getAutoCommit());
            connection.setAutoCommit(false);
            statement.executeUpdate("DELETE FROM parts WHERE id = 1");
            Savepoint savepoint = connection.setSavepoint("here");
            statement.executeUpdate("DELETE FROM parts WHERE id = 2");
            connection.rollback(savepoint);
            assertEquals(2, count(statement));
            connection.rollback();
            assertEquals(3, count(statement));
            statement.executeUpdate("DELETE FROM parts");
            connection.commit();
            assertEquals(0, count(statement));
            connection.setAutoCommit(true);
            assertThrows(SQLException.class, connection::commit);
            assertEquals(Connection.TRANSACTION_SERIALIZABLE, connection.getTransactionIsolation());
        }
    }

    private static int count(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM parts")) {
            assertTrue(rows.next());
            return rows.getInt(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void generatedKeys(String url) throws SQLException {
        try (Connection connection = parts(url);
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO parts (id, name) VALUES (?, ?)",
                        Statement.RETURN_GENERATED_KEYS)) {
            insert.setLong(1, 77);
            insert.setString(2, "x");
            assertEquals(1, insert.executeUpdate());
            try (ResultSet keys = insert.getGeneratedKeys()) {
                assertTrue(keys.next());
                assertEquals(77, keys.getInt(1));
                assertFalse(keys.next());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void constraintsHaveCodes(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement()) {
            SQLException unique = assertThrows(
                    SQLException.class,
                    () -> statement.executeUpdate("INSERT INTO parts (name) VALUES ('nut')"));
            assertEquals(19, unique.getErrorCode() & 0xff);
            assertTrue(
                    unique.getMessage().contains("UNIQUE constraint failed: parts.name"),
                    unique.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void datesAreMilliseconds(String url) throws SQLException {
        roundTrip(url, "integer");
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS + "?date_class=TEXT", THEIRS + "?date_class=TEXT"})
    void datesAreText(String url) throws SQLException {
        roundTrip(url, "text");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OURS + "?date_precision=seconds",
                THEIRS + "?date_precision=seconds",
                OURS + "?date_class=real" // sqlite-jdbc gives a millisecond less.
            })
    void datesInOtherForms(String url) throws SQLException {
        roundTrip(url, url.contains("real") ? "real" : "integer");
    }

    private static void roundTrip(String url, String type) throws SQLException {
        Timestamp moment = Timestamp.valueOf("2026-11-21 20:15:30");
        try (Connection connection = DriverManager.getConnection(url);
                PreparedStatement statement =
                        connection.prepareStatement("SELECT typeof(?1), ?1, ?2, ?3")) {
            statement.setTimestamp(1, moment);
            statement.setDate(2, new Date(moment.getTime()));
            statement.setTime(3, new Time(moment.getTime()));
            ResultSet rows = statement.executeQuery();
            assertTrue(rows.next());
            assertEquals(type, rows.getString(1));
            assertEquals(moment, rows.getTimestamp(2));
            assertEquals(moment.getTime(), rows.getDate(3).getTime());
            assertEquals(moment.getTime(), rows.getTime(4).getTime());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void resultSetMetaData(String url) throws SQLException {
        try (Connection connection = parts(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT id AS number, name, price, weight, picture, count(*) AS n FROM"
                                + " parts GROUP BY id")) {
            ResultSetMetaData data = rows.getMetaData();
            assertEquals(6, data.getColumnCount());
            assertEquals("number", data.getColumnLabel(1));
            assertEquals("parts", data.getTableName(1));
            assertEquals("INTEGER", data.getColumnTypeName(1));
            assertEquals(Types.INTEGER, data.getColumnType(1));
            assertEquals("VARCHAR", data.getColumnTypeName(2));
            assertEquals(Types.VARCHAR, data.getColumnType(2));
            assertEquals(20, data.getPrecision(2));
            assertEquals(ResultSetMetaData.columnNoNulls, data.isNullable(2));
            assertEquals("DECIMAL", data.getColumnTypeName(3));
            assertEquals(Types.DECIMAL, data.getColumnType(3));
            assertEquals(10, data.getPrecision(3));
            assertEquals(2, data.getScale(3));
            assertEquals(Types.REAL, data.getColumnType(4));
            assertEquals(Types.BLOB, data.getColumnType(5));
            assertEquals(Types.INTEGER, data.getColumnType(6));
            assertEquals("n", data.getColumnName(6));
        }
    }

    void checkUrl(String expected, String url) {
        assertEquals(expected, url);
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void databaseMetaData(String url) throws SQLException {
        try (Connection connection = parts(url)) {
            var data = connection.getMetaData();
            assertEquals("SQLite", data.getDatabaseProductName());
            assertEquals(3, data.getDatabaseMajorVersion());
            checkUrl(url, data.getURL());
            try (ResultSet tables = data.getTables(null, null, "%", new String[] {"TABLE"})) {
                assertTrue(tables.next());
                assertEquals("parts", tables.getString("TABLE_NAME"));
                assertEquals("TABLE", tables.getString("TABLE_TYPE"));
                assertNull(tables.getString("TABLE_SCHEM"));
                assertFalse(tables.next());
            }
            try (ResultSet columns = data.getColumns(null, null, "parts", "%e")) {
                assertTrue(columns.next());
                assertEquals("name", columns.getString("COLUMN_NAME"));
                assertEquals(Types.VARCHAR, columns.getInt("DATA_TYPE"));
                assertEquals("VARCHAR", columns.getString("TYPE_NAME"));
                assertEquals(20, columns.getInt("COLUMN_SIZE"));
                assertEquals("NO", columns.getString("IS_NULLABLE"));
                assertEquals(2, columns.getInt("ORDINAL_POSITION"));
                assertTrue(columns.next());
                assertEquals("price", columns.getString("COLUMN_NAME"));
                assertEquals(2, columns.getInt("DECIMAL_DIGITS"));
            }
            try (ResultSet keys = data.getPrimaryKeys(null, null, "parts")) {
                assertTrue(keys.next());
                assertEquals("id", keys.getString("COLUMN_NAME"));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void pragmasRunInEveryWay(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url + "?foreign_keys=true");
                Statement statement = connection.createStatement()) {
            ResultSet rows = statement.executeQuery("PRAGMA foreign_keys");
            assertTrue(rows.next());
            assertEquals(1, rows.getInt(1));
            statement.executeUpdate("PRAGMA user_version = 7");
            assertTrue(statement.execute("PRAGMA user_version"));
            rows = statement.getResultSet();
            assertTrue(rows.next());
            assertEquals(7, rows.getInt(1));
            for (String text :
                    List.of("PRAGMA user_version = 8", "PRAGMA shrink_memory", "PRAGMA no")) {
                assertFalse(statement.execute(text), text);
                assertEquals(0, statement.getUpdateCount());
                try (PreparedStatement prepared = connection.prepareStatement(text)) {
                    assertFalse(prepared.execute(), text);
                    assertNull(prepared.getResultSet());
                }
            }
        }
    }

    /** Returns a description of a call's outcome, in the same words for both drivers. */
    private static String seen(Callable<Object> call) throws Exception {
        try {
            return String.valueOf(call.call());
        } catch (SQLException e) {
            return e.getMessage();
        }
    }

    private static List<String> seen(Statement statement, String... texts) throws Exception {
        List<String> seen = new ArrayList<>();
        for (String text : texts) {
            seen.add(text + ": " + seen(() -> statement.execute(text)));
        }
        return seen;
    }

    private static List<String> changesOfReadOnly(String url, boolean readOnly) throws Exception {
        Properties properties = new Properties();
        if (readOnly) {
            properties.setProperty("open_mode", "1");
        }
        try (Connection connection = DriverManager.getConnection(url, properties);
                Statement statement = connection.createStatement()) {
            return seen(
                    statement,
                    "CREATE TABLE t (x)",
                    "PRAGMA user_version = 3",
                    "VACUUM",
                    "BEGIN IMMEDIATE",
                    "CREATE VIEW v AS SELECT 1",
                    "COMMIT",
                    "CREATE TEMP TABLE own (x)",
                    "INSERT INTO own VALUES (1)",
                    "ATTACH ':memory:' AS attached",
                    "CREATE TABLE attached.t (x)",
                    "ATTACH '' AS temporary",
                    "CREATE TABLE temporary.t (x)");
        }
    }

    /** Databases without a file, too, and those that are attached; not temp. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":memory:",
                "file::memory:",
                "file::memory:?cache=shared",
                "file:/read-only?vfs=memdb",
                "file:read-only?mode=memory&cache=shared"
            })
    void nothingIsWrittenIfOpenedForReadingOnly(String place) throws Exception {
        List<String> seen = changesOfReadOnly("jdbc:sqlvm:" + place, true);
        assertEquals(changesOfReadOnly("jdbc:sqlite:" + place, true), seen);
        assertTrue(seen.get(9).contains("[SQLITE_READONLY]"), seen.get(9));
    }

    /** The mode of a URI is that of one database. */
    @Test
    void attachedDatabasesDoNotHaveTheModeOfMain(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("main.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE parts (id)");
        }
        String place = "file:" + file + "?mode=ro";
        List<String> seen = changesOfReadOnly("jdbc:sqlvm:" + place, false);
        assertEquals(changesOfReadOnly("jdbc:sqlite:" + place, false), seen);
        assertTrue(seen.get(0).contains("[SQLITE_READONLY]"), seen.get(0));
        assertFalse(seen.get(9).contains("[SQLITE_READONLY]"), seen.get(9));
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void parametersHaveTheTypesOfTheirValues(String url) throws Exception {
        try (Connection connection = parts(url);
                PreparedStatement statement =
                        connection.prepareStatement("SELECT * FROM parts WHERE id IN (?, ?)")) {
            ParameterMetaData parameters = statement.getParameterMetaData();
            assertEquals(
                    "No parameter has been set yet", seen(() -> parameters.getParameterType(1)));
            assertEquals(
                    "No parameter has been set yet",
                    seen(() -> parameters.getParameterTypeName(2)));
            statement.setInt(1, 1);
            assertEquals(Types.NULL, parameters.getParameterType(2));
            assertEquals("NULL", parameters.getParameterTypeName(2));
            Object[] values = {
                (short) 1,
                1,
                true,
                1L,
                1f,
                1.0,
                "x",
                new byte[1],
                new Date(0),
                new BigDecimal(1),
                null
            };
            List<String> types = new ArrayList<>();
            for (Object value : values) {
                statement.setObject(1, value);
                types.add(JDBCType.valueOf(parameters.getParameterType(1)).getName());
                assertEquals(types.getLast(), parameters.getParameterTypeName(1));
            }
            assertEquals(
                    List.of(
                            "INTEGER", "INTEGER", "INTEGER", "BIGINT", "REAL", "REAL", "VARCHAR",
                            "VARCHAR", "BIGINT", "VARCHAR", "NULL"),
                    types);
            statement.setObject(1, 7, Types.INTEGER);
            statement.setNull(2, Types.INTEGER);
            assertEquals(Types.INTEGER, parameters.getParameterType(1));
            assertEquals(Types.NULL, parameters.getParameterType(2));
            statement.executeQuery().close();
            assertEquals(Types.INTEGER, parameters.getParameterType(1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {OURS, THEIRS})
    void aTextThatIsNoNumberIsNoneWhereOneIsAskedFor(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT 'abc', 7, 2.5")) {
            assertTrue(rows.next());
            assertEquals(0, rows.getInt(1));
            for (Class<?> type : List.of(
                    Integer.class, Long.class, Float.class, Double.class, BigDecimal.class)) {
                SQLException error =
                        assertThrows(SQLException.class, () -> rows.getObject(1, type));
                String message = "Bad value for type " + type.getSimpleName();
                assertTrue(error.getMessage().startsWith(message), error.getMessage());
            }
            assertEquals(7L, rows.getObject(2, Long.class));
            assertEquals(2, rows.getObject(3, Integer.class));
        }
    }
}
