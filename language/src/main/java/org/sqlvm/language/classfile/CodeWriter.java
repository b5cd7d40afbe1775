package org.sqlvm.language.classfile;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.ProgramAnalysis;
import org.sqlvm.language.instruction.Columns;
import org.sqlvm.language.instruction.Cursors;
import org.sqlvm.language.instruction.RegisterValues;
import org.sqlvm.language.instruction.RowScan;
import org.sqlvm.language.instruction.Runs;
import org.sqlvm.language.runtime.ExecutionState;
import org.sqlvm.language.runtime.Outcome;
import org.sqlvm.language.runtime.ProgramCursor;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The code that is being made, with its registers, constants and jumps. A register has three local
 * variables: the kind of its value, the bits of a number, and an object; or else it is in the
 * state. One that only a literal is ever written to has none; its readers get the literal.
 */
final class CodeWriter {
    static final ClassDesc STATE = desc(ExecutionState.class);
    static final ClassDesc CURSOR = desc(ProgramCursor.class);
    static final ClassDesc OUTCOME = desc(Outcome.class);
    static final ClassDesc RUNS = desc(Runs.class);
    static final ClassDesc VALUES = desc(RegisterValues.class);
    static final ClassDesc CURSORS = desc(Cursors.class);
    static final ClassDesc COLUMNS = desc(Columns.class);
    static final ClassDesc SLICES = desc(Slices.class);
    static final ClassDesc ROW_SCAN = desc(RowScan.class);

    /** The local variable of the method's argument. */
    static final int STATE_LOCAL = 1;

    private static final DirectMethodHandleDesc CLASS_DATA = MethodHandleDesc.ofMethod(
            DirectMethodHandleDesc.Kind.STATIC,
            desc(MethodHandles.class),
            "classDataAt",
            MethodTypeDesc.of(
                    CD_Object,
                    ConstantDescs.CD_MethodHandles_Lookup,
                    ConstantDescs.CD_String,
                    ConstantDescs.CD_Class,
                    CD_int));

    final CodeBuilder out;
    final ProgramAnalysis analysis;
    private final ProgramShape shape;
    private final CodePart part;

    /** By register: the local variables of the kind, the bits and the object. */
    private final int[] kinds;

    private final int[] bits;
    private final int[] objects;

    /** By cursor: the local variable of its {@link ProgramCursor}. */
    final int[] rows;

    /** The address of the instruction that is being emitted. */
    int pc;

    private final List<Runnable> deferred = new ArrayList<>();
    private final IntFunction<Label> targets;
    private final int number;

    /** Gets the address of the instruction that deferred code belongs to. */
    private final IntConsumer begins;

    /**
     * @param targets the label to jump to for an address
     * @param begins gets the address of the instruction that deferred code belongs to
     */
    CodeWriter(
            CodeBuilder out,
            ProgramShape shape,
            CodePart part,
            IntFunction<Label> targets,
            IntConsumer begins) {
        this.out = out;
        this.shape = shape;
        this.part = part;
        this.targets = targets;
        this.begins = begins;
        analysis = shape.analysis;
        kinds = new int[shape.program.registerCount() + 1];
        bits = new int[shape.program.registerCount() + 1];
        objects = new int[shape.program.registerCount() + 1];
        rows = new int[shape.program.cursorCount()];
        number = out.allocateLocal(TypeKind.DOUBLE);
        initialize();
    }

