package org.sqlvm.bench.oltp;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.io.File;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A process that runs the queries on one engine. What it has measured goes to a file. */
final class OltpProcess {
    private static final String POSTGRESQL = "jdbc:postgresql:";

    private final Connection connection;
    private final int width;
    private final double scale;
    private final int runs;
    private final double seconds;

    private OltpProcess(Connection connection, int width, double scale, int runs, double seconds) {
        this.connection = connection;
        this.width = width;
        this.scale = scale;
        this.runs = runs;
        this.seconds = seconds;
    }

    /** @param arguments address, width, scale factor, runs, seconds at most, output */
    public static void main(String[] arguments) throws IOException, SQLException {
        List<OltpMeasurement> all = run(
                arguments[0],
                Integer.parseInt(arguments[1]),
                Double.parseDouble(arguments[2]),
                Integer.parseInt(arguments[3]),
                Double.parseDouble(arguments[4]));
        new ObjectMapper().writeValue(new File(arguments[5]), all);
        // Threads that an engine has left running do not matter.
        System.exit(0);
    }

    /** @param seconds the time for each query; it runs twice at least */
    static List<OltpMeasurement> run(
            String address, int width, double scale, int runs, double seconds) throws SQLException {
        try (Connection connection = DriverManager.getConnection(address)) {
            if (address.startsWith(POSTGRESQL)) {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("set jit = off");
                }
            }
            OltpProcess process = new OltpProcess(connection, width, scale, runs, seconds);
            List<OltpMeasurement> all = new ArrayList<>();
            for (OltpQuery query : OltpQuery.values()) {
                all.add(process.measure(query));
            }
            return all;
        }
    }

    private OltpMeasurement measure(OltpQuery query) throws SQLException {
        int[] begins = query.begins(runs, width, scale);
        double[] times = new double[runs];
        double[] answers = new double[runs];
        long rows = 0;
        int done = 0;
        long begun = System.nanoTime();
        try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
            double prepared = (System.nanoTime() - begun) / 1e6;
            while (done < runs && (done < 2 || System.nanoTime() - begun < seconds * 1e9)) {
                long run = System.nanoTime();
                statement.setInt(1, begins[done]);
                statement.setInt(2, begins[done] + width);
                try (ResultSet result = statement.executeQuery()) {
                    int columns = result.getMetaData().getColumnCount();
                    while (result.next()) {
                        rows++;
                        for (int i = 1; i <= columns; i++) {
                            answers[done] += answer(result.getObject(i));
                        }
                    }
                }
                times[done++] = (System.nanoTime() - run) / 1e6;
            }
            return new OltpMeasurement(
                    query.name(),
                    prepared,
                    Arrays.copyOf(times, done),
                    rows,
                    Arrays.copyOf(answers, done));
        }
    }

    /** A number that does not depend on the type in which an engine gives one. */
    private static double answer(Object value) {
        return switch (value) {
            case null -> 1;
            case Number number -> number.doubleValue();
            default -> value.toString().hashCode();
        };
    }
}
