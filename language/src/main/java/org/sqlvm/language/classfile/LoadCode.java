package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.STATE;
import static org.sqlvm.language.classfile.CodeWriter.VALUES;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.StrictTypes;
import org.sqlvm.language.instruction.Strict;
import org.sqlvm.language.instruction.Triggers;
import org.sqlvm.language.runtime.Parameters;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Emits instructions that put values into registers, move them, and convert them in place. */
final class LoadCode {
    private static final ClassDesc AFFINITY = CodeWriter.desc(Affinity.class);
    private static final ClassDesc WIDE = CodeWriter.desc(WideRegisters.class);
    private static final ClassDesc PARAMETERS = CodeWriter.desc(Parameters.class);

    private static final ClassDesc STRICT = CodeWriter.desc(Strict.class);
    private static final ClassDesc TYPES = CodeWriter.desc(StrictTypes.class);
    private static final ClassDesc TRIGGERS = CodeWriter.desc(Triggers.class);
    private static final ClassDesc MATH = CodeWriter.desc(Math.class);

    private final CodeWriter code;
    private final CodeBuilder out;

    LoadCode(CodeWriter code) {
        this.code = code;
        this.out = code.out;
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        switch (i.opcode()) {
            case Integer, Int64, Real, String8, Blob -> load(i);
            case Null -> loadNull(i);
            case Variable -> variable(i);
            case Copy -> copy(i, i.p3() + 1, true);
            case SCopy -> copy(i, 1, false);
            case MustBeInt -> mustBeInt(i);
            case RealAffinity -> realAffinity(i.p1());
            case MemMax -> memMax(i);
            case TypeCheck -> typeCheck(i, (StrictTypes) i.p4());
            case Affinity -> {
                String letters = (String) i.p4();
                if (code.isWide(i.p2())) {
                    affinities(i.p1(), letters.substring(0, i.p2()));
                    return true;
                }
                for (int n = 0; n < i.p2(); n++) {
                    affinity(i.p1() + n, Affinity.of(letters.charAt(n)));
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void load(Instruction i) {
        int register = i.p2();
        if (code.literal(register) != null) {
            return; // Every reader knows it.
        }
        Object value = i.literal();
        switch (value) {
            case Long number -> {
                out.loadConstant((long) number);
                code.setLong(register);
            }
            case Double number -> {
                out.loadConstant((double) number);
                code.setDouble(register);
            }
            default -> {
                code.constant(value, CD_Object);
                code.set(register);
            }
        }
    }

    private void loadNull(Instruction i) {
        int count = i.p3() - i.p2() + 1;
        if (code.isWide(count)) {
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(i.p2()).loadConstant(count);
            code.call(WIDE, "clear", CD_void, STATE, CD_int, CD_int);
            return;
        }
        for (int register = i.p2(); register <= Math.max(i.p2(), i.p3()); register++) {
            if (code.literal(register) == null) {
                code.setKind(register, ValueKind.NULL);
            }
        }
    }

    private void variable(Instruction i) {
        int register = i.p2();
        parameter("kind", CD_int, i.p1());
        code.storeKind(register);
        parameter("bits", CD_long, i.p1());
        code.storeBits(register);
        parameter("object", CD_Object, i.p1());
        code.storeObject(register);
    }

    private void parameter(String part, ClassDesc type, int number) {
        out.aload(CodeWriter.STATE_LOCAL)
                .getfield(STATE, "parameters", PARAMETERS)
                .loadConstant(number)
                .invokevirtual(PARAMETERS, part, MethodTypeDesc.of(type, CD_int));
    }

    private void copy(Instruction i, int count, boolean lasting) {
        if (code.isWide(count)) {
            out.aload(CodeWriter.STATE_LOCAL)
                    .loadConstant(i.p1())
                    .loadConstant(i.p2())
                    .loadConstant(count);
            code.call(WIDE, "copy", CD_void, STATE, CD_int, CD_int, CD_int);
            return;
        }
        for (int n = 0; n < count; n++) {
            int source = i.p1() + n;
            int target = i.p2() + n;
            code.kind(source);
            code.storeKind(target);
            code.bits(source);
            code.storeBits(target);
            if (lasting) {
                code.kind(source);
                code.object(source);
                code.call(VALUES, "own", CD_Object, CD_int, CD_Object);
            } else {
                code.object(source);
            }
            code.storeObject(target);
        }
    }

    private void mustBeInt(Instruction i) {
        int register = i.p1();
        if (code.literal(register) instanceof Long) {
            return;
        }
        Label end = out.newLabel();
        Label isInteger = out.newLabel();
        code.kind(register);
        out.loadConstant(ValueKind.LONG).if_icmpeq(end);
        code.boxed(register);
        out.loadConstant(i.p2() == 0 ? 1 : 0);
        code.call(VALUES, "mustBeInt", CD_Object, CD_Object, CD_boolean);
        out.dup().ifnonnull(isInteger);
        out.pop();
        out.goto_(i.p2() == 0 ? end : code.target(i.p2()));
        out.labelBinding(isInteger);
        code.set(register);
        out.labelBinding(end);
    }

    private void memMax(Instruction i) {
        if (i.p5() == Opcode.COUNTER_OF_STATEMENT) {
            out.aload(CodeWriter.STATE_LOCAL).loadConstant(i.p1());
            code.bits(i.p2());
            code.call(TRIGGERS, "raiseCounter", CD_void, STATE, CD_int, CD_long);
            return;
        }
        code.bits(i.p1());
        code.bits(i.p2());
        code.call(MATH, "max", CD_long, CD_long, CD_long);
        code.setLong(i.p1());
    }

    private void typeCheck(Instruction i, StrictTypes columns) {
        for (int n = 0; n < i.p2(); n++) {
            int register = i.p1() + n;
            int kinds = Strict.kinds(columns, n);
            Label next = out.newLabel();
            Label wrong = out.newLabel();
            out.loadConstant(kinds);
            code.kind(register);
            code.call(STRICT, "allows", CD_boolean, CD_int, CD_int);
            out.ifne(next);
            if (kinds == ValueKind.DOUBLE) {
                code.unless(register, ValueKind.LONG, wrong);
                code.bits(register);
                out.l2d();
                code.setDouble(register);
                out.goto_(next);
            }
            out.labelBinding(wrong);
            code.constant(columns, TYPES);
            out.loadConstant(n);
            code.kind(register);
            code.call(STRICT, "error", CodeWriter.desc(SqlException.class), TYPES, CD_int, CD_int);
            out.athrow();
            out.labelBinding(next);
        }
    }

    private void realAffinity(int register) {
        if (code.literal(register) != null) {
            return;
        }
        Label end = out.newLabel();
        code.unless(register, ValueKind.LONG, end);
        code.bits(register);
        out.l2d();
        code.setDouble(register);
        out.labelBinding(end);
    }

    /** Gives many registers their affinities. */
    void affinities(int first, String letters) {
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(first).loadConstant(letters);
        code.call(WIDE, "convert", CD_void, STATE, CD_int, ConstantDescs.CD_String);
    }

    /** Gives a register an affinity. */
    void affinity(int register, Affinity affinity) {
        Label end = out.newLabel();
        int converted = switch (affinity) {
            case NONE, BLOB -> 0;
            case TEXT -> ValueKind.LONG | ValueKind.DOUBLE;
            case NUMERIC, INTEGER -> ValueKind.TEXT | ValueKind.DOUBLE;
            case REAL -> ValueKind.TEXT;
        };
        if (converted == 0) {
            return;
        }
        if (affinity == Affinity.REAL) {
            Label next = out.newLabel();
            code.kind(register);
            out.loadConstant(ValueKind.LONG | ValueKind.DOUBLE).iand().ifeq(next);
            code.kind(register);
            code.bits(register);
            code.call(VALUES, "real", CD_double, CD_int, CD_long);
            out.dconst_0().dadd();
            code.setDouble(register);
            out.goto_(end);
            out.labelBinding(next);
        }
        code.kind(register);
        out.loadConstant(converted).iand().ifeq(end);
        code.boxed(register);
        code.constant(affinity, AFFINITY);
        code.call(VALUES, "convert", CD_Object, CD_Object, AFFINITY);
        code.set(register);
        out.labelBinding(end);
    }
}
