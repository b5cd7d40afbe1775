package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.plan.physical.SelectPlan;
import org.sqlvm.engine.plan.physical.SelectPlan.Grouping;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.FunctionCall;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.Subtypes;

import java.util.ArrayList;
import java.util.List;

/**
 * Aggregation: rows with equal keys come one after the other, from the loops or from a sorter; each
 * goes into the accumulators of its group, and when the keys change the group is given away.
 */
final class GroupCode implements RowReader {
    private final Assembler assembler;
    private final Grouping grouping;
    private final LoopCode loops;
    private final Output output;
    private final ExpressionCode grouped;

    /** First register of the group's keys. */
    private final int groupKeys;

    /** First of the row's keys; the group's state follows them, as in a row of the hash table. */
    private final int rowKeys;

    /** Registers of the state: accumulators, bare columns, {@link #notChosen}. */
    private final int stateCount;

    private final int accumulators;
    private final int bareColumns;
    /** For a min or max with bare columns: 1 if it has not chosen the row that came last. */
    private final int notChosen;
    /** 1 once the group has a row. */
    private final int hasRow;
    /** For each aggregate that takes its rows in an order its sorter; -1 for the others. */
    private final int[] sorters;
    /** By aggregate: the hash table of a DISTINCT one's arguments, or -1. */
    private final int[] distincts;

    private final NestedPlans plans;

    /** The scan on vectors that makes the groups; null if rows come from the loops. */
    private final SelectPlan.Vectors vectors;

    /** The query's code behind the grouping. */
    interface Output {
        void emit(ExpressionCode code, int next);
    }

    GroupCode(Assembler assembler, SelectPlan plan, LoopCode loops, Output output) {
        this.assembler = assembler;
        this.grouping = plan.grouping();
        this.plans = plan.nested();
        boolean groups = plan.vectors() != null && plan.vectors().rows() == null;
        this.vectors = groups ? plan.vectors() : null;
        this.loops = loops;
        this.output = output;
        this.grouped = new ExpressionCode(assembler, plans, this);
        int keyCount = grouping.keys().size();
        this.groupKeys = keyCount == 0 ? 0 : assembler.registers(keyCount);
        this.stateCount = grouping.aggregates().size()
                + grouping.bareColumns().size()
                + (grouping.bareFromExtreme() ? 1 : 0);
        this.rowKeys = assembler.registers(keyCount + stateCount + 1);
        this.accumulators = rowKeys + keyCount;
        this.bareColumns = accumulators + grouping.aggregates().size();
        this.notChosen = bareColumns + grouping.bareColumns().size();
        this.hasRow = assembler.register();
        this.distincts = new int[grouping.aggregates().size()];
        this.sorters = new int[distincts.length];
        for (int i = 0; i < distincts.length; i++) {
            Expr.Aggregate aggregate = grouping.aggregates().get(i);
            boolean kept = aggregate.distinct() && !grouping.distinctTogether();
            distincts[i] = kept ? assembler.cursor() : -1;
            sorters[i] = aggregate.order().isEmpty() ? -1 : assembler.cursor();
        }
    }

    @Override
    public void read(Expr.Column column, int target) {
        throw new AssertionError("neither key nor aggregated: " + column);
    }

    @Override
    public int key(int index) {
        return groupKeys + index;
    }

    @Override
    public int aggregate(int index) {
        return accumulators + index;
    }

    @Override
    public int bareColumn(int index) {
        return bareColumns + index;
    }

    void emit() {
        if (vectors != null) {
            emitVectors();
            return;
        }
        if (grouping.keys().isEmpty()) {
            emitSingleGroup();
            return;
        }
        switch (grouping.gathering()) {
            case ORDERED -> emitOrdered();
            case SORTER -> emitSorted();
            case HASH -> emitHashed();
        }
    }

    private void emitOrdered() {
        int outputAddress = assembler.register();
        int outputLabel = assembler.label();
        begin(outputAddress);
        loops.emit(next -> {
            evaluateKeys();
            step(loops.values(), outputAddress, outputLabel);
        });
        finish(outputAddress, outputLabel);
    }

    private void evaluateKeys() {
        for (int i = 0; i < grouping.keys().size(); i++) {
            loops.values().evaluateInto(grouping.keys().get(i), rowKeys + i);
        }
    }

