package org.sqlvm.engine.program;

import org.sqlvm.engine.error.Compilation;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Determines which variables a program may still read at each of its addresses: registers by their
 * numbers, and whatever else a back end keeps behind the last register.
 */
public final class Liveness {
    private final int[][] successors;
    private final BitSet[] writes;
    private final BitSet[] liveIn;

    /**
     * @param successors for each address those where control may go from there
     * @param reads for each address the variables that an instruction reads
     * @param writes the variables that it may write
     * @param kills the variables that it always writes
     * @param compilation ends the work early
     */
    public Liveness(
            int[][] successors,
            BitSet[] reads,
            BitSet[] writes,
            BitSet[] kills,
            Compilation compilation) {
        this.successors = successors;
        this.writes = writes;
        liveIn = new BitSet[successors.length];
        Arrays.setAll(liveIn, _ -> new BitSet());
        boolean changed = true;
        while (changed) {
            compilation.step();
            changed = false;
            for (int pc = successors.length - 1; pc >= 0; pc--) {
                BitSet live = liveBehind(pc);
                live.andNot(kills[pc]);
                live.or(reads[pc]);
                if (!live.equals(liveIn[pc])) {
                    liveIn[pc] = live;
                    changed = true;
                }
            }
        }
    }

    /** The variables that are read at {@code pc} or on some way from there before a write. */
    public BitSet liveAt(int pc) {
        return liveIn[pc];
    }

    /**
     * Returns the variables that may hold a value behind {@code from} but are not read at
     * {@code to} or later.
     */
    public BitSet dead(int from, int to) {
        BitSet dead = (BitSet) liveIn[from].clone();
        dead.or(writes[from]);
        dead.andNot(liveIn[to]);
        return dead;
    }

    private BitSet liveBehind(int pc) {
        BitSet live = new BitSet();
        for (int next : successors[pc]) {
            live.or(liveIn[next]);
        }
        return live;
    }
}
