package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.function.StatisticsFunctions;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Index.IndexColumn;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;

import java.util.List;
import java.util.Map;

/**
 * ANALYZE: every index is read from end to end, and its statistics go into sqlite_stat1 and
 * sqlite_stat4, which are created if necessary; then the schema is read again.
 */
public final class AnalyzeCode {
    private static final int TABLE_COLUMN = 0;
    private static final int INDEX_COLUMN = 1;
    private static final String STAT1 = "sqlite_stat1";
    private static final String STAT4 = "sqlite_stat4";
    private static final int STAT1_WIDTH = 3;
    private static final int STAT4_WIDTH = 6;

    private final Assembler assembler;
    /** The schema of one database. */
    private final Schema schema;
    /** Cursors on the two tables of statistics. */
    private final int stat1;

    private final int stat4;
    /** The object to analyze: one index, one table, or, both null, everything. */
    private Index onlyIndex;

    private Table onlyTable;
    /** The register of how many entries of an index are looked at; 0 for all. */
    private final int limit;

    private AnalyzeCode(Assembler assembler, Schema schema) {
        this.assembler = assembler;
        this.schema = schema;
        this.stat1 = assembler.cursor();
        this.stat4 = assembler.cursor();
        this.limit = assembler.register();
    }

    public static void emit(Assembler assembler, Statement.Analyze tree, Schema schema) {
        Name database = tree.name() == null ? null : tree.name().schema();
        Name name = tree.name() == null ? null : tree.name().name();
        Schema named = name == null || database != null ? null : schema.database(name);
        if (named != null) {
            new AnalyzeCode(assembler, named).emit();
        } else if (name == null) {
            schema.databases().stream()
                    .filter(each -> !each.id().isTemp())
                    .forEach(each -> new AnalyzeCode(assembler, each).emit());
        } else {
            if (database != null) {
                Homes.named(schema, database);
            }
            analyzeOne(assembler, tree, schema);
        }
    }

    /** An index or a table. */
    private static void analyzeOne(Assembler assembler, Statement.Analyze tree, Schema schema) {
        Name database = tree.name().schema();
        String name = tree.name().name().text();
        Schema home = schema.holding(database, each -> each.index(name) != null);
        if (home == null) {
            home = schema.holdingTable(database, name);
        }
        if (home == null) {
            throw SqlException.error("no such table: " + tree.name());
        }
        AnalyzeCode code = new AnalyzeCode(assembler, home);
        code.onlyIndex = home.index(name);
        code.onlyTable = home.table(code.onlyIndex == null ? name : code.onlyIndex.table());
        if (code.onlyTable != null) {
            code.emit();
        }
    }

    /**
     * Emits the analysis of those tables that prove to need it.
     *
     * @param wanted the register of each table that tells whether it does
     * @param limit the number of entries of an index to read; 0 for PRAGMA analysis_limit
     */
    public static void emit(
            Assembler assembler, Schema schema, Map<Table, Integer> wanted, int limit) {
        AnalyzeCode code = new AnalyzeCode(assembler, schema);
        code.loadLimit(limit);
        boolean made = code.open();
        wanted.forEach((table, register) -> {
            int next = assembler.label();
            assembler.add(Opcode.IfNot, register, next, 0);
            code.onlyTable = table;
            code.clear();
            code.analyze(table);
            assembler.bind(next);
        });
        code.finish(made);
    }

    private void emit() {
        assembler.transaction(schema.number(), true);
        loadLimit(0);
        boolean made = open();
        clear();
        for (Table table : onlyTable == null ? schema.tablesByHash() : List.of(onlyTable)) {
            if (!table.name().regionMatches(true, 0, "sqlite_", 0, "sqlite_".length())) {
                analyze(table);
            }
        }
        finish(made);
    }

    private void loadLimit(int given) {
        if (given > 0) {
            assembler.add(Opcode.Integer, given, limit, 0);
        } else {
            assembler.add(Opcode.PragmaValue, 0, limit, 0, "analysis_limit", 0);
        }
    }

    private void finish(boolean made) {
        if (made) {
            assembler.add(Opcode.SetCookie, schema.number(), SchemaRows.SCHEMA_COOKIE, 1);
        }
        assembler.add(Opcode.ParseSchema, schema.number(), 0, 0);
    }

