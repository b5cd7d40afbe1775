package org.sqlvm.engine.codegen.pragma;

import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.codegen.schema.AnalyzeCode;
import org.sqlvm.engine.data.LogEst;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.Identifiers;
import org.sqlvm.engine.virtual.pragma.PragmaNumber;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * PRAGMA optimize (sqlite.org/pragma.html#pragma_optimize): analyzes the tables that have an index
 * without statistics, and those that have become ten times larger or smaller since they were
 * analyzed.
 *
 * <p>SQLite checks the latter only if a query of this connection has used their statistics; here
 * any query counts as such.
 */
final class OptimizeCode {
    /** Bits of the argument. */
    private static final int ONLY_SHOW = 1;

    private static final int ANALYZE = 2;
    private static final int WITH_LIMIT = 0x10;
    private static final int ALL_TABLES = 0x10000;
    private static final int DEFAULT_MASK = 0xfffe;

    /** The number of entries of an index that are read, unless PRAGMA analysis_limit is smaller. */
    private static final int LIMIT = 2000;

    private static final int LIMIT_MIN = 100;
    /** With more trees than these to read, the limit is lowered. */
    private static final int TREE_COUNT_MAX = 100;

    /** LogEst of ten, nearly: a table that has grown by more is analyzed again. */
    private static final int CHANGE = 33;
    /** The size that SQLite assumes for a table without statistics. */
    private static final int UNKNOWN_SIZE = 200;

    private final Assembler assembler;
    private final Schema schema;
    private final int mask;

    private OptimizeCode(Assembler assembler, Schema schema, int mask) {
        this.assembler = assembler;
        this.schema = schema;
        this.mask = mask;
    }

    /** @param argument the mask, or null */
    static void emit(Assembler assembler, String argument, Schema schema) {
        int mask = argument == null ? DEFAULT_MASK : PragmaNumber.leading(argument);
        for (Schema database : schema.databases()) {
            if ((mask & ANALYZE) != 0 && !database.id().isTemp()) {
                new OptimizeCode(assembler, database, mask).emit();
            }
        }
    }

    private void emit() {
        List<Table> candidates = new ArrayList<>();
        int trees = 0;
        for (Table table : schema.tablesByHash()) {
            boolean system = table.name().regionMatches(true, 0, "sqlite_", 0, "sqlite_".length());
            boolean known = schema.isAnalyzed(table);
            boolean wanted = known || (mask & ALL_TABLES) != 0 || hasUnknownIndex(table);
            if (!system && wanted) {
                candidates.add(table);
                trees += table.keys().size() + 1;
            }
        }
        if (candidates.isEmpty()) {
            return;
        }
        assembler.transaction(schema.number(), false);
        if ((mask & ONLY_SHOW) != 0) {
            candidates.forEach(this::show);
        } else {
            analyze(candidates, trees);
        }
    }

    private void show(Table table) {
        int current = assembler.label();
        int text = assembler.register();
        jumpIfCurrent(table, current);
        String sql = "ANALYZE " + Identifiers.quoted(table.database().name()) + "."
                + Identifiers.quoted(table.name());
        assembler.load(Text.of(sql), text);
        assembler.add(Opcode.ResultRow, text, 1, 0);
        assembler.bind(current);
    }

    private void analyze(List<Table> candidates, int trees) {
        int any = assembler.register();
        int end = assembler.label();
        Map<Table, Integer> wanted = new LinkedHashMap<>();
        assembler.add(Opcode.Integer, 0, any, 0);
        for (Table table : candidates) {
            int current = assembler.label();
            int register = assembler.register();
            wanted.put(table, register);
            assembler.add(Opcode.Integer, 0, register, 0);
            jumpIfCurrent(table, current);
            assembler.add(Opcode.Integer, 1, register, 0);
            assembler.add(Opcode.Integer, 1, any, 0);
            assembler.bind(current);
        }
        assembler.add(Opcode.IfNot, any, end, 0);
        assembler.laterWrite(schema.number());
        AnalyzeCode.emit(assembler, schema, wanted, limit(trees));
        assembler.bind(end);
    }

    private int limit(int trees) {
        if ((mask & WITH_LIMIT) == 0) {
            return 0;
        }
        return trees > TREE_COUNT_MAX ? Math.max(LIMIT_MIN, 100 * LIMIT / trees) : LIMIT;
    }

    /** Jumps if the table need not be analyzed. */
    private void jumpIfCurrent(Table table, int label) {
        int cursor = assembler.cursor();
        assembler.add(
                Opcode.OpenRead,
                cursor,
                table.rootPage(),
                table.databaseNumber(),
                TableAccess.tableP4(table),
                0);
        if (hasUnknownIndex(table)) {
            assembler.add(Opcode.Rewind, cursor, label, 0);
            return;
        }
        int size = schema.isAnalyzed(table) ? LogEst.of(schema.rowCount(table)) : UNKNOWN_SIZE;
        int least = size >= CHANGE ? size - CHANGE : -1;
        assembler.add(Opcode.IfSizeBetween, cursor, label, least, size + CHANGE, 0);
    }

    private static boolean hasUnknownIndex(Table table) {
        return table.keys().stream().anyMatch(index -> index.statistics() == null);
    }
}