    static ClassDesc desc(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    /** The verifier wants a value in each local variable that one way to it has set. */
    private void initialize() {
        part.locals.stream().forEach(register -> {
            kinds[register] = out.allocateLocal(TypeKind.INT);
            bits[register] = out.allocateLocal(TypeKind.LONG);
            objects[register] = out.allocateLocal(TypeKind.REFERENCE);
            out.iconst_0().istore(kinds[register]);
            out.lconst_0().lstore(bits[register]);
            out.aconst_null().astore(objects[register]);
        });
        part.cursors.stream().forEach(cursor -> {
            rows[cursor] = out.allocateLocal(TypeKind.REFERENCE);
            out.aconst_null().astore(rows[cursor]);
        });
    }

    /** Emits what is out of the way, such as the ends of slices, behind the rest of the code. */
    void defer(Runnable emitter) {
        int from = pc;
        deferred.add(() -> {
            pc = from;
            begins.accept(from);
            emitter.run();
        });
    }

    /** Emits what has been deferred. */
    void emitDeferred() {
        for (int at = 0; at < deferred.size(); at++) { // The list grows meanwhile.
            deferred.get(at).run();
        }
    }

    /** Returns the program's instructions. */
    List<Instruction> instructions() {
        return shape.instructions;
    }

    /** Returns the instruction at an address. */
    Instruction instruction(int address) {
        return shape.instructions.get(address);
    }

    /** Whether an instruction, and a number of those behind it, are in this method. */
    boolean isHere(int address, int count) {
        return part.addresses.nextClearBit(address) >= address + count;
    }

    /** Returns the label to jump to for an address. */
    Label target(int address) {
        return targets.apply(address);
    }

    /** Calls a static method. */
    void call(ClassDesc owner, String name, ClassDesc result, ClassDesc... arguments) {
        out.invokestatic(owner, name, MethodTypeDesc.of(result, arguments));
    }

    /** Pushes an object that the code has as a constant. */
    void constant(Object value, ClassDesc type) {
        if (value == null) {
            out.aconst_null();
            return;
        }
        constant(out, shape.number(value), type);
    }

    /** Pushes an object by its number among the constants of the program. */
    static void constant(CodeBuilder out, int number, ClassDesc type) {
        out.loadConstant(
                DynamicConstantDesc.ofNamed(CLASS_DATA, ConstantDescs.DEFAULT_NAME, type, number));
    }

    /** Returns the literal that a register holds throughout, or null. */
    Object literal(int register) {
        return analysis.constant(register);
    }

    /** Pushes the kind of a register. */
    void kind(int register) {
        Object literal = literal(register);
        if (literal != null) {
            out.loadConstant(RegisterValues.kind(literal));
        } else {
            load(register, kinds, "kind", TypeKind.INT);
        }
    }

    /** Pushes the bits of a register. */
    void bits(int register) {
        Object literal = literal(register);
        if (literal != null) {
            out.loadConstant(RegisterValues.bits(literal));
        } else {
            load(register, bits, "bits", TypeKind.LONG);
        }
    }

    /** Pushes the object of a register. */
    void object(int register) {
        Object literal = literal(register);
        if (literal == null) {
            load(register, objects, "object", TypeKind.REFERENCE);
        } else if (ValueKind.isNumber(RegisterValues.kind(literal)) || literal == SqlNull.NULL) {
            out.aconst_null();
        } else {
            constant(literal, CD_Object);
        }
    }

    /** Pushes kind, bits and object. */
    void value(int register) {
        kind(register);
        bits(register);
        object(register);
    }

    /** Pushes the value as an object. */
    void boxed(int register) {
        Object literal = literal(register);
        if (literal != null) {
            constant(literal, CD_Object);
        } else {
            value(register);
            call(VALUES, "box", CD_Object, CD_int, CD_long, CD_Object);
        }
    }

    /** Returns consecutive registers. */
    static int[] registers(int first, int count) {
        return IntStream.range(first, first + count).toArray();
    }

    /** Pushes an array with the values of registers as objects. */
    void array(int... registers) {
        out.loadConstant(registers.length).anewarray(CD_Object);
        for (int n = 0; n < registers.length; n++) {
            out.dup().loadConstant(n);
            boxed(registers[n]);
            out.aastore();
        }
    }

    /** Pushes such an array; the code itself boxes, so that HotSpot sees which kinds there are. */
    void ownBoxes(int... registers) {
        out.loadConstant(registers.length).anewarray(CD_Object);
        for (int n = 0; n < registers.length; n++) {
            out.dup().loadConstant(n);
            ownBox(registers[n]);
            out.aastore();
        }
    }

    private void ownBox(int register) {
        if (literal(register) != null) {
            boxed(register);
            return;
        }
        Label end = out.newLabel();
        Label integer = out.newLabel();
        Label other = out.newLabel();
        unless(register, ValueKind.DOUBLE, integer);
        real(register);
        box(ConstantDescs.CD_Double, CD_double);
        out.goto_(end);
        out.labelBinding(integer);
        unless(register, ValueKind.LONG, other);
        bits(register);
        box(ConstantDescs.CD_Long, CD_long);
        out.goto_(end);
        out.labelBinding(other);
        boxed(register);
        out.labelBinding(end);
    }

    private void box(ClassDesc boxes, ClassDesc primitive) {
        out.invokestatic(boxes, "valueOf", MethodTypeDesc.of(boxes, primitive));
    }

    /** Pushes a register of kind DOUBLE. */
    void real(int register) {
        Object literal = literal(register);
        if (literal instanceof Double number) {
            out.loadConstant((double) number);
        } else {
            bits(register);
            out.invokestatic(
                    ConstantDescs.CD_Double,
                    "longBitsToDouble",
                    MethodTypeDesc.of(CD_double, CD_long));
        }
    }

    private void load(int register, int[] locals, String slot, TypeKind type) {
        if (part.locals.get(register)) {
            out.loadLocal(type, locals[register]);
        } else {
            out.aload(STATE_LOCAL).loadConstant(register);
            call(SLICES, slot, type.upperBound(), STATE, CD_int);
        }
    }

    private void store(int register, int[] locals, String slot, TypeKind type) {
        if (part.locals.get(register)) {
            out.storeLocal(type, locals[register]);
        } else {
            out.aload(STATE_LOCAL).loadConstant(register);
            call(SLICES, slot, CD_void, type.upperBound(), STATE, CD_int);
        }
    }

    /** Sets the kind of a register to the int on the stack. */
    void storeKind(int register) {
        store(register, kinds, "setKind", TypeKind.INT);
    }

    /** Sets the bits of a register to the long on the stack. */
    void storeBits(int register) {
        store(register, bits, "setBits", TypeKind.LONG);
    }

    /** Sets the object of a register to that on the stack; its kind is as it was. */
    void storeObject(int register) {
        store(register, objects, "setObject", TypeKind.REFERENCE);
    }

    /** Whether instructions use this number of registers in a row by one call, in the state. */
    boolean isWide(int count) {
        return ProgramShape.isWide(count);
    }

    /** Sets the kind of a register. */
    void setKind(int register, int kind) {
        out.loadConstant(kind);
        storeKind(register);
    }

    /** Sets the integer on the stack. */
    void setLong(int register) {
        if (literal(register) != null) {
            out.pop2();
            return;
        }
        storeBits(register);
        setKind(register, ValueKind.LONG);
    }

    /** Sets the real on the stack, which is no NaN. */
    void setDouble(int register) {
        out.invokestatic(
                ConstantDescs.CD_Double,
                "doubleToRawLongBits",
                MethodTypeDesc.of(CD_long, CD_double));
        storeBits(register);
        setKind(register, ValueKind.DOUBLE);
    }

    /** Sets the real on the stack, or NULL if it is a NaN. */
    void setReal(int register) {
        Label isNull = out.newLabel();
        Label end = out.newLabel();
        out.dstore(number).dload(number).dload(number).dcmpl().ifne(isNull);
        out.dload(number);
        setDouble(register);
        out.goto_(end);
        out.labelBinding(isNull);
        setKind(register, ValueKind.NULL);
        out.labelBinding(end);
    }

    /** Sets the object on the stack, whatever it is. */
    void set(int register) {
        out.dup();
        storeObject(register);
        out.dup();
        call(VALUES, "kind", CD_int, CD_Object);
        storeKind(register);
        call(VALUES, "bits", CD_long, CD_Object);
        storeBits(register);
    }

    /** Jumps if a register has not that kind. */
    void unless(int register, int kind, Label otherwise) {
        Object literal = literal(register);
        if (literal == null) {
            kind(register);
            out.loadConstant(kind).if_icmpne(otherwise);
        } else if (RegisterValues.kind(literal) != kind) {
            out.goto_(otherwise);
        }
    }

    /** Whether a register may have a value of that kind. */
    boolean mayBe(int register, int kind) {
        Object literal = literal(register);
        return literal == null || RegisterValues.kind(literal) == kind;
    }
}
