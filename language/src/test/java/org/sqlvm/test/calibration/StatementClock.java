package org.sqlvm.test.calibration;

import org.graalvm.polyglot.Context;
import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;
import org.sqlvm.api.Statement;
import org.sqlvm.language.SqlvmLanguage;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/**
 * How long statements take on a database when everything that helps has been compiled: the shortest
 * of many runs. Programs of rows run in one thread, and its processor time is what counts, so that
 * others on the machine do not; vectors are timed by the clock.
 */
final class StatementClock implements AutoCloseable {
    /** A statement is run until its shortest time has not become shorter for so long. */
    private static final long SETTLED_NS = 3_000_000_000L;

    private static final long RUNNING_MAX_NS = 30_000_000_000L;

    /** A smaller difference is noise. */
    private static final double SHORTER = 0.98;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Path file;
    private final Map<Mode, Context> contexts = new EnumMap<>(Mode.class);
    private final Map<Mode, Database> databases = new EnumMap<>(Mode.class);
    private final Map<CalibratedCost.Timed, Double> times = new HashMap<>();

    /** How a statement runs. */
    enum Mode {
        ROWS,
        INTERPRETED,
        VECTORS,
        DECODED_VECTORS,
        /** It is planned and compiled only, each time with another number instead of %d. */
        PLANNED_VECTORS
    }

    StatementClock(Path file) {
        this.file = file;
    }

    Database database(Mode mode) {
        return databases.computeIfAbsent(
                mode,
                _ -> contexts.computeIfAbsent(mode, StatementClock::context)
                        .getBindings(SqlvmLanguage.ID)
                        .getMember("open")
                        .execute(file.toString())
                        .getMember("host")
                        .asHostObject());
    }

    private static Context context(Mode mode) {
        Context.Builder builder = Context.newBuilder(SqlvmLanguage.ID)
                .allowAllAccess(true)
                .allowExperimentalOptions(true)
                .option("engine.WarnInterpreterOnly", "false")
                .option("sqlvm.CacheSize", String.valueOf(1L << 30))
                .option("sqlvm.Threads", "2");
        return switch (mode) {
            // Its own thread waits for the compiler, however busy the machine is.
            case ROWS ->
                builder.option("sqlvm.Vectors", "never")
                        .option("engine.BackgroundCompilation", "false")
                        .build();
            case INTERPRETED ->
                builder.option("sqlvm.Vectors", "never")
                        .option("engine.Compilation", "false")
                        .build();
            case VECTORS, PLANNED_VECTORS ->
                builder.option("sqlvm.Vectors", "always").build();
            case DECODED_VECTORS ->
                builder.option("sqlvm.Vectors", "always")
                        .option("sqlvm.MirrorSize", "-1")
                        .build();
        };
    }

    /** The shortest time of a statement. */
    double ns(CalibratedCost.Timed timed) {
        Double known = times.get(timed);
        if (known == null) {
            known = shortest(timed);
            times.put(timed, known);
        }
        return known;
    }

    private double shortest(CalibratedCost.Timed timed) {
        Database database = database(timed.mode());
        requirePlan(database, timed);
        if (timed.mode() == Mode.PLANNED_VECTORS) {
            return shortest(
                    false, run -> database.prepare(timed.sql().formatted(run)).close());
        }
        boolean byClock = timed.mode() == Mode.VECTORS || timed.mode() == Mode.DECODED_VECTORS;
        try (Statement statement = database.prepare(timed.sql())) {
            return shortest(byClock, _ -> read(statement));
        }
    }

    private static void read(Statement statement) {
        try (Rows rows = statement.query()) {
            while (rows.next()) {
                // Only the arrival of the row counts.
            }
        }
    }

    /** Something that is done again and again. */
    private interface Run {
        void run(int number);
    }

    private double shortest(boolean byClock, Run run) {
        double best = Double.MAX_VALUE;
        long begun = System.nanoTime();
        long improved = begun;
        int number = 0;
        for (long now = begun;
                now - improved < SETTLED_NS && now - begun < RUNNING_MAX_NS;
                now = System.nanoTime()) {
            long start = time(byClock);
            run.run(number++);
            double ns = time(byClock) - start;
            if (ns < SHORTER * best) {
                improved = now;
            }
            best = Math.min(best, ns);
        }
        return best;
    }

    private long time(boolean byClock) {
        return byClock ? System.nanoTime() : threads.getCurrentThreadCpuTime();
    }

    private static void requirePlan(Database database, CalibratedCost.Timed timed) {
        String sql = "EXPLAIN QUERY PLAN "
                + (timed.mode() == Mode.PLANNED_VECTORS ? timed.sql().formatted(0) : timed.sql());
        StringBuilder plan = new StringBuilder();
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                plan.append(rows.getText(3)).append('\n');
            }
        }
        if (!plan.toString().contains(timed.plan())) {
            throw new IllegalStateException(
                    timed.sql() + "\nis planned as\n" + plan + "and not as " + timed.plan());
        }
    }

    @Override
    public void close() {
        databases.values().forEach(Database::close);
        contexts.values().forEach(Context::close);
    }
}
