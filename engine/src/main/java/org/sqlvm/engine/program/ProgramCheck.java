package org.sqlvm.engine.program;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks what must be true of every program: each operand is what its {@link Role} says. A register
 * or cursor exists, a jump goes to an instruction, a register has been written before it is read,
 * and a cursor is open when it is used, on every way through the program. Called from an assertion.
 *
 * <p>The ways are followed by data flow: what is known at an address is what is known at the end of
 * every way there. A register once written stays so, and a cursor that no instruction closes stays
 * open. Three kinds of jump would lose that knowledge if they were followed like others:
 *
 * <ul>
 *   <li>The jump of a Once is only taken when the code behind it has run before, so it loses
 *       nothing that this knows.
 *   <li>In an outer join the Next of the inner loop is also reached with a row of NULLs, and the
 *       Next of a loop around it, over the values of an IN, before that cursor is open. Then they
 *       do not jump: with a row they have been at the begin of their loop before.
 *   <li>A Return goes behind any Gosub with the same register, but what was known at that Gosub
 *       still holds there. The same goes for coroutines.
 * </ul>
 */
final class ProgramCheck {
    /** Programs with more instructions times variables are not followed, only looked at. */
    private static final long FOLLOWED_MAX = 50_000_000;

    private final List<Instruction> code;
    private final int registerCount;
    private final int cursorCount;
    private final RegisterRanges ranges;
    private final ControlFlow flow;

    /**
     * By address: the registers that are written and the cursors that are open on every way there,
     * cursor n as the n-th bit behind the registers. Null where no way leads.
     */
    private final BitSet[] known;

    /** Cursors that some instruction closes, as variables: they may be closed again. */
    private final BitSet closed = new BitSet();

    /**
     * The facts known behind each instruction that uses a return address, by register and address.
     */
    private final Map<Integer, Map<Integer, BitSet>> subroutines = new HashMap<>();

    /** The cursors that may be on a row of NULLs. */
    private final BitSet mayBeNullRow = new BitSet();

    private final ArrayDeque<Integer> changed = new ArrayDeque<>();

    private ProgramCheck(List<Instruction> code, int registerCount, int cursorCount) {
        this.code = code;
        this.registerCount = registerCount;
        this.cursorCount = cursorCount;
        ranges = new RegisterRanges(code);
        flow = new ControlFlow(code);
        known = new BitSet[code.size()];
    }

    /** Always true; a broken program is an AssertionError. */
    static boolean check(List<Instruction> code, int registerCount, int cursorCount) {
        ProgramCheck check = new ProgramCheck(code, registerCount, cursorCount);
        check.checkOperands();
        if ((long) code.size() * (registerCount + cursorCount) <= FOLLOWED_MAX) {
            check.follow();
            check.checkUses();
        }
        return true;
    }

    private void checkOperands() {
        assert code.get(0).opcode() == Opcode.Init : code.get(0);
        for (int pc = 0; pc < code.size(); pc++) {
            Instruction i = code.get(pc);
            for (Role role : i.opcode().roles) {
                if (!i.lacks(role)) {
                    checkOperand(pc, i, role);
                }
            }
            if (i.opcode().has(Trait.NULL_ROW)) {
                mayBeNullRow.set(i.p1());
            }
            assert !flow.fallsThrough(pc) || pc + 1 < code.size() : "no way on" + at(pc);
            if (i.p4() instanceof SubProgram called && called.isMade()) {
                checkArguments(pc, i, called);
            }
            assert i.opcode() != Opcode.Jump || code.get(pc - 1).opcode() == Opcode.Compare
                    : "no Compare before" + at(pc);
        }
    }

    private void checkOperand(int pc, Instruction i, Role role) {
        int operand = i.operand(role);
        if (role.isAddress()) {
            assert operand > 0 && operand < code.size() : "no such address: " + operand + at(pc);
        } else if (role.isCursor()) {
            int last = operand + ranges.length(i, role) - 1;
            assert operand >= 0 && last < cursorCount : "no such cursor: " + last + at(pc);
        } else if (role.isRead() || role.isWritten()) {
            int count = ranges.length(i, role);
            assert count >= 0 : "negative number of registers" + at(pc);
            assert count == 0 || (operand > 0 && operand + count - 1 <= registerCount)
                    : "no such registers: " + operand + " and following, " + count + at(pc);
        } else {
            assert operand >= 0 : "no such database: " + operand + at(pc);
        }
        if (role.kind() == Role.Kind.CLOSES) {
            closed.set(variable(operand));
        }
    }

    private void checkArguments(int pc, Instruction i, SubProgram called) {
        for (Instruction inner : called.program().instructions()) {
            assert inner.opcode() != Opcode.Param || inner.p1() < i.p3()
                    : "no argument " + inner.p1() + at(pc);
        }
    }

    private String at(int pc) {
        return " at " + pc + ": " + code.get(pc);
    }

    private int variable(int cursor) {
        return registerCount + 1 + cursor;
    }

