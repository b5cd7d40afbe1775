package org.sqlvm.language.statement;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.plan.stats.Cost;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.LargeTable;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The choice between rows and vectors, for a statement whose rows are estimated to cost less than
 * reading all of its tables. The estimate is put to the test ({@link VectorTrial}): a run begins
 * with the program of rows, and when that has cost more than vectors would, it starts over with the
 * program of vectors, which is not visible outside, since there has been no result yet. So a run
 * costs little more than the better of the two, whatever statistics there are and whatever values
 * parameters have.
 *
 * <p>If the column cache does not have the tables, vectors cost more, but only once: the excess
 * cost of a run of rows over cached vectors counts against that cost in the next run.
 *
 * <p>A statement whose last runs all ended that way begins with vectors, except for an occasional
 * run. If its values never change, both are timed ({@link RunTimes}), and it goes back to rows if
 * those were faster in the end, and to vectors if they were not after all. Shared by the
 * connections of an engine.
 */
public final class VectorChoice {
    /**
     * The cost of vectors for a row that the column cache has, in turns that go to the next row.
     */
    private static final double ROW_CACHED = Cost.VECTOR_ROW.tableSteps();

    /**
     * The cost of vectors for a row whose page is to be decoded, mostly by code not compiled yet;
     * in turns.
     */
    private static final double ROW_STORED = Cost.VECTOR_DECODED_ROW.tableSteps();

    /**
     * How much more a turn counts that was not compiled, where the column cache has the columns:
     * kernels of vectors are compiled before, by other statements. Searches are, too.
     */
    private static final int INTERPRETED_WEIGHT = (int) Cost.INTERPRETED_STEP.tableSteps();

    /**
     * The maximum time of turns that are not compiled, in nanoseconds for each row that vectors
     * would read: half of the time of vectors, if the column cache has the columns. A search takes
     * one microsecond, or ten if its pages have not been read before.
     */
    private static final double INTERPRETED_NS = Cost.VECTOR_ROW.ns() / 2;

    /** The time that they may take in any case: planning for vectors takes as long. */
    private static final long INTERPRETED_MIN = (long) Cost.VECTOR_PLAN.ns();

    /** How many turns that are not compiled run between two looks at the time. */
    private static final int INTERPRETED_TURNS = 250;

    /** The minimum number of turns between two looks at their cost. */
    private static final int TURNS_MIN = 1000;

    /** Before a statement without parameters begins with vectors, and one with them. */
    private static final int OUTRUNS_MIN = 1;

    private static final int OUTRUNS_MIN_VARYING = 4;

    /** With parameters, each run whose number this divides begins with rows in any case. */
    private static final int RETRIES_VARYING = 8;

    /**
     * Without parameters, this run and each later one whose number is a power of two begins with
     * rows in any case. Pages that the first run has read are in memory now, which may have been
     * all that made it slow.
     */
    private static final int RETRY_FIRST = 4;

    /** From this run on, rows that have never come to an end are given more time. */
    private static final int RETRY_PATIENT = 16;

    /** How many times more must speak for vectors when rows have been faster. */
    private static final int BAR_FACTOR = 4;

    private static final int BAR_MAX = 1 << 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Program rows;
    private final boolean ofShape;
    private final boolean varies;

    /** There are texts of the shape with a choice of their own. */
    private volatile boolean hasTexts;

    /** The cost of a search, in turns that only go to the next row. */
    private final int searchCost;

    /** How many searches a turn comes with, roughly, at most. */
    private final double turnSearches;

    private volatile CompiledProgram vectors;
    private int outruns;
    private int runs;

    /**
     * The excess of the cost of rows so far over that of vectors with the tables in the column
     * cache, in turns that only go to the next row.
     */
    private double excess;

    /** By how much rows may cost more. */
    private int bar = 1;

    private final RunTimes times;

    /** @param ofShape whether the choice is that of all texts of a shape, whose literals differ */
    VectorChoice(Program rows, boolean ofShape) {
        this.rows = rows;
        this.ofShape = ofShape;
        varies = ofShape || !rows.parameters().isEmpty();
        times = new RunTimes(!varies);
        searchCost = searchCost(rows);
        turnSearches = rows.facts().reads().turnSearches();
    }

    /**
     * A search in a tree costs the more, the larger the tree is: the fewer of its pages are in the
     * processor's caches.
     */
    private static int searchCost(Program program) {
        long rows = program.facts().reads().largeTables().stream()
                .mapToLong(LargeTable::rows)
                .max()
                .orElse(0);
        return (int) (CostModel.warmSearch(rows) / CostModel.tableSteps(1));
    }

