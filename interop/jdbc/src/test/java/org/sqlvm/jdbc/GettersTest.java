package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.InputStream;
import java.io.Reader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every getter of every kind of result over values of every storage class: all kinds give what a
 * forward result gives, and that is what sqlite-jdbc gives but for a list of differences.
 */
@Tag("native")
class GettersTest {
    static final List<String> VALUES = List.of(
            "NULL",
            "0",
            "1",
            "-1",
            "127",
            "128",
            "70000",
            "5000000000",
            "9223372036854775807",
            "0.0",
            "1.0",
            "0.5",
            "-2.5",
            "0.1",
            "2459000.25",
            "1e20",
            "-1e300",
            "-0.0",
            "9e999",
            "-9e999",
            "''",
            "'abc'",
            "'12abc'",
            "'3.5'",
            "' 7 '",
            "'1e3'",
            "'true'",
            "'é€'",
            "'99999999999999999999'",
            "'9223372036854775808'",
            "'-9223372036854775808'",
            "'1e999'",
            "'2020-02-03'",
            "'2020-02-03 04:05:06.789'",
            "x''",
            "x'3132'",
            "x'312e35'",
            "x'ff00'",
            "x'e282ac'");

    private interface Getter {
        Object get(ResultSet rows) throws Exception;
    }

    private static final Map<String, Getter> GETTERS = new LinkedHashMap<>();

    static {
        GETTERS.put("String", rows -> rows.getString(1));
        GETTERS.put("Boolean", rows -> rows.getBoolean(1));
        GETTERS.put("Byte", rows -> rows.getByte(1));
        GETTERS.put("Short", rows -> rows.getShort(1));
        GETTERS.put("Int", rows -> rows.getInt(1));
        GETTERS.put("Long", rows -> rows.getLong(1));
        GETTERS.put("Float", rows -> rows.getFloat(1));
        GETTERS.put("Double", rows -> rows.getDouble(1));
        GETTERS.put("BigDecimal", rows -> rows.getBigDecimal(1));
        GETTERS.put("Bytes", rows -> rows.getBytes(1));
        GETTERS.put("Object", rows -> rows.getObject(1));
        GETTERS.put("Date", rows -> rows.getDate(1));
        GETTERS.put("Time", rows -> rows.getTime(1));
        GETTERS.put("Timestamp", rows -> rows.getTimestamp(1));
        GETTERS.put("AsciiStream", rows -> rows.getAsciiStream(1));
        GETTERS.put("BinaryStream", rows -> rows.getBinaryStream(1));
        GETTERS.put("CharacterStream", rows -> rows.getCharacterStream(1));
        GETTERS.put("Clob", rows -> rows.getClob(1));
        GETTERS.put("Blob", rows -> rows.getBlob(1));
        GETTERS.put("NString", rows -> rows.getNString(1));
        GETTERS.put("NClob", rows -> rows.getNClob(1));
        GETTERS.put("NCharacterStream", rows -> rows.getNCharacterStream(1));
        GETTERS.put("URL", rows -> rows.getURL(1));
        GETTERS.put("SQLXML", rows -> rows.getSQLXML(1).getString());
        GETTERS.put("wasNull", rows -> {
            rows.getObject(1);
            return rows.wasNull();
        });
        for (Class<?> type : List.of(
                String.class,
                Boolean.class,
                Byte.class,
                Short.class,
                Integer.class,
                Long.class,
                Float.class,
                Double.class,
                BigDecimal.class,
                byte[].class,
                Date.class,
                Time.class,
                Timestamp.class,
                LocalDate.class,
                LocalTime.class,
                LocalDateTime.class)) {
            GETTERS.put("Object as " + type.getSimpleName(), rows -> rows.getObject(1, type));
        }
    }

    /**
     * Gives the result for one getter: SQLite's own values change their type when they are read.
     */
    private interface Source {
        ResultSet open() throws SQLException;
    }

    private static Map<String, String> read(Source source) throws SQLException {
        Map<String, String> seen = new LinkedHashMap<>();
        for (Map.Entry<String, Getter> getter : GETTERS.entrySet()) {
            try (ResultSet rows = source.open()) {
                for (String value : VALUES) {
                    assertTrue(rows.next());
                    seen.put(getter.getKey() + " of " + value, seen(rows, getter.getValue()));
                }
                assertFalse(rows.next());
            }
        }
        return seen;
    }

    private static String seen(ResultSet rows, Getter getter) {
        try {
            return shown(getter.get(rows));
        } catch (SQLException e) {
            return "error";
        } catch (Exception e) {
            return e.getClass().getSimpleName();
        }
    }

    private static String shown(Object value) throws Exception {
        return switch (value) {
            case null -> "null";
            case byte[] bytes -> HexFormat.of().formatHex(bytes);
            case InputStream stream -> HexFormat.of().formatHex(stream.readAllBytes());
            case Reader reader -> {
                StringWriter text = new StringWriter();
                reader.transferTo(text);
                yield text.toString();
            }
            case Blob blob -> HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
            case Clob clob -> clob.getSubString(1, (int) clob.length());
            default -> value.getClass().getSimpleName() + " " + value;
        };
    }

    static String query() {
        return "VALUES (" + String.join("), (", VALUES) + ")";
    }