    private void follow() {
        reach(0, new BitSet());
        while (!changed.isEmpty()) {
            int pc = changed.poll();
            Instruction i = code.get(pc);
            BitSet behind = behind(pc, i);
            if (flow.fallsThrough(pc)) {
                reach(pc + 1, behind);
            }
            if (comesAgain(pc, i)) {
                BitSet before = (BitSet) behind.clone();
                behind.set(1, variable(cursorCount));
                behind.andNot(closed);
                behind.or(before);
            }
            followJumps(i, behind);
            if (i.opcode().has(Trait.SUBROUTINE)) {
                followSubroutine(pc, i, behind);
            }
        }
    }

    /** Returns the facts known behind an instruction that does not jump. */
    private BitSet behind(int pc, Instruction i) {
        BitSet behind = (BitSet) known[pc].clone();
        ranges.addAlwaysWrites(i, behind);
        for (Role role : i.opcode().roles) {
            if (role.kind() == Role.Kind.OPENS) {
                behind.set(variable(i.operand(role)));
            } else if (role.kind() == Role.Kind.CLOSES) {
                behind.clear(variable(i.operand(role)));
            }
        }
        return behind;
    }

    /**
     * Whether control has been at the target of an instruction's jump before, behind an instruction
     * that does not jump so. It has then written there all that may be read.
     */
    private boolean comesAgain(int pc, Instruction i) {
        return i.opcode() == Opcode.Once
                || (i.opcode().has(Trait.TURN) && i.p2() <= pc && mayBeNullRow.get(i.p1()))
                || (isStep(i) && !known[pc].get(variable(i.p1())));
    }

    /** Whether it does not jump, and is no error, if its cursor is not open. */
    private static boolean isStep(Instruction i) {
        return switch (i.opcode()) {
            case Next, Prev, SkipNext, SkipPrev, HashNext -> true;
            default -> false;
        };
    }

    private void followJumps(Instruction i, BitSet behind) {
        if (i.opcode().has(Role.Kind.MAY_OUT)) {
            ranges.addWrites(i, behind);
        }
        for (Role role : i.opcode().roles) {
            if (role.kind() == Role.Kind.JUMP && !i.lacks(role)) {
                reach(i.operand(role), behind);
            }
        }
    }

    private void followSubroutine(int pc, Instruction i, BitSet behind) {
        Map<Integer, BitSet> users = subroutines.computeIfAbsent(i.p1(), _ -> new TreeMap<>());
        users.put(pc, behind);
        users.forEach((address, left) -> {
            Instruction user = code.get(address);
            switch (user.opcode()) {
                case Gosub -> resume(address + 1, left, common(users, Opcode.Return, address));
                case InitCoroutine -> resume(user.p3(), left, common(users, Opcode.Yield, address));
                case Yield -> {
                    resume(address + 1, left, common(users, Opcode.Yield, address));
                    resume(user.p2(), left, common(users, Opcode.EndCoroutine, address));
                }
                default -> {}
            }
        });
    }

    /**
     * Returns the facts known behind all instructions of a kind other than one; null if none is
     * reached.
     */
    private BitSet common(Map<Integer, BitSet> users, Opcode kind, int other) {
        BitSet common = null;
        for (Map.Entry<Integer, BitSet> user : users.entrySet()) {
            if (user.getKey() != other && code.get(user.getKey()).opcode() == kind) {
                if (common == null) {
                    common = (BitSet) user.getValue().clone();
                } else {
                    common.and(user.getValue());
                }
            }
        }
        return common;
    }

    /**
     * Continues the code behind a call of a subroutine.
     *
     * @param left the facts known at the call
     * @param back the facts known at the return; null if it does not return
     */
    private void resume(int address, BitSet left, BitSet back) {
        if (back != null) {
            BitSet both = (BitSet) left.clone();
            both.andNot(closed);
            both.or(back);
            reach(address, both);
        }
    }

    private void reach(int address, BitSet behind) {
        BitSet before = known[address];
        if (before == null) {
            known[address] = (BitSet) behind.clone();
            changed.add(address);
            return;
        }
        int count = before.cardinality();
        before.and(behind);
        if (before.cardinality() != count) {
            changed.add(address);
        }
    }

    private void checkUses() {
        for (int pc = 0; pc < code.size(); pc++) {
            if (known[pc] == null) {
                continue;
            }
            Instruction i = code.get(pc);
            for (Role role : i.opcode().roles) {
                if (role.isRead() && !isTest(i)) {
                    checkRead(pc, i, role);
                } else if (role.isCursor() && role.kind() != Role.Kind.OPENS && !isStep(i)) {
                    int first = i.operand(role);
                    int end = variable(first + ranges.length(i, role));
                    int open = known[pc].nextClearBit(variable(first));
                    assert open >= end : "cursor is not open" + at(pc);
                }
            }
        }
    }

    private void checkRead(int pc, Instruction i, Role role) {
        int first = i.operand(role);
        int unknown = known[pc].nextClearBit(first);
        assert unknown >= first + ranges.length(i, role)
                : "r[" + unknown + "] may not have been written" + at(pc);
    }

    /** A Return that asks whether there is an address. */
    private static boolean isTest(Instruction i) {
        return i.opcode() == Opcode.Return && i.p3() == 1;
    }
}
