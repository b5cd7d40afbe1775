package org.sqlvm.language.nodes;

import org.sqlvm.engine.error.Compilation;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Determines which registers, and which offsets of walks through records, a program may still read
 * at each of its addresses. From that follows what every instruction has to clear on its ways out.
 *
 * <p>Without clearing, compiled code would carry every register around every loop: where control
 * flow merges, it cannot know that a value is not read again, and moves it from one slot of the
 * stack to another. That was most of the time of a scan in a program of a hundred registers.
 *
 * <p>A variable here is a register by its number, or, behind the last register, a cursor's offset.
 */
final class Liveness {
    private final InstructionNode[] nodes;
    private final BitSet[] writes;
    private final BitSet[] liveIn;

    /**
     * @param reads for each address the variables that an instruction reads
     * @param writes the variables that it may write
     * @param kills the variables that it always writes
     * @param compilation ends the work early
     */
    Liveness(
            InstructionNode[] nodes,
            BitSet[] reads,
            BitSet[] writes,
            BitSet[] kills,
            Compilation compilation) {
        this.nodes = nodes;
        this.writes = writes;
        liveIn = new BitSet[nodes.length];
        Arrays.setAll(liveIn, _ -> new BitSet());
        boolean changed = true;
        while (changed) {
            compilation.step();
            changed = false;
            for (int pc = nodes.length - 1; pc >= 0; pc--) {
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
    BitSet liveAt(int pc) {
        return liveIn[pc];
    }

    /** Sets the registers that each node has to clear. */
    void setCleared(int registerCount) {
        for (int pc = 0; pc < nodes.length; pc++) {
            InstructionNode node = nodes[pc];
            if (fallsThrough(node) && pc + 1 < nodes.length) {
                node.clearedNext = places(dead(pc, pc + 1), registerCount);
            }
            switch (node) {
                case InstructionNode.Branch branch ->
                    branch.clearedOnJump = places(dead(pc, branch.target), registerCount);
                case InstructionNode.Goto jump ->
                    jump.clearedOnJump = places(dead(pc, jump.target), registerCount);
                case InstructionNode.Multiway switching -> {
                    int pcOfJump = pc;
                    Arrays.setAll(
                            switching.clearedOnJump,
                            i -> places(dead(pcOfJump, switching.targets[i]), registerCount));
                }
                default -> {}
            }
        }
    }

    /** Variables as {@link InstructionNode#clearedNext} has them. */
    static int[] places(BitSet variables, int registerCount) {
        int firstSlot = Registers.slotCount(registerCount);
        return variables.stream()
                .map(v -> v <= registerCount ? v : -(firstSlot + v - registerCount - 1))
                .toArray();
    }

    /**
     * Returns the variables that may hold a value behind {@code from} but are not read at
     * {@code to} or later.
     */
    private BitSet dead(int from, int to) {
        BitSet dead = (BitSet) liveIn[from].clone();
        dead.or(writes[from]);
        dead.andNot(liveIn[to]);
        return dead;
    }

    private BitSet liveBehind(int pc) {
        BitSet live = new BitSet();
        InstructionNode node = nodes[pc];
        if (fallsThrough(node) && pc + 1 < nodes.length) {
            live.or(liveIn[pc + 1]);
        }
        switch (node) {
            case InstructionNode.Branch branch -> live.or(liveIn[branch.target]);
            case InstructionNode.Goto jump -> live.or(liveIn[jump.target]);
            case InstructionNode.Call call -> live.or(liveIn[call.target]);
            case InstructionNode.Multiway switching -> {
                for (int target : switching.targets) {
                    live.or(liveIn[target]);
                }
            }
            default -> {}
        }
        return live;
    }

    private static boolean fallsThrough(InstructionNode node) {
        return !(node instanceof InstructionNode.Goto || node instanceof InstructionNode.Leave);
    }
}
