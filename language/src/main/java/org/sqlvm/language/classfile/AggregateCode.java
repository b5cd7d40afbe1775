package org.sqlvm.language.classfile;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.function.RegisteredAggregate;
import org.sqlvm.language.instruction.Aggregates;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Emits the calls of aggregate functions. */
final class AggregateCode {
    private static final ClassDesc CALL = CodeWriter.desc(FunctionCall.class);
    private static final ClassDesc ACCUMULATOR = CodeWriter.desc(Accumulator.class);
    private static final ClassDesc AGGREGATES = CodeWriter.desc(Aggregates.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final CallbackCode callbacks;

    AggregateCode(CodeWriter code, CallbackCode callbacks) {
        this.code = code;
        this.out = code.out;
        this.callbacks = callbacks;
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        return switch (i.opcode()) {
            case AggStep -> aggregateStep(i);
            case AggFinal -> aggregateEnd(i);
            case AggChosen -> {
                code.object(i.p1());
                out.checkcast(ACCUMULATOR);
                code.call(AGGREGATES, "unchosen", CD_long, ACCUMULATOR);
                code.setLong(i.p2());
                yield true;
            }
            default -> false;
        };
    }

    private boolean aggregateStep(Instruction i) {
        FunctionCall call = (FunctionCall) i.p4();
        int register = i.p3();
        Label held = out.newLabel();
        Label end = out.newLabel();
        code.kind(register);
        out.loadConstant(ValueKind.INTERNAL).if_icmpeq(held);
        if (call.function() instanceof RegisteredAggregate registered) {
            callbacks.accumulator(registered.slot());
        } else {
            code.constant(call, CALL);
            code.call(AGGREGATES, "accumulator", ACCUMULATOR, CALL);
        }
        code.storeObject(register);
        code.setKind(register, ValueKind.INTERNAL);
        out.labelBinding(held);
        if (call.function() instanceof RegisteredAggregate) {
            callbacks.step(register, CodeWriter.registers(i.p2(), i.p5()));
            return true;
        }
        if (i.p5() == 1) {
            int argument = i.p2();
            if (code.mayBe(argument, ValueKind.LONG)) {
                Label next = out.newLabel();
                code.unless(argument, ValueKind.LONG, next);
                code.object(register);
                out.checkcast(ACCUMULATOR);
                code.bits(argument);
                out.invokevirtual(ACCUMULATOR, "stepLong", MethodTypeDesc.of(CD_void, CD_long));
                out.goto_(end);
                out.labelBinding(next);
            }
            if (code.mayBe(argument, ValueKind.DOUBLE)) {
                Label next = out.newLabel();
                code.unless(argument, ValueKind.DOUBLE, next);
                code.object(register);
                out.checkcast(ACCUMULATOR);
                code.real(argument);
                out.invokevirtual(ACCUMULATOR, "stepDouble", MethodTypeDesc.of(CD_void, CD_double));
                out.goto_(end);
                out.labelBinding(next);
            }
        }
        code.object(register);
        out.checkcast(ACCUMULATOR);
        code.array(CodeWriter.registers(i.p2(), i.p5()));
        out.invokevirtual(ACCUMULATOR, "step", MethodTypeDesc.of(CD_void, CD_Object.arrayType()));
        out.labelBinding(end);
        return true;
    }

    private boolean aggregateEnd(Instruction i) {
        FunctionCall call = (FunctionCall) i.p4();
        code.kind(i.p1());
        code.object(i.p1());
        code.call(AGGREGATES, "held", CD_Object, CD_int, CD_Object);
        if (call.function() instanceof RegisteredAggregate registered) {
            callbacks.result(registered.slot());
        } else {
            code.constant(call, CALL);
            code.call(AGGREGATES, "result", CD_Object, CD_Object, CALL);
        }
        code.set(i.p1());
        return true;
    }
}