    /** Each row loads the state of its group, changes it and puts it back. */
    private void emitHashed() {
        int keyCount = grouping.keys().size();
        int table = assembler.cursor();
        assembler.add(Opcode.HashOpen, table, keyCount, stateCount, keyOrder(true), 0);
        openDistincts(grouping.keyCollations());
        loops.emit(next -> {
            int fresh = assembler.label();
            int ready = assembler.label();
            evaluateKeys();
            assembler.add(Opcode.HashFind, table, fresh, rowKeys);
            loadState(table);
            assembler.add(Opcode.Integer, 1, hasRow, 0);
            assembler.jump(ready);
            assembler.bind(fresh);
            clearState();
            assembler.add(Opcode.HashInsert, table, rowKeys, 0);
            assembler.bind(ready);
            accumulate(loops.values());
            if (stateCount > 0) {
                assembler.add(Opcode.HashUpdate, table, keyCount, accumulators, null, stateCount);
            }
        });
        emitGroups(table);
    }

    /** One instruction computes all groups. */
    private void emitVectors() {
        int table = assembler.cursor();
        int keyCount = grouping.keys().size();
        assembler.add(Opcode.HashOpen, table, keyCount, stateCount, keyOrder(true), 0);
        loops.emitVectorScan(table);
        int none = assembler.label();
        if (vectors.having() != null) {
            emitVectorHaving(table, vectors.having(), none);
        }
        emitGroups(table);
        assembler.bind(none);
    }

    /** Queries in HAVING run if there is a group, as they do when groups are tested one by one. */
    private void emitVectorHaving(int table, SelectPlan.GroupTest test, int none) {
        List<Expr> constants = test.constants();
        if (constants.stream().anyMatch(Exprs::hasQuery)) {
            assembler.add(Opcode.VectorGroups, table, none, 0);
            constants.forEach(constant -> Exprs.walk(constant, grouped.nested()::compute));
        }
        int count = constants.size();
        int first = count == 0 ? 0 : grouped.evaluateAll(constants);
        assembler.add(Opcode.VectorHaving, table, 0, first, test.having(), count);
    }

    /** The rows of a hash table are the groups. */
    private void emitGroups(int table) {
        int keyCount = grouping.keys().size();
        int end = assembler.label();
        int next = assembler.label();
        assembler.add(Opcode.HashRewind, table, end, grouping.inKeyOrder() ? 1 : 0);
        int top = assembler.here();
        if (keyCount > 0) {
            assembler.add(Opcode.HashData, table, 0, groupKeys, null, keyCount);
        }
        loadState(table);
        emitGroup(next);
        assembler.bind(next);
        assembler.add(Opcode.HashNext, table, top, 0);
        assembler.bind(end);
    }

    private void loadState(int table) {
        if (stateCount > 0) {
            int keyCount = grouping.keys().size();
            assembler.add(Opcode.HashData, table, keyCount, accumulators, null, stateCount);
        }
    }

    /** The hash tables of DISTINCT arguments, each row of which begins with its group's keys. */
    private void openDistincts(List<Collation> groupCollations) {
        for (int i = 0; i < distincts.length; i++) {
            if (distincts[i] >= 0) {
                List<KeyField> fields = new ArrayList<>();
                groupCollations.forEach(
                        collation -> fields.add(new KeyField(collation, false, false)));
                Expr.Aggregate aggregate = grouping.aggregates().get(i);
                fields.addAll(SelectCode.equality(aggregate.arguments()).fields());
                KeyInfo keys = new KeyInfo(fields);
                assembler.add(Opcode.HashOpen, distincts[i], fields.size(), 0, keys, 0);
            }
        }
    }

    /** Without GROUP BY there is one group, even of no rows. */
    private void emitSingleGroup() {
        reset();
        int decided = assembler.label();
        loops.emit(next -> {
            accumulate(loops.values());
            if (grouping.firstRowDecides()) {
                Expr argument = grouping.aggregates().get(0).arguments().get(0);
                int value = loops.values().evaluate(argument);
                assembler.add(Opcode.NotNull, value, decided, 0);
            }
        });
        assembler.bind(decided);
        int next = assembler.label();
        emitGroup(next);
        assembler.bind(next);
    }

