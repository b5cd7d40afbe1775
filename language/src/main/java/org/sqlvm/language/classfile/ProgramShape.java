package org.sqlvm.language.classfile;

import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.error.Compilation;
import org.sqlvm.engine.program.ControlFlow;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Liveness;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.Opcode.Flow;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.ProgramAnalysis;
import org.sqlvm.engine.program.RegisterRanges;
import org.sqlvm.engine.program.Role;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.instruction.RowScan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A program with the facts that its code depends on, and the objects that the code refers to. */
final class ProgramShape {
    /** Instructions with more registers than this in a row use them by one call. */
    static final int WIDTH_MAX = 64;

    final ProgramSetting setting;
    final Program program;
    final TextEncoding encoding;
    final List<Instruction> instructions;
    final ProgramAnalysis analysis;
    final ControlFlow flow;
    final OpenCursors cursors;
    final RegisterRanges ranges;

    /** By cursor: its scan, or null if it always reads records. */
    final RowScan[] scans;

    /** By address of a loop's head: the scan whose rows the loop gives, perhaps as batches. */
    final Map<Integer, RowScan> rowLoops = new HashMap<>();

    /** The addresses behind the loops in {@link #rowLoops}. */
    final BitSet loopEnds = new BitSet();

    /** By address: where control may go. */
    final int[][] successors;

    /** By address: the registers that are read, but for literals. */
    final BitSet[] reads;

    /** By address: the registers that may be written. */
    final BitSet[] writes;

    final Liveness liveness;

    /** By address: whether a jump back to it closes a loop. */
    final boolean[] loopHeads;

    /** The addresses that a call may begin at. */
    final BitSet entries = new BitSet();

    /** The registers of instructions with many in a row: they stay in the state. */
    final BitSet wide = new BitSet();

    /** The objects that the code has as constants. */
    final List<Object> constants = new ArrayList<>();

    private final Map<Object, Integer> numbers = new IdentityHashMap<>();

    ProgramShape(ProgramSetting setting) {
        this.setting = setting;
        this.program = setting.program();
        this.encoding = setting.encoding();
        instructions = program.instructions();
        analysis = new ProgramAnalysis(program);
        flow = new ControlFlow(instructions);
        cursors = new OpenCursors(program, analysis, encoding);
        ranges = new RegisterRanges(instructions);
        scans = RowScan.of(setting);
        int size = instructions.size();
        successors = new int[size][];
        reads = new BitSet[size];
        writes = new BitSet[size];
        BitSet[] kills = new BitSet[size];
        for (int at = 0; at < size; at++) {
            successors[at] = flow.successors(at);
            reads[at] = analysis.reads(at);
            writes[at] = new BitSet();
            kills[at] = new BitSet();
            analysis.addWrites(at, writes[at]);
            analysis.addAlwaysWrites(at, kills[at]);
        }
        findRowLoops();
        liveness = new Liveness(successors, reads, writes, kills, Compilation.ENDLESS);
        loopHeads = analysis.loopHeads();
        for (int entry : analysis.entries()) {
            entries.set(entry);
        }
        findWide();
    }

    /** Adds what only scans do: reads of their conditions, and the way behind a loop of batches. */
    private void findRowLoops() {
        for (int at = 0; at < size(); at++) {
            RowScan scan = beginsScan(at);
            if (scan != null) {
                scan.settled().forEach(reads[at]::set);
            }
        }
        for (RowScan scan : scans) {
            if (scan != null && scan.loop() != null) {
                int head = scan.loop().head();
                int end = scan.loop().end();
                rowLoops.put(head, scan);
                loopEnds.set(end);
                successors[head] = Arrays.copyOf(successors[head], successors[head].length + 1);
                successors[head][successors[head].length - 1] = end;
            }
        }
    }

    /** Returns the scan that an instruction begins, or null. */
    private RowScan beginsScan(int address) {
        Instruction i = instructions.get(address);
        return i.opcode() == Opcode.Rewind || i.opcode() == Opcode.IfEmpty ? scans[i.p1()] : null;
    }

    private void findWide() {
        for (Instruction i : instructions) {
            for (Role role : i.opcode().roles) {
                int first = i.operand(role);
                int length = role.isRead() || role.isWritten() ? ranges.length(i, role) : 0;
                if (isWide(length)) {
                    wide.set(first, first + length);
                }
            }
        }
    }

    /** Whether an instruction with this number of registers in a row uses them by one call. */
    static boolean isWide(int count) {
        return count > WIDTH_MAX;
    }

    /** Whether the code stores literals in the state when a run begins, which nodes do not. */
    boolean storesLiterals() {
        return wide.stream().anyMatch(register -> analysis.constant(register) != null);
    }

    /** Returns the number of instructions. */
    int size() {
        return instructions.size();
    }

    /** Returns the registers that may be read from an address on, but for literals. */
    BitSet live(int address) {
        BitSet live = (BitSet) liveness.liveAt(address).clone();
        live.and(analysis.variables());
        return live;
    }

    /** Adds the addresses at which a call may go on that ends at an instruction. */
    void addResumptions(int address, BitSet found) {
        Flow flowThere = instructions.get(address).opcode().flow;
        if (flowThere == Flow.RESULT || flowThere == Flow.CALL) {
            found.set(address + 1);
        }
        if (rowLoops.containsKey(address)) {
            found.set(address);
        }
        for (int target : successors[address]) {
            if (flowThere == Flow.CALL || (target <= address && loopHeads[target])) {
                found.set(target);
            }
        }
    }

    /** Returns the number of an object among the constants. */
    int number(Object constant) {
        return numbers.computeIfAbsent(constant, added -> {
            constants.add(added);
            return constants.size() - 1;
        });
    }
}
