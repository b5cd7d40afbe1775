package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Collations;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.function.Predicate;

/** REINDEX: indexes are emptied and filled again from their tables. */
public final class ReindexCode {
    private final Assembler assembler;
    private final Schema schema;

    private ReindexCode(Assembler assembler, Schema schema) {
        this.assembler = assembler;
        this.schema = schema;
    }

    public static void emit(Assembler assembler, Statement.Reindex tree, Schema schema) {
        new ReindexCode(assembler, schema).emit(tree);
    }

    private void emit(Statement.Reindex tree) {
        if (tree.name() == null) {
            refillAll(_ -> true);
            return;
        }
        Name database = tree.name().schema();
        String name = tree.name().name().text();
        if (database == null && name.equalsIgnoreCase("expressions")) {
            refillAll(index -> index.columns().stream()
                    .anyMatch(column -> column.tableColumn() == Index.EXPRESSION));
            return;
        }
        if (database == null && Collations.find(name, schema.preparation()) != null) {
            refillAll(index -> index.columns().subList(0, index.keyCount()).stream()
                    .anyMatch(column -> column.collation().name().equalsIgnoreCase(name)));
            return;
        }
        if (database != null) {
            Homes.named(schema, database);
        }
        Schema tables = schema.holdingTable(database, name);
        if (tables != null) {
            if (tables.table(name) != null) {
                refill(tables.table(name), _ -> true);
            }
            return;
        }
        Schema indexes = schema.holding(database, each -> each.index(name) != null);
        if (indexes == null) {
            throw SqlException.error("unable to identify the object to be reindexed");
        }
        Index index = indexes.index(name);
        refill(indexes.table(index.table()), other -> other.name().equals(index.name()));
    }

    private void refillAll(Predicate<Index> wanted) {
        for (Table table : schema.tables()) {
            refill(table, wanted);
        }
    }

    /**
     * The b-tree of a WITHOUT ROWID table is no index: it stays. But SQLite rebuilds it, so the
     * statement counts as writing if there is one.
     */
    private void refill(Table plain, Predicate<Index> wanted) {
        if (plain.withoutRowid() && wanted.test(plain.primaryKey())) {
            assembler.transaction(plain.databaseNumber(), true);
        }
        Table table = StoredExpressions.extended(plain, schema.preparation());
        for (int i = 0; i < table.indexes().size(); i++) {
            if (wanted.test(plain.indexes().get(i))) {
                Index index = table.indexes().get(i);
                assembler.add(Opcode.Clear, index.rootPage(), table.databaseNumber(), 0);
                IndexFill.emit(assembler, table, index, index.rootPage(), false);
            }
        }
    }
}
