package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.plan.logical.SharedQuery;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

/**
 * Rows that several sources of a program read. A subroutine, emitted at the first use, computes and
 * keeps them when it is first called.
 *
 * @param begin the subroutine's first instruction
 * @param address the register of its return address
 */
record SharedRows(KeptAccess rows, int begin, int address) {
    /** Emits the opening of {@code own}, the cursor of one use, on the rows of a source. */
    static void open(Assembler assembler, SelectPlan.DerivedSource source, KeptAccess own) {
        SharedQuery query = source.shared();
        SharedRows known = assembler.known(query, SharedRows.class);
        if (known == null) {
            known = new SharedRows(
                    new KeptAccess(assembler), assembler.label(), assembler.register());
            assembler.know(query, known);
            known.emit(assembler, source);
        }
        assembler.add(Opcode.Gosub, known.address, known.begin, 0);
        assembler.add(Opcode.OpenDup, own.cursor, known.rows.cursor, 0);
    }

    private void emit(Assembler assembler, SelectPlan.DerivedSource source) {
        int over = assembler.label();
        int filled = assembler.label();
        assembler.jump(over);
        assembler.bind(begin);
        assembler.once(filled);
        int width = source.table().columns().size();
        rows.fill(width, sink -> SelectCode.emitNested(assembler, source.plan(), sink));
        assembler.bind(filled);
        assembler.add(Opcode.Return, address, 0, 0);
        assembler.bind(over);
    }
}
