package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.VALUES;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;
import static java.lang.constant.ConstantDescs.CD_void;

import org.sqlvm.engine.data.ValueKind;
import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.program.RowColumns;
import org.sqlvm.engine.row.RowQueue;
import org.sqlvm.engine.row.hash.HashTable;
import org.sqlvm.engine.row.window.WindowTable;
import org.sqlvm.language.instruction.RowTables;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;

/**
 * Emits instructions of hash tables, queues and windows. Values go between registers and the arrays
 * of such a table unboxed.
 */
final class RowTableCode {
    private static final ClassDesc HASH = CodeWriter.desc(HashTable.class);
    private static final ClassDesc QUEUE = CodeWriter.desc(RowQueue.class);
    private static final ClassDesc WINDOW = CodeWriter.desc(WindowTable.class);
    private static final ClassDesc ROW_TABLES = CodeWriter.desc(RowTables.class);
    private static final MethodTypeDesc PUT =
            MethodTypeDesc.of(CD_void, CD_int, CD_int, CD_long, CD_Object);
    private static final MethodTypeDesc TEST = MethodTypeDesc.of(CD_boolean);

    private final CodeWriter code;
    private final CodeBuilder out;
    private final OpenCursors cursors;

    /** The local variable of the table. */
    private final int table;

    /** The local variable of a column's kind. */
    private final int kind;

    RowTableCode(CodeWriter code, OpenCursors cursors) {
        this.code = code;
        this.out = code.out;
        this.cursors = cursors;
        table = out.allocateLocal(TypeKind.REFERENCE);
        kind = out.allocateLocal(TypeKind.INT);
    }

    /** Emits an instruction of this family; false for another. */
    boolean emit(Instruction i) {
        switch (i.opcode()) {
            case HashFind -> {
                load(i, "hash", HASH);
                put(HASH, "probe", code.analysis.inputs(code.pc), 0, 0);
                call(HASH, "find", TEST).ifeq(code.target(i.p2()));
            }
            case HashFindNext -> {
                load(i, "hash", HASH);
                call(HASH, "findNext", TEST).ifne(code.target(i.p2()));
            }
            case HashInsert -> insert(i);
            case HashData -> {
                load(i, "hash", HASH);
                for (int n = 0; n < i.p5(); n++) {
                    get(HASH, "object", i.p2() + n, i.p3() + n);
                }
            }
            case HashUpdate -> {
                load(i, "hash", HASH);
                put(HASH, "set", code.analysis.inputs(code.pc), 0, i.p2());
                call(HASH, "setChanged", ConstantDescs.MTD_void);
            }
            case HashRewind -> {
                load(i, "hash", HASH);
                out.aload(table).loadConstant(i.p3() == 1 ? 1 : 0);
                out.invokevirtual(HASH, "rewind", MethodTypeDesc.of(CD_void, CD_boolean));
                call(HASH, "step", TEST).ifeq(code.target(i.p2()));
            }
            case HashNext -> {
                out.aload(code.rows[i.p1()]);
                code.call(ROW_TABLES, "next", CD_boolean, CURSOR);
                out.ifne(code.target(i.p2()));
            }
            case QueueInsert -> add(i, "queue", QUEUE);
            case QueueTake -> {
                load(i, "queue", QUEUE);
                call(QUEUE, "take", TEST).ifeq(code.target(i.p2()));
                for (int n = 0; n < i.p5(); n++) {
                    get(QUEUE, "takeObject", n, i.p3() + n);
                }
            }
            case WindowInsert -> add(i, "window", WINDOW);
            case WindowRow -> {
                load(i, "window", WINDOW);
                for (int column : ((RowColumns) i.p4()).columns()) {
                    get(WINDOW, "object", column, i.p2() + column);
                }
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void load(Instruction i, String field, ClassDesc type) {
        out.aload(code.rows[i.p1()]).getfield(CURSOR, field, type).astore(table);
    }

    private CodeBuilder call(ClassDesc type, String method, MethodTypeDesc signature) {
        return out.aload(table).invokevirtual(type, method, signature);
    }

    private void insert(Instruction i) {
        int[] row = code.analysis.inputs(code.pc);
        int keyCount = row.length - cursors.opening(i.p1()).p3();
        int[] keys = new int[keyCount];
        System.arraycopy(row, 0, keys, 0, keyCount);
        load(i, "hash", HASH);
        put(HASH, "probe", keys, 0, 0);
        call(HASH, "insert", ConstantDescs.MTD_void);
        put(HASH, "set", row, keyCount, keyCount);
    }

    /** Emits the addition of a row to a queue or a window. */
    private void add(Instruction i, String field, ClassDesc type) {
        load(i, field, type);
        call(type, "beginRow", ConstantDescs.MTD_void);
        put(type, "set", code.analysis.inputs(code.pc), 0, 0);
        call(type, "endRow", ConstantDescs.MTD_void);
    }

    /** Emits the copies of registers into columns, from a register and a column on. */
    private void put(ClassDesc type, String method, int[] registers, int from, int column) {
        for (int n = from; n < registers.length; n++) {
            int register = registers[n];
            Label other = out.newLabel();
            Label end = out.newLabel();
            if (code.mayBe(register, ValueKind.LONG)) {
                code.unless(register, ValueKind.LONG, other);
                out.aload(table).loadConstant(column + n - from).loadConstant(ValueKind.LONG);
                code.bits(register);
                out.aconst_null();
                out.invokevirtual(type, method, PUT);
                out.goto_(end);
            }
            out.labelBinding(other);
            out.aload(table).loadConstant(column + n - from);
            code.kind(register);
            code.kind(register);
            code.bits(register);
            code.call(VALUES, "number", CD_long, CD_int, CD_long);
            code.kind(register);
            code.object(register);
            code.call(VALUES, "object", CD_Object, CD_int, CD_Object);
            out.invokevirtual(type, method, PUT);
            out.labelBinding(end);
        }
    }

    /** Emits the copy of a column into a register. */
    private void get(ClassDesc type, String object, int column, int register) {
        Label end = out.newLabel();
        Label number = out.newLabel();
        out.aload(table).loadConstant(column);
        out.invokevirtual(type, "kind", MethodTypeDesc.of(CD_int, CD_int));
        out.dup().istore(kind);
        code.storeKind(register);
        out.iload(kind).ifeq(end);
        out.iload(kind).loadConstant(ValueKind.LONG | ValueKind.DOUBLE).iand();
        out.ifne(number);
        out.aload(table).loadConstant(column);
        out.invokevirtual(type, object, MethodTypeDesc.of(CD_Object, CD_int));
        code.storeObject(register);
        out.goto_(end);
        out.labelBinding(number);
        out.aload(table).loadConstant(column);
        out.invokevirtual(type, "number", MethodTypeDesc.of(CD_long, CD_int));
        code.storeBits(register);
        out.labelBinding(end);
    }
}
