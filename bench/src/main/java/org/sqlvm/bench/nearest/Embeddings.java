package org.sqlvm.bench.nearest;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** The embeddings of the benchmark: normal distribution, the same in each run. */
final class Embeddings {
    private static final int SEED_ROWS = 1;
    private static final int SEED_WANTED = 2;

    private Embeddings() {}

    /** The embedding whose neighbours are looked for. */
    static byte[] wanted(int size) {
        return next(random(SEED_WANTED), size);
    }

    private static RandomGenerator random(int seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static byte[] next(RandomGenerator random, int size) {
        ByteBuffer bytes = ByteBuffer.allocate(size * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < size; i++) {
            bytes.putFloat((float) random.nextGaussian());
        }
        return bytes.array();
    }

    /** Writes the table by SQLite. */
    static void write(Path file, int rows, int size) throws SQLException, IOException {
        RandomGenerator random = random(SEED_ROWS);
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = OFF");
            connection.setAutoCommit(false);
            statement.execute("CREATE TABLE items(id INTEGER PRIMARY KEY, v BLOB)");
            try (PreparedStatement insert =
                    connection.prepareStatement("INSERT INTO items(v) VALUES (?)")) {
                for (int i = 0; i < rows; i++) {
                    insert.setBytes(1, next(random, size));
                    insert.executeUpdate();
                }
            }
            connection.commit();
        }
    }
}
