package org.sqlvm.engine.program;

import org.sqlvm.engine.program.Opcode.Flow;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/**
 * The facts about a program that are known before it runs: which registers are literals, where
 * control can come from, what kinds of cursor there are, and up to which column a record's header
 * has been walked.
 */
public final class ProgramAnalysis {
    private final Instruction[] code;
    private final RegisterRanges ranges;
    private final ControlFlow flow;
    private final int registerCount;
    private final Object[] constants;

    /** By register: the only instruction that writes it, or null. */
    private final Instruction[] onlyWriters;

    private final BitSet jumpTargets = new BitSet();
    private final BitSet loopHeads = new BitSet();
    private final BitSet nullRowCursors = new BitSet();
    private final BitSet deferredCursors = new BitSet();

    public ProgramAnalysis(Program program) {
        code = program.instructions().toArray(Instruction[]::new);
        ranges = new RegisterRanges(program.instructions());
        flow = new ControlFlow(program.instructions());
        registerCount = program.registerCount();
        constants = new Object[registerCount + 1];
        onlyWriters = new Instruction[registerCount + 1];
        findJumps();
        findConstants();
        findCursors();
    }

    /** The literal that register {@code register} holds throughout, or null. */
    public Object constant(int register) {
        return constants[register];
    }

    /** The only instruction that may write a register; null if there are several. */
    public Instruction onlyWriter(int register) {
        return onlyWriters[register];
    }

    public boolean isJumpTarget(int address) {
        return jumpTargets.get(address);
    }

    public boolean mayBeNullRow(int cursor) {
        return nullRowCursors.get(cursor);
    }

    public boolean mayBeDeferred(int cursor) {
        return deferredCursors.get(cursor);
    }

    /** By address: whether a jump back to it closes a loop. */
    public boolean[] loopHeads() {
        boolean[] heads = new boolean[code.length];
        loopHeads.stream().forEach(pc -> heads[pc] = true);
        return heads;
    }

    /** Addresses that a call of the root node may begin at. */
    public int[] entries() {
        TreeSet<Integer> entries = new TreeSet<>();
        entries.add(0);
        loopHeads.stream().forEach(entries::add);
        for (int pc = 0; pc < code.length; pc++) {
            if (code[pc].opcode().flow == Flow.RESULT) {
                entries.add(pc + 1);
            }
            if (code[pc].opcode().flow == Flow.CALL) {
                entries.add(pc + 1);
                entries.add(code[pc].p2());
            }
        }
        return entries.stream().mapToInt(Integer::intValue).toArray();
    }

    /** All registers but literals, which every node knows. */
    public BitSet variables() {
        BitSet variables = new BitSet();
        for (int register = 1; register <= registerCount; register++) {
            variables.set(register, constants[register] == null);
        }
        return variables;
    }

    /** Adds the registers that the instruction at {@code pc} may write. */
    public void addWrites(int pc, BitSet found) {
        ranges.addWrites(code[pc], found);
    }

    /** Adds the registers that an instruction always writes. */
    public void addAlwaysWrites(int pc, BitSet found) {
        ranges.addAlwaysWrites(code[pc], found);
    }

    public boolean mayWrite(int pc, int register) {
        return ranges.mayWrite(code[pc], register);
    }

    /** The registers that it reads, other than literals. */
    public BitSet reads(int pc) {
        BitSet read = new BitSet();
        ranges.addReads(code[pc], read);
        read.and(variables());
        return read;
    }

    /** Returns the registers that the instruction reads, in the order of its roles. */
    public int[] inputs(int pc) {
        return ranges.inputs(code[pc]);
    }

    /** Returns the registers that the instruction may write, in the order of its roles. */
    public int[] outputs(int pc) {
        return ranges.outputs(code[pc]);
    }

    /** Where the instruction at {@code pc} may go, other than to the next one. */
    public int[] jumps(int pc) {
        return flow.jumps(pc);
    }

