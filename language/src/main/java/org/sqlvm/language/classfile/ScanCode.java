package org.sqlvm.language.classfile;

import static org.sqlvm.language.classfile.CodeWriter.CURSOR;
import static org.sqlvm.language.classfile.CodeWriter.ROW_SCAN;
import static org.sqlvm.language.classfile.CodeWriter.STATE;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_long;

import org.sqlvm.engine.program.Instruction;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.language.instruction.RowScan;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.constant.MethodTypeDesc;
import java.util.Map;

/** Emits the instructions of a cursor whose rows may come from the column cache. */
final class ScanCode {
    private final CodeWriter code;
    private final CodeBuilder out;
    private final SliceCode slices;

    /** By cursor: its scan, or null. */
    private final RowScan[] scans;

    /** By address of a loop's head: the scan whose rows the loop gives. */
    private final Map<Integer, RowScan> loops;

    ScanCode(CodeWriter code, SliceCode slices, ProgramShape shape) {
        this.code = code;
        this.out = code.out;
        this.slices = slices;
        scans = shape.scans;
        loops = shape.rowLoops;
    }

    /** Whether a cursor's rows may come from the column cache. */
    boolean has(int cursor) {
        return scans[cursor] != null;
    }

    /** At an address: if a loop over rows begins there, it may give batches instead. */
    void beginLoop(int address) {
        RowScan scan = loops.get(address);
        if (scan == null) {
            return;
        }
        int row = code.rows[scan.cursor()];
        Label rows = out.newLabel();
        out.aload(row).getfield(CURSOR, "givesBatches", CD_boolean).ifeq(rows);
        call(scan, row, "fill");
        out.ifne(slices.batchFull(address));
        out.aload(row).getfield(CURSOR, "givesBatches", CD_boolean);
        out.ifne(code.target(scan.loop().end()));
        out.labelBinding(rows);
    }

    /** Emits Rewind. */
    boolean first(Instruction i) {
        RowScan scan = scans[i.p1()];
        code.constant(scan, ROW_SCAN);
        out.aload(CodeWriter.STATE_LOCAL).aload(code.rows[i.p1()]);
        code.array(scan.settled().stream().mapToInt(Integer::intValue).toArray());
        out.invokevirtual(
                ROW_SCAN,
                "first",
                MethodTypeDesc.of(CD_boolean, STATE, CURSOR, CD_Object.arrayType()));
        out.ifeq(code.target(i.p2()));
        return true;
    }

    /** Emits Next. */
    boolean next(Instruction i) {
        call(scans[i.p1()], code.rows[i.p1()], "next");
        out.ifne(code.target(i.p2()));
        return true;
    }

    private void call(RowScan scan, int row, String name) {
        code.constant(scan, ROW_SCAN);
        out.aload(CodeWriter.STATE_LOCAL).aload(row);
        out.invokevirtual(ROW_SCAN, name, MethodTypeDesc.of(CD_boolean, STATE, CURSOR));
    }

    /**
     * Emits Column or Rowid if the row is in vectors; otherwise control goes on behind.
     *
     * @param place the column's index in the record, or {@code StoredColumn.ROWID}
     * @param end where control goes with the value
     */
    void read(int cursor, int place, int target, Label end) {
        if (scans[cursor] == null) {
            return;
        }
        int row = code.rows[cursor];
        int column = scans[cursor].index(place);
        Label kept = out.newLabel();
        out.aload(row).getfield(CURSOR, "vectors", CodeWriter.desc(Vector.class).arrayType());
        out.ifnonnull(kept);
        code.defer(() -> {
            Label isNull = out.newLabel();
            out.labelBinding(kept);
            out.aload(row).loadConstant(column);
            code.call(ROW_SCAN, "kind", CD_int, CURSOR, CD_int);
            out.dup();
            code.storeKind(target);
            out.ifeq(isNull);
            out.aload(row).loadConstant(column);
            code.call(ROW_SCAN, "bits", CD_long, CURSOR, CD_int);
            code.storeBits(target);
            out.aload(row).loadConstant(column);
            code.call(ROW_SCAN, "object", CD_Object, CURSOR, CD_int);
            code.storeObject(target);
            out.labelBinding(isNull);
            out.goto_(end);
        });
    }
}
