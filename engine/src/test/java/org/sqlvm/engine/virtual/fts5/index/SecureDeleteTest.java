package org.sqlvm.engine.virtual.fts5.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

/** Deletions in place where SQLite 3.54.1 damages its index. */
class SecureDeleteTest {
    private static void change(ModelTable table, Runnable change) {
        change.run();
        table.sync();
    }

    @Test
    void updatedRowWithManyPositionsLeavesNothing() {
        ModelTable table = new ModelTable(1, Detail.FULL, List.of(), false);
        table.set("secure-delete", 1);
        String[] texts = {"x ".repeat(150) + "y"};
        change(table, () -> table.insert(1, texts));
        change(table, () -> table.update(1, texts));
        change(table, () -> table.delete(1));
        assertTrue(table.index().query(ModelTable.bytes("x"), 0, null).atEnd());
        table.checkIntegrity();
    }

    @Test
    void entryBehindAnUpdatedOneStaysWithoutDetail() {
        ModelTable table = new ModelTable(1, Detail.NONE, List.of(), false);
        change(table, () -> table.insert(1, new String[] {"x"}));
        change(table, () -> table.insert(2, new String[] {"x"}));
        change(table, () -> table.update(1, new String[] {"x y"}));
        table.set("secure-delete", 1);
        change(table, () -> table.delete(1));
        table.checkQuery("x", 0, null);
        table.checkIntegrity();
        assertEquals(IndexConfig.VERSION_SECURE_DELETE, table.store().version());
    }
}
