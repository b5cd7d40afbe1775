package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_Throwable;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import org.sqlvm.api.Aggregate;
import org.sqlvm.api.Arguments;
import org.sqlvm.api.Result;
import org.sqlvm.api.ScalarFunction;
import org.sqlvm.engine.row.Accumulator;
import org.sqlvm.engine.row.function.CallResult;
import org.sqlvm.engine.row.function.HostArguments;
import org.sqlvm.language.callbacks.host.HostAccumulator;
import org.sqlvm.language.callbacks.host.HostTableCursor;
import org.sqlvm.language.instruction.Callbacks;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Emits calls of functions that the connection's user has registered, and reads of collections. The
 * code itself calls what is in Java, so each call has a profile of its own, by which HotSpot
 * inlines the function.
 */
final class CallbackCode {
    private static final ClassDesc CALLBACKS = CodeWriter.desc(Callbacks.class);
    private static final ClassDesc SCALAR = CodeWriter.desc(ScalarFunction.class);
    private static final ClassDesc AGGREGATE = CodeWriter.desc(Aggregate.class);
    private static final ClassDesc ACCUMULATOR = CodeWriter.desc(Accumulator.class);
    private static final ClassDesc HOST_ACCUMULATOR = CodeWriter.desc(HostAccumulator.class);
    private static final ClassDesc ROWS = CodeWriter.desc(HostTableCursor.class);
    private static final ClassDesc ARGUMENTS = CodeWriter.desc(Arguments.class);
    private static final ClassDesc HOST_ARGUMENTS = CodeWriter.desc(HostArguments.class);
    private static final ClassDesc RESULT = CodeWriter.desc(CallResult.class);
    private static final ClassDesc ERROR = CodeWriter.desc(RuntimeException.class);
    private static final ClassDesc VALUES = CD_Object.arrayType();

    private final CodeWriter code;
    private final CodeBuilder out;

    /** The local variables of a function, an aggregate or a cursor in Java, and of a result. */
    private final int callee;

    private final int result;

