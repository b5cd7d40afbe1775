package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.RowSink;
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
 * The keys of a table's rows in a temporary table, in the order of the keys whatever order they
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

    /** The order of a WITHOUT ROWID table. */
    private KeyInfo keys() {
        List<KeyField> fields = new ArrayList<>();
        Index key = table.primaryKey();
        for (int i = 0; i < count; i++) {
            fields.add(new KeyField(
                    key.columns().get(i).collation(), key.columns().get(i).descending(), false));
        }
        return new KeyInfo(fields);
    }

    /** @param rows emits the code that gives the keys */
    void fill(Consumer<RowSink> rows) {
        int record = assembler.register();
        KeyInfo keys = table.hasRowid() ? null : keys();
        assembler.add(Opcode.OpenEphemeral, cursor, count, 0, keys, 0);
        if (table.hasRowid()) {
            // The rowid is the key, and nothing else is kept.
            int nothing = assembler.register();
            assembler.add(Opcode.Null, 0, nothing, 0);
            assembler.add(Opcode.MakeRecord, nothing, 1, record);
            rows.accept(
                    (first, width, next) -> assembler.add(Opcode.Insert, cursor, record, first));
            return;
        }
        rows.accept((first, width, next) -> {
            assembler.add(Opcode.Found, cursor, next, first, count, 0);
            assembler.add(Opcode.MakeRecord, first, count, record);
            assembler.add(Opcode.IdxInsert, cursor, record, first, null, 0);
        });
    }

    /** Emits a loop over the keys. */
    void forEach(RowSink body) {
        int end = assembler.label();
        int next = assembler.label();
        int key = assembler.registers(count);
        assembler.add(Opcode.Rewind, cursor, end, 0);
        int top = assembler.here();
        if (table.hasRowid()) {
            assembler.add(Opcode.Rowid, cursor, key, 0);
        } else {
            for (int i = 0; i < count; i++) {
                assembler.add(Opcode.Column, cursor, i, key + i);
            }
        }
        body.emit(key, count, next);
        assembler.bind(next);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.bind(end);
    }
}
