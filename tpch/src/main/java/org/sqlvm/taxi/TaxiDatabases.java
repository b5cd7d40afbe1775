package org.sqlvm.taxi;

import org.sqlvm.workload.Dialect;
import org.sqlvm.workload.NewDatabase;
import org.sqlvm.workload.Script;
import org.sqlvm.workload.TableWriter;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** Makes the databases that queries run on: the same trips for every engine. */
final class TaxiDatabases {
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
        TableWriter.insert(connection, "trips", count, new Trips(count).cells());
    }

    private void append(Connection connection) throws SQLException {
        Script.parse(Dialect.duckdb(Taxi.schema())).run(connection, "create table");
        TableWriter.append(connection, "trips", count, new Trips(count).cells());
    }
}
