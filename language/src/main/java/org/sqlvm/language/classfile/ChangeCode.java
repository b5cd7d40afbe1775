package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.KeyOrder;
import org.sqlvm.engine.data.RecordWriter;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.language.instruction.Changes;
import org.sqlvm.language.instruction.LimitedSort;
import org.sqlvm.language.instruction.Triggers;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/** Emits instructions that make records and put them into b-trees. */
final class ChangeCode {
    private static final ClassDesc ENCODING = CodeWriter.desc(TextEncoding.class);
    private static final ClassDesc WRITER = CodeWriter.desc(RecordWriter.class);
    private static final ClassDesc ORDER = CodeWriter.desc(KeyOrder.class);
    private static final ClassDesc BLOB = CodeWriter.desc(Blob.class);
    private static final ClassDesc CHANGES = CodeWriter.desc(Changes.class);

    private static final ClassDesc SORT = CodeWriter.desc(LimitedSort.class);
    private static final ClassDesc TRIGGERS = CodeWriter.desc(Triggers.class);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final TextEncoding encoding;
    private final OpenCursors cursors;
    private final LoadCode loads;

    /** The local variable of the record writer. */
    private final int writer;

    ChangeCode(CodeWriter code, TextEncoding encoding, OpenCursors cursors, LoadCode loads) {
        this.code = code;
        this.out = code.out;
        this.encoding = encoding;
        this.cursors = cursors;
        this.loads = loads;
        writer = out.allocateLocal(TypeKind.REFERENCE);
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        int cursor = i.p1();
        switch (i.opcode()) {
            case NewRowid -> newRowid(i);
            case MakeRecord -> makeRecord(i);
            case Delete -> {
                out.aload(CodeWriter.STATE_LOCAL).aload(code.rows[cursor]).loadConstant(i.p5());
                code.call(CHANGES, "delete", CD_void, STATE, CURSOR, CD_int);
            }
            case Insert -> {
                out.aload(CodeWriter.STATE_LOCAL).aload(code.rows[cursor]);
                code.bits(i.p3());
                code.object(i.p2());
                out.checkcast(BLOB);
                out.loadConstant(i.p5());
                code.call(CHANGES, "insert", CD_void, STATE, CURSOR, CD_long, BLOB, CD_int);
            }
            case IdxInsert -> {
                out.aload(CodeWriter.STATE_LOCAL).aload(code.rows[cursor]);
                code.object(i.p2());
                out.checkcast(BLOB);
                code.constant(cursors.order(cursor), ORDER);
                out.loadConstant(i.p5());
                code.call(CHANGES, "insertEntry", CD_void, STATE, CURSOR, BLOB, ORDER, CD_int);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void newRowid(Instruction i) {
        int row = code.rows[i.p1()];
        if (i.p5() == Opcode.COUNTER_OF_STATEMENT) {
            out.aload(CodeWriter.STATE_LOCAL).aload(row).loadConstant(i.p3());
            code.call(TRIGGERS, "rowidAboveCounter", CD_long, STATE, CURSOR, CD_int);
        } else if (i.p3() == 0) {
            out.aload(row).invokevirtual(CURSOR, "newRowid", MethodTypeDesc.of(CD_long));
        } else {
            out.aload(row);
            code.bits(i.p3());
            out.invokevirtual(CURSOR, "newRowid", MethodTypeDesc.of(CD_long, CD_long));
            out.dup2();
            code.setLong(i.p3());
        }
        code.setLong(i.p2());
    }

    private void makeWideRecord(Instruction i, String letters) {
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(code.pc);
        code.constant(encoding, ENCODING);
        code.call(CHANGES, "writer", WRITER, STATE, CD_int, ENCODING);
        out.aload(CodeWriter.STATE_LOCAL)
                .loadConstant(i.p1())
                .loadConstant(i.p2())
                .loadConstant(letters);
        code.call(
                CodeWriter.desc(WideRegisters.class),
                "record",
                BLOB,
                WRITER,
                STATE,
                CD_int,
                CD_int,
                ConstantDescs.CD_String);
        code.storeObject(i.p3());
        code.setKind(i.p3(), ValueKind.BLOB);
    }

    private void makeRecord(Instruction i) {
        // Control goes on behind the SorterInsert, which an analysis of jumps does not see.
        LimitedSort sort = code.isHere(code.pc, 3)
                ? LimitedSort.of(code.instructions(), code.pc, cursors::opening, encoding)
                : null;
        if (sort != null) {
            // A record beyond the limit is not made.
            Label wanted = out.newLabel();
            code.constant(sort, SORT);
            out.aload(code.rows[sort.sorter()]);
            code.value(i.p1());
            out.invokevirtual(
                    SORT,
                    "isWanted",
                    MethodTypeDesc.of(CD_boolean, CURSOR, CD_int, CD_long, CD_Object));
            out.ifne(wanted);
            code.setKind(i.p3(), ValueKind.NULL);
            out.goto_(code.target(code.pc + 2));
            out.labelBinding(wanted);
        }
        String letters = i.p4() instanceof String given ? given : "";
        if (code.isWide(i.p2())) {
            makeWideRecord(i, letters);
            return;
        }
        for (int n = 0; n < letters.length(); n++) {
            Affinity affinity = Affinity.of(letters.charAt(n));
            if (affinity != Affinity.REAL && code.literal(i.p1() + n) == null) {
                loads.affinity(i.p1() + n, affinity);
            }
        }
        out.aload(CodeWriter.STATE_LOCAL).loadConstant(code.pc);
        code.constant(encoding, ENCODING);
        code.call(CHANGES, "writer", WRITER, STATE, CD_int, ENCODING);
        out.astore(writer);
        for (int n = 0; n < i.p2(); n++) {
            boolean real = n < letters.length() && Affinity.of(letters.charAt(n)) == Affinity.REAL;
            out.aload(writer).checkcast(WRITER);
            code.value(i.p1() + n);
            code.call(
                    CHANGES, real ? "addReal" : "add", CD_void, WRITER, CD_int, CD_long, CD_Object);
        }
        out.aload(writer).checkcast(WRITER);
        code.call(CHANGES, "finish", BLOB, WRITER);
        code.storeObject(i.p3());
        code.setKind(i.p3(), ValueKind.BLOB);
    }
}
