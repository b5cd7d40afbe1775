package org.sqlvm.engine.program;

import org.sqlvm.engine.program.Opcode.Flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where control may go from each instruction of a program. */
public final class ControlFlow {
    private static final int[] NONE = {};

    private final List<Instruction> code;

    /** By register: the addresses that it may hold for a Return, Yield or EndCoroutine. */
    private final Map<Integer, int[]> returnAddresses = new HashMap<>();

    public ControlFlow(List<Instruction> code) {
        this.code = code;
        findReturnAddresses();
    }

    private void findReturnAddresses() {
        Map<Integer, List<Integer>> found = new HashMap<>();
        for (int pc = 0; pc < code.size(); pc++) {
            Instruction i = code.get(pc);
            if (!i.opcode().has(Trait.SUBROUTINE)) {
                continue;
            }
            List<Integer> addresses = found.computeIfAbsent(i.p1(), _ -> new ArrayList<>());
            if (i.opcode().has(Trait.KEEPS_NEXT)) {
                addresses.add(pc + 1);
            }
            for (Role role : i.opcode().roles) {
                if (role.kind() == Role.Kind.START) {
                    addresses.add(i.operand(role));
                }
            }
        }
        found.forEach((register, addresses) -> returnAddresses.put(
                register,
                addresses.stream().distinct().mapToInt(Integer::intValue).toArray()));
    }

    /** Where the instruction at {@code pc} may go, other than to the next one. */
    public int[] jumps(int pc) {
        int register = returnRegister(pc);
        return register > 0
                ? returnAddresses.getOrDefault(register, NONE)
                : addresses(code.get(pc));
    }

    /**
     * The register whose address the instruction at {@code pc} goes to; 0 for one that names its
     * targets. All instructions that go to a register's address have the same {@link #jumps}.
     */
    public int returnRegister(int pc) {
        Instruction i = code.get(pc);
        return i.opcode().flow == Flow.MULTIWAY && i.opcode().has(Trait.SUBROUTINE) ? i.p1() : 0;
    }

    /** The addresses among an instruction's operands, each once. */
    private static int[] addresses(Instruction i) {
        int[] found = NONE;
        if (!i.opcode().hasAddress()) {
            return found;
        }
        for (Role role : i.opcode().roles) {
            if (role.isAddress() && !i.lacks(role) && !contains(found, i.operand(role))) {
                found = Arrays.copyOf(found, found.length + 1);
                found[found.length - 1] = i.operand(role);
            }
        }
        return found;
    }

    private static boolean contains(int[] addresses, int address) {
        for (int each : addresses) {
            if (each == address) {
                return true;
            }
        }
        return false;
    }

    /** Whether control may go on to the instruction behind the one at {@code pc}. */
    public boolean fallsThrough(int pc) {
        Instruction i = code.get(pc);
        return switch (i.opcode().flow) {
            case GOTO, LEAVE -> false;
            case MULTIWAY -> i.opcode() == Opcode.Return && i.p3() == 1;
            case STEP, BRANCH, RESULT, CALL -> true;
        };
    }

    /** Where control may go from {@code pc}. */
    public int[] successors(int pc) {
        int[] jumps = jumps(pc);
        if (!fallsThrough(pc)) {
            return jumps;
        }
        int[] all = Arrays.copyOf(jumps, jumps.length + 1);
        all[jumps.length] = pc + 1;
        return all;
    }
}
