package org.sqlvm.api;

import java.util.List;
import java.util.Map;

/**
 * What a run of a statement has counted; see {@link Statement#count}.
 *
 * @param timeNs nanoseconds in the engine, until now
 * @param rows given to the caller
 * @param restarted whether the run has begun row by row and then again on vectors; the other
 *     components are of the latter
 * @param steps the lines of the plan, as EXPLAIN QUERY PLAN has them, with what belongs to each
 * @param instructions of the program, by address; those that triggers run do not count
 */
public record Counters(
        long timeNs,
        long rows,
        boolean restarted,
        List<Step> steps,
        List<Instruction> instructions) {

    /**
     * A line of the plan, or a part of one.
     *
     * @param id of the line
     * @param parent the id of the line above; 0 for none
     * @param detail what it is, in the words of EXPLAIN QUERY PLAN
     * @param counts by name, in the order in which they are shown; empty where nothing is counted.
     *     Names that end in {@code Ns} are nanoseconds. docs/performance.md says what each is
     */
    public record Step(int id, int parent, String detail, Map<String, Long> counts) {}

    /**
     * An instruction, in the columns of EXPLAIN.
     *
     * @param p4 null for none
     * @param comment null for none
     * @param executions how often it has run
     * @param timeNs its time, with that of reading the clock; 0 unless
     *     {@link Counting#INSTRUCTIONS} was asked for
     */
    public record Instruction(
            long address,
            String opcode,
            long p1,
            long p2,
            long p3,
            String p4,
            long p5,
            String comment,
            long executions,
            long timeNs) {}
}
