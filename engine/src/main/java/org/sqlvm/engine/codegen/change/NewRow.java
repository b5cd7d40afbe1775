package org.sqlvm.engine.codegen.change;

import org.sqlvm.engine.codegen.query.Conflicts;
import org.sqlvm.engine.codegen.query.Defaults;
import org.sqlvm.engine.codegen.query.ExpressionCode;
import org.sqlvm.engine.codegen.query.TableAccess;
import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.ResultCode;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.resolve.StoredExpressions;
import org.sqlvm.engine.plan.resolve.StoredExpressions.Check;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.Opcode;
import org.sqlvm.engine.program.StrictTypes;
import org.sqlvm.engine.schema.Column;
import org.sqlvm.engine.schema.Constraints;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.ConflictAction;

import java.util.List;

/**
 * A row that is about to be written: its values in registers, and the conversions and checks of the
 * table's definition. {@link UniqueCode} checks that no other row has its keys.
 *
 * <p>The caller puts the given values into the {@link #block}, then calls the methods in their
 * order.
 */
final class NewRow {
    private final ChangeContext context;
    private final Assembler assembler;
    /** With a column for every indexed expression. */
    private final Table table;

    private final RowBlock block;
    private final ExpressionCode values;
    private final int storedCount;

    /** The columns that an UPDATE changes, or null. */
    private final Changed changed;

    private boolean typesChecked;

    /** @param changed the columns that an UPDATE changes; null for a new row */
    NewRow(ChangeContext context, RowBlock block, Changed changed) {
        this.context = context;
        this.assembler = context.assembler();
        this.table = block.table();
        this.block = block;
        this.changed = changed;
        this.storedCount = TableAccess.storedCount(table);
        this.values = new ExpressionCode(assembler, block.reader(assembler));
    }

    RowBlock block() {
        return block;
    }

    /** Evaluates expressions over the row. */
    ExpressionCode values() {
        return values;
    }

    /**
     * Applies the columns' affinities, then computes the generated ones. In a STRICT table the
     * values are checked first, and virtual columns at once.
     */
    void complete() {
        applyAffinities();
        if (table.strict() && hasGenerated()) {
            checkTypes(false);
        }
        generate();
    }

    /**
     * Whether there are generated columns, other than those for indexed expressions, which have no
     * type.
     */
    private boolean hasGenerated() {
        return table.columns().stream()
                .anyMatch(column -> column.generated() && column.declaredType() != null);
    }

    /**
     * Completes a row for triggers that run before: the conditions of {@link #check} have to hold
     * already.
     */
    void completeStrictly() {
        complete();
        if (table.strict()) {
            checkTypes(true);
        }
    }

    private void generate() {
        for (int column : StoredExpressions.inOrder(table, assembler.preparation())) {
            if (isIndexed(column)) {
                assembler.add(Opcode.Null, 0, block.stored(column), 0);
                continue;
            }
            compute(column, block.stored(column));
            if (table.strict() && table.columns().get(column).isVirtual()) {
                checkType(column);
            }
        }
    }

    /**
     * Whether a column is that of an indexed expression. It is computed for the entry: a partial
     * index does not evaluate it for a row that it does not have, and constraints come first.
     */
    private boolean isIndexed(int column) {
        return column >= 0 && table.columns().get(column).hidden();
    }

    private void compute(int column, int target) {
        values.evaluateInto(
                StoredExpressions.computed(table, column, assembler.preparation()), target);
        values.affinity(target, List.of(table.columns().get(column).affinity()));
    }

