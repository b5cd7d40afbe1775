package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.CURSORS;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.btree.KeyProbe;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.IndexKey;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Changes;
import org.sqlvm.language.instruction.Seeks;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Emits instructions that look a key up. */
final class SeekCode {
    private static final ClassDesc SEEKS = CodeWriter.desc(Seeks.class);
    private static final ClassDesc CHANGES = CodeWriter.desc(Changes.class);
    private static final ClassDesc KEY = CodeWriter.desc(IndexKey.class);
    private static final ClassDesc PROBE = CodeWriter.desc(KeyProbe.class);
    private static final ClassDesc BLOB = CodeWriter.desc(Blob.class);
    private static final ClassDesc ORDER = CodeWriter.desc(KeyOrder.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final OpenCursors cursors;

    /** The local variable of the key. */
    private final int key;

    SeekCode(CodeWriter code, OpenCursors cursors) {
        this.code = code;
        this.out = code.out;
        this.cursors = cursors;
        key = out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Emits an instruction of this family; false for another, or one that is not known. */
    boolean emit(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case SeekRowid, NotExists -> cursors.isTable(cursor) && seekRowid(i);
            case SeekGE, SeekGT, SeekLE, SeekLT ->
                cursors.isTable(cursor) ? seekTable(i) : cursors.isIndex(cursor) && seekIndex(i);
            case IdxGE, IdxGT, IdxLE, IdxLT -> cursors.isIndex(cursor) && compare(i);
            case Found, NotFound, NoConflict -> cursors.isIndex(cursor) && find(i);
            case IdxDelete -> cursors.isIndex(cursor) && delete(i);
            default -> false;
        };
    }

    private boolean seekRowid(Instruction i) {
        out.aload(code.rows[i.p1()]);
        code.value(i.p3());
        code.call(CURSORS, "seekRowid", CD_boolean, CURSOR, CD_int, CD_long, CD_Object);
        out.ifeq(code.target(i.p2()));
        return true;
    }

    private static boolean isUpwards(Instruction i) {
        return i.opcode() == Opcode.SeekGE || i.opcode() == Opcode.SeekGT;
    }

    private boolean seekTable(Instruction i) {
        boolean orEqual = i.opcode() == Opcode.SeekGE || i.opcode() == Opcode.SeekLE;
        out.aload(code.rows[i.p1()]);
        out.loadConstant(isUpwards(i) ? 1 : 0).loadConstant(orEqual ? 1 : 0);
        code.value(i.p3());
        code.call(
                SEEKS,
                "table",
                CD_boolean,
                CURSOR,
                CD_boolean,
                CD_boolean,
                CD_int,
                CD_long,
                CD_Object);
        out.ifeq(code.target(i.p2()));
        return true;
    }

    private boolean seekIndex(Instruction i) {
        boolean equalIsGreater = i.opcode() == Opcode.SeekGE || i.opcode() == Opcode.SeekLT;
        load(i.p1(), i.p3(), i.operand(4), equalIsGreater ? 1 : -1);
        out.aload(code.rows[i.p1()]).loadConstant(isUpwards(i) ? 1 : 0).aload(key);
        code.call(SEEKS, "index", CD_boolean, CURSOR, CD_boolean, KEY);
        out.ifeq(code.target(i.p2()));
        return true;
    }

    private boolean compare(Instruction i) {
        load(i.p1(), i.p3(), i.operand(4), 0);
        out.aload(code.rows[i.p1()]).aload(key);
        code.call(SEEKS, "compare", CD_int, CURSOR, KEY);
        Label target = code.target(i.p2());
        switch (i.opcode()) {
            case IdxGE -> out.ifge(target);
            case IdxGT -> out.ifgt(target);
            case IdxLE -> out.ifle(target);
            default -> out.iflt(target);
        }
        return true;
    }

    private boolean find(Instruction i) {
        if (i.operand(4) == 0) {
            out.aload(code.rows[i.p1()]);
            code.object(i.p3());
            out.checkcast(BLOB);
            code.constant(cursors.order(i.p1()), ORDER);
            code.call(SEEKS, "find", CD_boolean, CURSOR, BLOB, ORDER);
            jumpIfFound(i);
            return true;
        }
        load(i.p1(), i.p3(), i.operand(4), 0);
        if (i.opcode() == Opcode.NoConflict) {
            out.aload(key).invokevirtual(KEY, "hasNull", MethodTypeDesc.of(CD_boolean));
            out.ifne(code.target(i.p2()));
        }
        out.aload(code.rows[i.p1()]).aload(key);
        code.call(SEEKS, "find", CD_boolean, CURSOR, PROBE);
        jumpIfFound(i);
        return true;
    }

    /** Emits the jump of a Found, NotFound or NoConflict that has found an entry, or none. */
    private void jumpIfFound(Instruction i) {
        if (i.opcode() == Opcode.Found) {
            out.ifne(code.target(i.p2()));
        } else {
            out.ifeq(code.target(i.p2()));
        }
    }

    private boolean delete(Instruction i) {
        load(i.p1(), i.p2(), i.p3(), 0);
        out.aload(code.rows[i.p1()]).aload(key);
        code.call(CHANGES, "deleteEntry", CD_void, CURSOR, KEY);
        return true;
    }

    /** Loads the key with registers; the last argument is {@link IndexKey#setOnEqual}'s. */
    private void load(int cursor, int first, int count, int onEqual) {
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(code.pc);
        code.constant(cursors.order(cursor), ORDER);
        out.loadConstant(count);
        code.call(SEEKS, "key", KEY, STATE, CD_int, ORDER, CD_int);
        out.astore(key);
        for (int n = 0; n < count; n++) {
            int register = first + n;
            Label other = out.newLabel();
            Label end = out.newLabel();
            if (code.mayBe(register, ValueKind.LONG)) {
                code.unless(register, ValueKind.LONG, other);
                out.aload(key).loadConstant(n);
                code.bits(register);
                out.invokevirtual(KEY, "setLong", MethodTypeDesc.of(CD_void, CD_int, CD_long));
                out.goto_(end);
            }
            out.labelBinding(other);
            out.aload(key).loadConstant(n);
            code.value(register);
            code.call(SEEKS, "set", CD_void, KEY, CD_int, CD_int, CD_long, CD_Object);
            out.labelBinding(end);
        }
        out.aload(key).loadConstant(onEqual);
        out.invokevirtual(KEY, "setOnEqual", MethodTypeDesc.of(CD_void, CD_int));
    }
}
