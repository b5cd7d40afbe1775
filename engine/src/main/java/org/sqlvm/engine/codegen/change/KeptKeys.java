package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.RowSink;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The keys of a table's rows in a hash table, given in the order of the keys whatever order they
 * were found in, each once: so that rows are changed in the order in which SQLite changes them.
 */
final class KeptKeys {
    private final Assembler assembler;
    private final Table table;
    private final int cursor;
    private final int count;

    KeptKeys(Assembler assembler, Table table) {
        this.assembler = assembler;
        this.table = table;
        cursor = assembler.cursor();
        count = TargetCursors.keyCount(table);
    }

    /** How the keys of a table's rows are compared. */
    static KeyInfo keys(Assembler assembler, Table table) {
        if (table.hasRowid()) {
            Collation collation = Collation.binary(assembler.encoding());
            return new KeyInfo(List.of(new KeyField(collation, false, false)));
        }
        List<KeyField> fields = new ArrayList<>();
        Index key = table.primaryKey();
        for (Index.IndexColumn column : key.columns().subList(0, key.keyCount())) {
            fields.add(new KeyField(column.collation(), column.descending(), false));
        }
        return new KeyInfo(fields);
    }

    /** @param rows emits the code that gives the keys */
    void fill(Consumer<RowSink> rows) {
        assembler.add(Opcode.HashOpen, cursor, count, 0, keys(assembler, table), 0);
        rows.accept((first, width, next) -> {
            int fresh = assembler.label();
            assembler.add(Opcode.HashFind, cursor, fresh, first);
            assembler.jump(next);
            assembler.bind(fresh);
            assembler.add(Opcode.HashInsert, cursor, first, 0);
        });
    }

    /** Emits a loop over the keys. */
    void forEach(RowSink body) {
        int end = assembler.label();
        int next = assembler.label();
        int key = assembler.registers(count);
        assembler.add(Opcode.HashRewind, cursor, end, 1);
        int top = assembler.here();
        assembler.add(Opcode.HashData, cursor, 0, key, null, count);
        body.emit(key, count, next);
        assembler.bind(next);
        assembler.add(Opcode.HashNext, cursor, top, 0);
        assembler.bind(end);
    }
}