    /**
     * In the order of the table.
     *
     * @param stored generated columns that are stored, too
     */
    private void checkTypes(boolean stored) {
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            boolean meant = stored ? !column.isVirtual() : !column.generated();
            if (meant && i != table.rowidAlias()) {
                checkType(i);
            }
        }
    }

    private void checkType(int number) {
        Column column = table.columns().get(number);
        if (column.declaredType() != null) { // Else it is one for an indexed expression.
            StrictTypes types = new StrictTypes(
                    List.of(table.name() + "." + column.name()), List.of(column.declaredType()));
            assembler.add(Opcode.TypeCheck, block.stored(number), 1, 0, types, 0);
        }
    }

    /** Applies the affinities of the values that are given; the others are not there yet. */
    private void applyAffinities() {
        List<Affinity> affinities = recordAffinities();
        List<Integer> stored = table.recordColumns();
        int begin = 0;
        for (int place = 0; place <= stored.size(); place++) {
            if (place == stored.size() || !isGiven(place)) {
                values.affinity(block.record() + begin, affinities.subList(begin, place));
                begin = place + 1;
            }
        }
    }

    /** Whether a slot of the record has a value before anything is computed. */
    private boolean isGiven(int place) {
        Column column = table.columns().get(table.recordColumn(place));
        return !column.generated() && !block.isRepeated(place);
    }

    private List<Affinity> recordAffinities() {
        return table.recordColumns().stream()
                .map(column -> column == table.rowidAlias()
                        ? Affinity.BLOB
                        : table.columns().get(column).affinity())
                .toList();
    }

    /**
     * NOT NULL, then CHECK.
     *
     * @param action the statement's OR
     * @param ignored where a row goes that is left out
     */
    void check(ConflictAction action, int ignored) {
        checkNotNull(action, ignored);
        boolean off = context.settings().ignoreChecks();
        if (!off && !StoredExpressions.checks(table, assembler.preparation()).isEmpty()) {
            checkTypesOnce();
            checkConditions(action, ignored);
        }
    }

    /**
     * The types of a STRICT table. As in SQLite that is before CHECK, or else before the first
     * index, behind the rowid.
     */
    void checkTypesOnce() {
        if (table.strict() && !typesChecked) {
            typesChecked = true;
            checkTypes(true);
        }
    }

    /** Generated columns come last: their inputs may be replaced by defaults first. */
    private void checkNotNull(ConflictAction action, int ignored) {
        boolean replaced = false;
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            if (isChecked(i) && !column.generated()) {
                boolean replaces = action(action, i) == ConflictAction.REPLACE
                        && column.defaultValue() != null;
                if (replaces) {
                    replaceNull(i);
                    replaced = true;
                } else {
                    refuseNull(i, action(action, i), ignored);
                }
            }
        }
        if (replaced) {
            applyAffinities();
            generate();
        }
        for (int i = 0; i < table.columns().size(); i++) {
            Column column = table.columns().get(i);
            boolean again = replaced
                    && column.defaultValue() != null
                    && action(action, i) == ConflictAction.REPLACE;
            if (isChecked(i) && (column.generated() || again)) {
                refuseNull(i, action(action, i), ignored);
            }
        }
    }

    private boolean isChecked(int column) {
        Column described = table.columns().get(column);
        return described.notNull()
                && column != table.rowidAlias()
                && (changed == null || changed.has(column));
    }

    private ConflictAction action(ConflictAction statement, int column) {
        Constraints constraints = context.schema().constraints(table);
        return Conflicts.action(statement, constraints.notNull().get(column));
    }

    private void replaceNull(int column) {
        int given = assembler.label();
        assembler.add(Opcode.NotNull, block.stored(column), given, 0);
        Defaults.insert(assembler, table.columns().get(column), block.stored(column));
        assembler.bind(given);
    }

    private void refuseNull(int column, ConflictAction action, int ignored) {
        if (action == ConflictAction.IGNORE) {
            assembler.add(Opcode.IsNull, block.stored(column), ignored, 0);
            return;
        }
        String name = table.name() + "." + table.columns().get(column).name();
        assembler.add(
                Opcode.HaltIfNull,
                ResultCode.CONSTRAINT_NOTNULL,
                Conflicts.halt(action),
                block.stored(column),
                "NOT NULL constraint failed: " + name,
                0);
    }

    private void checkConditions(ConflictAction action, int ignored) {
        for (Check check : StoredExpressions.checks(table, assembler.preparation())) {
            if (changed != null && !changed.concerns(check.condition())) {
                continue;
            }
            int met = assembler.label();
            values.conditions().jumpIfTrue(check.condition(), met, true);
            Conflicts.emit(
                    assembler,
                    Conflicts.action(action, ConflictAction.DEFAULT),
                    ignored,
                    ResultCode.CONSTRAINT_CHECK,
                    "CHECK constraint failed: " + check.name());
            assembler.bind(met);
        }
    }

    /** Puts the fields of an index entry into consecutive registers. */
    void readEntry(Index index, int entry) {
        for (int i = 0; i < index.columns().size(); i++) {
            int column = index.columns().get(i).tableColumn();
            if (isIndexed(column)) {
                compute(column, entry + i);
            } else {
                assembler.add(Opcode.SCopy, block.value(column), entry + i, 0);
            }
        }
    }

    /** The record; gives its register. */
    int makeRecord() {
        List<Integer> stored = table.recordColumns();
        for (int place = 0; place < stored.size(); place++) {
            int column = stored.get(place);
            if (block.isRepeated(place)) { // A key has it once more.
                assembler.add(Opcode.SCopy, block.stored(column), block.record() + place, 0);
            }
        }
        int record = assembler.register();
        StringBuilder letters = new StringBuilder();
        for (Affinity affinity : recordAffinities()) {
            // The table's own index: see TableAccess.entryAffinities.
            boolean real = affinity == Affinity.REAL && table.withoutRowid();
            letters.append(real ? Affinity.NUMERIC.code : affinity.code);
        }
        assembler.add(
                Opcode.MakeRecord, block.record(), storedCount, record, letters.toString(), 0);
        return record;
    }

    /**
     * Writes the row to the table.
     *
     * @param flags P5 of Insert
     */
    void insert(int cursor, int flags) {
        int record = makeRecord();
        if (table.hasRowid()) {
            assembler.add(Opcode.Insert, cursor, record, block.rowid(), null, flags);
        } else {
            int counted = flags & Opcode.COUNT_CHANGE;
            assembler.add(Opcode.IdxInsert, cursor, record, block.record(), null, counted);
            // The record has whole numbers as integers.
            for (int i = 0; i < table.columns().size(); i++) {
                Column column = table.columns().get(i);
                if (column.affinity() == Affinity.REAL && !column.isVirtual()) {
                    assembler.add(Opcode.RealAffinity, block.stored(i), 0, 0);
                }
            }
        }
    }

    /**
     * The parts of a row that an UPDATE changes.
     *
     * @param columns whether each column changes, generated ones included
     * @param rowid whether the rowid may change
     */
    record Changed(boolean[] columns, boolean rowid) {
        boolean has(int column) {
            return column < 0 ? rowid : columns[column];
        }

        /** Whether the value of an expression over the row may change. */
        boolean concerns(Expr expression) {
            if (expression instanceof Expr.Column column) {
                return has(column.index());
            }
            return Exprs.children(expression).stream().anyMatch(this::concerns);
        }

        /** Whether the row's entry in an index may change. */
        boolean concerns(Index index, Expr condition) {
            return rowid
                    || index.columns().stream().anyMatch(column -> has(column.tableColumn()))
                    || (condition != null && concerns(condition));
        }
    }
}
