package org.sqlvm.language.runtime;

import com.oracle.truffle.api.CompilerDirectives.TruffleBoundary;

import org.sqlvm.api.Counters;
import org.sqlvm.api.Counters.Instruction;
import org.sqlvm.api.Counters.Step;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.program.Explain;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.VectorScan;
import org.sqlvm.engine.vector.scan.ScanCounts;
import org.sqlvm.engine.vector.scan.VectorCounts;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The counters of a run that counts: how often each instruction has run, and the counts of scans. A
 * program that counts has other nodes than one that does not.
 */
public final class RunCounters {
    private final Program program;

    /** By address. */
    private final long[] executions;

    /** By address, in nanoseconds; null if only rows are counted. */
    private final long[] times;

    /** By address; null but for VectorScan. */
    private final VectorCounts[] vectors;

    /** The counts of scans by cursor; null for cursors that have not read columns. */
    private final ScanCounts[] scans;

    /** The run has begun with another program. */
    private final boolean restarted;

    /** The instruction that runs, since then. */
    private int address;

    private long since;
    private long rowCount;
    private long timeNs;

    /** By {@link System#nanoTime}: when the batch that is being computed was begun; 0 for none. */
    private long batchBegun;

    /**
     * Creates counters that are 0.
     *
     * @param timed whether to measure the time of each instruction
     * @param before the counters of another program that this one replaces; or null
     */
    public RunCounters(Program program, boolean timed, RunCounters before) {
        this.program = program;
        int count = program.instructions().size();
        executions = new long[count];
        times = timed ? new long[count] : null;
        vectors = new VectorCounts[count];
        scans = new ScanCounts[program.cursorCount()];
        restarted = before != null;
    }

    /** A call of the program begins. */
    public void begin() {
        if (times != null) {
            address = -1;
            since = now();
        }
    }

    /** An instruction begins. */
    public void count(int next) {
        executions[next]++;
        if (times != null) {
            enter(next);
        }
    }

    private void enter(int next) {
        long now = now();
        if (address >= 0) {
            times[address] += now - since;
        }
        address = next;
        since = now;
    }

    @TruffleBoundary(allowInlining = true)
    private static long now() {
        return System.nanoTime();
    }

    /** A call of the program ends. */
    public void end() {
        if (times != null) {
            enter(-1);
        }
    }

    /** An instruction has run {@code count} times more than was counted one by one. */
    public void correct(int place, int count) {
        executions[place] += count;
    }

    /** Returns the counters of the VectorScan at an address. */
    @TruffleBoundary
    public VectorCounts vectors(int place, VectorScan scan) {
        if (vectors[place] == null) {
            vectors[place] = new VectorCounts(scan);
        }
        return vectors[place];
    }

    /** Returns the counters of scans of columns with a cursor. */
    @TruffleBoundary
    public ScanCounts scan(int cursor, List<StoredColumn> columns) {
        if (scans[cursor] == null) {
            scans[cursor] = new ScanCounts(columns);
        }
        return scans[cursor];
    }

    /** A batch of rows is going to be computed. */
    public void beginBatch(long now) {
        batchBegun = now;
    }

    /** Rows have been given to the consumer, and so much time has been spent in all. */
    public void gave(int more, long spentNs) {
        batchBegun = 0;
        rowCount += more;
        timeNs = spentNs;
    }

    long executions(int place) {
        return executions[place];
    }

    /** Null if the instruction at this address is none, or has not run. */
    VectorCounts vectorsAt(int place) {
        return vectors[place];
    }

    /** Null if the cursor has not read from columns. */
    ScanCounts scanOf(int cursor) {
        return scans[cursor];
    }

    private static String text(Object column) {
        return column == SqlNull.NULL ? null : column.toString();
    }

    /**
     * Returns the counters as they are. If another thread calls this while the program runs, they
     * are those of about the same moment.
     */
    public Counters report(boolean isCompiled) {
        long begun = batchBegun;
        return new Counters(
                timeNs + (begun == 0 ? 0 : System.nanoTime() - begun),
                rowCount,
                restarted,
                program.facts().reads().vectors(),
                isCompiled,
                new StepCounters(program, this).steps(),
                instructions(program, executions, times));
    }

    /** Returns the plan and the program of a run that counts nothing. */
    public static Counters uncounted(Program program, long rowCount, boolean isCompiled) {
        List<Step> steps = program.queryPlan().stream()
                .map(line -> new Step(line.id(), line.parent(), line.detail(), Map.of()))
                .toList();
        long[] none = new long[program.instructions().size()];
        return new Counters(
                0,
                rowCount,
                false,
                program.facts().reads().vectors(),
                isCompiled,
                steps,
                instructions(program, none, null));
    }

    /** @param times null for zeros */
    private static List<Instruction> instructions(
            Program program, long[] executions, long[] times) {
        List<Instruction> instructions = new ArrayList<>();
        Object[][] rows = Explain.rows(program);
        for (int i = 0; i < executions.length; i++) {
            instructions.add(new Instruction(
                    i,
                    text(rows[i][1]),
                    (long) rows[i][2],
                    (long) rows[i][3],
                    (long) rows[i][4],
                    text(rows[i][5]),
                    (long) rows[i][6],
                    text(rows[i][7]),
                    executions[i],
                    times == null ? 0 : times[i]));
        }
        return List.copyOf(instructions);
    }
}
