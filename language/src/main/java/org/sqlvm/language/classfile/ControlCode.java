package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.RUNS;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.ControlFlow;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.Batch;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** Emits jumps, and the instructions that begin a run, give its rows and end it. */
final class ControlCode {
    private static final ClassDesc ERROR = CodeWriter.desc(AssertionError.class);
    private static final ClassDesc WIDE = CodeWriter.desc(WideRegisters.class);
    private static final ClassDesc BATCH = CodeWriter.desc(Batch.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final SliceCode slices;
    private final ControlFlow flow;

    // Local variables.

    private final int rowNumber;
    private final int batch;

    ControlCode(CodeWriter code, SliceCode slices, ControlFlow flow) {
        this.flow = flow;
        this.code = code;
        this.out = code.out;
        this.slices = slices;
        rowNumber = out.allocateLocal(TypeKind.INT);
        batch = out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        switch (i.opcode()) {
            case Init, Goto -> out.goto_(code.target(i.p2()));
            case Once -> {
                out.aload(CodeWriter.STATE_LOCAL).loadConstant(code.pc);
                code.call(RUNS, "passes", CD_boolean, STATE, CD_int);
                out.ifne(code.target(i.p2()));
            }
            case Transaction -> transaction(i);
            case ResultRow -> resultRow(i);
            case Halt -> halt(i);
            case Gosub -> {
                out.loadConstant((long) code.pc + 1);
                code.setLong(i.p1());
                out.goto_(code.target(i.p2()));
            }
            case InitCoroutine -> {
                out.loadConstant((long) i.p3());
                code.setLong(i.p1());
                out.goto_(code.target(i.p2()));
            }
            case Return -> {
                Label end = out.newLabel();
                code.unless(i.p1(), ValueKind.LONG, end);
                code.bits(i.p1());
                out.l2i();
                goTo(flow.jumps(code.pc), flow.jumps(code.pc));
                out.labelBinding(end);
            }
            case Yield -> {
                code.bits(i.p1());
                out.loadConstant((long) code.pc + 1);
                code.setLong(i.p1());
                out.l2i();
                goTo(flow.jumps(code.pc), flow.jumps(code.pc));
            }
            case EndCoroutine -> {
                code.bits(i.p1());
                out.l2i();
                endCoroutine(i);
            }
            case IfPos, DecrJumpZero, OffsetLimit -> counter(i);
            case HaltIfNull -> {
                Label end = out.newLabel();
                code.kind(i.p3());
                out.ifne(end);
                fail(i);
                out.labelBinding(end);
            }
            case Jump -> {
                out.aload(CodeWriter.STATE_LOCAL).getfield(STATE, "compared", CD_int);
                out.dup().ifeq(popped(i.p2()));
                out.iflt(code.target(i.p1())).goto_(code.target(i.p3()));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void transaction(Instruction i) {
        out.aload(CodeWriter.STATE_LOCAL)
                .loadConstant(i.p1())
                .loadConstant(i.p2() != 0 ? 1 : 0)
                .loadConstant(i.p2() == 2 ? 1 : 0)
                .loadConstant(i.p5() != 0 ? 1 : 0)
                .loadConstant(i.p3() != 0 ? 1 : 0);
        code.call(
                RUNS,
                "begin",
                CD_void,
                STATE,
                CD_int,
                CD_boolean,
                CD_boolean,
                CD_boolean,
                CD_boolean);
    }

    private void resultRow(Instruction i) {
        out.aload(CodeWriter.STATE_LOCAL).getfield(STATE, "batch", BATCH).astore(batch);
        out.aload(batch).invokevirtual(BATCH, "rowCount", MethodTypeDesc.of(CD_int));
        out.istore(rowNumber);
        if (code.isWide(i.p2())) {
            out.aload(batch)
                    .iload(rowNumber)
                    .aload(CodeWriter.STATE_LOCAL)
                    .loadConstant(i.p1())
                    .loadConstant(i.p2());
            code.call(WIDE, "append", CD_void, BATCH, CD_int, STATE, CD_int, CD_int);
        }
        for (int n = 0; n < i.p2() && !code.isWide(i.p2()); n++) {
            int register = i.p1() + n;
            Label other = out.newLabel();
            Label end = out.newLabel();
            if (code.mayBe(register, ValueKind.LONG)) {
                code.unless(register, ValueKind.LONG, other);
                out.aload(batch).loadConstant(n).iload(rowNumber);
                code.bits(register);
                out.invokevirtual(
                        BATCH, "appendLong", MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_long));
                out.goto_(end);
            }
            out.labelBinding(other);
            out.aload(batch).loadConstant(n).iload(rowNumber);
            code.value(register);
            code.call(RUNS, "append", CD_void, BATCH, CD_int, CD_int, CD_int, CD_long, CD_Object);
            out.labelBinding(end);
        }
        out.aload(batch).invokevirtual(BATCH, "endRow", MethodTypeDesc.of(CD_void));
        out.aload(batch).invokevirtual(BATCH, "isFull", MethodTypeDesc.of(CD_boolean));
        out.ifne(slices.batchFull(code.pc + 1));
    }

    private void halt(Instruction i) {
        if (i.p1() == 0) {
            out.aload(CodeWriter.STATE_LOCAL)
                    .loadConstant(i.p2() == Opcode.HALT_IGNORE ? 1 : 0)
                    .putfield(STATE, "ignored", CD_boolean);
            slices.end();
            return;
        }
        fail(i);
    }

    /** Returns the label of code that drops an int and jumps. */
    private Label popped(int address) {
        Label label = out.newLabel();
        Label target = code.target(address);
        code.defer(() -> {
            out.labelBinding(label);
            out.pop().goto_(target);
        });
        return label;
    }

    /** Jumps to the target whose address is on the stack. */
    private void goTo(int[] addresses, int[] targets) {
        List<SwitchCase> cases = new ArrayList<>();
        for (int n = 0; n < addresses.length; n++) {
            cases.add(SwitchCase.of(addresses[n], code.target(targets[n])));
        }
        Label other = out.newLabel();
        out.lookupswitch(other, cases);
        out.labelBinding(other);
        out.new_(ERROR).dup();
        out.invokespecial(ERROR, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        out.athrow();
    }

    /** Goes to the P2 of the Yield that entered the coroutine. */
    private void endCoroutine(Instruction i) {
        int[] behind = flow.jumps(code.pc);
        List<Integer> addresses = new ArrayList<>();
        List<Integer> ends = new ArrayList<>();
        for (int address : behind) {
            Instruction before = address == 0 ? null : code.instruction(address - 1);
            if (before != null && before.opcode() == Opcode.Yield && before.p1() == i.p1()) {
                addresses.add(address);
                ends.add(before.p2());
            }
        }
        goTo(toArray(addresses), toArray(ends));
    }

    private static int[] toArray(List<Integer> numbers) {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    private void counter(Instruction i) {
        int register = i.p1();
        code.bits(register);
        switch (i.opcode()) {
            case IfPos -> {
                Label end = out.newLabel();
                out.lconst_0().lcmp().ifle(end);
                code.bits(register);
                out.loadConstant((long) i.p3()).lsub();
                code.setLong(register);
                out.goto_(code.target(i.p2()));
                out.labelBinding(end);
            }
            case DecrJumpZero -> {
                code.call(RUNS, "decrement", CD_long, CD_long);
                out.dup2();
                code.setLong(register);
                out.lconst_0().lcmp().ifeq(code.target(i.p2()));
            }
            default -> {
                code.bits(i.p3());
                code.call(RUNS, "offsetLimit", CD_long, CD_long, CD_long);
                code.setLong(i.p2());
            }
        }
    }

    private void fail(Instruction i) {
        boolean computed = i.opcode() == Opcode.Halt && i.p3() != 0;
        ClassDesc message = !computed ? ConstantDescs.CD_String : CD_Object;
        out.loadConstant(i.p1()).loadConstant(i.p2());
        if (computed) {
            code.boxed(i.p3());
        } else if (i.p4() == null) {
            out.aconst_null();
        } else {
            out.loadConstant((String) i.p4());
        }
        code.call(RUNS, "failure", CodeWriter.desc(SqlException.class), CD_int, CD_int, message);
        out.athrow();
    }
}