    /**
     * The jumps from the end of a program to its start, and to constants there, are no loops. The
     * Yields of one register are taken together: a UNION ALL of n queries has n of them, each with
     * n targets.
     */
    private void findJumps() {
        int[] cycles = cycles();
        // By register and cycle: the last instruction that goes to the register's address.
        Map<Integer, Map<Integer, Integer>> returns = new HashMap<>();
        Map<Integer, int[]> returnTargets = new HashMap<>();
        for (int pc = 0; pc < code.length; pc++) {
            if (code[pc].opcode().flow == Flow.CALL) {
                jumpTargets.set(pc + 1); // The frame is another one behind it.
            }
            int register = flow.returnRegister(pc);
            if (register > 0) {
                returns.computeIfAbsent(register, _ -> new HashMap<>()).put(cycles[pc], pc);
                returnTargets.put(register, flow.jumps(pc));
                continue;
            }
            for (int target : flow.jumps(pc)) {
                addJump(target, target <= pc && cycles[pc] == cycles[target]);
            }
        }
        returnTargets.forEach((register, targets) -> {
            for (int target : targets) {
                Integer last = returns.get(register).get(cycles[target]);
                addJump(target, last != null && target <= last);
            }
        });
    }

    private void addJump(int target, boolean closesLoop) {
        jumpTargets.set(target);
        if (closesLoop) {
            loopHeads.set(target);
        }
    }

    /**
     * Returns, by address, a number that it shares with the addresses that can be reached from it
     * and back (Tarjan's strongly connected components, in linear time: programs may have a million
     * instructions). An instruction that goes to a register's address goes there by way of a vertex
     * for the register, behind the last address.
     */
    private int[] cycles() {
        int size = code.length + registerCount + 1;
        int[] component = new int[size];
        int[] order = new int[size];
        int[] low = new int[size];
        int[][] next = new int[size][];
        int[] position = new int[size];
        int[] open = new int[size];
        int[] path = new int[size];
        int openCount = 0;
        int visited = 0;
        int found = 0;
        for (int root = 0; root < code.length; root++) {
            if (order[root] != 0) {
                continue;
            }
            int depth = 0;
            path[0] = root;
            while (depth >= 0) {
                int pc = path[depth];
                if (order[pc] == 0) {
                    order[pc] = ++visited;
                    low[pc] = visited;
                    if (pc < code.length) {
                        next[pc] = successors(pc, next);
                    }
                    open[openCount++] = pc;
                }
                if (position[pc] < next[pc].length) {
                    int target = next[pc][position[pc]++];
                    if (target >= code.length && next[target] == null) {
                        continue;
                    }
                    if (order[target] == 0) {
                        path[++depth] = target;
                    } else if (component[target] == 0) {
                        low[pc] = Math.min(low[pc], order[target]);
                    }
                    continue;
                }
                if (low[pc] == order[pc]) {
                    found++;
                    int member;
                    do {
                        member = open[--openCount];
                        component[member] = found;
                    } while (member != pc);
                }
                if (pc < code.length) {
                    next[pc] = null;
                }
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[pc]);
                }
            }
        }
        return component;
    }

    /** Puts the targets of a register's vertex into {@code next}, if {@code pc} goes there. */
    private int[] successors(int pc, int[][] next) {
        int register = flow.returnRegister(pc);
        if (register == 0) {
            return flow.successors(pc);
        }
        int place = code.length + register;
        next[place] = flow.jumps(pc);
        return flow.fallsThrough(pc) ? new int[] {place, pc + 1} : new int[] {place};
    }

    /** A register is a literal if one instruction alone writes it and that one loads a literal. */
    private void findConstants() {
        int[] writerCount = new int[registerCount + 1];
        Object[] literal = new Object[registerCount + 1];
        for (Instruction i : code) {
            for (Role role : i.opcode().roles) {
                int first = i.operand(role);
                int count = role.isWritten() ? ranges.length(i, role) : 0;
                for (int register = first; register < first + count; register++) {
                    writerCount[register]++;
                    literal[register] = i.literal();
                    onlyWriters[register] = i;
                }
            }
        }
        for (int register = 1; register <= registerCount; register++) {
            if (writerCount[register] == 1) {
                constants[register] = literal[register];
            } else {
                onlyWriters[register] = null;
            }
        }
    }

    private void findCursors() {
        for (Instruction i : code) {
            if (i.opcode().has(Trait.NULL_ROW)) {
                nullRowCursors.set(i.p1());
            }
            if (i.opcode().has(Role.Kind.DEFERS)) {
                deferredCursors.set(deferredCursor(i));
            }
        }
        // A deferred table cursor is on a row of NULLs whenever its index cursor is.
        for (Instruction i : code) {
            if (i.opcode().has(Role.Kind.DEFERS) && nullRowCursors.get(i.p1())) {
                nullRowCursors.set(deferredCursor(i));
            }
        }
    }

    private static int deferredCursor(Instruction i) {
        for (Role role : i.opcode().roles) {
            if (role.kind() == Role.Kind.DEFERS) {
                return i.operand(role);
            }
        }
        throw new AssertionError(i);
    }
}
