package org.sqlvm.bench.nearest;

import org.sqlite.Function;
import org.sqlvm.bench.MeasuredProcess;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * A process in which one engine looks for nearest neighbours in one file, some times by each
 * distance. SQLite has no such function, so its users write one: here it is in Java. Writes a line
 * for each run: the distance, elapsed and processor time in milliseconds, the ids that are found.
 */
final class NearestProcess {
    private NearestProcess() {}

    /** @param arguments engine, file, runs, output, the number of elements */
    public static void main(String[] arguments) throws IOException, SQLException {
        String engine = arguments[0];
        int runs = Integer.parseInt(arguments[2]);
        StringBuilder lines = new StringBuilder();
        try (Connection connection =
                DriverManager.getConnection("jdbc:" + engine + ":" + arguments[1])) {
            if (engine.equals("sqlite")) {
                Function.create(connection, "vec_distance_l2", new Distance(false));
                Function.create(connection, "vec_distance_cosine", new Distance(true));
            }
            byte[] wanted = Embeddings.wanted(Integer.parseInt(arguments[4]));
            for (String distance : NearestCommand.DISTANCES) {
                String sql = String.format(Locale.ROOT, NearestCommand.QUERY, distance);
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    for (int run = 0; run < runs; run++) {
                        measure(lines, distance, statement, wanted);
                    }
                }
            }
        }
        Files.writeString(Path.of(arguments[3]), lines);
    }

    private static void measure(
            StringBuilder lines, String distance, PreparedStatement statement, byte[] wanted)
            throws SQLException {
        long processor = MeasuredProcess.processorTime();
        long begun = System.nanoTime();
        StringBuilder found = new StringBuilder();
        statement.setBytes(1, wanted);
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.append(rows.getLong(1)).append(',');
            }
        }
        lines.append(String.format(
                Locale.ROOT,
                "%s %.1f %.1f %s%n",
                distance,
                (System.nanoTime() - begun) / 1e6,
                (MeasuredProcess.processorTime() - processor) / 1e6,
                found));
    }

    /** The function that a user of SQLite without sqlite-vec would register. */
    private static final class Distance extends Function {
        private final boolean isCosine;

        Distance(boolean isCosine) {
            this.isCosine = isCosine;
        }

        @Override
        protected void xFunc() throws SQLException {
            FloatBuffer a = floats(value_blob(0));
            FloatBuffer b = floats(value_blob(1));
            double squares = 0;
            double dot = 0;
            double ofA = 0;
            double ofB = 0;
            for (int i = 0; i < a.limit(); i++) {
                float x = a.get(i);
                float y = b.get(i);
                squares += (x - y) * (x - y);
                dot += x * y;
                ofA += x * x;
                ofB += y * y;
            }
            result(isCosine ? 1 - dot / Math.sqrt(ofA * ofB) : Math.sqrt(squares));
        }

        private static FloatBuffer floats(byte[] bytes) {
            return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        }
    }
}
