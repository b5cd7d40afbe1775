package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.physical.RowPlan;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.ConstantRows;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.LiteralRows;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.virtual.VirtualTable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A query's plan to instructions. Rows flow through loops, grouping, DISTINCT, the sorter and LIMIT
 * to the sink; each stage is code inside the innermost point of the stage before it, so nothing is
 * stored that no sort or group has to store.
 */
public final class SelectCode {
    /** At most this many rows of VALUES become code, each with all that follows. */
    private static final int VALUES_CHAIN_MAX = 8;

    private final Assembler assembler;
    private final SelectPlan plan;
    private final RowSink sink;
    private final LoopCode loops;
    /** Where the whole query ends. */
    private final int end;

    /** Known from where the loops begin. */
    private Limits limits;

    private int sorter = -1;
    private int distinct = -1;
    /** For DISTINCT over ordered rows: the row before, and whether there was one. */
    private int previousRow;

    private int hasPrevious;

    /**
     * If rows come sorted by the order's first keys: the registers of these keys of the rows in the
     * sorter, and of whether there are any, and the subroutine that emits these rows.
     */
    private int blockKeys;

    private int hasBlock;
    private int blockAddress;
    private int blockLabel;

    private SelectCode(Assembler assembler, SelectPlan plan, boolean repeated, RowSink sink) {
        this(assembler, plan, repeated, _ -> sink);
    }

    /** @param sink made when the loops have their cursors */
    private SelectCode(
            Assembler assembler,
            SelectPlan plan,
            boolean repeated,
            Function<LoopCode, RowSink> sink) {
        this.assembler = assembler;
        this.plan = plan;
        this.loops = new LoopCode(assembler, plan, repeated);
        this.sink = sink.apply(loops);
        this.end = assembler.label();
        assembler.notes().addLargeTables(plan.largeTables());
        if (plan.allCost() > 0) {
            assembler.notes().needTrial();
        }
    }

    /** Emits a plan; the program goes on behind it when all rows have been given. */
    public static void emit(Assembler assembler, RowPlan plan, RowSink sink) {
        emit(assembler, plan, false, sink);
    }

    /**
     * Whether a plan's rows come while a cursor is on a row of its first source, a virtual table.
     */
    public static boolean isOnVirtualRow(RowPlan plan) {
        return plan instanceof SelectPlan select
                && select.sources().getFirst() instanceof SelectPlan.VirtualSource
                && select.loops().stream()
                        .anyMatch(loop -> loop.source() == 0
                                && loop.access() instanceof SelectPlan.VirtualScan)
                && select.vectors() == null
                && select.grouping() == null
                && select.windows() == null
                && select.order().isEmpty();
    }

    /**
     * Emits such a plan.
     *
     * @param sink makes the sink, for the number of the cursor
     */
    public static void emitOnVirtualRow(
            Assembler assembler, RowPlan plan, IntFunction<RowSink> sink) {
        assert isOnVirtualRow(plan) : plan;
        new SelectCode(
                        assembler,
                        (SelectPlan) plan,
                        false,
                        loops -> sink.apply(loops.virtualCursor()))
                .emit();
    }

    /** Emits the plan of a query inside another, whose code runs more than once. */
    static void emitNested(Assembler assembler, RowPlan plan, RowSink sink) {
        emit(assembler, plan, true, sink);
    }

    public static void emit(Assembler assembler, RowPlan plan, boolean repeated, RowSink sink) {
        switch (plan) {
            case RowPlan.Values values -> emitValues(assembler, values, sink);
            case SelectPlan select -> new SelectCode(assembler, select, repeated, sink).emit();
            case RowPlan.Compound compound ->
                new CompoundCode(assembler, repeated).emit(compound, sink);
            case RowPlan.Sorted sorted -> new CompoundCode(assembler, repeated).emit(sorted, sink);
            case RowPlan.Recursive recursive ->
                new RecursiveCode(assembler, recursive, repeated).emit(sink);
        }
    }

    /** Whether the rows of a plan are VALUES that the program has as data, and loops over. */
    public static boolean isData(RowPlan plan) {
        return plan instanceof RowPlan.Values values
                && (values.shared() != null
                        || (values.rows().size() > VALUES_CHAIN_MAX
                                && values.rows().stream().allMatch(ConstantList::areConstant)));
    }

    private static void emitValues(Assembler assembler, RowPlan.Values values, RowSink sink) {
        if (isData(values)) {
            Object data = values.shared() == null
                    ? constants(values)
                    : new LiteralRows(values.shared().place(), values.shared().width());
            emitData(assembler, data, values.rows().getFirst().size(), sink);
            return;
        }
        ExpressionCode code = new ExpressionCode(assembler, values.nested(), RowReader.NONE);
        for (List<Expr> row : values.rows()) {
            int first = code.evaluateAll(row);
            int next = assembler.label();
            sink.emit(first, row.size(), next);
            assembler.bind(next);
        }
    }

