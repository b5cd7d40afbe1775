package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.RUNS;
import static org.sqlvm.language.classfile.CodeWriter.STATE;
import static org.sqlvm.language.classfile.CodeWriter.VALUES;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.function.RegisteredScalar;
import org.sqlvm.language.instruction.Logic;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.List;

/**
 * Emits three-valued logic, unary operators, casts, comparisons of rows, and calls of functions.
 */
final class LogicCode {
    private static final ClassDesc LOGIC = CodeWriter.desc(Logic.class);
    private static final ClassDesc CALL = CodeWriter.desc(FunctionCall.class);
    private static final ClassDesc ENCODING = CodeWriter.desc(TextEncoding.class);
    private static final ClassDesc FIELD = CodeWriter.desc(KeyField.class);
    private static final ClassDesc AFFINITY = CodeWriter.desc(Affinity.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final CallbackCode callbacks;
    private final TextEncoding encoding;

    /** The local variable of a truth, or an order. */
    private final int result;

    LogicCode(CodeWriter code, CallbackCode callbacks, TextEncoding encoding) {
        this.code = code;
        this.out = code.out;
        this.callbacks = callbacks;
        this.encoding = encoding;
        result = out.allocateLocal(TypeKind.INT);
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        switch (i.opcode()) {
            case And, Or -> {
                truth(i.p1());
                truth(i.p2());
                out.loadConstant(i.opcode() == Opcode.And ? Logic.FALSE : Logic.TRUE);
                code.call(LOGIC, "connect", CD_int, CD_int, CD_int, CD_int);
                store(i.p3());
            }
            case Not -> {
                truth(i.p1());
                code.call(LOGIC, "not", CD_int, CD_int);
                store(i.p2());
            }
            case IsTrue -> isTrue(i);
            case ZeroOrNull -> {
                Label isNull = out.newLabel();
                Label end = out.newLabel();
                code.kind(i.p1());
                out.ifeq(isNull);
                code.kind(i.p3());
                out.ifeq(isNull);
                out.lconst_0();
                code.setLong(i.p2());
                out.goto_(end);
                out.labelBinding(isNull);
                code.setKind(i.p2(), ValueKind.NULL);
                out.labelBinding(end);
            }
            case Negative, BitNot -> {
                code.boxed(i.p1());
                out.loadConstant(i.opcode() == Opcode.BitNot ? 1 : 0);
                code.call(LOGIC, "unary", CD_Object, CD_Object, CD_boolean);
                code.set(i.p2());
            }
            case Cast -> cast(i);
            case AddImm -> {
                code.value(i.p1());
                code.call(VALUES, "integer", CD_long, CD_int, CD_long, CD_Object);
                out.loadConstant((long) i.p2()).ladd();
                code.setLong(i.p1());
            }
            case IsType -> {
                code.kind(i.p1());
                out.loadConstant(i.p5());
                code.call(LOGIC, "isType", CD_boolean, CD_int, CD_int);
                out.ifne(code.target(i.p2()));
            }
            case Compare -> compare(i, ((KeyInfo) i.p4()).fields());
            case Function -> function(i, (FunctionCall) i.p4());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void truth(int register) {
        code.value(register);
        code.call(LOGIC, "truth", CD_int, CD_int, CD_long, CD_Object);
    }

    /** Sets a register to the truth on the stack. */
    private void store(int register) {
        out.dup().istore(result).i2l();
        code.storeBits(register);
        out.iload(result);
        code.call(LOGIC, "kind", CD_int, CD_int);
        code.storeKind(register);
    }

    private void isTrue(Instruction i) {
        int inversion = i.p4() == null ? 0 : ((Number) i.p4()).intValue();
        Label known = out.newLabel();
        truth(i.p1());
        out.dup().istore(result).loadConstant(Logic.UNKNOWN).if_icmpne(known);
        out.loadConstant(i.p3()).istore(result);
        out.labelBinding(known);
        out.iload(result).loadConstant(inversion).ixor().i2l();
        code.setLong(i.p2());
    }

    private void cast(Instruction i) {
        Label end = out.newLabel();
        code.kind(i.p1());
        out.ifeq(end);
        code.boxed(i.p1());
        code.constant(Affinity.of(i.p2()), AFFINITY);
        code.constant(encoding, ENCODING);
        code.call(VALUES, "cast", CD_Object, CD_Object, AFFINITY, ENCODING);
        code.set(i.p1());
        out.labelBinding(end);
    }

    /** Leaves the order of two rows for the Jump behind. */
    private void compare(Instruction i, List<KeyField> fields) {
        Label end = out.newLabel();
        out.iconst_0().istore(result);
        for (int n = 0; n < i.p3(); n++) {
            code.boxed(i.p1() + n);
            code.boxed(i.p2() + n);
            code.constant(fields.get(n), FIELD);
            code.call(LOGIC, "compare", CD_int, CD_Object, CD_Object, FIELD);
            if (fields.get(n).descending()) {
                out.ineg();
            }
            out.dup().istore(result).ifne(end);
        }
        out.labelBinding(end);
        out.aload(CodeWriter.STATE_LOCAL).iload(result).putfield(STATE, "compared", CD_int);
    }

    private void function(Instruction i, FunctionCall call) {
        int[] arguments = CodeWriter.registers(i.p2(), i.p5());
        if (call.function() instanceof RegisteredScalar registered) {
            callbacks.call(registered.slot(), arguments, i.p3());
            return;
        }
        code.constant(call, CALL);
        out.aload(CodeWriter.STATE_LOCAL);
        code.array(arguments);
        code.constant(encoding, ENCODING);
        code.call(RUNS, "function", CD_Object, CALL, STATE, CD_Object.arrayType(), ENCODING);
        code.set(i.p3());
    }
}
