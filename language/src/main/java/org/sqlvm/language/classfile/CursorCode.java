package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.CURSORS;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.language.instruction.Seeks;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * Emits instructions that open cursors on b-trees, move them, and sorters, and read at their
 * positions.
 */
final class CursorCode {
    private static final ClassDesc SEEKS = CodeWriter.desc(Seeks.class);
    private static final ClassDesc ORDER = CodeWriter.desc(KeyOrder.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final OpenCursors cursors;
    private final ScanCode scans;
    private final ColumnCode columns;

    CursorCode(CodeWriter code, OpenCursors cursors, ScanCode scans, ColumnCode columns) {
        this.code = code;
        this.out = code.out;
        this.cursors = cursors;
        this.scans = scans;
        this.columns = columns;
    }

    /** Emits an instruction of this family; false for another, or one that is not known. */
    boolean emit(Instruction i) {
        int cursor = i.p1();
        return switch (i.opcode()) {
            case OpenRead, OpenWrite -> open(i);
            case Close -> {
                out.aload(CodeWriter.STATE_LOCAL).loadConstant(cursor).aconst_null();
                out.invokevirtual(STATE, "open", MethodTypeDesc.of(CD_void, CD_int, CURSOR));
                out.aconst_null().astore(code.rows[cursor]);
                yield true;
            }
            case Rewind, IfEmpty -> scans.has(cursor) ? scans.first(i) : move(i, "first", false);
            case Last -> move(i, "last", false);
            case Next -> scans.has(cursor) ? scans.next(i) : move(i, "next", true);
            case Prev -> move(i, "previous", true);
            case SkipNext, SkipPrev -> {
                out.aload(code.rows[cursor]).loadConstant(i.opcode() == Opcode.SkipNext ? 1 : 0);
                code.bits(i.p3());
                code.call(CURSORS, "pass", CD_long, CURSOR, CD_boolean, CD_long);
                code.setLong(i.p3());
                yield move(i, i.opcode() == Opcode.SkipNext ? "next" : "previous", true);
            }
            case SorterSort, SorterNext -> cursors.isSorter(cursor) && moveSorter(i);
            case WindowSort, WindowNext -> moveSorter(i);
            case Rowid -> {
                Label end = out.newLabel();
                scans.read(cursor, StoredColumn.ROWID, i.p2(), end);
                boolean known = cursors.isTable(cursor) && rowid(i, "rowid", CURSORS);
                out.labelBinding(end);
                yield known;
            }
            case IdxRowid -> cursors.isIndex(cursor) && rowid(i, "rowid", SEEKS);
            case Column -> cursors.hasRecord(cursor) && columns.emit(i);
            case NullRow -> {
                out.aload(code.rows[cursor]);
                out.invokevirtual(CURSOR, "nullRow", ConstantDescs.MTD_void);
                yield true;
            }
            case IfNullRow -> {
                ifNullRow(i);
                yield true;
            }
            case DeferredSeek -> {
                out.aload(code.rows[i.p3()]).aload(code.rows[cursor]);
                out.invokevirtual(CURSOR, "deferTo", MethodTypeDesc.of(CD_void, CURSOR));
                yield true;
            }
            case OpenEphemeral, OpenDup, OpenPseudo, SorterOpen -> {
                openTemporary(i);
                yield true;
            }
            case ResetSorter, SorterInsert, SorterData -> {
                useSorter(i);
                yield true;
            }
            default -> false;
        };
    }

    private void openTemporary(Instruction i) {
        int cursor = i.p1();
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(cursor);
        switch (i.opcode()) {
            case OpenEphemeral -> {
                code.constant(cursors.order(cursor), ORDER);
                code.call(CURSORS, "openTemporary", CURSOR, STATE, CD_int, ORDER);
            }
            case OpenDup -> {
                out.loadConstant(i.p2());
                code.call(CURSORS, "duplicate", CURSOR, STATE, CD_int, CD_int);
            }
            case OpenPseudo -> {
                code.boxed(i.p2());
                code.call(CURSORS, "openPseudo", CURSOR, STATE, CD_int, CD_Object);
            }
            default -> {
                code.constant(cursors.order(cursor), ORDER);
                if (i.p3() == 0) {
                    out.loadConstant(-1L);
                } else {
                    code.bits(i.p3());
                }
                code.call(CURSORS, "openSorter", CURSOR, STATE, CD_int, ORDER, CD_long);
            }
        }
        out.astore(code.rows[cursor]);
    }

    private void useSorter(Instruction i) {
        int cursor = i.p1();
        out.aload(code.rows[cursor]);
        switch (i.opcode()) {
            case ResetSorter -> {
                out.invokevirtual(CURSOR, "reset", ConstantDescs.MTD_void);
            }
            case SorterInsert -> {
                code.boxed(i.p2());
                code.call(CURSORS, "sort", CD_void, CURSOR, CD_Object);
            }
            default -> {
                out.aload(code.rows[i.p3()]);
                code.call(CURSORS, "sorted", CD_Object, CURSOR, CURSOR);
                code.set(i.p2());
            }
        }
    }

    private boolean rowid(Instruction i, String how, ClassDesc owner) {
        int cursor = i.p1();
        Label end = out.newLabel();
        columns.settle(cursor, cursors);
        if (cursors.mayBeNullRow(cursor)) {
            Label present = out.newLabel();
            out.aload(code.rows[cursor]).getfield(CURSOR, "nullRow", CD_boolean).ifeq(present);
            code.setKind(i.p2(), ValueKind.NULL);
            out.goto_(end);
            out.labelBinding(present);
        }
        out.aload(code.rows[cursor]);
        code.call(owner, how, CD_long, CURSOR);
        code.setLong(i.p2());
        out.labelBinding(end);
        return true;
    }

    private void ifNullRow(Instruction i) {
        if (!cursors.mayBeNullRow(i.p1())) {
            return;
        }
        Label end = out.newLabel();
        out.aload(code.rows[i.p1()]).getfield(CURSOR, "nullRow", CD_boolean).ifeq(end);
        code.setKind(i.p3(), ValueKind.NULL);
        out.goto_(code.target(i.p2()));
        out.labelBinding(end);
    }

    private boolean moveSorter(Instruction i) {
        boolean sorts = i.opcode() == Opcode.SorterSort
                || i.opcode() == Opcode.WindowSort
                || i.opcode() == Opcode.Rewind;
        out.aload(code.rows[i.p1()]);
        out.invokevirtual(CURSOR, sorts ? "sort" : "nextSorted", MethodTypeDesc.of(CD_boolean));
        if (sorts) {
            out.ifeq(code.target(i.p2()));
        } else {
            out.ifne(code.target(i.p2()));
        }
        return true;
    }

    private boolean open(Instruction i) {
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(i.p1()).loadConstant(i.p3());
        if ((i.p5() & Opcode.ROOT_IN_REGISTER) != 0) {
            code.bits(i.p2());
            out.l2i();
        } else {
            out.loadConstant(i.p2());
        }
        code.constant(cursors.order(i.p1()), ORDER);
        out.loadConstant(i.opcode() == Opcode.OpenWrite ? 1 : 0)
                .loadConstant((i.p5() & Opcode.BULK) != 0 ? 1 : 0);
        code.call(
                CURSORS,
                "open",
                CURSOR,
                STATE,
                CD_int,
                CD_int,
                CD_int,
                ORDER,
                CD_boolean,
                CD_boolean);
        out.astore(code.rows[i.p1()]);
        return true;
    }

    private boolean move(Instruction i, String how, boolean jumpIfFound) {
        int cursor = i.p1();
        if (cursors.isSorter(cursor)) {
            return moveSorter(i);
        }
        if (!cursors.isTable(cursor) && !cursors.isIndex(cursor)) {
            return false;
        }
        out.aload(code.rows[cursor]);
        code.call(CURSORS, cursors.isTable(cursor) ? how : how + "Entry", CD_boolean, CURSOR);
        if (jumpIfFound) {
            out.ifne(code.target(i.p2()));
        } else {
            out.ifeq(code.target(i.p2()));
        }
        return true;
    }
}
