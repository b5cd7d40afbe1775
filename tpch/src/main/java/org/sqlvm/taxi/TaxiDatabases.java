package org.sqlvm.taxi;

import me.tongfei.progressbar.ProgressBar;

import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.sqlvm.workload.Dialect;
import org.sqlvm.workload.NewDatabase;
import org.sqlvm.workload.Progress;
import org.sqlvm.workload.Script;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;

/** Makes the databases that queries run on: the same trips for every engine. */
final class TaxiDatabases {
    private static final int BATCH = 1000;

    private final Path folder;
    private final long count;
    private final int files;

    /**
     * Creates databases.
     *
     * @param count the number of trips
     * @param files the number of files that they are divided among
     */
    TaxiDatabases(Path folder, long count, int files) {
        this.files = files;
        this.folder = folder;
        this.count = count;
    }

    /** The SQLite file, generated unless it is there. */
    Path sqlite() {
        return NewDatabase.sqlite(folder.resolve("taxi-" + count + ".db"), this::insert);
    }

    /** The folder of SQLite files that have the same trips, generated unless they are there. */
    Path files() {
        Path target = folder.resolve("taxi-" + count + "-in-" + files);
        for (int i = 0; i < files; i++) {
            long first = count * i / files + 1;
            long last = count * (i + 1) / files;
            NewDatabase.sqlite(target.resolve("%05d.db".formatted(i)), connection -> {
                Script.parse(Taxi.schema()).run(connection, "create table");
                try (Statement statement = connection.createStatement()) {
                    statement.execute("ATTACH '" + sqlite() + "' AS whole");
                    statement.execute("INSERT INTO main.trips SELECT * FROM whole.trips"
                            + " WHERE trip_id BETWEEN " + first + " AND " + last);
                    statement.execute("DETACH whole");
                }
            });
        }
        return target;
    }

    /** The DuckDB database, generated unless it is there. */
    Path duckdb() {
        return NewDatabase.duckdb(folder.resolve("taxi-" + count + ".duckdb"), this::append);
    }

    private void insert(Connection connection) throws SQLException {
        Script.parse(Taxi.schema()).run(connection, "create table");
        connection.setAutoCommit(false);
        Texts texts = new Texts();
        String sql = "insert into trips values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        try (ProgressBar bar = Progress.bar("SQLite, trips", count);
                PreparedStatement statement = connection.prepareStatement(sql)) {
            int pending = 0;
            for (Trips trips = new Trips(count); trips.hasNext(); ) {
                Trip trip = trips.next();
                statement.setLong(1, trip.id());
                statement.setString(2, trip.cabType());
                statement.setString(3, trip.vendorId());
                statement.setString(4, texts.of(trip.pickupSecond()));
                statement.setInt(5, trip.passengerCount());
                statement.setDouble(6, trip.distance());
                statement.setDouble(7, trip.totalAmount());
                statement.setString(8, trip.storeAndForwardFlag());
                statement.setInt(9, trip.pickupPuma());
                statement.setInt(10, trip.dropoffPuma());
                statement.setString(11, trip.pickupName());
                statement.addBatch();
                if (++pending == BATCH || !trips.hasNext()) {
                    statement.executeBatch();
                    bar.stepBy(pending);
                    pending = 0;
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    private void append(Connection connection) throws SQLException {
        Script.parse(Dialect.duckdb(Taxi.schema())).run(connection, "create table");
        DuckDBConnection duckdb = connection.unwrap(DuckDBConnection.class);
        try (ProgressBar bar = Progress.bar("DuckDB, trips", count);
                DuckDBAppender appender = duckdb.createAppender("main", "trips")) {
            int pending = 0;
            for (Trips trips = new Trips(count); trips.hasNext(); ) {
                Trip trip = trips.next();
                appender.beginRow();
                appender.append(trip.id());
                appender.append(trip.cabType());
                appender.append(trip.vendorId());
                appender.append(
                        LocalDateTime.ofEpochSecond(trip.pickupSecond(), 0, ZoneOffset.UTC));
                appender.append((long) trip.passengerCount());
                appender.append(trip.distance());
                appender.append(trip.totalAmount());
                appender.append(trip.storeAndForwardFlag());
                appender.append((long) trip.pickupPuma());
                appender.append((long) trip.dropoffPuma());
                appender.append(trip.pickupName());
                appender.endRow();
                if (++pending == BATCH || !trips.hasNext()) {
                    bar.stepBy(pending);
                    pending = 0;
                }
            }
        }
    }

    /** Dates and times as SQLite keeps them, put together of parts that are made once. */
    private static final class Texts {
        private static final int DAY_SECONDS = 24 * 60 * 60;

        private final Map<Long, String> days = new HashMap<>();
        private final String[] numbers = new String[60];

        Texts() {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (i < 10 ? "0" : "") + i;
            }
        }

        String of(long second) {
            String day = days.computeIfAbsent(
                    second / DAY_SECONDS, number -> LocalDate.ofEpochDay(number) + " ");
            int rest = (int) (second % DAY_SECONDS);
            return day
                    + numbers[rest / 3600]
                    + ":"
                    + numbers[rest / 60 % 60]
                    + ":"
                    + numbers[rest % 60];
        }
    }
}
