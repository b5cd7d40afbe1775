package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.VALUES;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Arithmetic;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;

/** Emits arithmetic, comparisons and tests of values. */
final class ExpressionCode {
    private static final ClassDesc ARITHMETIC = CodeWriter.desc(Arithmetic.class);
    private static final ClassDesc AFFINITY = CodeWriter.desc(Affinity.class);
    private static final ClassDesc COLLATION = CodeWriter.desc(Collation.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final TextEncoding encoding;

    /** The local variable of a result that may have overflowed. */
    private final int sum;

    ExpressionCode(CodeWriter code, TextEncoding encoding) {
        this.code = code;
        this.out = code.out;
        this.encoding = encoding;
        sum = out.allocateLocal(TypeKind.LONG);
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        switch (i.opcode()) {
            case Add,
                    Subtract,
                    Multiply,
                    Divide,
                    Remainder,
                    BitAnd,
                    BitOr,
                    ShiftLeft,
                    ShiftRight,
                    Concat -> arithmetic(i);
            case Eq, Ne, Lt, Le, Gt, Ge -> compare(i);
            case IsNull -> nullTest(i, true);
            case NotNull -> nullTest(i, false);
            case If -> test(i, true);
            case IfNot -> test(i, false);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void arithmetic(Instruction i) {
        int left = i.p2();
        int right = i.p1();
        int result = i.p3();
        Opcode opcode = i.opcode();
        Label end = out.newLabel();
        boolean integers = switch (opcode) {
            case Add, Subtract, Multiply, Divide, Remainder, BitAnd, BitOr -> true;
            default -> false;
        };
        if (integers && code.mayBe(left, ValueKind.LONG) && code.mayBe(right, ValueKind.LONG)) {
            Label next = out.newLabel();
            code.unless(left, ValueKind.LONG, next);
            code.unless(right, ValueKind.LONG, next);
            integers(opcode, left, right, result, next, end);
            out.labelBinding(next);
        }
        boolean reals = switch (opcode) {
            case Add, Subtract, Multiply -> true;
            default -> false;
        };
        if (reals) {
            Label next = out.newLabel();
            code.kind(left);
            code.kind(right);
            code.call(VALUES, "areNumbers", CD_boolean, CD_int, CD_int);
            out.ifeq(next);
            for (int operand : new int[] {left, right}) {
                code.kind(operand);
                code.bits(operand);
                code.call(VALUES, "real", CD_double, CD_int, CD_long);
            }
            real(opcode);
            code.setReal(result);
            out.goto_(end);
            out.labelBinding(next);
        }
        code.boxed(left);
        code.boxed(right);
        if (opcode == Opcode.Concat) {
            code.call(VALUES, "concat", CD_Object, CD_Object, CD_Object);
        } else {
            String name = Character.toLowerCase(opcode.name().charAt(0))
                    + opcode.name().substring(1);
            code.call(ARITHMETIC, name, CD_Object, CD_Object, CD_Object);
        }
        code.set(result);
        out.labelBinding(end);
    }

    /** @param next where a division goes whose result is not an integer */
    private void integers(Opcode opcode, int left, int right, int result, Label next, Label end) {
        if (opcode == Opcode.Divide || opcode == Opcode.Remainder) {
            both(left, right);
            code.call(ARITHMETIC, "isDivisible", CD_boolean, CD_long, CD_long);
            out.ifeq(next);
        }
        both(left, right);
        switch (opcode) {
            case BitAnd -> out.land();
            case BitOr -> out.lor();
            case Divide -> out.ldiv();
            case Remainder -> out.lrem();
            case Add -> out.ladd();
            case Subtract -> out.lsub();
            default -> out.lmul();
        }
        if (opcode == Opcode.Add || opcode == Opcode.Subtract || opcode == Opcode.Multiply) {
            unlessOverflown(opcode, left, right, result, end);
        } else {
            code.setLong(result);
            out.goto_(end);
        }
    }

    /** Pushes two integers. */
    private void both(int left, int right) {
        code.bits(left);
        code.bits(right);
    }

    /** Sets the result, which is on the stack; or if it has overflown, its real. */
    private void unlessOverflown(Opcode opcode, int left, int right, int result, Label end) {
        out.lstore(sum);
        both(left, right);
        switch (opcode) {
            case Add -> {
                out.lload(sum);
                code.call(ARITHMETIC, "addOverflows", CD_boolean, CD_long, CD_long, CD_long);
            }
            case Subtract -> {
                out.lload(sum);
                code.call(ARITHMETIC, "subtractOverflows", CD_boolean, CD_long, CD_long, CD_long);
            }
            default -> code.call(ARITHMETIC, "multiplyOverflows", CD_boolean, CD_long, CD_long);
        }
        Label overflow = out.newLabel();
        out.ifne(overflow);
        out.lload(sum);
        code.setLong(result);
        out.goto_(end);
        out.labelBinding(overflow);
        code.bits(left);
        out.l2d();
        code.bits(right);
        out.l2d();
        real(opcode);
        code.setDouble(result);
        out.goto_(end);
    }

    /** Computes with the two reals on the stack. */
    private void real(Opcode opcode) {
        switch (opcode) {
            case Add -> out.dadd();
            case Subtract -> out.dsub();
            default -> out.dmul();
        }
    }

    private void compare(Instruction i) {
        int left = i.p3();
        int right = i.p1();
        Opcode opcode = i.opcode();
        Collation collation = i.p4() == null ? Collation.BINARY : (Collation) i.p4();
        collation = collation == Collation.BINARY ? Collation.binary(encoding) : collation;
        Affinity affinity = Affinity.of(i.p5() & Opcode.AFFINITY_MASK);
        boolean jumpIfNull = (i.p5() & Opcode.JUMP_IF_NULL) != 0;
        boolean nullEqual = (i.p5() & Opcode.NULL_EQUAL) != 0;
        Label target = code.target(i.p2());
        Label end = out.newLabel();
        if (code.mayBe(left, ValueKind.LONG) && code.mayBe(right, ValueKind.LONG)) {
            Label next = out.newLabel();
            code.unless(left, ValueKind.LONG, next);
            code.unless(right, ValueKind.LONG, next);
            code.bits(left);
            code.bits(right);
            out.lcmp();
            jump(opcode, target);
            out.goto_(end);
            out.labelBinding(next);
        }
        if (code.mayBe(left, ValueKind.DOUBLE) && code.mayBe(right, ValueKind.DOUBLE)) {
            Label next = out.newLabel();
            code.unless(left, ValueKind.DOUBLE, next);
            code.unless(right, ValueKind.DOUBLE, next);
            code.real(left);
            code.real(right);
            out.dcmpl();
            jump(opcode, target);
            out.goto_(end);
            out.labelBinding(next);
        }
        Label isNull = out.newLabel();
        code.kind(left);
        out.ifeq(isNull);
        code.kind(right);
        out.ifeq(isNull);
        code.boxed(left);
        code.boxed(right);
        code.constant(affinity, AFFINITY);
        code.constant(collation, COLLATION);
        code.call(VALUES, "compare", CD_int, CD_Object, CD_Object, AFFINITY, COLLATION);
        jump(opcode, target);
        out.goto_(end);
        out.labelBinding(isNull);
        if (nullEqual) {
            code.kind(left);
            code.kind(right);
            if (opcode == Opcode.Eq) {
                out.if_icmpeq(target);
            } else {
                out.if_icmpne(target);
            }
        } else if (jumpIfNull) {
            out.goto_(target);
        }
        out.labelBinding(end);
    }

    /** Jumps if the int on the stack, an order, is as the comparison asks. */
    private void jump(Opcode opcode, Label target) {
        switch (opcode) {
            case Eq -> out.ifeq(target);
            case Ne -> out.ifne(target);
            case Lt -> out.iflt(target);
            case Le -> out.ifle(target);
            case Gt -> out.ifgt(target);
            default -> out.ifge(target);
        }
    }

    private void nullTest(Instruction i, boolean jumpIfNull) {
        code.kind(i.p1());
        if (jumpIfNull) {
            out.ifeq(code.target(i.p2()));
        } else {
            out.ifne(code.target(i.p2()));
        }
    }

    private void test(Instruction i, boolean jumpIf) {
        Label target = code.target(i.p2());
        Label end = out.newLabel();
        code.kind(i.p1());
        out.ifeq(i.p3() != 0 ? target : end);
        code.value(i.p1());
        code.call(VALUES, "isTrue", CD_boolean, CD_int, CD_long, CD_Object);
        if (jumpIf) {
            out.ifne(target);
        } else {
            out.ifeq(target);
        }
        out.labelBinding(end);
    }
}