    private void begin(int outputAddress) {
        assembler.add(Opcode.Null, 0, outputAddress, 0);
        assembler.add(Opcode.Null, 0, groupKeys, groupKeys + grouping.keys().size() - 1);
        reset();
    }

    /** A row's keys are in their registers: a new group begins if they are not the group's. */
    private void step(ExpressionCode row, int outputAddress, int outputLabel) {
        int keyCount = grouping.keys().size();
        int changed = assembler.label();
        int same = assembler.label();
        assembler.add(Opcode.Compare, groupKeys, rowKeys, keyCount, keyOrder(false), 0);
        assembler.add(Opcode.Jump, changed, same, changed);
        assembler.bind(changed);
        assembler.add(Opcode.Gosub, outputAddress, outputLabel, 0);
        assembler.add(Opcode.Copy, rowKeys, groupKeys, keyCount - 1);
        reset();
        assembler.bind(same);
        accumulate(row);
    }

    /** The last group, and the subroutine that gives a group away. */
    private void finish(int outputAddress, int outputLabel) {
        int done = assembler.label();
        assembler.add(Opcode.Gosub, outputAddress, outputLabel, 0);
        assembler.jump(done);
        assembler.bind(outputLabel);
        int next = assembler.label();
        assembler.add(Opcode.IfNot, hasRow, next, 1);
        emitGroup(next);
        assembler.bind(next);
        assembler.add(Opcode.Return, outputAddress, 0, 0);
        assembler.bind(done);
    }

    private void emitGroup(int next) {
        for (int i = 0; i < grouping.aggregates().size(); i++) {
            Expr.Aggregate aggregate = grouping.aggregates().get(i);
            if (sorters[i] >= 0) {
                stepSorted(i);
            }
            if (vectors != null) {
                assembler.add(Opcode.VectorResult, accumulators + i, 0, 0);
                continue;
            }
            assembler.add(
                    Opcode.AggFinal,
                    accumulators + i,
                    aggregate.arguments().size(),
                    0,
                    call(aggregate),
                    0);
        }
        if (grouping.having() != null) {
            grouped.conditions().jumpIfFalse(grouping.having(), next, true);
        }
        output.emit(grouped, next);
    }

    private static FunctionCall call(Expr.Aggregate aggregate) {
        Collation collation =
                aggregate.collation() == null ? Collation.BINARY : aggregate.collation();
        return new FunctionCall(
                aggregate.function(),
                aggregate.arguments().size(),
                collation,
                aggregate.distinct());
    }

    /** An empty group. */
    private void reset() {
        clearState();
        for (int i = 0; i < sorters.length; i++) {
            if (sorters[i] >= 0) {
                openSorter(i);
            }
        }
        openDistincts(List.of());
    }

    private void clearState() {
        assembler.add(Opcode.Integer, 0, hasRow, 0);
        if (stateCount > 0) {
            assembler.add(Opcode.Null, 0, accumulators, accumulators + stateCount - 1);
        }
    }

    private void accumulate(ExpressionCode row) {
        for (int i = 0; i < grouping.aggregates().size(); i++) {
            accumulate(row, grouping.aggregates().get(i), i);
        }
        if (!grouping.bareColumns().isEmpty()) {
            takeBareColumns(row);
        }
        assembler.add(Opcode.Integer, 1, hasRow, 0);
    }

    private void accumulate(ExpressionCode row, Expr.Aggregate aggregate, int index) {
        int skip = assembler.label();
        boolean chooses = choosesBareColumns(aggregate);
        if (aggregate.filter() != null) {
            if (chooses && !grouping.extremeSeesAll()) {
                // A row that it does not see is chosen if it is the first.
                assembler.add(Opcode.Copy, hasRow, notChosen, 0);
            }
            row.conditions().jumpIfFalse(aggregate.filter(), skip, true);
        }
        List<Expr> arguments = aggregate.arguments();
        int count = arguments.size();
        int first = count == 0
                ? 0
                : count == 1 ? row.evaluate(arguments.get(0)) : row.evaluateAll(arguments);
        if (distincts[index] >= 0) {
            SelectCode.emitDistinct(assembler, distincts[index], distinctKey(first, count), skip);
        } else if (aggregate.distinct()) {
            skipRepeated(first, arguments, skip);
        }
        if (sorters[index] >= 0) {
            sort(row, index, first);
        } else {
            assembler.add(Opcode.AggStep, 0, first, accumulators + index, call(aggregate), count);
        }
        if (chooses) {
            assembler.add(Opcode.AggChosen, accumulators + index, notChosen, 0);
        }
        assembler.bind(skip);
    }

