package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.physical.NestedPlans;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Queries inside expressions. What they read of the row around them is put into registers before
 * they run; one that reads nothing runs once.
 */
public final class NestedCode {
    private final Assembler assembler;
    private final NestedPlans plans;
    private final ExpressionCode values;

    /** The registers of queries that have run before whatever asks for them. */
    private final Map<Expr.Nested, Integer> computed = new IdentityHashMap<>();

    /** Stands for the register of an argument. */
    record Slot(int number) {}

    NestedCode(Assembler assembler, NestedPlans plans, ExpressionCode values) {
        this.assembler = assembler;
        this.plans = plans;
        this.values = values;
    }

    /** The register of an outer value. */
    static int outer(Assembler assembler, Expr.Outer outer) {
        return assembler.shared(new Slot(outer.slot()), 1);
    }

    /**
     * Emits a query; all of it runs each time if it reads the table that the program is changing.
     */
    private void emit(Expr.Nested nested, RowSink sink) {
        boolean before = assembler.setRepeating(isRepeated(nested));
        SelectCode.emitNested(assembler, plans.of(nested), sink);
        assembler.setRepeating(before);
    }

    /** Whether the query's result may change from row to row even if it has no arguments. */
    private boolean isRepeated(Expr.Nested nested) {
        int changed = assembler.changedRoot();
        return assembler.isRepeating() || (changed != 0 && plans.of(nested).reads(changed));
    }

    /** Puts the arguments into their registers; a query without runs only once. */
    private void begin(Expr.Nested nested, int done) {
        for (Expr.Argument argument : nested.arguments()) {
            values.evaluateInto(argument.value(), slot(argument));
        }
        if (runsOnce(nested)) {
            assembler.once(done);
        }
    }

    private boolean runsOnce(Expr.Nested nested) {
        return nested.arguments().isEmpty() && !isRepeated(nested);
    }

    private int slot(Expr.Argument argument) {
        return assembler.shared(new Slot(argument.slot()), 1);
    }

    /**
     * Jumps to {@code done} with the result in its register if it is known for these arguments.
     *
     * @param operands registers that the result depends on as well
     * @return emits the code that keeps a result
     */
    private Runnable recall(
            Expr.Nested nested, int operands, int operandCount, int result, int done) {
        if (!nested.memo()) {
            return () -> {};
        }
        int table = assembler.cursor();
        int opened = assembler.label();
        KeyInfo keys = new KeyInfo(List.of(new KeyField(Collation.BINARY, false, false)));
        if (!isRepeated(nested)) {
            assembler.once(opened);
        }
        assembler.add(Opcode.HashOpen, table, 1, 1, keys, 0);
        assembler.bind(opened);
        int count = nested.arguments().size() + operandCount;
        int first = assembler.registers(count);
        int target = first;
        for (Expr.Argument argument : nested.arguments()) {
            assembler.add(Opcode.SCopy, slot(argument), target++, 0);
        }
        for (int i = 0; i < operandCount; i++) {
            assembler.add(Opcode.SCopy, operands + i, target++, 0);
        }
        // Values of a record are the same, not only equal: 1 is not 1.0.
        int entry = assembler.registers(2);
        int missing = assembler.label();
        assembler.add(Opcode.MakeRecord, first, count, entry);
        assembler.add(Opcode.HashFind, table, missing, entry);
        assembler.add(Opcode.HashData, table, 1, result, null, 1);
        assembler.jump(done);
        assembler.bind(missing);
        return () -> {
            assembler.add(Opcode.Copy, result, entry + 1, 0);
            assembler.add(Opcode.HashInsert, table, entry, 0);
        };
    }

    /**
     * Runs the query that an expression is, if it is one and does not depend on the row: from here
     * on it is a register.
     */
    void compute(Expr expression) {
        switch (expression) {
            case Expr.ScalarQuery query
            when runsOnce(query.nested()) -> computed.put(query.nested(), scalar(query));
            case Expr.Exists query
            when runsOnce(query.nested()) -> computed.put(query.nested(), exists(query));
            default -> {}
        }
    }

    int outer(Expr.Outer outer) {
        return outer(assembler, outer);
    }

    /** The register of a query that has run before; or null. */
    Integer known(Expr.ScalarQuery query) {
        return computed.get(query.nested());
    }

    /** The register of the value: the query's first row, or NULL. */
    int scalar(Expr.ScalarQuery query) {
        Integer known = known(query);
        if (known != null) {
            return known;
        }
        int result = assembler.register();
        int computed = assembler.label();
        int done = assembler.label();
        begin(query.nested(), done);
        Runnable keep = recall(query.nested(), 0, 0, result, done);
        assembler.add(Opcode.Null, 0, result, 0);
        emit(query.nested(), (first, count, next) -> {
            assembler.add(Opcode.Copy, first + query.column(), result, 0);
            assembler.jump(computed);
        });
        assembler.bind(computed);
        keep.run();
        assembler.bind(done);
        return result;
    }

