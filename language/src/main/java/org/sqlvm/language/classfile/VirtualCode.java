package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.virtual.SeriesCursor;
import org.sqlvm.engine.virtual.module.VirtualCursor;
import org.sqlvm.language.instruction.Virtuals;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;

/** Emits the loops over the rows of virtual tables. */
final class VirtualCode {
    private static final ClassDesc ROWS = CodeWriter.desc(VirtualCursor.class);
    private static final ClassDesc SERIES = CodeWriter.desc(SeriesCursor.class);
    private static final ClassDesc VIRTUALS = CodeWriter.desc(Virtuals.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final OpenCursors cursors;

    VirtualCode(CodeWriter code, OpenCursors cursors) {
        this.code = code;
        this.out = code.out;
        this.cursors = cursors;
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
