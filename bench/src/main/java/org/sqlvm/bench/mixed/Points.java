package org.sqlvm.bench.mixed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Queries of one table that read few rows, each with a number that was not there before. */
final class Points {
    private static final int ROWS = 100_000;
    private static final int GROUPS = 1000;
    private static final int BATCH = 1000;

    private static final String ID = "select name, v from t where id = ";
    private static final String GROUP = "select count(*), sum(v) from t where v > 10.5 and grp = ";
    private static final String JOIN = "select a.name, b.name from t a join t b on b.id = a.id + 1"
            + " where a.id < 5000 and a.grp = ";

    private Points() {}

    static void load(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("create table t"
                    + "(id integer primary key, name varchar(30), grp int, v double precision)");
            statement.execute("create index tg on t(grp)");
        }
        try (PreparedStatement insert =
                connection.prepareStatement("insert into t values(?, ?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, i);
                insert.setString(2, "name" + i);
                insert.setInt(3, i % GROUPS);
                insert.setDouble(4, i * 0.5);
                insert.addBatch();
                if (i % BATCH == BATCH - 1) {
                    insert.executeBatch();
                }
            }
        }
    }

    static Work idTexts(Part.Place place) {
        return texts(place, ID, ROWS);
    }

    static Work groupTexts(Part.Place place) {
        return texts(place, GROUP, GROUPS);
    }

    static Work joinTexts(Part.Place place) {
        return texts(place, JOIN, GROUPS);
    }

    static Work idPrepared(Part.Place place) throws SQLException {
        return prepared(place, ID, ROWS);
    }

    static Work groupPrepared(Part.Place place) throws SQLException {
        return prepared(place, GROUP, GROUPS);
    }

    private static Work texts(Part.Place place, String sql, int keys) {
        return number -> {
            try (Statement statement = place.connection().createStatement();
                    ResultSet rows = statement.executeQuery(sql + Random.below(number, keys))) {
                return read(rows);
            }
        };
    }

    private static Work prepared(Part.Place place, String sql, int keys) throws SQLException {
        PreparedStatement statement = place.connection().prepareStatement(sql + "?");
        return new Work() {
            @Override
            public long run(int number) throws SQLException {
                statement.setInt(1, Random.below(number, keys));
                try (ResultSet rows = statement.executeQuery()) {
                    return read(rows);
                }
            }

            @Override
            public void close() throws SQLException {
                statement.close();
            }
        };
    }

    private static long read(ResultSet rows) throws SQLException {
        long sum = 0;
        while (rows.next()) {
            sum += rows.getString(1).hashCode();
        }
        return sum;
    }
}
