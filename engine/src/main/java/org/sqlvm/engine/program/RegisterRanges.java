package org.sqlvm.engine.program;

import org.sqlvm.engine.vector.query.VectorScan;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Tells which registers each instruction of a program uses. Their number may depend on another
 * instruction: the one that opens a hash table, or loads the number of arguments.
 */
public final class RegisterRanges {
    private final Map<Integer, Instruction> hashTables = new HashMap<>();

    public RegisterRanges(List<Instruction> code) {
        for (Instruction i : code) {
            if (i.opcode() == Opcode.HashOpen) {
                hashTables.put(i.p1(), i);
            }
        }
    }

    /** Returns the number of registers or cursors of an operand, from the one that it names. */
    public int length(Instruction i, Role role) {
        return switch (role.length()) {
            case ONE -> 1;
            case THREE -> 3;
            case OPTIONAL -> i.operand(role) == 0 ? 0 : 1;
            case COUNTER -> i.operand(role) == 0 || i.p5() == Opcode.COUNTER_OF_STATEMENT ? 0 : 1;
            case P2 -> i.p2();
            case P3 -> i.p3();
            case P5 -> i.p5();
            case P3_AND_ONE -> i.p3() + 1;
            case P4 -> Math.max(1, i.operand(4));
            case TO_P3 -> Math.max(1, i.p3() - i.p2() + 1);
            case ROOT -> (i.p5() & Opcode.ROOT_IN_REGISTER) == 0 ? 0 : 1;
            case TREES -> i.p2() + 2;
            case KEYS -> keyCount(i);
            case ROW -> keyCount(i) + hashTable(i).p3();
            case INPUTS -> ((VectorScan) i.p4()).inputs().size();
        };
    }

    private int keyCount(Instruction i) {
        return ((KeyInfo) hashTable(i).p4()).fields().size();
    }

    private Instruction hashTable(Instruction i) {
        Instruction opens = hashTables.get(i.p1());
        assert opens != null : "no HashOpen for " + i;
        return opens;
    }

    /** Returns the registers that an instruction reads, in the order of its roles. */
    public int[] inputs(Instruction i) {
        return i.opcode().roles.stream()
                .filter(Role::isRead)
                .flatMapToInt(role -> registers(i, role))
                .toArray();
    }

    /** Returns the registers that an instruction may write, in the order of its roles. */
    public int[] outputs(Instruction i) {
        return i.opcode().roles.stream()
                .filter(Role::isWritten)
                .flatMapToInt(role -> registers(i, role))
                .toArray();
    }

    private IntStream registers(Instruction i, Role role) {
        int first = i.operand(role);
        return IntStream.range(first, first + length(i, role));
    }

    /** Adds the registers that an instruction reads. */
    public void addReads(Instruction i, BitSet found) {
        for (Role role : i.opcode().roles) {
            if (role.isRead()) {
                add(found, i, role);
            }
        }
    }

    /** Adds the registers that an instruction may write. */
    public void addWrites(Instruction i, BitSet found) {
        for (Role role : i.opcode().roles) {
            if (role.isWritten()) {
                add(found, i, role);
            }
        }
    }

    /** Adds the registers that hold another value after an instruction, whichever way it goes. */
    public void addAlwaysWrites(Instruction i, BitSet found) {
        if (!i.opcode().has(Role.Kind.MAY_OUT)) {
            addWrites(i, found);
        }
    }

    /** Whether an instruction may write a register. */
    public boolean mayWrite(Instruction i, int register) {
        for (Role role : i.opcode().roles) {
            int first = i.operand(role);
            if (role.isWritten() && register >= first && register < first + length(i, role)) {
                return true;
            }
        }
        return false;
    }

    private void add(BitSet found, Instruction i, Role role) {
        int first = i.operand(role);
        found.set(first, first + length(i, role));
    }
}