    /** Runs a query again for the row around it; its rows go to {@code sink}. */
    public void forEach(Expr.Nested nested, RowSink sink) {
        for (Expr.Argument argument : nested.arguments()) {
            values.evaluateInto(argument.value(), assembler.shared(new Slot(argument.slot()), 1));
        }
        emit(nested, sink);
    }

    /**
     * The columns of a query's first row, or NULLs: column i goes to the register at
     * {@code targets[first + i]}, if that is not 0.
     */
    public void row(Expr.Nested nested, int first, int[] targets) {
        int width = plans.of(nested).columns().size();
        int result = assembler.registers(width);
        int done = assembler.label();
        begin(nested, done);
        assembler.add(Opcode.Null, 0, result, result + width - 1);
        emit(nested, (from, count, next) -> {
            assembler.add(Opcode.Copy, from, result, width - 1);
            assembler.jump(done);
        });
        assembler.bind(done);
        for (int i = 0; i < width; i++) {
            if (targets[first + i] != 0) {
                assembler.add(Opcode.SCopy, result + i, targets[first + i], 0);
            }
        }
    }

    /** The register of 1 or 0. */
    int exists(Expr.Exists query) {
        Integer known = computed.get(query.nested());
        if (known != null) {
            return known;
        }
        int result = assembler.register();
        int computed = assembler.label();
        int done = assembler.label();
        begin(query.nested(), done);
        Runnable keep = recall(query.nested(), 0, 0, result, done);
        assembler.add(Opcode.Integer, 0, result, 0);
        emit(query.nested(), (first, count, next) -> {
            assembler.add(Opcode.Integer, 1, result, 0);
            assembler.jump(computed);
        });
        assembler.bind(computed);
        keep.run();
        assembler.bind(done);
        return result;
    }

    /** The register of 1, 0 or NULL. */
    int in(Expr.InQuery in) {
        int result = assembler.register();
        if (in.nested().arguments().isEmpty()) {
            lookUp(in, result);
        } else {
            compareEach(in, result);
        }
        if (in.negated()) {
            assembler.add(Opcode.Not, result, result, 0);
        }
        return result;
    }

    /** A query that depends on the row around it: its rows are compared as they come. */
    private void compareEach(Expr.InQuery in, int result) {
        int operands = values.evaluateAll(in.operands());
        // A comparison alone makes no text of two numbers, and no reals of integers.
        boolean converted = affinities(in).stream()
                .anyMatch(affinity -> affinity != Affinity.NONE && affinity != Affinity.BLOB);
        int row = converted ? assembler.registers(in.operands().size()) : 0;
        if (converted) {
            values.affinity(operands, affinities(in));
        }
        int equal = assembler.label();
        int computed = assembler.label();
        int done = assembler.label();
        begin(in.nested(), done);
        Runnable keep = recall(in.nested(), operands, in.operands().size(), result, done);
        assembler.add(Opcode.Integer, 0, result, 0);
        emit(in.nested(), (first, count, next) -> {
            if (converted) {
                assembler.add(Opcode.Copy, first, row, count - 1);
                values.affinity(row, affinities(in));
            }
            compareRow(in, operands, converted ? row : first, result, equal);
        });
        assembler.jump(computed);
        assembler.bind(equal);
        assembler.add(Opcode.Integer, 1, result, 0);
        assembler.bind(computed);
        keep.run();
        assembler.bind(done);
    }

    /** Jumps to {@code equal} if a row is; makes the result NULL if that cannot be known. */
    private void compareRow(Expr.InQuery in, int operands, int first, int result, int equal) {
        int same = assembler.register();
        int one = assembler.register();
        for (int i = 0; i < in.operands().size(); i++) {
            values.emitComparison(
                    CompareOperator.EQ,
                    operands + i,
                    first + i,
                    in.comparisons().get(i),
                    i == 0 ? same : one);
            if (i > 0) {
                assembler.add(Opcode.And, same, one, same);
            }
        }
        int known = assembler.label();
        assembler.add(Opcode.If, same, equal, 0);
        assembler.add(Opcode.NotNull, same, known, 0);
        assembler.add(Opcode.Null, 0, result, 0);
        assembler.bind(known);
    }

