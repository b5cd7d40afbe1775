package org.sqlvm.language.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.Database;
import org.sqlvm.language.AllRows;
import org.sqlvm.language.SqlvmLanguage;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads with contexts of one engine use virtual tables, whose modules run statements. */
final class SharedEngineTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 2;

    /** Contexts with other options share no programs with the rest. */
    private static Context context(Engine engine, int thread) {
        return Context.newBuilder(SqlvmLanguage.ID)
                .engine(engine)
                .allowAllAccess(true)
                .option("sqlvm.Vectors", thread % 2 == 0 ? "never" : "auto")
                .build();
    }

    private static Database open(Context context) {
        return context.getBindings(SqlvmLanguage.ID)
                .getMember("open")
                .execute(":memory:")
                .getMember("host")
                .asHostObject();
    }

    private static void use(Database database, int thread) {
        database.execute("CREATE TABLE o(a)");
        database.execute("CREATE VIRTUAL TABLE f USING fts4(content=o)");
        database.execute("CREATE VIRTUAL TABLE g USING fts5(a, content=o, content_rowid=rowid)");
        database.execute("CREATE VIRTUAL TABLE r USING rtree(id, low, high)");
        database.execute("CREATE VIRTUAL TABLE v USING fts5vocab(g, row)");
        String padding = " /* " + "-".repeat(1000 + thread) + " */";
        for (int i = 1; i <= 20; i++) {
            database.execute("INSERT INTO o VALUES ('word" + i % 3 + " all" + thread + "')");
            database.execute("INSERT INTO r VALUES (" + i + ", " + i + ", " + (i + 1) + ")");
        }
        database.execute("INSERT INTO f(f) VALUES ('rebuild')");
        database.execute("INSERT INTO g(g) VALUES ('rebuild')" + padding);
        String search = " WHERE %1$s MATCH 'word1' AND a LIKE '%% all" + thread + "'" + padding;
        for (String table : List.of("f", "g")) {
            String sql = "SELECT count(*) FROM " + table + search.formatted(table);
            assertEquals(List.of(7L), AllRows.all(database, sql));
        }
        assertEquals(
                List.of(6L),
                AllRows.all(database, "SELECT count(*) FROM r WHERE low >= 5 AND high <= 11"));
        assertEquals(List.of(4L), AllRows.all(database, "SELECT count(*) FROM v" + padding));
        assertEquals(List.of("ok"), AllRows.all(database, "PRAGMA integrity_check"));
    }

    @Test
    void threads() throws Exception {
        try (Engine engine = Engine.newBuilder()
                        .allowExperimentalOptions(true)
                        .option("engine.WarnInterpreterOnly", "false")
                        .build();
                ExecutorService pool = Executors.newFixedThreadPool(THREADS)) {
            List<Future<?>> runs = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int number = thread;
                runs.add(pool.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        try (Context context = context(engine, number);
                                Database database = open(context)) {
                            use(database, number);
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> run : runs) {
                run.get();
            }
        }
    }
}
