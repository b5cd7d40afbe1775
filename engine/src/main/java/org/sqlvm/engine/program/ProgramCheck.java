package org.sqlvm.engine.program;

import org.sqlvm.engine.program.Opcode.Flow;

import java.util.List;

/** What must be true of every program, whatever it computes. Called from an assertion. */
final class ProgramCheck {
    private ProgramCheck() {}

    /** Always true; a broken program is an AssertionError. */
    static boolean check(List<Instruction> code, int registerCount, int cursorCount) {
        assert code.get(0).opcode() == Opcode.Init : code.get(0);
        for (int pc = 0; pc < code.size(); pc++) {
            Instruction instruction = code.get(pc);
            Flow flow = instruction.opcode().flow;
            if (flow == Flow.GOTO || flow == Flow.BRANCH || flow == Flow.CALL) {
                boolean raises = instruction.opcode() == Opcode.MustBeInt && instruction.p2() == 0;
                assert raises || isAddress(instruction.p2(), code) : pc + ": " + instruction;
            }
            if (instruction.opcode() == Opcode.Jump) {
                assert code.get(pc - 1).opcode() == Opcode.Compare : pc + ": " + instruction;
                assert isAddress(instruction.p1(), code) && isAddress(instruction.p3(), code) : pc;
            }
            if (instruction.opcode() == Opcode.Column) {
                assert instruction.p1() >= 0 && instruction.p1() < cursorCount
                        : pc + ": " + instruction;
                assert instruction.p2() >= 0 : pc + ": " + instruction;
                assert instruction.p3() > 0 && instruction.p3() <= registerCount
                        : pc + ": " + instruction;
            }
        }
        return true;
    }

    private static boolean isAddress(int operand, List<Instruction> code) {
        return operand > 0 && operand < code.size();
    }
}
