package org.sqlvm.test.queries;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.test.engines.Engines;
import org.sqlvm.test.engines.Outcome;
import org.sqlvm.test.engines.SqlvmEngine;
import org.sqlvm.test.engines.TestEngine;
import org.sqlvm.test.engines.TestMode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;

/**
 * Random aggregations over one table and over joins, with queries that ask for rows, most of which
 * run on vectors, and queries of rows that are read from columns give SQLite's answers: whatever
 * the columns hold, wherever vectors and partitions end, with and without memory, decoded or from
 * the cache, which follows changes of rows.
 */
final class VectorFuzz {
    private static final long SEED = TestMode.seed(VectorFuzz.class, 0);

    private static final int DATABASES = TestMode.rounds(12);

    /** Every fourth one is without memory. */
    private static final int FIRST = (int) Math.floorMod(SEED, 4L);

    private static final int QUERIES = TestMode.FULL ? 60 : 20;
    private static final int JOIN_QUERIES = TestMode.FULL ? 25 : 10;

    /** Rows are changed before one query out of this many. */
    private static final int CHANGE_EVERY = 4;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 64, 100})
    void sameAsSqlite(int vectorRows) {
        run(vectorRows, QUERIES, _ -> 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64, 100})
    void sameAsSqliteOfJoins(int vectorRows) {
        run(vectorRows, JOIN_QUERIES, database -> 2 + database % 3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64})
    void sameAsSqliteOfJoinedRows(int vectorRows) {
        runRows(vectorRows, 9000, 2, RandomAggregation::joinedRows);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 64})
    void sameAsSqliteOfWindows(int vectorRows) {
        runRows(vectorRows, 19_000, 1, RandomAggregation::windows);
    }

    private static final List<String> FAILING = List.of(
            "SELECT sum(abs(v)), sum(json_extract(j, '$[0]')) FROM t",
            "SELECT max(json_type(j)), min(abs(v)) FROM t",
            "SELECT count(*), 0 FROM t WHERE abs(v) > 3 AND json_extract(j, '$[0]') = 1",
            "SELECT sum(json_array_length(j)), 0 FROM t WHERE abs(v) >= 0");

    /**
     * The error is that of the first row that fails: of its neighbours in a vector, and of rows
     * that other threads may come to first, since the JSON of the first rows is long. In triggers,
     * where nothing is run again on rows.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void theFirstRowFails(int threads) {
        String json =
                "'[1' || iif(id < 80, replace(printf('%09999d', 0), '0', ',1'), '') || iif(id = ";
        Random random = new Random(SEED + threads);
        try (TestEngine sqlite = Engines.SQLITE.inMemory();
                TestEngine vectors = SqlvmEngine.onVectors(false, 7, 13, threads)) {
            List<String> setup = new ArrayList<>(List.of(
                    "CREATE TABLE t(id INTEGER PRIMARY KEY, v INTEGER, j TEXT)",
                    "CREATE TABLE log(x)",
                    "CREATE TABLE found(a, b)",
                    "WITH g(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM g WHERE x < 400)"
                            + " INSERT INTO t(id) SELECT x FROM g"));
            for (int i = 0; i < FAILING.size(); i++) {
                setup.add("CREATE TRIGGER log" + i + " AFTER INSERT ON log WHEN new.x = " + i
                        + " BEGIN INSERT INTO found " + FAILING.get(i) + "; END");
            }
            for (int i = 0; i < TestMode.rounds(200); i++) {
                int one = 10 + random.nextInt(60);
                int other = i % 2 == 0 ? one + random.nextInt(13) - 6 : 200 + random.nextInt(200);
                boolean swapped = random.nextBoolean();
                setup.add("UPDATE t SET v = iif(id = " + (swapped ? other : one)
                        + ", -9223372036854775807 - 1, id % 50), j = " + json
                        + (swapped ? one : other) + ", '[', ']')");
                for (String statement : setup) {
                    assertFalse(sqlite.execute(statement).failed(), statement);
                    assertFalse(vectors.execute(statement).failed(), statement);
                }
                setup.clear();
                for (int run = 0; run < 2 * FAILING.size(); run++) {
                    // The second time the columns come from the cache, for all threads.
                    String failing = "INSERT INTO log VALUES(" + run % FAILING.size() + ")";
                    assertEquals(
                            sqlite.execute(failing).failure().message(),
                            vectors.execute(failing).failure().message(),
                            FAILING.get(run % FAILING.size()));
                }
            }
        }
    }

    /** Queries of rows, of at least this many tables. */
    private static void runRows(
            int vectorRows,
            long seed,
            int tableCount,
            Function<RandomAggregation, String> queries) {
        int onVectors = 0;
        for (int database = FIRST; database < FIRST + DATABASES; database++) {
            RandomAggregation random = new RandomAggregation(
                    SEED + seed * vectorRows + database, tableCount + database % 3);
            try (TestEngine sqlite = Engines.SQLITE.inMemory();
                    TestEngine vectors = SqlvmEngine.onVectors(database % 4 == 3, vectorRows, 13)) {
                for (String statement : random.tables()) {
                    sqlite.execute(statement);
                    assertFalse(vectors.execute(statement).failed(), statement);
                }
                for (int i = 0; i < JOIN_QUERIES; i++) {
                    onVectors += compare(queries.apply(random), sqlite, vectors);
                }
            }
        }
        int counted = onVectors;
        assertTrue(isMost(counted, DATABASES * JOIN_QUERIES), () -> "only " + counted);
    }

    /** By columns, row by row. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 7, 64})
    void sameAsSqliteOfRows(int vectorRows) {
        for (int database = FIRST; database < FIRST + DATABASES; database++) {
            RandomAggregation random =
                    new RandomAggregation(SEED + 7000L * vectorRows + database, 1);
            try (TestEngine sqlite = Engines.SQLITE.inMemory();
                    TestEngine vectors = SqlvmEngine.onVectors(database % 4 == 3, vectorRows, 13)) {
                for (String statement : random.tables()) {
                    sqlite.execute(statement);
                    assertFalse(vectors.execute(statement).failed(), statement);
                }
                for (int i = 0; i < QUERIES; i++) {
                    compare(random.rows(), sqlite, vectors);
                }
            }
        }
    }

    private static void run(int vectorRows, int queryCount, IntUnaryOperator tableCount) {
        int onVectors = 0;
        for (int database = FIRST; database < FIRST + DATABASES; database++) {
            RandomAggregation random = new RandomAggregation(
                    SEED + 1000L * vectorRows + database, tableCount.applyAsInt(database));
            boolean spilling = database % 4 == 3;
            try (TestEngine sqlite = Engines.SQLITE.inMemory();
                    TestEngine vectors = SqlvmEngine.onVectors(spilling, vectorRows, 13)) {
                for (String statement : random.tables()) {
                    sqlite.execute(statement);
                    Outcome made = vectors.execute(statement);
                    assertFalse(made.failed(), statement);
                }
                if (database % 2 == 1) {
                    // Not for SQLite, which would take rows in another order by them.
                    for (String statement : random.indexes()) {
                        assertFalse(vectors.execute(statement).failed(), statement);
                    }
                }
                for (int i = 0; i < queryCount; i++) {
                    if (i % CHANGE_EVERY == 0) {
                        String change = random.change();
                        sqlite.execute(change);
                        assertFalse(vectors.execute(change).failed(), change);
                    }
                    onVectors += compare(random.query(), sqlite, vectors);
                }
            }
        }
        int queries = DATABASES * queryCount;
        int counted = onVectors;
        assertTrue(isMost(counted, queries), () -> counted + " of " + queries);
    }

    /**
     * Whether more than half of the queries have run on vectors: some are known to give nothing, or
     * have constants for keys. Of a few queries a quarter is enough.
     */
    private static boolean isMost(int onVectors, int queries) {
        return onVectors > (queries < 100 ? queries / 4 : queries / 2);
    }

    /** Gives 1 if the query has run on vectors. */
    private static int compare(String sql, TestEngine sqlite, TestEngine vectors) {
        VectorComparison compared = VectorComparison.of(sql, sqlite, vectors);
        assertNull(compared.difference());
        return compared.onVectors() ? 1 : 0;
    }
}
