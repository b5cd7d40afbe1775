package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.virtual.BufferedCursor;
import org.sqlvm.engine.virtual.SeriesCursor;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.instruction.Virtuals;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;

/** Emits the loops over the rows of virtual tables. */
final class VirtualCode {
    private static final ClassDesc ROWS = CodeWriter.desc(VirtualCursor.class);
    private static final ClassDesc BATCH = CodeWriter.desc(BufferedCursor.class);
    private static final ClassDesc SERIES = CodeWriter.desc(SeriesCursor.class);
    private static final ClassDesc VIRTUALS = CodeWriter.desc(Virtuals.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final OpenCursors cursors;
    private final CallbackCode callbacks;

    VirtualCode(CodeWriter code, OpenCursors cursors, CallbackCode callbacks) {
        this.code = code;
        this.out = code.out;
        this.cursors = cursors;
        this.callbacks = callbacks;
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        return switch (i.opcode()) {
            case VColumn -> column(i.p1(), i.p2(), i.p3());
            case Rowid ->
                cursors.opening(i.p1()).opcode() == Opcode.VOpen
                        && column(i.p1(), Virtuals.ROWID, i.p2());
            case VNext -> next(i);
            default -> false;
        };
    }

    private boolean column(int cursor, int column, int register) {
        Label present = out.newLabel();
        Label other = out.newLabel();
        Label end = out.newLabel();
        out.aload(code.rows[cursor]).getfield(CURSOR, "nullRow", CD_boolean).ifeq(present);
        code.setKind(register, ValueKind.NULL);
        out.goto_(end);
        out.labelBinding(present);
        rows(cursor);
        out.instanceOf(SERIES).ifeq(other);
        rows(cursor);
        out.checkcast(SERIES).loadConstant(column);
        out.invokevirtual(SERIES, "number", MethodTypeDesc.of(CD_long, CD_int));
        code.setLong(register);
        out.goto_(end);
        out.labelBinding(other);
        if (column != Virtuals.ROWID) {
            batch(cursor, column, register, end);
            callbacks.read(() -> rows(cursor), column, register, end);
        }
        rows(cursor);
        out.loadConstant(column);
        if (column == Virtuals.ROWID) {
            code.call(VIRTUALS, "column", CD_Object, ROWS, CD_int);
        } else {
            out.invokevirtual(ROWS, "column", MethodTypeDesc.of(CD_Object, CD_int));
        }
        code.set(register);
        out.labelBinding(end);
        return true;
    }

    /** Reads a number of a batch; control goes on behind for other values. */
    private void batch(int cursor, int column, int register, Label end) {
        Label other = out.newLabel();
        rows(cursor);
        out.instanceOf(BATCH).ifeq(other);
        for (String part : List.of("numberKind", "numberBits")) {
            boolean isKind = part.equals("numberKind");
            rows(cursor);
            out.checkcast(BATCH).loadConstant(column);
            code.call(VIRTUALS, part, isKind ? CD_int : CD_long, BATCH, CD_int);
            if (isKind) {
                out.dup();
                code.storeKind(register);
                out.ifeq(other);
            } else {
                code.storeBits(register);
            }
        }
        out.goto_(end);
        out.labelBinding(other);
    }

    /** The loop around an outer join's row of NULLs ends with that row. */
    private boolean next(Instruction i) {
        Label end = out.newLabel();
        out.aload(code.rows[i.p1()]).getfield(CURSOR, "nullRow", CD_boolean).ifne(end);
        rows(i.p1());
        out.invokevirtual(ROWS, "next", MethodTypeDesc.of(CD_boolean));
        out.ifne(code.target(i.p2()));
        out.labelBinding(end);
        return true;
    }

    private void rows(int cursor) {
        out.aload(code.rows[cursor]).getfield(CURSOR, "virtual", ROWS);
    }
}
