package org.sqlvm.bench.files;

import org.sqlvm.bench.MeasuredProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;

/**
 * A process in which one engine reads one file: some queries where it is, each some times, or loads
 * of all of it, each into a new database. Writes a line for each run: the number of the query,
 * elapsed and processor time in milliseconds, the answer.
 */
final class FilesProcess {
    static final String[] QUERIES = {
        "SELECT passenger_count, count(*), sum(total_amount) FROM %s GROUP BY 1 ORDER BY 1",
        "SELECT cab_type, vendor_id, count(*), max(pickup_datetime) FROM %s GROUP BY 1, 2 ORDER BY"
                + " 1, 2",
        "SELECT count(*), sum(trip_distance) FROM %s WHERE passenger_count = 5 AND vendor_id ="
                + " 'CMT'",
        "SELECT pickup_ntaname, count(*) AS n FROM %s GROUP BY 1 ORDER BY n DESC, 1 LIMIT 10",
    };

    static final String LOADED =
            "SELECT count(*), sum(trip_id), sum(total_amount), max(pickup_datetime) FROM trips";

    private FilesProcess() {}

    /** @param arguments engine, what FROM has, database or - for queries, runs, output */
    public static void main(String[] arguments) throws IOException, SQLException {
        String engine = arguments[0];
        StringBuilder lines = new StringBuilder();
        int runs = Integer.parseInt(arguments[3]);
        if (arguments[2].equals("-")) {
            String url = engine.equals("sqlvm") ? "jdbc:sqlvm::memory:" : "jdbc:duckdb:";
            try (Connection connection = DriverManager.getConnection(url);
                    Statement statement = connection.createStatement()) {
                for (int query = 0; query < QUERIES.length; query++) {
                    String sql = String.format(Locale.ROOT, QUERIES[query], arguments[1]);
                    for (int run = 0; run < runs; run++) {
                        measure(lines, query, () -> answer(statement, sql));
                    }
                }
            }
        } else {
            Path file = Path.of(arguments[2]);
            for (int run = 0; run < runs; run++) {
                MeasuredProcess.deleteAll(file);
                String url = "jdbc:" + engine + ":" + file;
                try (Connection connection = DriverManager.getConnection(url);
                        Statement statement = connection.createStatement()) {
                    String sql = "CREATE TABLE trips AS SELECT * FROM " + arguments[1];
                    measure(lines, -1, () -> {
                        statement.execute(sql);
                        return "";
                    });
                    lines.setLength(lines.length() - 1);
                    lines.append(answer(statement, LOADED)).append('\n');
                }
            }
        }
        Files.writeString(Path.of(arguments[4]), lines);
        System.exit(0);
    }

    private interface Work {
        String run() throws SQLException;
    }

    private static void measure(StringBuilder lines, int query, Work work) throws SQLException {
        long cpu = MeasuredProcess.processorTime();
        long begun = System.nanoTime();
        String answer = work.run();
        long ended = System.nanoTime();
        lines.append(String.format(
                Locale.ROOT,
                "%d %.1f %.1f %s%n",
                query,
                (ended - begun) / 1e6,
                (MeasuredProcess.processorTime() - cpu) / 1e6,
                answer));
    }

    /** Reals with two digits: engines add them in another order. Times as SQLite has them. */
    static String answer(Statement statement, String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    Object value = rows.getObject(i);
                    boolean real = value instanceof Double || value instanceof java.math.BigDecimal;
                    String shown = String.valueOf(value);
                    text.append(
                                    real
                                            ? String.format(Locale.ROOT, "%.2f", rows.getDouble(i))
                                            : shown.replaceFirst("(:\\d\\d)\\.0$", "$1"))
                            .append('|');
                }
            }
        }
        return text.toString();
    }
}