    /** Opens both tables of statistics; whether one of them is new. */
    private boolean open() {
        boolean made = open(stat1, STAT1, "tbl,idx,stat");
        made |= open(stat4, STAT4, "tbl,idx,neq,nlt,ndlt,sample");
        return made;
    }

    private boolean open(int cursor, String name, String columns) {
        Table table = schema.table(name);
        int width = columns.split(",").length;
        if (table == null) {
            int root = assembler.register();
            assembler.add(Opcode.CreateBtree, schema.number(), root, SchemaCode.TABLE_TREE);
            SchemaRows.addTable(
                    assembler,
                    schema.number(),
                    name,
                    root,
                    "CREATE TABLE " + name + "(" + columns + ")");
            assembler.add(
                    Opcode.OpenWrite,
                    cursor,
                    root,
                    schema.number(),
                    width,
                    Opcode.ROOT_IN_REGISTER);
            return true;
        }
        assembler.add(Opcode.OpenWrite, cursor, table.rootPage(), schema.number(), width, 0);
        return false;
    }

    /** Deletes the old statistics of the analyzed objects. */
    private void clear() {
        for (String name : List.of(STAT1, STAT4)) {
            Table table = schema.table(name);
            if (table == null) {
                continue;
            }
            if (onlyTable == null) {
                assembler.add(Opcode.Clear, table.rootPage(), schema.number(), 0);
            } else {
                DropCode.deleteRows(
                        assembler,
                        table.rootPage(),
                        schema.number(),
                        table.columns().size(),
                        onlyIndex == null ? TABLE_COLUMN : INDEX_COLUMN,
                        onlyIndex == null ? onlyTable.name() : onlyIndex.name());
            }
        }
    }

    private void analyze(Table table) {
        boolean counted = onlyIndex != null;
        for (Index index : table.keys()) {
            if (onlyIndex == null || index == onlyIndex) {
                analyze(table, index);
            }
            counted |= index.where() == null;
        }
        if (!counted) {
            count(table);
        }
    }

    /** A table without an index over all its rows: their number alone. */
    private void count(Table table) {
        int cursor = assembler.cursor();
        int row = assembler.registers(STAT1_WIDTH);
        int empty = assembler.label();
        assembler.add(
                Opcode.OpenRead,
                cursor,
                table.rootPage(),
                schema.number(),
                TableAccess.tableP4(table),
                0);
        assembler.add(Opcode.Count, cursor, row + 2, 0);
        assembler.add(Opcode.IfNot, row + 2, empty, 0);
        assembler.load(Text.of(table.name()), row);
        assembler.load(SqlNull.NULL, row + 1);
        insert(stat1, row, STAT1_WIDTH);
        assembler.bind(empty);
    }

    private void insert(int cursor, int row, int width) {
        int record = assembler.register();
        int rowid = assembler.register();
        String text = String.valueOf(Affinity.TEXT.code).repeat(width);
        assembler.add(Opcode.MakeRecord, row, width, record, text, 0);
        assembler.add(Opcode.NewRowid, cursor, rowid, 0);
        assembler.add(Opcode.Insert, cursor, record, rowid, null, Opcode.APPEND);
    }