    /** The register of 1 if a query without arguments has the row, else 0, never NULL. */
    int found(Expr.InQuery in) {
        int result = assembler.register();
        int table = rows(in, false).table();
        int key = values.evaluateAll(in.operands());
        values.affinity(key, affinities(in));
        int done = assembler.label();
        assembler.add(Opcode.Integer, 0, result, 0);
        for (int i = 0; i < in.operands().size(); i++) {
            assembler.add(Opcode.IsNull, key + i, done, 0);
        }
        assembler.add(Opcode.HashFind, table, done, key);
        assembler.add(Opcode.Integer, 1, result, 0);
        assembler.bind(done);
        return result;
    }

    /** A hash table of a query's rows; the register tells whether one of them has a NULL. */
    private record Rows(int table, int hasNull) {}

    /**
     * Returns the query's rows, which are collected once.
     *
     * @param nulls whether rows with a NULL are collected, too
     */
    private Rows rows(Expr.InQuery in, boolean nulls) {
        int table = assembler.cursor();
        int hasNull = assembler.register();
        int filled = assembler.label();
        List<KeyField> fields = new ArrayList<>();
        in.comparisons()
                .forEach(comparison ->
                        fields.add(new KeyField(comparison.collation(), false, false)));
        int count = in.operands().size();
        begin(in.nested(), filled);
        assembler.add(Opcode.HashOpen, table, count, 0, new KeyInfo(fields), 0);
        assembler.add(Opcode.Null, 0, hasNull, 0);
        int entry = assembler.registers(count);
        RowSink fill = (first, width, next) -> {
            int isNull = assembler.label();
            int complete = assembler.label();
            for (int i = 0; i < count; i++) {
                assembler.add(Opcode.SCopy, first + i, entry + i, 0);
                assembler.add(Opcode.IsNull, entry + i, nulls ? isNull : next, 0);
            }
            if (nulls) {
                assembler.jump(complete);
                assembler.bind(isNull);
                for (int i = 0; i < count; i++) {
                    assembler.add(Opcode.SCopy, first + i, entry + i, 0);
                }
                assembler.add(Opcode.Integer, 1, hasNull, 0);
                assembler.bind(complete);
            }
            values.affinity(entry, affinities(in));
            SelectCode.emitDistinct(assembler, table, entry, next);
        };
        emit(in.nested(), nulls ? fill : new NotNullSink(fill));
        assembler.bind(filled);
        return new Rows(table, hasNull);
    }

    /**
     * Returns the cursor of a temporary index of the values of a query of one column, filled once.
     */
    int sorted(Expr.InQuery in, boolean descending) {
        int cursor = assembler.cursor();
        int filled = assembler.label();
        KeyField field = new KeyField(in.comparisons().get(0).collation(), descending, false);
        begin(in.nested(), filled);
        assembler.add(Opcode.OpenEphemeral, cursor, 1, 0, new KeyInfo(List.of(field)), 0);
        int entry = assembler.register();
        int record = assembler.register();
        emit(in.nested(), (first, width, next) -> {
            assembler.add(Opcode.SCopy, first, entry, 0);
            values.affinity(entry, affinities(in));
            assembler.add(Opcode.Found, cursor, next, entry, 1, 0);
            assembler.add(Opcode.MakeRecord, entry, 1, record);
            assembler.add(Opcode.IdxInsert, cursor, record, entry, null, 0);
        });
        assembler.bind(filled);
        return cursor;
    }

    private static List<Affinity> affinities(Expr.InQuery in) {
        return in.comparisons().stream().map(Expr.Comparison::affinity).toList();
    }

    private void lookUp(Expr.InQuery in, int result) {
        int count = in.operands().size();
        Rows rows = rows(in, true);
        int key = values.evaluateAll(in.operands());
        values.affinity(key, affinities(in));
        int absent = assembler.label();
        int unknown = assembler.label();
        int equal = assembler.label();
        int done = assembler.label();
        assembler.add(Opcode.Integer, 0, result, 0);
        assembler.add(Opcode.HashRewind, rows.table(), done, 0);
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.IsNull, key + i, unknown, 0);
        }
        assembler.add(Opcode.HashFind, rows.table(), absent, key);
        assembler.jump(equal);
        assembler.bind(absent);
        assembler.add(Opcode.IsNull, rows.hasNull(), done, 0);
        assembler.bind(unknown);
        if (count == 1) {
            assembler.add(Opcode.Null, 0, result, 0);
        } else {
            // A row of several columns may differ in one and be unknown in another.
            int row = assembler.registers(count);
            assembler.add(Opcode.HashRewind, rows.table(), done, 0);
            int top = assembler.here();
            assembler.add(Opcode.HashData, rows.table(), 0, row, null, count);
            compareRow(in, key, row, result, equal);
            assembler.add(Opcode.HashNext, rows.table(), top, 0);
        }
        assembler.jump(done);
        assembler.bind(equal);
        assembler.add(Opcode.Integer, 1, result, 0);
        assembler.bind(done);
    }
}
