package org.sqlvm.language.classfile;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Role;

import java.util.BitSet;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * A part of a program that is one method. At its borders the registers that are read again rest in
 * the state; within, those that loops use are local variables.
 */
final class CodePart {
    /** The most registers that are loaded when control comes and saved when it leaves. */
    private static final int CARRIED_MAX = 64;

    final BitSet addresses;

    /** The addresses at which control comes from elsewhere. */
    final BitSet entries = new BitSet();

    /** Whether the rest of the program is in other methods. */
    final boolean hasOthers;

    /** The loops of these addresses alone. */
    final LoopNest loops;

    /** The registers that are local variables. */
    final BitSet locals = new BitSet();

    /** Those of them that are loaded when control comes. */
    final BitSet loaded;

    /** Those of them that are saved when control leaves. */
    final BitSet saved;

    /** The cursors that are used. */
    final BitSet cursors = new BitSet();

    private final ProgramShape shape;

    /** The whole program as one part. */
    CodePart(ProgramShape shape) {
        this(shape, allOf(shape.size()), new BitSet(), false);
    }

    /**
     * @param borders the addresses at which control comes from another part
     * @param frugal registers that are loaded or saved stay in the state unless loops use them
     */
    CodePart(ProgramShape shape, BitSet addresses, BitSet borders, boolean frugal) {
        this.shape = shape;
        this.addresses = addresses;
        hasOthers = addresses.cardinality() < shape.size();
        entries.or(shape.entries);
        entries.or(borders);
        entries.and(addresses);
        loops = new LoopNest(addresses, shape.successors);
        BitSet written = new BitSet();
        BitSet used = new BitSet();
        addresses.stream().forEach(address -> {
            written.or(shape.writes[address]);
            used.or(shape.reads[address]);
            findCursors(shape.instructions.get(address));
            if (shape.rowLoops.containsKey(address)) {
                cursors.set(shape.rowLoops.get(address).cursor());
            }
        });
        used.or(written);
        used.and(shape.analysis.variables());
        used.andNot(shape.wide);
        loaded = live(entries);
        loaded.and(used);
        saved = live(exits());
        saved.and(used);
        saved.and(written);
        locals.or(used);
        if (frugal) {
            BitSet carried = (BitSet) loaded.clone();
            carried.or(saved);
            locals.andNot(carried);
            locals.or(mostUsed(carried));
            loaded.and(locals);
            saved.and(locals);
        }
    }

    /** The whole program with all registers in the state. */
    static CodePart inState(ProgramShape shape) {
        CodePart part = new CodePart(shape);
        part.locals.clear();
        part.loaded.clear();
        part.saved.clear();
        return part;
    }

    private static BitSet allOf(int size) {
        BitSet all = new BitSet();
        all.set(0, size);
        return all;
    }

    private void findCursors(Instruction i) {
        for (Role role : i.opcode().roles) {
            if (role.isCursor()) {
                int first = i.operand(role);
                cursors.set(first, first + shape.ranges.length(i, role));
            }
        }
    }

    /** Returns the addresses to which control leaves, or at which a later call goes on. */
    private BitSet exits() {
        BitSet exits = new BitSet();
        addresses.stream().forEach(address -> {
            for (int target : shape.successors[address]) {
                exits.set(target, exits.get(target) || !addresses.get(target));
            }
            shape.addResumptions(address, exits);
        });
        return exits;
    }

    private BitSet live(BitSet at) {
        BitSet live = new BitSet();
        at.stream().forEach(address -> live.or(shape.live(address)));
        return live;
    }

    /** Returns those of some registers that are used in loops, or the most used of them. */
    private BitSet mostUsed(BitSet registers) {
        int[] uses = new int[shape.program.registerCount() + 1];
        addresses.stream().filter(address -> loops.around(address) != null).forEach(address -> {
            int weight = 1 << (3 * Math.min(6, loops.around(address).depth()));
            IntStream.concat(shape.reads[address].stream(), shape.writes[address].stream())
                    .forEach(register -> uses[register] += weight);
        });
        BitSet found = new BitSet();
        registers.stream()
                .filter(register -> uses[register] > 0)
                .boxed()
                .sorted(Comparator.comparing(register -> -uses[register]))
                .limit(CARRIED_MAX)
                .forEach(found::set);
        return found;
    }
}