    private void analyze(Table table, Index index) {
        boolean isTable = table.withoutRowid() && index == table.primaryKey();
        int width = isTable ? index.keyCount() : index.columns().size();
        int cursor = assembler.cursor();
        int arguments = assembler.registers(4);
        int changed = arguments;
        int expected = arguments + 1;
        int sampled = arguments + 2;
        int sampler = assembler.register();
        int empty = assembler.label();
        int root = isTable ? table.rootPage() : index.rootPage();
        assembler.add(
                Opcode.OpenRead, cursor, root, schema.number(), TableAccess.keyInfo(index), 0);
        assembler.add(Opcode.Count, cursor, expected, 0);
        assembler.add(Opcode.Null, 0, sampler, 0);
        assembler.add(Opcode.Integer, 0, changed, 0);
        assembler.add(Opcode.SCopy, limit, arguments + 3, 0);
        assembler.add(Opcode.Rewind, cursor, empty, 0);
        boolean unique = isTable || isUniqueNotNull(table, index);
        int compared = (unique ? index.keyCount() : width) - 1;
        int previous = assembler.registers(Math.max(1, compared));
        int budget = assembler.register();
        int groups = assembler.register();
        assembler.add(Opcode.Copy, limit, budget, 0);
        assembler.add(Opcode.AddImm, budget, 1, 0);
        assembler.add(Opcode.Integer, 0, groups, 0);
        int top = findChange(cursor, index, changed, compared, previous, groups);
        if (areLookedUp(table, index)) {
            assembler.add(Opcode.IdxRowid, cursor, sampled, 0);
        } else {
            addEntry(table, index, width, cursor, sampled);
        }
        FunctionCall call = new FunctionCall(
                StatisticsFunctions.sampler(width, index.keyCount()), 4, Collation.BINARY, false);
        assembler.add(Opcode.AggStep, 0, arguments, sampler, call, 4);
        goOn(cursor, top, budget, groups, compared == 0 ? 0 : previous);
        assembler.add(Opcode.AggFinal, sampler, 4, 0, call, 0);
        String name = isTable ? table.name() : index.name();
        addRows(table, index, name, sampler);
        if (index.where() == null) {
            assembler.bind(empty);
        } else {
            // A row records that a partial index has no entries.
            int done = assembler.label();
            assembler.jump(done);
            assembler.bind(empty);
            addNothing(table.name(), name, index.keyCount());
            assembler.bind(done);
        }
        assembler.add(Opcode.Close, cursor, 0, 0);
    }

    /**
     * Whether samples are known by rowids, and their entries are made of the rows. Expressions
     * would have to be computed again, so that a sample has all of such an entry.
     */
    private static boolean areLookedUp(Table table, Index index) {
        return table.hasRowid()
                && index.columns().stream()
                        .noneMatch(column -> column.tableColumn() == Index.EXPRESSION);
    }

    /** Makes a record of an entry as it is in a sample. */
    private void addEntry(Table table, Index index, int width, int cursor, int target) {
        int values = assembler.registers(width);
        for (int i = 0; i < width; i++) {
            assembler.add(Opcode.Column, cursor, i, values + i);
            int column = index.columns().get(i).tableColumn();
            if (column >= 0 && table.columns().get(column).affinity() == Affinity.REAL) {
                assembler.add(Opcode.RealAffinity, values + i, 0, 0);
            }
        }
        assembler.add(Opcode.MakeRecord, values, width, target);
    }

    /**
     * Goes on to the next entry. With a limit: when it is reached, the scan ends if there has been
     * more than one value in the first column; else it skips the rest of that value and may read
     * the same number again.
     *
     * @param budget the register of the number of entries that may still be read
     * @param groups the register of the number of values of the first column so far
     * @param first the register of its present value; 0 if all are different
     */
    private void goOn(int cursor, int top, int budget, int groups, int first) {
        int plain = assembler.label();
        int spent = assembler.label();
        int end = assembler.label();
        assembler.add(Opcode.IfNot, limit, plain, 0);
        assembler.add(Opcode.DecrJumpZero, budget, spent, 0);
        assembler.bind(plain);
        assembler.add(Opcode.Next, cursor, top, 0);
        assembler.jump(end);
        assembler.bind(spent);
        if (first != 0) {
            assembler.add(Opcode.Copy, limit, budget, 0);
            assembler.add(Opcode.AddImm, groups, -1, 0);
            assembler.add(Opcode.If, groups, end, 0);
            assembler.add(Opcode.AddImm, groups, 1, 0);
            assembler.add(Opcode.SeekGT, cursor, end, first, 1, 0);
            assembler.jump(plain);
        }
        assembler.bind(end);
    }

    private static boolean isUniqueNotNull(Table table, Index index) {
        boolean result = index.unique();
        for (IndexColumn column : index.columns().subList(0, index.keyCount())) {
            result &= column.tableColumn() >= 0
                    && table.columns().get(column.tableColumn()).notNull();
        }
        return result;
    }

