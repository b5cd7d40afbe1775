package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;

import java.util.function.Consumer;

/** Rows of a statement that are kept in a queue until they are read, once and in their order. */
public final class KeptRows {
    private final Assembler assembler;
    private final int width;
    private final int cursor;

    /** Emits the opening of the queue. */
    public KeptRows(Assembler assembler, int width) {
        this.assembler = assembler;
        this.width = width;
        this.cursor = assembler.cursor();
        assembler.add(Opcode.QueueOpen, cursor, width, 0);
    }

    /**
     * The rows of a query.
     *
     * @param query emits the code that gives them
     */
    public static KeptRows of(Assembler assembler, int width, Consumer<RowSink> query) {
        KeptRows kept = new KeptRows(assembler, width);
        query.accept((first, count, next) -> kept.add(first));
        return kept;
    }

    /** Emits the keeping of the row in the registers from {@code first} on. */
    public void add(int first) {
        assembler.add(Opcode.QueueInsert, cursor, first, width);
    }

    /** Emits a loop over the rows. */
    public void forEach(RowSink body) {
        int end = assembler.label();
        int row = assembler.registers(width);
        int next = assembler.label();
        assembler.bind(next);
        assembler.add(Opcode.QueueTake, cursor, end, row, null, width);
        body.emit(row, width, next);
        assembler.jump(next);
        assembler.bind(end);
    }
}
