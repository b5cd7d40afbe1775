package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.SubProgram;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.instruction.Triggers;
import org.sqlvm.language.runtime.SubRoutine;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Emits the calls of subprograms, and how these get their arguments. */
final class TriggerCode {
    private static final ClassDesc TRIGGERS = CodeWriter.desc(Triggers.class);
    private static final ClassDesc ROUTINE = CodeWriter.desc(SubRoutine.class);
    private static final ClassDesc OBJECTS = CD_Object.arrayType();

    private final CodeWriter code;
    private final CodeBuilder out;
    private final SliceCode slices;
    private final ProgramSetting setting;

    /** The local variable of the subprogram's state. */
    private final int callee;

    TriggerCode(CodeWriter code, SliceCode slices, ProgramSetting setting) {
        this.code = code;
        this.out = code.out;
        this.slices = slices;
        this.setting = setting;
        callee = out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        switch (i.opcode()) {
            case Program -> program(i);
            case Param -> {
                out.aload(CodeWriter.STATE_LOCAL).getfield(STATE, "arguments", OBJECTS);
                out.loadConstant(i.p1()).aaload();
                code.set(i.p2());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    /** The subprogram is made ready; it runs when the call of this one has ended. */
    private void program(Instruction i) {
        Label end = out.newLabel();
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(code.pc);
        code.constant(setting.routines().apply((SubProgram) i.p4()), ROUTINE);
        out.loadConstant(i.p3()).loadConstant(i.p5() == 1 ? 1 : 0);
        code.call(TRIGGERS, "callee", STATE, STATE, CD_int, ROUTINE, CD_int, CD_boolean);
        out.dup().astore(callee).ifnull(end);
        for (int n = 0; n < i.p3(); n++) {
            out.aload(callee).getfield(STATE, "arguments", OBJECTS).loadConstant(n);
            code.boxed(i.p1() + n);
            out.aastore();
        }
        out.aload(CodeWriter.STATE_LOCAL).aload(callee).putfield(STATE, "callee", STATE);
        out.goto_(slices.call(code.pc + 1, i.p2()));
        out.labelBinding(end);
    }
}