    /** Vectors are for one text: one that takes them gets a choice of its own. */
    boolean isOfShape() {
        return ofShape;
    }

    /** A text of the shape has got a choice of its own. */
    void noteText() {
        hasTexts = true;
    }

    boolean hasTexts() {
        return hasTexts;
    }

    /** The program of vectors; null while none has been made. */
    CompiledProgram vectors() {
        return vectors;
    }

    void setVectors(CompiledProgram program) {
        vectors = program;
    }

    /** Whether a run that begins now is to begin with vectors. */
    boolean beginsWithVectors() {
        lock.lock();
        try {
            int run = runs + 1;
            runs = run;
            return outruns >= (varies ? OUTRUNS_MIN_VARYING : OUTRUNS_MIN) && !isRetry(run);
        } finally {
            lock.unlock();
        }
    }

    private boolean isRetry(int run) {
        return varies
                ? run % RETRIES_VARYING == 0
                : run >= RETRY_FIRST && Integer.bitCount(run) == 1;
    }

    /**
     * Returns the cost of turns and searches, in turns that only go to the next row.
     *
     * @param weight the weight of a turn: 1, or {@link #interpretedWeight}
     */
    long cost(int turns, int searches, int weight) {
        return (long) weight * turns + (long) searchCost * searches;
    }

    /** Returns the ratio of the cost of an interpreted turn to that of a compiled one. */
    int interpretedWeight(Connection connection) {
        // The code that would decode the tables is not compiled, either.
        return isCached(connection) ? INTERPRETED_WEIGHT : 1;
    }

    /** How long turns of the run that begins may take, in nanoseconds, while not compiled. */
    long interpretedMax(Connection connection) {
        if (!isCached(connection)) {
            return Long.MAX_VALUE;
        }
        lock.lock();
        try {
            long guess = 0;
            for (LargeTable table : rows.facts().reads().largeTables()) {
                guess += (long) (INTERPRETED_NS * table.rows());
            }
            long half = times.knowsVectors() ? times.vectors() / 2 : guess;
            return bar * Math.max(INTERPRETED_MIN, isPatient() ? BAR_FACTOR * half : half);
        } finally {
            lock.unlock();
        }
    }

    private boolean isCached(Connection connection) {
        return rows.facts().reads().largeTables().stream()
                .allMatch(table -> isCached(connection, table));
    }

    private static boolean isCached(Connection connection, LargeTable table) {
        return connection.columnCache().holds(connection.btree(table.database()), table.rootPage());
    }

    /**
     * After how many turns to look whether so much is left.
     *
     * @param timed whether to look at the time, too
     */
    long turns(long left, boolean timed) {
        return timed
                ? INTERPRETED_TURNS
                : Math.max(TURNS_MIN, (long) (left / (1 + searchCost * turnSearches)) + 1);
    }

    /** The cost after which the run of rows that has begun is to be given up. */
    long costMax(Connection connection) {
        lock.lock();
        try {
            double cost = 0;
            for (LargeTable table : rows.facts().reads().largeTables()) {
                cost += table.rows() * (isCached(connection, table) ? ROW_CACHED : ROW_STORED);
            }
            long most = isPatient() ? BAR_FACTOR * costCached() : costCached();
            return (long) (bar * Math.max(most, cost - excess));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Whether rows get more time: their time is unknown until one of their runs comes to an end.
     */
    private boolean isPatient() {
        return !varies && runs >= RETRY_PATIENT && outruns > 0 && !times.knowsRows();
    }

    private long costCached() {
        double cost = 1;
        for (LargeTable table : rows.facts().reads().largeTables()) {
            cost += table.rows() * ROW_CACHED;
        }
        return (long) cost;
    }

    /** The run of rows has been given up. */
    void noteOutrun() {
        lock.lock();
        try {
            outruns = Math.min(outruns + 1, OUTRUNS_MIN_VARYING);
            excess = 0;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that a run of rows has come to its end.
     *
     * @param cost the run's cost: see {@link #cost}
     * @param time the run's time in nanoseconds
     */
    void noteRows(long cost, long costMax, long time) {
        lock.lock();
        try {
            boolean slower = times.noteRows(time);
            if (cost > costMax || slower) {
                noteOutrun();
            } else {
                outruns = 0;
                excess += Math.max(0, cost - costCached());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Notes that a run that began with vectors has come to its end.
     *
     * @param time the run's time in nanoseconds
     */
    void noteVectors(long time) {
        lock.lock();
        try {
            if (times.noteVectors(time)) {
                bar = Math.min(BAR_MAX, BAR_FACTOR * bar);
                outruns = 0;
                excess = 0;
            }
        } finally {
            lock.unlock();
        }
    }
}
