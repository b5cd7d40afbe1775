package org.sqlvm;

import org.sqlvm.api.Database;
import org.sqlvm.api.Rows;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Queries over a small database in memory that have HotSpot compile the code of vectors and of the
 * planner, for all forms of columns: see {@link Sqlvm#warmUp}. Code that has seen some forms alone
 * is compiled for those, and given up when another comes; compiling it again takes longer than the
 * query that brought it.
 */
final class WarmUp {
    private static final List<String> NUMBERS =
            List.of("tiny", "small", "wide", "sparse", "rate", "price", "amount", "ratio", "score");

    private static final List<String> TEXTS =
            List.of("flag", "mode", "brand", "kind", "note", "begun", "seen", "label");

    /** Has a partition decoded again, as a scan of what has changed does. */
    private static final String CHANGE = "UPDATE events SET tiny = tiny WHERE id = 1";

    /** Rounds that are compared with as many before them: times of single ones vary. */
    private static final int COMPARED = 8;

    /** Rounds that take more than this share of the time of those before gain nothing more. */
    private static final double SETTLED_SHARE = 0.97;

    private final Database database;
    private final List<String> queries = queries();

    /** @param database an empty one, whose queries run on vectors whatever the tables' sizes */
    WarmUp(Database database) {
        this.database = database;
    }

    /** Makes the tables. */
    void fill() {
        lines("warm-up-tables.sql").forEach(database::execute);
    }

    /**
     * Runs the queries in rounds, until those take no less time than the ones before, the time is
     * over, or the thread is interrupted.
     *
     * @param deadline the end, as {@link System#nanoTime} counts
     */
    void run(long deadline) {
        List<Long> times = new ArrayList<>();
        while (!isSettled(times) && mayGoOn(deadline)) {
            long begun = System.nanoTime();
            database.execute(CHANGE);
            for (int i = 0; i < queries.size() && mayGoOn(deadline); i++) {
                // A different text is planned again.
                take(queries.get(i) + " -- " + times.size());
            }
            times.add(System.nanoTime() - begun);
        }
    }

    private static boolean mayGoOn(long deadline) {
        return System.nanoTime() - deadline < 0 && !Thread.currentThread().isInterrupted();
    }

    static boolean isSettled(List<Long> times) {
        int last = times.size() - COMPARED;
        return last >= COMPARED
                && sum(times.subList(last, times.size()))
                        > SETTLED_SHARE * sum(times.subList(last - COMPARED, last));
    }

    private static long sum(List<Long> times) {
        return times.stream().mapToLong(Long::longValue).sum();
    }

    private void take(String sql) {
        try (Rows rows = database.query(sql)) {
            while (rows.next()) {
                rows.getObject(0);
            }
        }
    }

    /** All queries, each for the columns that it is for. */
    static List<String> queries() {
        List<String> queries = new ArrayList<>();
        for (String line : lines("warm-up-queries.sql")) {
            if (line.contains("$number")) {
                NUMBERS.forEach(column -> queries.add(line.replace("$number", column)));
            } else if (line.contains("$text")) {
                TEXTS.forEach(column -> queries.add(line.replace("$text", column)));
            } else {
                queries.add(line);
            }
        }
        return queries;
    }

    /** The statements of a file beside this class, without what ends them. */
    private static List<String> lines(String name) {
        try (InputStream stream = WarmUp.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the jar has no " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .map(line -> line.substring(0, line.length() - 1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
