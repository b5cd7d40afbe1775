package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.COLUMNS;
import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.CURSORS;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_double;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.language.instruction.Columns;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Emits Column: the walk through the header of a record, and its value, decoded where it is. */
final class ColumnCode {
    private static final ClassDesc ENCODING = CodeWriter.desc(TextEncoding.class);
    private static final ClassDesc BYTES = ConstantDescs.CD_byte.arrayType();

    /** Longer walks are loops. */
    private static final int UNROLL_MAX = 12;

    private final CodeWriter code;
    private final CodeBuilder out;
    private final OpenCursors cursors;
    private final ScanCode scans;
    private final TextEncoding encoding;

    /** By cursor: the first column whose width the walk has not added; 0 if unknown. */
    private final int[] walked;

    // Local variables.

    /** By cursor: where the walk stands, relative to the record. */
    private final int[] places;

    private final int record;
    private final int base;
    private final int size;
    private final int types;
    private final int type;
    private final int offset;
    private final int end;
    private final int found;

    /** @param used the cursors that the code uses */
    ColumnCode(
            CodeWriter code,
            OpenCursors cursors,
            ScanCode scans,
            BitSet used,
            TextEncoding encoding) {
        this.cursors = cursors;
        this.scans = scans;
        this.code = code;
        this.out = code.out;
        this.encoding = encoding;
        walked = new int[code.rows.length];
        places = new int[code.rows.length];
        used.stream().forEach(cursor -> {
            places[cursor] = out.allocateLocal(TypeKind.INT);
            out.iconst_0().istore(places[cursor]);
        });
        record = out.allocateLocal(TypeKind.REFERENCE);
        base = out.allocateLocal(TypeKind.INT);
        size = out.allocateLocal(TypeKind.INT);
        types = out.allocateLocal(TypeKind.INT);
        type = out.allocateLocal(TypeKind.INT);
        offset = out.allocateLocal(TypeKind.INT);
        end = out.allocateLocal(TypeKind.INT);
        found = out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Emits a Column. */
    boolean emit(Instruction i) {
        Label present = out.newLabel();
        Label end = out.newLabel();
        scans.read(i.p1(), i.p2(), i.p3(), end);
        settle(i.p1(), cursors);
        if (cursors.mayBeNullRow(i.p1())) {
            out.aload(code.rows[i.p1()]).getfield(CURSOR, "nullRow", CD_boolean).ifeq(present);
            out.loadConstant(Columns.ABSENT).istore(places[i.p1()]);
            code.setKind(i.p3(), ValueKind.NULL);
            out.goto_(end);
            out.labelBinding(present);
        }
        columnOf(i);
        out.labelBinding(end);
        return true;
    }

    /** Emits the move of a cursor that follows another one. */
    void settle(int cursor, OpenCursors kinds) {
        if (kinds.mayBeDeferred(cursor)) {
            out.aload(code.rows[cursor]);
            code.call(CURSORS, "settle", CD_void, CURSOR);
        }
    }

    /** The records under the cursors are others from here on, or may be. */
    void forget() {
        Arrays.fill(walked, 0);
    }

    /** The record under a cursor is another from here on. */
    void forget(int cursor) {
        walked[cursor] = 0;
    }

    private void columnOf(Instruction i) {
        int cursor = i.p1();
        int column = i.p2();
        int target = i.p3();
        int from = walked[cursor] <= column ? walked[cursor] : 0;
        walked[cursor] = column + 1;
        Label slow = out.newLabel();
        Label done = out.newLabel();
        out.aload(code.rows[cursor]).getfield(CURSOR, "record", BYTES).astore(record);
        out.aload(code.rows[cursor]).getfield(CURSOR, "recordOffset", CD_int).istore(base);
        out.aload(code.rows[cursor]).getfield(CURSOR, "localSize", CD_int).istore(size);
        out.aload(record).iload(base).iload(size);
        code.call(COLUMNS, "headerSize", CD_int, BYTES, CD_int, CD_int);
        out.istore(types); // Until the offset is known.
        if (from == 0) {
            out.iload(types).istore(offset);
        } else {
            out.iload(places[cursor]).istore(offset);
            out.iload(offset).iflt(slow);
        }
        out.iload(types).loadConstant(column + 1).if_icmple(slow);
        out.iload(base).iconst_1().iadd().istore(types);
        if (column - from > UNROLL_MAX) {
            out.aload(record)
                    .iload(types)
                    .loadConstant(from)
                    .loadConstant(column)
                    .iload(offset);
            code.call(COLUMNS, "skip", CD_int, BYTES, CD_int, CD_int, CD_int, CD_int);
            out.istore(offset);
        }
        for (int passed = from; passed < column && column - from <= UNROLL_MAX; passed++) {
            out.iload(offset).aload(record).iload(types).loadConstant(passed).iadd();
            code.call(COLUMNS, "width", CD_int, BYTES, CD_int);
            out.iadd().istore(offset);
        }
        out.iload(offset).aload(record).iload(types).loadConstant(column).iadd();
        code.call(COLUMNS, "width", CD_int, BYTES, CD_int);
        out.iadd().dup().istore(end).iload(size).if_icmpgt(slow);
        out.iload(end).istore(places[cursor]);
        out.aload(record).iload(types).loadConstant(column).iadd().baload().istore(type);
        out.iload(base).iload(offset).iadd().istore(offset);
        decode(target, cursor, done);
        out.labelBinding(slow);
        slowColumn(i, from, done);
        out.labelBinding(done);
    }

    /** Emits the decoding of a value that begins at the offset, relative to the page. */
    private void decode(int target, int cursor, Label end) {
        Label[] cases = new Label[10];
        Arrays.setAll(cases, _ -> out.newLabel());
        Label bytes = out.newLabel();
        List<SwitchCase> switchCases = new ArrayList<>();
        for (int value = 0; value < cases.length; value++) {
            switchCases.add(SwitchCase.of(value, cases[value]));
        }
        out.iload(type).tableswitch(0, cases.length - 1, bytes, switchCases);
        for (int value = 0; value < cases.length; value++) {
            out.labelBinding(cases[value]);
            switch (value) {
                case 0 -> code.setKind(target, ValueKind.NULL);
                case 8, 9 -> {
                    out.loadConstant((long) value - 8);
                    code.setLong(target);
                }
                case 7 -> {
                    at("real", CD_double);
                    code.setReal(target);
                }
                case 1 -> {
                    out.aload(record).iload(offset).baload().i2l();
                    code.setLong(target);
                }
                default -> {
                    at(
                            List.of("int16", "int24", "int32", "int48", "int64").get(value - 2),
                            CD_long);
                    code.setLong(target);
                }
            }
            out.goto_(end);
        }
        out.labelBinding(bytes);
        Label blob = out.newLabel();
        out.iload(type).iconst_1().iand().ifeq(blob);
        bytes("text", target, cursor, ValueKind.TEXT);
        out.goto_(end);
        out.labelBinding(blob);
        bytes("blob", target, cursor, ValueKind.BLOB);
        out.goto_(end);
    }

    private void at(String how, ClassDesc result) {
        out.aload(record).iload(offset);
        code.call(COLUMNS, how, result, BYTES, CD_int);
    }

    private void bytes(String how, int target, int cursor, int kind) {
        out.aload(record).iload(offset);
        out.iload(places[cursor]).iload(base).iadd().iload(offset).isub();
        code.constant(encoding, ENCODING);
        code.call(COLUMNS, how, CD_Object, BYTES, CD_int, CD_int, ENCODING);
        code.storeObject(target);
        code.setKind(target, kind);
    }

    private void slowColumn(Instruction i, int from, Label end) {
        int cursor = i.p1();
        Label present = out.newLabel();
        out.aload(code.rows[cursor]).loadConstant(from);
        if (from == 0) {
            out.iconst_0();
        } else {
            out.iload(places[cursor]);
        }
        out.loadConstant(i.p2());
        code.constant(encoding, ENCODING);
        code.call(COLUMNS, "read", CD_Object, CURSOR, CD_int, CD_int, CD_int, ENCODING);
        out.astore(found);
        out.loadConstant(Columns.WALK).istore(places[cursor]);
        out.aload(found).ifnonnull(present);
        out.loadConstant(Columns.ABSENT).istore(places[cursor]);
        code.constant(i.p4() == null ? SqlNull.NULL : i.p4(), CD_Object);
        out.astore(found);
        out.labelBinding(present);
        out.aload(found);
        code.set(i.p3());
        out.goto_(end);
    }
}
