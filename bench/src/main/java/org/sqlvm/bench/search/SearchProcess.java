package org.sqlvm.bench.search;

import org.sqlvm.bench.MeasuredProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * A process in which one engine makes a full-text index and an R-tree, some times, each time in a
 * new file, and then runs every kind of query. Writes a line for each measurement: its name, the
 * first time and the last, or the median of the last half, in milliseconds, and a digest of the
 * answers.
 */
final class SearchProcess {
    private static final int AUTHORS = 1_000;
    private static final int TITLE_WORDS = 5;
    private static final int FIRST_YEAR = 2000;
    private static final int YEARS = 25;
    private static final int KINDS = 100;
    private static final double BOX_SIZE = 0.001;

    private final Connection connection;
    private final StringBuilder lines = new StringBuilder();

    private SearchProcess(Connection connection) {
        this.connection = connection;
    }

    /** @param arguments the URL's beginning, file, documents, boxes, builds, query runs, output */
    public static void main(String[] arguments) throws IOException, SQLException {
        Path file = Path.of(arguments[1]);
        int documents = Integer.parseInt(arguments[2]);
        int boxes = Integer.parseInt(arguments[3]);
        int builds = Integer.parseInt(arguments[4]);
        int runs = Integer.parseInt(arguments[5]);
        double[][] built = new double[builds][];
        String lines = "";
        for (int build = 0; build < builds; build++) {
            MeasuredProcess.deleteAll(file);
            try (Connection connection = DriverManager.getConnection(arguments[0] + file)) {
                SearchProcess process = new SearchProcess(connection);
                built[build] = process.build(documents, boxes);
                if (build == builds - 1) {
                    process.note("index documents", built[0][0], built[build][0], 0);
                    process.note("index boxes", built[0][1], built[build][1], 0);
                    process.ask(documents > 0, boxes > 0, runs);
                    lines = process.lines.toString();
                }
            }
        }
        Files.writeString(Path.of(arguments[6]), lines);
        System.exit(0);
    }

    private void note(String name, double firstMs, double lastMs, long digest) {
        lines.append(
                String.format(Locale.ROOT, "%s\t%.3f\t%.3f\t%x%n", name, firstMs, lastMs, digest));
    }

    /** Returns the times of both indexes in milliseconds. */
    private double[] build(int documents, int boxes) throws SQLException {
        run("CREATE TABLE author(id INTEGER PRIMARY KEY, name TEXT)");
        run("CREATE TABLE meta(id INTEGER PRIMARY KEY, author INT, year INT)");
        run("CREATE TABLE place(id INTEGER PRIMARY KEY, kind INT)");
        run("CREATE VIRTUAL TABLE docs USING fts5(title, body)");
        run("CREATE VIRTUAL TABLE boxes USING rtree(id, x0, x1, y0, y1)");
        connection.setAutoCommit(false);
        fill("INSERT INTO author VALUES(?, ?)", AUTHORS, (statement, i) -> {
            statement.setInt(1, i);
            statement.setString(2, "author " + i);
        });
        fill("INSERT INTO meta VALUES(?, ?, ?)", documents, (statement, i) -> {
            statement.setInt(1, i);
            statement.setInt(2, i * 7 % AUTHORS);
            statement.setInt(3, FIRST_YEAR + i % YEARS);
        });
        fill("INSERT INTO place VALUES(?, ?)", boxes, (statement, i) -> {
            statement.setInt(1, i);
            statement.setInt(2, i % KINDS);
        });
        connection.commit();
        Documents texts = new Documents();
        long begun = System.nanoTime();
        fill("INSERT INTO docs(rowid, title, body) VALUES(?, ?, ?)", documents, (statement, i) -> {
            statement.setInt(1, i);
            statement.setString(2, texts.next(TITLE_WORDS));
            statement.setString(3, texts.next());
        });
        connection.commit();
        long between = System.nanoTime();
        Random random = new Random(1);
        fill("INSERT INTO boxes VALUES(?, ?, ?, ?, ?)", boxes, (statement, i) -> {
            double x = random.nextDouble();
            double y = random.nextDouble();
            statement.setInt(1, i);
            statement.setDouble(2, x);
            statement.setDouble(3, x + BOX_SIZE);
            statement.setDouble(4, y);
            statement.setDouble(5, y + BOX_SIZE);
        });
        connection.commit();
        long ended = System.nanoTime();
        connection.setAutoCommit(true);
        return new double[] {(between - begun) / 1e6, (ended - between) / 1e6};
    }

    private interface Row {
        void bind(PreparedStatement statement, int number) throws SQLException;
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void fill(String sql, int count, Row row) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 1; i <= count; i++) {
                row.bind(statement, i);
                statement.executeUpdate();
            }
        }
    }

    private void ask(boolean documents, boolean boxes, int runs) throws SQLException {
        for (SearchQuery query : SearchQuery.values()) {
            if (query.isOfBoxes() ? boxes : documents) {
                ask(query, runs);
            }
        }
    }

    private void ask(SearchQuery query, int runs) throws SQLException {
        double[] times = new double[runs];
        long digest = 0;
        try (PreparedStatement statement = connection.prepareStatement(query.sql())) {
            for (int run = 0; run < runs; run++) {
                List<Object> parameters = query.parameters(run);
                long begun = System.nanoTime();
                for (int i = 0; i < parameters.size(); i++) {
                    statement.setObject(i + 1, parameters.get(i));
                }
                long answer = digest(statement);
                times[run] = (System.nanoTime() - begun) / 1e6;
                digest = run < 16 ? digest * 31 + answer : digest;
            }
        }
        double[] last = java.util.Arrays.copyOfRange(times, runs / 2, runs);
        java.util.Arrays.sort(last);
        note(query.id(), times[0], last[last.length / 2], digest);
    }

    private static long digest(PreparedStatement statement) throws SQLException {
        long digest = 0;
        try (ResultSet rows = statement.executeQuery()) {
            int width = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int column = 1; column <= width; column++) {
                    digest =
                            digest * 31 + String.valueOf(rows.getString(column)).hashCode();
                }
            }
        }
        return digest;
    }
}
