package org.sqlvm.bench.serve;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** The table that is handed over: a key, and ten integers, reals and texts. */
final class WideTable {
    static final String QUERY = "SELECT * FROM wide";
    /** Columns of each kind. */
    static final int COLUMNS = 10;

    private static final int BATCH = 1000;

    private WideTable() {}

    static void create(Connection connection, int rows) throws SQLException {
        StringBuilder schema = new StringBuilder("CREATE TABLE wide(id BIGINT PRIMARY KEY");
        StringBuilder places = new StringBuilder("INSERT INTO wide VALUES (?");
        String[][] kinds = {{"i", "BIGINT"}, {"r", "DOUBLE PRECISION"}, {"t", "TEXT"}};
        for (String[] kind : kinds) {
            for (int i = 0; i < COLUMNS; i++) {
                schema.append(", ").append(kind[0]).append(i).append(' ').append(kind[1]);
                places.append(", ?");
            }
        }
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(schema.append(')').toString());
        }
        try (PreparedStatement insertion =
                connection.prepareStatement(places.append(')').toString())) {
            for (int row = 0; row < rows; row++) {
                fill(insertion, row);
                insertion.addBatch();
                if (row % BATCH == BATCH - 1) {
                    insertion.executeBatch();
                }
            }
            insertion.executeBatch();
        }
        connection.commit();
        connection.setAutoCommit(true);
    }

    /** An integer in fifty is NULL. */
    private static void fill(PreparedStatement insertion, int row) throws SQLException {
        insertion.setLong(1, row);
        for (int i = 0; i < COLUMNS; i++) {
            int place = 2 + i;
            if ((row + i) % 50 == 0) {
                insertion.setNull(place, java.sql.Types.BIGINT);
            } else {
                insertion.setLong(place, (row + 1L) * (i + 1) * 7919 % 1_000_000_007);
            }
            insertion.setDouble(place + COLUMNS, row / 8.0 + i);
            insertion.setString(place + 2 * COLUMNS, "text " + row % 1000 + " é " + i);
        }
    }
}
