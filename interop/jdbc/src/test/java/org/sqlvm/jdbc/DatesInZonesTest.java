package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Random;
import java.util.TimeZone;

/**
 * Dates and times are written and read as sqlite-jdbc does it, in every time zone of the JDK and
 * from the year 1 to 9999: in the Julian calendar, before the zones had standard times, and in the
 * hours that come twice a year or not at all.
 */
@Tag("native")
class DatesInZonesTest {
    private static final long YEAR_1 = Instant.parse("0001-01-03T00:00:00Z").toEpochMilli();
    private static final long YEAR_1850 = Instant.parse("1850-01-01T00:00:00Z").toEpochMilli();
    private static final long YEAR_2100 = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();
    private static final long YEAR_9999 = Instant.parse("9999-12-28T00:00:00Z").toEpochMilli();

    private static final List<String> INSTANTS = List.of(
            "0001-01-03T00:00:00Z",
            "1582-10-04T12:00:00Z",
            "1582-10-15T00:00:00Z",
            "1883-11-18T17:00:00Z",
            "1899-12-31T23:59:59.999Z",
            "1970-01-01T00:00:00Z",
            "2026-10-25T00:30:00Z",
            "2026-10-25T01:30:00Z",
            "2026-11-01T05:30:00Z");

    /** Also such as a zone has not, or has twice. */
    private static final List<String> TEXTS = List.of(
            "0001-01-05 00:00:00.000",
            "1500-02-29 12:00:00.000",
            "1582-10-10 00:00:00.000",
            "1884-01-01 00:00:00.000",
            "1893-04-01 00:00:00.000",
            "1940-05-16 00:30:00.000",
            "2011-12-30 12:00:00.000",
            "2026-03-08 02:30:00.000",
            "2026-03-29 02:30:00.000",
            "2026-10-25 02:30:00.000",
            "2026-11-01 01:30:00.000",
            "9999-12-31 12:00:00.001",
            "2026-1-2 3:4:5.006",
            "2026-01-02 03:04:05.006 and more",
            "2026-13-45 30:70:80.000");

    private final TimeZone zone = TimeZone.getDefault();

    @AfterEach
    void restore() {
        TimeZone.setDefault(zone);
    }

    private static List<Long> instants() {
        List<Long> all = new ArrayList<>();
        INSTANTS.forEach(text -> all.add(Instant.parse(text).toEpochMilli()));
        Random random = new Random(7);
        for (int i = 0; i < 5; i++) {
            all.add(random.nextLong(YEAR_1, YEAR_9999));
            all.add(random.nextLong(YEAR_1850, YEAR_2100));
        }
        return all;
    }

    /** One driver with one form of dates. */
    private static final class Driver implements AutoCloseable {
        private final Connection connection;
        private final PreparedStatement statement;

        Driver(String name, String form) throws SQLException {
            connection =
                    DriverManager.getConnection("jdbc:" + name + "::memory:?date_class=" + form);
            statement = connection.prepareStatement("SELECT ?");
        }

        Object stored(long millis, Calendar calendar) throws SQLException {
            if (calendar == null) {
                statement.setTimestamp(1, new Timestamp(millis));
            } else {
                statement.setTimestamp(1, new Timestamp(millis), calendar);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getObject(1);
            }
        }

        String read(Object stored, Calendar calendar) throws SQLException {
            statement.setObject(1, stored);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getDate(1).getTime()
                        + " " + rows.getTime(1).getTime()
                        + " " + rows.getTimestamp(1).getTime()
                        + " " + rows.getDate(1, calendar).getTime()
                        + " " + rows.getTime(1, calendar).getTime()
                        + " " + rows.getTimestamp(1, calendar).getTime();
            }
        }

        String local(Object stored) throws SQLException {
            statement.setObject(1, stored);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getObject(1, LocalDate.class)
                        + " " + rows.getObject(1, LocalTime.class).withNano(0)
                        + " " + rows.getObject(1, LocalDateTime.class);
            }
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    private static void compare(String form) throws SQLException {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("America/New_York"));
        for (String id : TimeZone.getAvailableIDs()) {
            TimeZone.setDefault(TimeZone.getTimeZone(id));
            try (Driver theirs = new Driver("sqlite", form);
                    Driver ours = new Driver("sqlvm", form)) {
                for (long millis : instants()) {
                    String what = form + " in " + id + ": " + Instant.ofEpochMilli(millis);
                    Object stored = theirs.stored(millis, null);
                    assertEquals(stored, ours.stored(millis, null), what);
                    assertEquals(
                            theirs.stored(millis, calendar), ours.stored(millis, calendar), what);
                    assertEquals(theirs.read(stored, calendar), ours.read(stored, calendar), what);
                    assertEquals(theirs.local(stored), ours.local(stored), what);
                }
                for (String text : form.equals("TEXT") ? TEXTS : List.<String>of()) {
                    String what = id + ": " + text;
                    assertEquals(theirs.read(text, calendar), ours.read(text, calendar), what);
                }
            }
        }
    }

    @Test
    void texts() throws SQLException {
        compare("TEXT");
    }

    @Test
    void otherPatterns() throws SQLException {
        compare("TEXT&date_string_format=dd/MM/yyyy HH:mm");
    }

    @Test
    void milliseconds() throws SQLException {
        compare("INTEGER");
    }

    @Test
    void seconds() throws SQLException {
        compare("INTEGER&date_precision=SECONDS");
    }

    /** Written alike. What is read is what was written; sqlite-jdbc takes it for local time. */
    @Test
    void julianDays() throws SQLException {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("America/New_York"));
        for (String id : TimeZone.getAvailableIDs()) {
            TimeZone.setDefault(TimeZone.getTimeZone(id));
            try (Driver theirs = new Driver("sqlite", "REAL");
                    Driver ours = new Driver("sqlvm", "REAL")) {
                for (long millis : instants()) {
                    Object stored = theirs.stored(millis, null);
                    assertEquals(stored, ours.stored(millis, null), id);
                    assertEquals(stored, ours.stored(millis, calendar), id);
                    String same = millis + " " + millis + " " + millis;
                    assertEquals(same + " " + same, ours.read(stored, calendar), id);
                }
            }
        }
    }

    @Test
    void fractionsAndOtherFormsAreReadAsSqliteReadsThem() throws SQLException {
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try (Connection connection = DriverManager.getConnection("jdbc:sqlvm::memory:");
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery(
                                "SELECT '2026-01-02 03:04:05.5', '2026-01-02 03:04:05.123456',"
                                        + " '2026-01-02 03:04', '1850-01-02', '',"
                                        + " '2026-01-02T03:04:05Z'")) {
            rows.next();
            assertEquals(Timestamp.valueOf("2026-01-02 03:04:05.5"), rows.getTimestamp(1));
            assertEquals(Timestamp.valueOf("2026-01-02 03:04:05.123456"), rows.getTimestamp(2));
            assertEquals(Timestamp.valueOf("2026-01-02 03:04:00"), rows.getTimestamp(3));
            assertEquals("1850-01-02", rows.getDate(4).toString());
            assertEquals(null, rows.getDate(5));
            assertEquals(null, rows.getObject(5, LocalDate.class));
            assertEquals(Timestamp.valueOf("2026-01-02 04:04:05"), rows.getTimestamp(6));
        }
    }
}