    CallbackCode(CodeWriter code) {
        this.code = code;
        this.out = code.out;
        callee = out.allocateLocal(TypeKind.REFERENCE);
        result = out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Emits the call of a scalar function. */
    void call(int slot, int[] arguments, int target) {
        Label guest = out.newLabel();
        Label called = out.newLabel();
        body(slot);
        code.call(CALLBACKS, "scalar", SCALAR, STATE, CD_int);
        out.dup().astore(callee).ifnull(guest);
        out.new_(RESULT).dup().invokespecial(RESULT, INIT_NAME, MTD_void).astore(result);
        out.aload(callee);
        out.new_(HOST_ARGUMENTS).dup();
        code.ownBoxes(arguments);
        out.invokespecial(HOST_ARGUMENTS, INIT_NAME, MethodTypeDesc.of(CD_void, VALUES));
        out.aload(result);
        invoke(
                SCALAR,
                "call",
                MethodTypeDesc.of(CD_void, ARGUMENTS, CodeWriter.desc(Result.class)));
        out.labelBinding(called);
        store(target);
        code.defer(() -> {
            out.labelBinding(guest);
            body(slot);
            code.array(arguments);
            code.call(CALLBACKS, "call", RESULT, STATE, CD_int, VALUES);
            out.astore(result);
            out.goto_(called);
        });
    }

    private void store(int target) {
        out.aload(result).invokevirtual(RESULT, "kind", MethodTypeDesc.of(CD_int));
        code.storeKind(target);
        out.aload(result).invokevirtual(RESULT, "bits", MethodTypeDesc.of(CD_long));
        code.storeBits(target);
        out.aload(result).invokevirtual(RESULT, "object", MethodTypeDesc.of(CD_Object));
        code.storeObject(target);
    }

    /**
     * Emits the read of a column of a collection in Java; control goes on behind for other values.
     *
     * @param cursor pushes the cursor
     * @param end where control goes with the value
     */
    void read(Runnable cursor, int column, int register, Label end) {
        Label other = out.newLabel();
        Label[] forms = {out.newLabel(), out.newLabel(), out.newLabel()};
        cursor.run();
        out.instanceOf(ROWS).ifeq(other);
        cursor.run();
        out.checkcast(ROWS).dup().astore(callee);
        out.loadConstant(column).invokevirtual(ROWS, "form", MethodTypeDesc.of(CD_int, CD_int));
        out.tableswitch(
                other,
                List.of(
                        SwitchCase.of(HostTableCursor.LONGS, forms[0]),
                        SwitchCase.of(HostTableCursor.DOUBLES, forms[1]),
                        SwitchCase.of(HostTableCursor.OBJECTS, forms[2])));
        out.labelBinding(forms[0]);
        reader(ToLongFunction.class, "applyAsLong", CD_long, column);
        code.setLong(register);
        out.goto_(end);
        out.labelBinding(forms[1]);
        reader(ToDoubleFunction.class, "applyAsDouble", CD_double, column);
        code.setReal(register);
        out.goto_(end);
        out.labelBinding(forms[2]);
        reader(Function.class, "apply", CD_Object, column);
        out.astore(result).aload(callee).loadConstant(column).aload(result);
        out.invokevirtual(ROWS, "converted", MethodTypeDesc.of(CD_Object, CD_int, CD_Object));
        code.set(register);
        out.goto_(end);
        out.labelBinding(other);
    }

    private void reader(Class<?> type, String name, ClassDesc value, int column) {
        out.aload(callee).loadConstant(column);
        out.invokevirtual(ROWS, "reader", MethodTypeDesc.of(CD_Object, CD_int));
        out.checkcast(CodeWriter.desc(type));
        out.aload(callee).invokevirtual(ROWS, "row", MethodTypeDesc.of(CD_Object));
        invoke(CodeWriter.desc(type), name, MethodTypeDesc.of(value, CD_Object));
    }

    /** Pushes the accumulator of a new group. */
    void accumulator(int slot) {
        body(slot);
        code.call(CALLBACKS, "accumulator", ACCUMULATOR, STATE, CD_int);
    }

    /** Emits a step of an aggregate function, whose accumulator a register has. */
    void step(int register, int[] arguments) {
        Label guest = out.newLabel();
        Label called = out.newLabel();
        code.object(register);
        out.instanceOf(HOST_ACCUMULATOR).ifeq(guest);
        code.object(register);
        out.checkcast(HOST_ACCUMULATOR).astore(callee);
        out.aload(callee)
                .invokevirtual(HOST_ACCUMULATOR, "aggregate", MethodTypeDesc.of(AGGREGATE));
        out.aload(callee);
        code.ownBoxes(arguments);
        out.invokevirtual(HOST_ACCUMULATOR, "arguments", MethodTypeDesc.of(ARGUMENTS, VALUES));
        invoke(AGGREGATE, "step", MethodTypeDesc.of(CD_void, ARGUMENTS));
        out.labelBinding(called);
        code.defer(() -> {
            out.labelBinding(guest);
            out.aload(CodeWriter.STATE_LOCAL);
            code.object(register);
            code.array(arguments);
            code.call(CALLBACKS, "step", CD_void, STATE, CD_Object, VALUES);
            out.goto_(called);
        });
    }

    /** Replaces what a register held of a group on the stack by the group's result. */
    void result(int slot) {
        out.astore(callee);
        body(slot);
        out.aload(callee);
        code.call(CALLBACKS, "result", CD_Object, STATE, CD_int, CD_Object);
    }

    /** Pushes the run and the slot that name a function's body. */
    private void body(int slot) {
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(slot);
    }

    /** Calls what belongs to the program around the database. */
    private void invoke(ClassDesc owner, String name, MethodTypeDesc type) {
        Label begin = out.newBoundLabel();
        out.invokeinterface(owner, name, type);
        Label end = out.newBoundLabel();
        code.defer(() -> {
            Label failed = out.newBoundLabel();
            out.exceptionCatch(begin, end, failed, CD_Throwable);
            code.call(CALLBACKS, "failure", ERROR, CD_Throwable);
            out.athrow();
        });
    }
}