    private static ConstantRows constants(RowPlan.Values values) {
        int width = values.rows().getFirst().size();
        List<List<Object>> rows = new ArrayList<>();
        for (List<Expr> row : values.rows()) {
            List<Object> constants = new ArrayList<>(width);
            for (Expr value : row) {
                constants.add(ListCode.value(value));
            }
            rows.add(constants);
        }
        return new ConstantRows(rows);
    }

    private static void emitData(Assembler assembler, Object data, int width, RowSink sink) {
        int table = assembler.cursor();
        int first = assembler.registers(width);
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.HashOpen, table, 0, width, new KeyInfo(List.of()), 0);
        assembler.add(Opcode.HashFill, table, 0, 0, data, 0);
        assembler.add(Opcode.HashRewind, table, end, 0);
        int top = assembler.here();
        assembler.add(Opcode.HashData, table, 0, first, null, width);
        sink.emit(first, width, next);
        assembler.bind(next);
        assembler.add(Opcode.HashNext, table, top, 0);
        assembler.bind(end);
    }

    private void emit() {
        emitLimits();
        VirtualTable counted = plan.counted();
        if ((plan.grouping() != null && plan.grouping().countShortcut())
                || (counted != null
                        && counted.countsRows(assembler.preparation().registered()))) {
            emitCount();
        } else {
            openTemporaries();
            loops.open();
            if (plan.windows() == null) {
                emitRows(this::emitRow);
            } else {
                WindowCode windows = new WindowCode(assembler, plan);
                int cursor = windows.open();
                if (plan.vectors() != null && plan.vectors().areForWindows()) {
                    loops.emitVectorScan(cursor);
                } else {
                    emitRows((code, next) -> windows.collect(code));
                }
                windows.emit(this::emitRow);
            }
        }
        if (sorter >= 0) {
            emitSorted();
        }
        assembler.bind(end);
    }

    /** The rows of the loops, or the groups made of them. */
    private void emitRows(GroupCode.Output output) {
        if (plan.grouping() == null) {
            loops.emit(next -> output.emit(loops.values(), next));
        } else {
            new GroupCode(assembler, plan, loops, output).emit();
        }
    }

    private void emitLimits() {
        limits = Limits.emit(assembler, plan.limit(), plan.offset(), plan.nested(), end);
    }

    private void openTemporaries() {
        if (!plan.order().isEmpty()) {
            sorter = assembler.cursor();
            int width = plan.order().size() - plan.sorted() + plan.values().size();
            List<SortKey> left =
                    plan.order().subList(plan.sorted(), plan.order().size());
            assembler.add(Opcode.SorterOpen, sorter, width, limits.wanted(), keyInfo(left), 0);
            if (plan.sorted() > 0) {
                hasBlock = assembler.registers(1 + plan.sorted());
                blockKeys = hasBlock + 1;
                blockAddress = assembler.register();
                blockLabel = assembler.label();
                assembler.add(Opcode.Null, 0, hasBlock, hasBlock + plan.sorted());
            }
        }
        switch (plan.distinct()) {
            case NONE -> {}
            case UNORDERED -> {
                distinct = assembler.cursor();
                int count = plan.values().size();
                assembler.add(Opcode.HashOpen, distinct, count, 0, equality(plan.values()), 0);
            }
            case ORDERED -> {
                int count = plan.values().size();
                hasPrevious = assembler.registers(1 + count);
                previousRow = hasPrevious + 1;
                assembler.add(Opcode.Null, 0, hasPrevious, hasPrevious + count);
            }
        }
    }

    private static KeyInfo keyInfo(List<SortKey> order) {
        List<KeyField> fields = new ArrayList<>();
        for (SortKey key : order) {
            fields.add(new KeyField(key.collation(), key.descending(), key.bigNull()));
        }
        return new KeyInfo(fields);
    }

    /** An order in which only equality matters. */
    static KeyInfo equality(List<Expr> values) {
        List<KeyField> fields = new ArrayList<>();
        for (Expr value : values) {
            fields.add(new KeyField(Typing.collation(value, Collation.BINARY), false, false));
        }
        return new KeyInfo(fields);
    }

    /** {@code SELECT count(*) FROM t}, with conditions if a virtual table takes all of them. */
    private void emitCount() {
        loops.open();
        int count = assembler.register();
        if (plan.grouping().countShortcut()) {
            assembler.add(Opcode.Count, loops.onlyCursor(), count, 0);
        } else {
            loops.emitVirtualCount(count);
        }
        RowReader reader = new RowReader() {
            @Override
            public void read(Expr.Column column, int target) {
                throw new AssertionError(column);
            }

            @Override
            public int aggregate(int index) {
                return count;
            }
        };
        openTemporaries();
        int next = assembler.label();
        emitRow(new ExpressionCode(assembler, plan.nested(), reader), next);
        assembler.bind(next);
    }

    /** Emits the code for a row: its values, DISTINCT, then the sorter or the sink. */
    private void emitRow(ExpressionCode code, int next) {
        int count = plan.values().size();
        if (sorter >= 0) {
            emitToSorter(code, next);
            return;
        }
        boolean skipsFirst = plan.distinct() == SelectPlan.Distinct.NONE;
        if (skipsFirst) {
            if (limits.offset() != 0) {
                loops.pass(limits.offset());
            }
            limits.emitSkip(assembler, next);
        }
        int first = code.evaluateAll(plan.values());
        boolean gives = limits.limit() == 0
                && plan.distinct() == SelectPlan.Distinct.NONE
                && plan.grouping() == null
                && plan.windows() == null;
        if (gives) {
            loops.noteRows(plan.values(), sink);
        }
        emitDistinct(first, next);
        if (!skipsFirst) {
            limits.emitSkip(assembler, next);
        }
        limits.emitRow(assembler, sink, first, count, next, end);
    }

    private void emitDistinct(int first, int next) {
        int count = plan.values().size();
        switch (plan.distinct()) {
            case NONE -> {}
            case UNORDERED -> emitDistinct(assembler, distinct, first, next);
            case ORDERED -> {
                int fresh = assembler.label();
                assembler.add(Opcode.IfNot, hasPrevious, fresh, 1);
                assembler.add(
                        Opcode.Compare, previousRow, first, count, equality(plan.values()), 0);
                assembler.add(Opcode.Jump, fresh, next, fresh);
                assembler.bind(fresh);
                assembler.add(Opcode.Integer, 1, hasPrevious, 0);
                assembler.add(Opcode.Copy, first, previousRow, count - 1);
            }
        }
    }

    /** Jumps to {@code next} if the row was in hash table {@code seen}; now it is. */
    static void emitDistinct(Assembler assembler, int seen, int first, int next) {
        int fresh = assembler.label();
        assembler.add(Opcode.HashFind, seen, fresh, first);
        assembler.jump(next);
        assembler.bind(fresh);
        assembler.add(Opcode.HashInsert, seen, first, 0);
    }

    /** The record in the sorter is the keys, then those values that are not keys. */
    private void emitToSorter(ExpressionCode code, int next) {
        int keyCount = plan.order().size();
        List<Expr> stored = new ArrayList<>();
        plan.order().forEach(key -> stored.add(key.value()));
        stored.addAll(plan.values());
        int first = assembler.registers(stored.size());
        // The values come first: DISTINCT may drop the row before its keys are computed.
        for (int i = keyCount; i < stored.size(); i++) {
            code.evaluateInto(stored.get(i), first + i);
        }
        emitDistinct(first + keyCount, next);
        for (int i = 0; i < keyCount; i++) {
            int place = plan.values().indexOf(stored.get(i));
            if (place >= 0) {
                assembler.add(Opcode.SCopy, first + keyCount + place, first + i, 0);
            } else {
                code.evaluateInto(stored.get(i), first + i);
            }
        }
        if (plan.sorted() > 0) {
            beginBlock(first);
        }
        boolean sorts = plan.sorted() == 0
                && plan.distinct() == SelectPlan.Distinct.NONE
                && plan.grouping() == null
                && plan.windows() == null;
        if (sorts) {
            loops.noteRows(
                    stored, new SortedSink(0, sorter, keyInfo(plan.order()).fields(), null));
        }
        int record = assembler.register();
        int count = stored.size() - plan.sorted();
        assembler.add(Opcode.MakeRecord, first + plan.sorted(), count, record);
        assembler.add(Opcode.SorterInsert, sorter, record, first + plan.sorted());
    }

    /**
     * Emits the test for a row with other first keys than the rows in the sorter, which are then
     * emitted.
     */
    private void beginBlock(int keys) {
        int changed = assembler.label();
        int fresh = assembler.label();
        int same = assembler.label();
        KeyInfo order = keyInfo(plan.order().subList(0, plan.sorted()));
        assembler.add(Opcode.IfNot, hasBlock, fresh, 1);
        assembler.add(Opcode.Compare, blockKeys, keys, plan.sorted(), order, 0);
        assembler.add(Opcode.Jump, changed, same, changed);
        assembler.bind(changed);
        assembler.add(Opcode.Gosub, blockAddress, blockLabel, 0);
        assembler.bind(fresh);
        assembler.add(Opcode.Integer, 1, hasBlock, 0);
        assembler.add(Opcode.Copy, keys, blockKeys, plan.sorted() - 1);
        assembler.bind(same);
    }

    private void emitSorted() {
        if (plan.sorted() == 0) {
            emitSorterRows(end);
            return;
        }
        assembler.add(Opcode.Gosub, blockAddress, blockLabel, 0);
        assembler.jump(end);
        assembler.bind(blockLabel);
        int empty = assembler.label();
        emitSorterRows(empty);
        assembler.bind(empty);
        assembler.add(Opcode.ResetSorter, sorter, 0, 0);
        assembler.add(Opcode.Return, blockAddress, 0, 0);
    }

    private void emitSorterRows(int empty) {
        int keyCount = plan.order().size() - plan.sorted();
        limits.emitSorted(assembler, sorter, keyCount, plan.values().size(), sink, empty, end);
    }
}
