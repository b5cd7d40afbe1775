package org.sqlvm.engine.codegen;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.plan.Expr;
import org.sqlvm.engine.plan.Expr.CompareOperator;
import org.sqlvm.engine.program.Assembler;
import org.sqlvm.engine.program.KeyInfo;
import org.sqlvm.engine.program.Opcode;

import java.util.ArrayList;
import java.util.List;

/**
 * Queries inside expressions. What they read of the row around them is put into registers before
 * they run; one that reads nothing runs once.
 */
final class NestedCode {
    private final Assembler assembler;
    private final ExpressionCode values;

    /** Stands for the register of an argument. */
    record Slot(int number) {}

    NestedCode(Assembler assembler, ExpressionCode values) {
        this.assembler = assembler;
        this.values = values;
    }

    /** The register of an outer value. */
    static int outer(Assembler assembler, Expr.Outer outer) {
        return assembler.shared(new Slot(outer.slot()), 1);
    }

    /** Puts the arguments into their registers; a query without runs only once. */
    private void begin(Expr.Nested nested, int done) {
        for (Expr.Argument argument : nested.arguments()) {
            values.evaluateInto(argument.value(), assembler.shared(new Slot(argument.slot()), 1));
        }
        if (nested.arguments().isEmpty()) {
            assembler.add(Opcode.Once, 0, done, 0);
        }
    }

    /** The register of the value: the query's first row, or NULL. */
    int scalar(Expr.ScalarQuery query) {
        int result = assembler.register();
        int done = assembler.label();
        begin(query.nested(), done);
        assembler.add(Opcode.Null, 0, result, 0);
        SelectCode.emitNested(assembler, query.nested().plan(), (first, count, next) -> {
            assembler.add(Opcode.Copy, first + query.column(), result, 0);
            assembler.jump(done);
        });
        assembler.bind(done);
        return result;
    }

    /** The register of 1 or 0. */
    int exists(Expr.Exists query) {
        int result = assembler.register();
        int done = assembler.label();
        begin(query.nested(), done);
        assembler.add(Opcode.Integer, 0, result, 0);
        SelectCode.emitNested(assembler, query.nested().plan(), (first, count, next) -> {
            assembler.add(Opcode.Integer, 1, result, 0);
            assembler.jump(done);
        });
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
        int equal = assembler.label();
        int done = assembler.label();
        begin(in.nested(), done);
        assembler.add(Opcode.Integer, 0, result, 0);
        SelectCode.emitNested(
                assembler,
                in.nested().plan(),
                (first, count, next) -> compareRow(in, operands, first, result, equal));
        assembler.jump(done);
        assembler.bind(equal);
        assembler.add(Opcode.Integer, 1, result, 0);
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

    /** The cursor of a temporary index of the query's rows, filled once. */
    int rows(Expr.InQuery in, boolean descending) {
        int cursor = assembler.cursor();
        int filled = assembler.label();
        List<KeyField> fields = new ArrayList<>();
        in.comparisons()
                .forEach(comparison ->
                        fields.add(new KeyField(comparison.collation(), descending, false)));
        int count = in.operands().size();
        begin(in.nested(), filled);
        assembler.add(Opcode.OpenEphemeral, cursor, count, 0, new KeyInfo(fields), 0);
        int entry = assembler.registers(count);
        int record = assembler.register();
        SelectCode.emitNested(assembler, in.nested().plan(), (first, width, next) -> {
            for (int i = 0; i < count; i++) {
                assembler.add(Opcode.SCopy, first + i, entry + i, 0);
            }
            values.affinity(entry, affinities(in));
            assembler.add(Opcode.Found, cursor, next, entry, count, 0);
            assembler.add(Opcode.MakeRecord, entry, count, record);
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
        int cursor = rows(in, false);
        int key = values.evaluateAll(in.operands());
        values.affinity(key, affinities(in));
        int unknown = assembler.label();
        int equal = assembler.label();
        int done = assembler.label();
        assembler.add(Opcode.Integer, 0, result, 0);
        assembler.add(Opcode.Rewind, cursor, done, 0);
        for (int i = 0; i < count; i++) {
            assembler.add(Opcode.IsNull, key + i, unknown, 0);
        }
        assembler.add(Opcode.Found, cursor, equal, key, count, 0);
        int value = assembler.registers(count);
        if (count == 1) {
            // NULL is the first entry, if it is there.
            assembler.add(Opcode.Rewind, cursor, done, 0);
            assembler.add(Opcode.Column, cursor, 0, value);
            assembler.add(Opcode.NotNull, value, done, 0);
            assembler.bind(unknown);
            assembler.add(Opcode.Null, 0, result, 0);
            assembler.jump(done);
        } else {
            assembler.bind(unknown);
            assembler.add(Opcode.Rewind, cursor, done, 0);
            int top = assembler.here();
            for (int i = 0; i < count; i++) {
                assembler.add(Opcode.Column, cursor, i, value + i);
            }
            compareRow(in, key, value, result, equal);
            assembler.add(Opcode.Next, cursor, top, 0);
            assembler.jump(done);
        }
        assembler.bind(equal);
        assembler.add(Opcode.Integer, 1, result, 0);
        assembler.bind(done);
    }
}
