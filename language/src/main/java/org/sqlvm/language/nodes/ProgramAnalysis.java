package org.sqlvm.language.nodes;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Opcode.Flow;
import org.sqlvm.engine.program.Program;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * What can be known of a program before its nodes are made: which registers are literals, where
 * control can come from, what kinds of cursor there are, and up to which column a record's header
 * has been walked.
 */
final class ProgramAnalysis {
    /** The registers an instruction writes are those of this list, from {@code first}. */
    private record Writes(int first, int count) {}

    private final Instruction[] code;
    private final int registerCount;
    private final Object[] constants;

    /** By register: the only instruction that writes it, or null. */
    private final Instruction[] onlyWriters;

    private final BitSet jumpTargets = new BitSet();
    private final BitSet loopHeads = new BitSet();
    private final BitSet nullRowCursors = new BitSet();
    private final BitSet deferredCursors = new BitSet();
    private final Map<Integer, int[]> returnAddresses = new HashMap<>();

    ProgramAnalysis(Program program) {
        code = program.instructions().toArray(Instruction[]::new);
        registerCount = program.registerCount();
        constants = new Object[registerCount + 1];
        onlyWriters = new Instruction[registerCount + 1];
        findReturnAddresses();
        findJumps();
        findConstants();
        findCursors();
    }

    /** The literal that register {@code register} holds throughout, or null. */
    Object constant(int register) {
        return constants[register];
    }

    /** The only instruction that may write a register; null if there are several. */
    Instruction onlyWriter(int register) {
        return onlyWriters[register];
    }

    boolean isJumpTarget(int address) {
        return jumpTargets.get(address);
    }

    boolean mayBeNullRow(int cursor) {
        return nullRowCursors.get(cursor);
    }

    boolean mayBeDeferred(int cursor) {
        return deferredCursors.get(cursor);
    }

    /** By address: whether a jump back to it closes a loop. */
    boolean[] loopHeads() {
        boolean[] heads = new boolean[code.length];
        loopHeads.stream().forEach(pc -> heads[pc] = true);
        return heads;
    }

    /** Addresses that a call of the root node may begin at. */
    int[] entries() {
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
    BitSet variables() {
        BitSet variables = new BitSet();
        for (int register = 1; register <= registerCount; register++) {
            variables.set(register, constants[register] == null);
        }
        return variables;
    }

    /** The registers that the instruction at {@code pc} may write. */
    BitSet writes(int pc) {
        BitSet written = new BitSet();
        Instruction instruction = code[pc];
        Writes writes = writes(instruction);
        written.set(writes.first, writes.first + writes.count);
        if (instruction.opcode() == Opcode.NewRowid && instruction.p3() > 0) {
            written.set(instruction.p3());
        }
        if (instruction.opcode() == Opcode.Move) {
            written.set(instruction.p1(), instruction.p1() + instruction.p3());
            written.set(instruction.p2(), instruction.p2() + instruction.p3());
        }
        return written;
    }

    /** Whether the instruction at {@code pc} always writes the registers that it may write. */
    boolean alwaysWrites(int pc) {
        return code[pc].opcode() != Opcode.IfNullRow;
    }

    /** The addresses that register {@code register} may hold for a Return or Yield. */
    int[] returnAddresses(int register) {
        return returnAddresses.getOrDefault(register, new int[0]);
    }

    /** Where a Jump, Return, Yield or EndCoroutine may go. */
    int[] targets(int pc) {
        Instruction instruction = code[pc];
        return switch (instruction.opcode()) {
            case Jump -> distinct(List.of(instruction.p1(), instruction.p2(), instruction.p3()));
            default -> returnAddresses(instruction.p1());
        };
    }

    private static int[] distinct(List<Integer> addresses) {
        return addresses.stream().distinct().mapToInt(Integer::intValue).toArray();
    }

    private void findReturnAddresses() {
        Map<Integer, List<Integer>> found = new HashMap<>();
        for (int pc = 0; pc < code.length; pc++) {
            Instruction instruction = code[pc];
            List<Integer> addresses =
                    found.computeIfAbsent(instruction.p1(), _ -> new ArrayList<>());
            switch (instruction.opcode()) {
                case Gosub -> addresses.add(pc + 1);
                case InitCoroutine -> addresses.add(instruction.p3());
                case Yield -> {
                    addresses.add(pc + 1);
                    addresses.add(instruction.p2());
                }
                default -> {}
            }
        }
        found.forEach((register, addresses) -> {
            if (!addresses.isEmpty()) {
                returnAddresses.put(register, distinct(addresses));
            }
        });
    }

    private void findJumps() {
        Map<Integer, List<Integer>> backward = new HashMap<>();
        for (int pc = 0; pc < code.length; pc++) {
            if (code[pc].opcode().flow == Flow.CALL) {
                jumpTargets.set(pc + 1); // The frame is another one behind it.
            }
            for (int target : jumps(pc)) {
                jumpTargets.set(target);
                if (target <= pc) {
                    backward.computeIfAbsent(target, _ -> new ArrayList<>()).add(pc);
                }
            }
        }
        int[] cycles = cycles();
        // The jumps from the end of a program to its start, and to constants there, are no loops.
        backward.forEach((target, sources) -> {
            if (sources.stream().anyMatch(source -> cycles[source] == cycles[target])) {
                loopHeads.set(target);
            }
        });
    }

    /** Where the instruction at {@code pc} may go, other than to the next one. */
    private int[] jumps(int pc) {
        Instruction instruction = code[pc];
        return switch (instruction.opcode().flow) {
            case GOTO ->
                instruction.opcode() == Opcode.InitCoroutine
                        ? new int[] {instruction.p2(), instruction.p3()}
                        : new int[] {instruction.p2()};
            case BRANCH, CALL -> new int[] {instruction.p2()};
            case MULTIWAY -> targets(pc);
            default -> new int[0];
        };
    }

    /** Where control may go from {@code pc}. */
    private int[] successors(int pc) {
        int[] jumps = jumps(pc);
        Flow flow = code[pc].opcode().flow;
        if (flow == Flow.GOTO || flow == Flow.LEAVE || pc + 1 == code.length) {
            return jumps;
        }
        int[] all = Arrays.copyOf(jumps, jumps.length + 1);
        all[jumps.length] = pc + 1;
        return all;
    }

    /**
     * By address a number that it shares with those that can be come to from it and back (Tarjan's
     * strongly connected components, in linear time: programs may have a million instructions).
     */
    private int[] cycles() {
        int[] component = new int[code.length];
        int[] order = new int[code.length];
        int[] low = new int[code.length];
        int[][] next = new int[code.length][];
        int[] position = new int[code.length];
        int[] open = new int[code.length];
        int[] path = new int[code.length];
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
                    next[pc] = successors(pc);
                    open[openCount++] = pc;
                }
                if (position[pc] < next[pc].length) {
                    int target = next[pc][position[pc]++];
                    if (target >= code.length) {
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
                next[pc] = null;
                depth--;
                if (depth >= 0) {
                    low[path[depth]] = Math.min(low[path[depth]], low[pc]);
                }
            }
        }
        return component;
    }

