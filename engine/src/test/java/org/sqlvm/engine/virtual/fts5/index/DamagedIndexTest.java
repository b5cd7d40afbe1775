package org.sqlvm.engine.virtual.fts5.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.error.SqlException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Damaged records are errors in SQLite's words, never another exception.
 * {@code -Dsqlvm.fts5.rounds=N} runs more rounds.
 */
class DamagedIndexTest {
    private static final int ROUNDS = Integer.getInteger("sqlvm.fts5.rounds", 150);
    private static final int ROWS = 120;

    private static ModelTable table(Random random) {
        Detail detail = Detail.values()[random.nextInt(3)];
        List<Integer> prefixes = random.nextBoolean() ? List.of(2) : List.of();
        ModelTable table = new ModelTable(2, detail, prefixes, random.nextInt(3) == 0);
        table.set("pgsz", 40 + random.nextInt(120));
        table.set("secure-delete", random.nextInt(2));
        for (int i = 0; i < ROWS; i++) {
            table.insert(i, new String[] {words(random), words(random)});
            if (i % 30 == 0) {
                table.sync();
            }
        }
        table.sync();
        for (int i = 0; i < ROWS; i += 5) {
            table.delete(i);
        }
        table.sync();
        return table;
    }

    private static String words(Random random) {
        StringBuilder words = new StringBuilder("all");
        for (int i = random.nextInt(8); i > 0; i--) {
            words.append(' ').append(Integer.toString(random.nextInt(60) + 1000, 36));
        }
        return words.toString();
    }

    @Test
    void damageIsAnError() {
        for (int round = 0; round < ROUNDS; round++) {
            Random random = new Random(round);
            ModelTable table = table(random);
            damage(table.store(), random);
            table.index().rollback();
            for (int i = 0; i < 6; i++) {
                try {
                    use(table, random);
                } catch (SqlException error) {
                    assertTrue(
                            error.code() == ResultCode.CORRUPT_VTAB
                                    || error.code() == ResultCode.FULL,
                            error.getMessage());
                    table.index().rollback();
                } catch (RuntimeException | AssertionError failed) {
                    throw new AssertionError("round " + round, failed);
                }
            }
        }
    }

    private static void damage(MemoryStore store, Random random) {
        List<Long> ids = new ArrayList<>(store.blocks().keySet());
        for (int i = random.nextInt(4); i >= 0; i--) {
            long id = ids.get(random.nextInt(ids.size()));
            byte[] block = store.blocks().get(id).clone();
            if (block.length == 0) {
                continue;
            }
            if (random.nextInt(6) == 0) {
                block = java.util.Arrays.copyOf(block, random.nextInt(block.length));
            } else {
                int bits = random.nextBoolean() ? 0xff : 1 << random.nextInt(8);
                block[random.nextInt(block.length)] ^= (byte) bits;
            }
            store.damage(id, block);
        }
    }

    private static void use(ModelTable table, Random random) {
        Fts5Index index = table.index();
        switch (random.nextInt(7)) {
            case 0 -> index.optimize();
            case 1 -> index.merge(random.nextInt(-20, 20));
            case 2 -> index.checkIntegrity(0, false);
            case 3 -> {
                Long rowid = table.rows().ceilingKey((long) random.nextInt(ROWS));
                if (rowid != null) {
                    table.delete(rowid);
                    index.sync();
                }
            }
            default -> read(index, random);
        }
    }

    private static void read(Fts5Index index, Random random) {
        String word = random.nextBoolean() ? "all" : words(random).split(" ")[0];
        int flags = random.nextInt(4);
        if (flags == Fts5Index.PREFIX) {
            word = word.substring(0, 1);
        }
        int[] columns = random.nextBoolean() ? new int[] {1} : null;
        PositionReader reader = new PositionReader();
        try (TermRows rows = index.query(ModelTable.bytes(word), flags, columns)) {
            while (!rows.atEnd()) {
                if (index.config().detail() != Detail.NONE) {
                    reader.reset(rows.positions(), rows.positionsStart(), rows.positionsLength());
                    while (!reader.atEnd()) {
                        reader.next();
                    }
                }
                if (random.nextInt(10) == 0) {
                    rows.seek(rows.rowid() + ((flags & Fts5Index.DESCENDING) != 0 ? -5 : 5));
                } else {
                    rows.next();
                }
            }
        }
    }

    @Test
    void missingBlockHasItsNumber() {
        ModelTable table = table(new Random(1));
        table.index().rollback();
        table.store().delete(Blocks.STRUCTURE, Blocks.STRUCTURE);
        SqlException error =
                assertThrows(SqlException.class, () -> table.index().loadConfig());
        assertEquals("fts5: corruption found reading blob 10 from table \"t\"", error.getMessage());
        assertEquals(ResultCode.CORRUPT_VTAB, error.code());
    }

    @Test
    void structureThatContradictsItself() {
        ModelTable table = table(new Random(1));
        table.index().rollback();
        table.store().damage(Blocks.STRUCTURE, new byte[] {0, 0, 0, 0, 1, 5, 0, 0, 0});
        SqlException error =
                assertThrows(SqlException.class, () -> table.index().loadConfig());
        assertEquals("fts5: corrupt structure record for table \"t\"", error.getMessage());
    }
}
