package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode.Flow;
import org.sqlvm.engine.program.Role;
import org.sqlvm.language.instruction.ProgramSetting;
import org.sqlvm.language.instruction.Task;
import org.sqlvm.language.instruction.Tasks;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Emits instructions whose work is a {@link Task}: a call with values as objects. */
final class TaskCode {
    private static final ClassDesc TASK = CodeWriter.desc(Task.class);
    private static final ClassDesc OBJECTS = CD_Object.arrayType();

    private final CodeWriter code;
    private final CodeBuilder out;
    private final ProgramSetting setting;

    // Local variables.

    private final int written;
    private final int jumps;

    TaskCode(CodeWriter code, ProgramSetting setting) {
        this.code = code;
        this.out = code.out;
        this.setting = setting;
        written = out.allocateLocal(TypeKind.REFERENCE);
        jumps = out.allocateLocal(TypeKind.INT);
    }

    /** Emits an instruction that has a task; false for another. */
    boolean emit(Instruction i) {
        Task task = Tasks.of(i, code.pc, setting);
        if (task == null) {
            return false;
        }
        int[] inputs = code.analysis.inputs(code.pc);
        int[] outputs = code.analysis.outputs(code.pc);
        out.loadConstant(outputs.length).anewarray(CD_Object).astore(written);
        code.constant(task, TASK);
        out.aload(CodeWriter.STATE_LOCAL);
        code.array(inputs);
        out.aload(written);
        out.invokeinterface(TASK, "run", MethodTypeDesc.of(CD_boolean, STATE, OBJECTS, OBJECTS));
        out.istore(jumps);
        for (int n = 0; n < outputs.length; n++) {
            out.aload(written).loadConstant(n).aaload();
            code.set(outputs[n]);
        }
        if (i.opcode().has(Role.Kind.OPENS)) {
            out.aload(CodeWriter.STATE_LOCAL)
                    .getfield(STATE, "cursors", CURSOR.arrayType())
                    .loadConstant(i.p1())
                    .aaload()
                    .astore(code.rows[i.p1()]);
        }
        if (i.opcode().flow == Flow.BRANCH) {
            out.iload(jumps).ifne(code.target(i.p2()));
        }
        return true;
    }
}
