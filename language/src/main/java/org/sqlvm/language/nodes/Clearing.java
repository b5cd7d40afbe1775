package org.sqlvm.language.nodes;

import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.program.Liveness;

import java.util.Arrays;
import java.util.BitSet;

/**
 * Determines what every instruction has to clear on its ways out: the variables that are not read
 * again.
 *
 * <p>Without clearing, compiled code would carry every register around every loop: where control
 * flow merges, it cannot know that a value is not read again, and moves it from one slot of the
 * stack to another. That was most of the time of a scan in a program of a hundred registers.
 *
 * <p>A variable here is a register by its number, or, behind the last register, a cursor's offset.
 */
final class Clearing {
    private final InstructionNode[] nodes;
    private final Liveness liveness;

    /** The arguments are those of {@link Liveness}. */
    Clearing(
            InstructionNode[] nodes,
            BitSet[] reads,
            BitSet[] writes,
            BitSet[] kills,
            Compilation compilation) {
        this.nodes = nodes;
        int[][] successors = new int[nodes.length][];
        Arrays.setAll(successors, this::successors);
        liveness = new Liveness(successors, reads, writes, kills, compilation);
    }

    /** The variables that are read at {@code pc} or on some way from there before a write. */
    BitSet liveAt(int pc) {
        return liveness.liveAt(pc);
    }

    /** Sets the registers that each node has to clear. */
    void setCleared(int registerCount) {
        for (int pc = 0; pc < nodes.length; pc++) {
            InstructionNode node = nodes[pc];
            if (fallsThrough(pc)) {
                node.clearedNext = places(liveness.dead(pc, pc + 1), registerCount);
            }
            switch (node) {
                case InstructionNode.Branch branch ->
                    branch.clearedOnJump = places(liveness.dead(pc, branch.target), registerCount);
                case InstructionNode.Goto jump ->
                    jump.clearedOnJump = places(liveness.dead(pc, jump.target), registerCount);
                case InstructionNode.Multiway switching -> {
                    int pcOfJump = pc;
                    Arrays.setAll(
                            switching.clearedOnJump,
                            i -> places(
                                    liveness.dead(pcOfJump, switching.targets[i]), registerCount));
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

    private int[] successors(int pc) {
        int[] jumps = switch (nodes[pc]) {
            case InstructionNode.Branch branch -> new int[] {branch.target};
            case InstructionNode.Goto jump -> new int[] {jump.target};
            case InstructionNode.Call call -> new int[] {call.target};
            case InstructionNode.Multiway switching -> switching.targets;
            default -> new int[0];
        };
        if (!fallsThrough(pc)) {
            return jumps;
        }
        int[] all = Arrays.copyOf(jumps, jumps.length + 1);
        all[jumps.length] = pc + 1;
        return all;
    }

    private boolean fallsThrough(int pc) {
        InstructionNode node = nodes[pc];
        return pc + 1 < nodes.length
                && !(node instanceof InstructionNode.Goto || node instanceof InstructionNode.Leave);
    }
}
