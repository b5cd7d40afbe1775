package org.sqlvm.engine.program;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds runs: Columns of one row, with no jump between them, in an order in which a forward walk
 * would pass many columns for each of them.
 */
public final class ColumnRuns {
    /**
     * To note where each column is takes longer than to pass this number of columns, so a run is
     * worth it only if each of its Columns would pass more, in the mean.
     */
    private static final int PASSED_MAX = 64;

    private final BitSet members = new BitSet();
    private final BitSet firsts = new BitSet();
    private final Map<Integer, Run> open = new HashMap<>();

    private static final class Run {
        private final BitSet members = new BitSet();
        private long passed;
        private int next;

        private void add(int pc, int column) {
            passed += next <= column ? column - next : column;
            next = column + 1;
            members.set(pc);
        }
    }

    public ColumnRuns(List<Instruction> code, ProgramAnalysis analysis) {
        for (int pc = 0; pc < code.size(); pc++) {
            Instruction i = code.get(pc);
            if (analysis.isJumpTarget(pc)) {
                open.values().forEach(this::close);
                open.clear();
            }
            if (i.opcode() == Opcode.Column) {
                open.computeIfAbsent(i.p1(), _ -> new Run()).add(pc, i.p2());
            } else {
                for (Role role : i.opcode().roles) {
                    Run run = role.changesRow() ? open.remove(i.operand(role)) : null;
                    if (run != null) {
                        close(run);
                    }
                }
            }
        }
        open.values().forEach(this::close);
    }

    private void close(Run run) {
        if (run.passed > (long) PASSED_MAX * run.members.cardinality()) {
            members.or(run.members);
            firsts.set(run.members.nextSetBit(0));
        }
    }

    /** Whether the Column at {@code pc} is in such a run. */
    public boolean contains(int pc) {
        return members.get(pc);
    }

    /** Whether it is the first of its run. */
    public boolean isFirst(int pc) {
        return firsts.get(pc);
    }
}
