package org.sqlvm.bench.mixed;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/** A kind of work; its units run until the time of the part is over. */
enum Part {
    TEXT_ID("rowid, new texts", Points::idTexts),
    PREPARED_ID("rowid, prepared", Points::idPrepared),
    TEXT_GROUP("100 rows by an index, new texts", Points::groupTexts),
    PREPARED_GROUP("100 rows by an index, prepared", Points::groupPrepared),
    TEXT_JOIN("self-join, new texts", Points::joinTexts),
    ORDERS("transactions of 20 statements", Orders::enter),
    REPORT("join of four tables, 20 customers", Orders::report),
    MAPPER("72 shapes of mappers, 12 tables", Mapper::new),
    FETCH("2,000 rows of 31 values", Scripts::fetch),
    TRIGGERS("50 rows, three triggers each", Scripts::triggers),
    JSON("100 documents of JSON", Scripts::json),
    RECURSION("recursive CTEs", Scripts::recursion),
    POOL("8 threads, 5 inserts a transaction", Pool::new);

    /**
     * Where the work is done.
     *
     * @param connection to a database in memory
     * @param folder for files
     */
    record Place(Subject subject, Connection connection, Path folder) implements AutoCloseable {
        /** Fills the tables. */
        static Place load(Subject subject, Path folder) throws SQLException {
            Connection connection = DriverManager.getConnection(subject.memory);
            connection.setAutoCommit(false);
            Points.load(connection);
            Orders.load(connection);
            Mapper.load(connection);
            Scripts.load(connection, subject);
            connection.commit();
            return new Place(subject, connection, folder);
        }

        @Override
        public void close() throws SQLException {
            connection.close();
        }
    }

    private interface Start {
        Work in(Place place) throws SQLException;
    }

    final String title;
    private final Start start;

    Part(String title, Start start) {
        this.title = title;
        this.start = start;
    }

    /** H2's triggers are classes, and its JSON has other functions. */
    boolean runsOn(Subject subject) {
        return subject != Subject.H2 || (this != TRIGGERS && this != JSON);
    }

    Work start(Place place) throws SQLException {
        return start.in(place);
    }
}