    private static Map<String, String> forward(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            return read(() -> statement.executeQuery(query()));
        }
    }

    /**
     * An intended difference between the drivers.
     *
     * @param form a regular expression for "GETTER of VALUE: theirs -> ours"
     */
    private record Difference(String why, String form) {}

    private static final List<Difference> DIFFERENCES = List.of(
            new Difference(
                    "sqlite-jdbc does not have them",
                    "(Blob|NString|NClob|NCharacterStream|SQLXML|Object as (Byte|Short)) of .*:"
                            + " error -> .*"),
            new Difference(
                    "sqlite-jdbc has no null for a number",
                    "Object as (Boolean|Byte|Short|Integer|Long|Float|Double) of NULL: .* -> null"),
            new Difference("the same", "URL of NULL: error -> null"),
            new Difference("the same", "SQLXML of NULL: error -> NullPointerException"),
            new Difference(
                    "a number that does not fit is an error",
                    "(Byte|Short|Int|Object as Integer) of .*: (Byte|Short|Integer) .* -> error"),
            new Difference(
                    "a number counts as true as in WHERE",
                    "(Object as )?Boolean of (0\\.5|0\\.1|-1e300|-9e999|'-9\\d+'):"
                            + " Boolean false -> Boolean true"),
            new Difference(
                    "the text true is true",
                    "(Object as )?Boolean of 'true': Boolean false -> Boolean true"),
            new Difference(
                    "a text that begins with a number, or has blanks around one, is one",
                    "(Object as \\w+|BigDecimal) of"
                            + " ('3.5'|' 7 '|'1e\\d+'|'-?9\\d+'|x'3132'|x'312e35'):"
                            + " error -> (Byte|Short|Integer|Long|Float|Double|BigDecimal) .*"),
            new Difference(
                    "what is no date is an SQLException",
                    "Object as Local(Date|Time|DateTime) of .*: DateTimeParseException -> error"),
            new Difference(
                    "a date need not have a time",
                    "(Object as )?(Date|Time|Timestamp|LocalTime|LocalDateTime) of '2020-02-03':"
                            + " (error|DateTimeParseException) -> .*"),
            new Difference(
                    "a time has milliseconds",
                    "Object as LocalTime of .*: LocalTime \\S+ -> LocalTime \\S+\\.\\d+"),
            new Difference(
                    "a date in a BLOB is read as a text, and not as a number",
                    "(Object as )?(Date|Time|Timestamp|LocalDate|LocalTime|LocalDateTime) of x'.*':"
                            + " .*1970-01-01.* -> (null|error)"),
            new Difference(
                    "the same",
                    "(Object as )?(Time|LocalTime) of x'.*': .*00:00.* -> (null|error)"),
            new Difference(
                    "a day that no calendar has overflows elsewhere",
                    "(Object as )?(Date|Time|Timestamp|LocalDate|LocalTime|LocalDateTime) of"
                            + " (1e20|-1e300|-?9e999): .* -> .*"));

    private static Connection ours() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlvm::memory:");
    }

    @Test
    void forwardResultsGiveWhatSqliteJdbcGives() throws SQLException {
        Map<String, String> theirs = forward("jdbc:sqlite::memory:");
        Map<String, String> own = forward("jdbc:sqlvm::memory:");
        Set<Difference> used = new HashSet<>();
        List<String> others = new ArrayList<>();
        own.forEach((call, seen) -> {
            String difference = call + ": " + theirs.get(call) + " -> " + seen;
            List<Difference> known = DIFFERENCES.stream()
                    .filter(each -> difference.matches("(?s)" + each.form()))
                    .toList();
            if (!seen.equals(theirs.get(call))) {
                used.addAll(known);
                if (known.isEmpty()) {
                    others.add(difference);
                }
            }
        });
        assertEquals("", String.join("\n", others));
        assertEquals(Set.copyOf(DIFFERENCES), used);
    }

    @Test
    void preparedResultsAreForwardResults() throws SQLException {
        try (Connection connection = ours();
                PreparedStatement statement = connection.prepareStatement(query())) {
            assertEquals(forward("jdbc:sqlvm::memory:"), read(statement::executeQuery));
        }
    }

    @Test
    void scrollableResultsConvertAsForwardOnes() throws SQLException {
        try (Connection connection = ours();
                Statement statement = connection.createStatement(
                        ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY)) {
            assertEquals(
                    forward("jdbc:sqlvm::memory:"), read(() -> statement.executeQuery(query())));
        }
    }

    @Test
    void theFirstResultOfAScriptConvertsAsALastOne() throws SQLException {
        try (Connection connection = ours();
                Statement statement = connection.createStatement()) {
            assertEquals(forward("jdbc:sqlvm::memory:"), read(() -> {
                statement.execute(query() + "; SELECT 1");
                return statement.getResultSet();
            }));
        }
    }

    @Test
    void generatedKeysConvertAsForwardResults() throws SQLException {
        try (Connection connection = ours();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE t(a)");
            statement.executeUpdate("INSERT INTO t " + query(), new String[] {"a"});
            assertEquals(forward("jdbc:sqlvm::memory:"), read(statement::getGeneratedKeys));
            statement.executeUpdate("INSERT INTO t " + query(), new int[] {1});
            assertEquals(forward("jdbc:sqlvm::memory:"), read(statement::getGeneratedKeys));
        }
    }
}