    /** A register is a literal if one instruction alone writes it and that one loads a literal. */
    private void findConstants() {
        int[] writerCount = new int[registerCount + 1];
        Object[] literal = new Object[registerCount + 1];
        for (Instruction instruction : code) {
            Writes writes = writes(instruction);
            for (int i = 0; i < writes.count; i++) {
                writerCount[writes.first + i]++;
                literal[writes.first + i] = literal(instruction);
                onlyWriters[writes.first + i] = instruction;
            }
            if (instruction.opcode() == Opcode.NewRowid) {
                writerCount[instruction.p3()] += 2;
            }
            if (instruction.opcode() == Opcode.Move) {
                for (int i = 0; i < instruction.p3(); i++) {
                    writerCount[instruction.p1() + i] += 2;
                    writerCount[instruction.p2() + i] += 2;
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

    private static Object literal(Instruction instruction) {
        return switch (instruction.opcode()) {
            case Integer -> (long) instruction.p1();
            case Int64, Real, String8, Blob -> instruction.p4();
            default -> null;
        };
    }

    /** The registers an instruction may write, as {@link Opcode} says. */
    private static Writes writes(Instruction i) {
        return switch (i.opcode()) {
            case Integer,
                    Int64,
                    Real,
                    String8,
                    Blob,
                    Variable,
                    Param,
                    SCopy,
                    OffsetLimit,
                    ZeroOrNull,
                    BitNot,
                    Negative,
                    Not,
                    IsTrue,
                    CreateBtree,
                    Destroy,
                    ReadCookie,
                    Pagecount,
                    PragmaValue,
                    PragmaSet,
                    IdxRowid,
                    Rowid,
                    Count,
                    NewRowid,
                    AggChosen,
                    SorterData -> new Writes(i.p2(), 1);
            case IntegrityCk -> new Writes(i.p1(), 2 + i.p2());
            case Null -> new Writes(i.p2(), Math.max(1, i.p3() - i.p2() + 1));
            case Checkpoint -> new Writes(i.p2(), 3);
            case WindowRow -> new Writes(i.p2(), i.p3());
            case HashData -> new Writes(i.p3(), i.p5());
            case Copy -> new Writes(i.p2(), i.p3() + 1);
            case Add,
                    Subtract,
                    Multiply,
                    Divide,
                    Remainder,
                    Concat,
                    BitAnd,
                    BitOr,
                    ShiftLeft,
                    ShiftRight,
                    And,
                    Or,
                    Function,
                    Column,
                    VColumn,
                    MakeRecord,
                    AggStep -> new Writes(i.p3(), 1);
            case Affinity, TypeCheck -> new Writes(i.p1(), i.p2());
            case Gosub,
                    InitCoroutine,
                    Yield,
                    EndCoroutine,
                    IfPos,
                    IfNotZero,
                    DecrJumpZero,
                    MustBeInt,
                    RealAffinity,
                    Cast,
                    AddImm,
                    MemMax,
                    AggFinal,
                    VectorResult -> new Writes(i.p1(), 1);
            case IfNullRow -> new Writes(i.p3(), 1);
            default -> new Writes(0, 0);
        };
    }

    private void findCursors() {
        for (Instruction instruction : code) {
            switch (instruction.opcode()) {
                case NullRow -> nullRowCursors.set(instruction.p1());
                case DeferredSeek -> deferredCursors.set(instruction.p3());
                default -> {}
            }
        }
        // A deferred table cursor is on a row of NULLs whenever its index cursor is.
        for (Instruction instruction : code) {
            if (instruction.opcode() == Opcode.DeferredSeek
                    && nullRowCursors.get(instruction.p1())) {
                nullRowCursors.set(instruction.p3());
            }
        }
    }
}
