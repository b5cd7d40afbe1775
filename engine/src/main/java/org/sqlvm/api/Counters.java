package org.sqlvm.api;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/**
 * The counters of one run of a statement; see {@link Statement#count}.
 *
 * @param timeNs nanoseconds spent in the engine so far
 * @param rows the number of rows returned to the caller
 * @param restarted whether the run began row by row and was restarted on vectors; the other
 *     components then count the second part
 * @param vectors whether the program works on vectors, and not row by row
 * @param compiled whether the program ran as machine code when its last call ended; a long run is
 *     many calls
 * @param steps the lines of the plan, as EXPLAIN QUERY PLAN shows them, each with its counters
 * @param instructions the program's instructions, by address; without those of triggers
 */
public record Counters(
        long timeNs,
        long rows,
        boolean restarted,
        boolean vectors,
        boolean compiled,
        List<Step> steps,
        List<Instruction> instructions) {

    /**
     * A line of the plan, or a part of one.
     *
     * @param id the line's id
     * @param parent the id of the line above; 0 for none
     * @param detail the line's text in EXPLAIN QUERY PLAN
     * @param counts the counters by name, in the order in which they are shown; empty if the line
     *     has none. Names that end in {@code Ns} are nanoseconds. docs/performance.md describes
     *     each
     */
    public record Step(int id, int parent, String detail, Map<String, Long> counts) {}

    /**
     * An instruction of the program, with the columns of EXPLAIN.
     *
     * @param p4 null for none
     * @param comment null for none
     * @param executions the number of times that it has run
     * @param timeNs its time in nanoseconds, with that of reading the clock; 0 unless
     *     {@link Counting#INSTRUCTIONS} was set
     */
    public record Instruction(
            long address,
            String opcode,
            long p1,
            long p2,
            long p3,
            @Nullable String p4,
            long p5,
            @Nullable String comment,
            long executions,
            long timeNs) {}
}