    /**
     * Puts the first of {@code count} columns that differs from the entry before into a register,
     * or {@code count}; returns the label of the loop. The values are in the registers from
     * {@code previous} on; {@code groups} counts those of the first column.
     */
    private int findChange(
            int cursor, Index index, int changed, int count, int previous, int groups) {
        if (count == 0) {
            return assembler.here();
        }
        int value = assembler.register();
        int found = assembler.label();
        int[] differs = new int[count];
        for (int i = 0; i < count; i++) {
            differs[i] = assembler.label();
        }
        assembler.jump(differs[0]);
        int top = assembler.here();
        if (count == 1 && index.keyCount() == 1 && index.unique()) {
            // Behind the NULLs all values are different.
            int compares = assembler.label();
            assembler.add(Opcode.IsNull, previous, compares, 0);
            assembler.add(Opcode.AddImm, groups, 1, 0);
            assembler.jump(found);
            assembler.bind(compares);
        }
        for (int i = 0; i < count; i++) {
            Collation collation = index.columns().get(i).collation();
            int flags = Affinity.BLOB.code | Opcode.NULL_EQUAL;
            assembler.add(Opcode.Integer, i, changed, 0);
            assembler.add(Opcode.Column, cursor, i, value);
            assembler.add(Opcode.Ne, value, differs[i], previous + i, collation, flags);
        }
        assembler.add(Opcode.Integer, count, changed, 0);
        assembler.jump(found);
        for (int i = 0; i < count; i++) {
            assembler.bind(differs[i]);
            if (i == 0) {
                assembler.add(Opcode.AddImm, groups, 1, 0);
            }
            assembler.add(Opcode.Column, cursor, i, value);
            assembler.add(Opcode.Copy, value, previous + i, 0);
        }
        assembler.bind(found);
        return top;
    }

    private void addNothing(String table, String index, int keyCount) {
        int row = assembler.registers(STAT1_WIDTH);
        assembler.load(Text.of(table), row);
        assembler.load(Text.of(index), row + 1);
        assembler.load(Text.of("0" + " 0".repeat(keyCount)), row + 2);
        insert(stat1, row, STAT1_WIDTH);
    }

    /**
     * Adds the rows of an index's statistics. An optimization: most entries of samples are made
     * when the samples are known. Without it a record is made of each entry of the index.
     */
    private void addRows(Table table, Index index, String name, int result) {
        int row = assembler.registers(STAT4_WIDTH);
        int arguments = assembler.registers(3);
        int end = assembler.label();
        assembler.load(Text.of(table.name()), row);
        assembler.load(Text.of(name), row + 1);
        assembler.add(Opcode.SCopy, result, arguments, 0);
        assembler.add(Opcode.Integer, 0, arguments + 1, 0);
        get(arguments, StatisticsFunctions.EQUAL, row + 2);
        insert(stat1, row, STAT1_WIDTH);
        TableAccess access = new TableAccess(assembler, table, null, false);
        if (areLookedUp(table, index)) {
            access.open(false);
        }
        int top = assembler.here();
        assembler.add(Opcode.AddImm, arguments + 1, 1, 0);
        get(arguments, StatisticsFunctions.EQUAL, row + 2);
        assembler.add(Opcode.IsNull, row + 2, end, 0);
        get(arguments, StatisticsFunctions.LESS, row + 3);
        get(arguments, StatisticsFunctions.DISTINCT_LESS, row + 4);
        get(arguments, StatisticsFunctions.ROW, row + 5);
        if (areLookedUp(table, index)) {
            int width = index.columns().size();
            int values = assembler.registers(width);
            assembler.add(Opcode.SeekRowid, access.tableCursor(), top, row + 5);
            for (int i = 0; i < width; i++) {
                access.read(index.columns().get(i).tableColumn(), values + i);
            }
            assembler.add(Opcode.MakeRecord, values, width, row + 5);
        }
        insert(stat4, row, STAT4_WIDTH);
        assembler.jump(top);
        assembler.bind(end);
    }

    private void get(int arguments, int part, int target) {
        assembler.add(Opcode.Integer, part, arguments + 2, 0);
        FunctionCall call = new FunctionCall(StatisticsFunctions.GET, 3, Collation.BINARY, false);
        assembler.add(Opcode.Function, 0, arguments, target, call, 3);
    }
}