    /** Whether bare columns may be those of the row that a min or max has chosen. */
    private boolean choosesBareColumns(Expr.Aggregate aggregate) {
        return !grouping.bareColumns().isEmpty() && SelectPlan.isExtreme(aggregate);
    }

    /** Equal arguments come one after the other. */
    private void skipRepeated(int first, List<Expr> arguments, int skip) {
        int count = arguments.size();
        int previous = assembler.registers(count);
        assembler.once(() -> assembler.add(Opcode.Null, 0, previous, previous + count - 1));
        int fresh = assembler.label();
        assembler.add(Opcode.IfNot, hasRow, fresh, 0);
        assembler.add(Opcode.Compare, previous, first, count, SelectCode.equality(arguments), 0);
        assembler.add(Opcode.Jump, fresh, skip, fresh);
        assembler.bind(fresh);
        assembler.add(Opcode.Copy, first, previous, count - 1);
    }

    private void call(ScalarFunction function, int first, int count, int target) {
        FunctionCall call = new FunctionCall(function, count, Collation.BINARY, false);
        assembler.add(Opcode.Function, 0, first, target, call, count);
    }

    /** The registers by which a row of a DISTINCT aggregate is known. */
    private int distinctKey(int first, int count) {
        if (grouping.gathering() != SelectPlan.Gathering.HASH || grouping.keys().isEmpty()) {
            return first;
        }
        int keyCount = grouping.keys().size();
        int key = assembler.registers(keyCount + count);
        for (int i = 0; i < keyCount; i++) {
            assembler.add(Opcode.SCopy, rowKeys + i, key + i, 0);
        }
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.SCopy, first + i, key + keyCount + i, 0);
        }
        return key;
    }

    private void openSorter(int index) {
        Expr.Aggregate aggregate = grouping.aggregates().get(index);
        List<KeyField> fields = new ArrayList<>();
        for (SortKey key : aggregate.order()) {
            fields.add(new KeyField(key.collation(), key.descending(), key.bigNull()));
        }
        int width = fields.size() + waitingColumns(aggregate);
        assembler.add(Opcode.SorterOpen, sorters[index], width, 0, new KeyInfo(fields), 0);
    }

    /** Returns the number of columns of the arguments in a sorter: two for one that may be JSON. */
    private static int waitingColumns(Expr.Aggregate aggregate) {
        int count = aggregate.arguments().size();
        return aggregate.function().is(FunctionFact.TAKES_SUBTYPES) ? 2 * count : count;
    }

    /**
     * A row for an aggregate with an order waits in its sorter: the keys, then the arguments, then
     * perhaps their subtypes, which a record does not keep.
     */
    private void sort(ExpressionCode row, int index, int firstArgument) {
        Expr.Aggregate aggregate = grouping.aggregates().get(index);
        int keyCount = aggregate.order().size();
        int count = aggregate.arguments().size();
        int width = keyCount + waitingColumns(aggregate);
        int entry = assembler.registers(width);
        int record = assembler.register();
        for (int i = 0; i < keyCount; i++) {
            row.evaluateInto(aggregate.order().get(i).value(), entry + i);
        }
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.SCopy, firstArgument + i, entry + keyCount + i, 0);
        }
        for (int i = keyCount + count; i < width; i++) {
            call(Subtypes.GET, entry + i - count, 1, entry + i);
        }
        assembler.add(Opcode.MakeRecord, entry, width, record);
        assembler.add(Opcode.SorterInsert, sorters[index], record, entry);
    }

    /** The group is complete: the rows that have waited are taken in their order. */
    private void stepSorted(int index) {
        Expr.Aggregate aggregate = grouping.aggregates().get(index);
        int keyCount = aggregate.order().size();
        int count = aggregate.arguments().size();
        int record = assembler.register();
        int pseudo = assembler.cursor();
        boolean subtypes = waitingColumns(aggregate) > count;
        int first = assembler.registers(Math.max(1, count));
        int pair = subtypes ? assembler.registers(2) : 0;
        int end = assembler.label();
        assembler.add(Opcode.Null, 0, record, 0);
        assembler.add(Opcode.OpenPseudo, pseudo, record, keyCount + waitingColumns(aggregate));
        assembler.add(Opcode.SorterSort, sorters[index], end, 0);
        int top = assembler.here();
        assembler.add(Opcode.SorterData, sorters[index], record, pseudo);
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.Column, pseudo, keyCount + i, subtypes ? pair : first + i);
            if (subtypes) {
                assembler.add(Opcode.Column, pseudo, keyCount + count + i, pair + 1);
                call(Subtypes.SET, pair, 2, first + i);
            }
        }
        assembler.add(Opcode.AggStep, 0, first, accumulators + index, call(aggregate), count);
        assembler.add(Opcode.SorterNext, sorters[index], top, 0);
        assembler.bind(end);
    }

    /**
     * Takes bare columns from the group's first row, or from the row that min or max has last
     * chosen.
     */
    private void takeBareColumns(ExpressionCode row) {
        int skip = assembler.label();
        assembler.add(Opcode.If, grouping.bareFromExtreme() ? notChosen : hasRow, skip, 0);
        for (int i = 0; i < grouping.bareColumns().size(); i++) {
            int value = row.evaluate(grouping.bareColumns().get(i));
            assembler.add(Opcode.Copy, value, bareColumns + i, 0);
        }
        assembler.bind(skip);
    }

    /** Returns the order of keys, for comparing, or for a sorter in the plan's directions. */
    private KeyInfo keyOrder(boolean directed) {
        List<KeyField> fields = new ArrayList<>();
        for (int i = 0; i < grouping.keys().size(); i++) {
            boolean descending = directed && grouping.keyDirections().get(i);
            fields.add(new KeyField(grouping.keyCollations().get(i), descending, false));
        }
        return new KeyInfo(fields);
    }

    /**
     * Rows go through a sorter: their keys, and the columns that aggregates and bare columns need.
     */
    private void emitSorted() {
        int keyCount = grouping.keys().size();
        List<Expr.Column> columns = neededColumns();
        int width = keyCount + columns.size();
        int sorter = assembler.cursor();
        int outputAddress = assembler.register();
        int outputLabel = assembler.label();
        assembler.add(Opcode.SorterOpen, sorter, width, 0, keyOrder(true), 0);
        loops.emit(next -> {
            int first = assembler.registers(width);
            for (int i = 0; i < keyCount; i++) {
                loops.values().evaluateInto(grouping.keys().get(i), first + i);
            }
            for (int i = 0; i < columns.size(); i++) {
                loops.values().evaluateInto(columns.get(i), first + keyCount + i);
            }
            int record = assembler.register();
            assembler.add(Opcode.MakeRecord, first, width, record);
            assembler.add(Opcode.SorterInsert, sorter, record, first);
        });
        begin(outputAddress);
        int record = assembler.register();
        int pseudo = assembler.cursor();
        int empty = assembler.label();
        assembler.add(Opcode.Null, 0, record, 0);
        assembler.add(Opcode.OpenPseudo, pseudo, record, width);
        assembler.add(Opcode.SorterSort, sorter, empty, 0);
        int top = assembler.here();
        assembler.add(Opcode.SorterData, sorter, record, pseudo);
        for (int i = 0; i < keyCount; i++) {
            assembler.add(Opcode.Column, pseudo, i, rowKeys + i);
        }
        RowReader sorted = (column, target) -> {
            int place = columns.indexOf(column);
            assert place >= 0 : column;
            assembler.add(Opcode.Column, pseudo, keyCount + place, target);
        };
        step(new ExpressionCode(assembler, plans, sorted), outputAddress, outputLabel);
        assembler.add(Opcode.SorterNext, sorter, top, 0);
        assembler.bind(empty);
        finish(outputAddress, outputLabel);
    }

    private List<Expr.Column> neededColumns() {
        List<Expr.Column> columns = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>(grouping.bareColumns());
        expressions.addAll(grouping.aggregates());
        for (Expr expression : expressions) {
            Exprs.walk(expression, part -> {
                if (part instanceof Expr.Column column && !columns.contains(column)) {
                    columns.add(column);
                }
            });
        }
        return columns;
    }
}
