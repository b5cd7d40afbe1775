package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.VectorForm;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Kernels;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

/** Functions and casts of one argument, computed by their {@link VectorForm}s. */
final class VectorForms {
    /** CAST of a real as INTEGER and of an integer as REAL. */
    private static final VectorForm TO_INTEGER =
            VectorForm.toInteger(value -> value, value -> (long) value);

    private static final VectorForm TO_REAL = VectorForm.toReal(value -> value);

    private final VectorRegisters registers;
    private final CallContext context;

    VectorForms(VectorRegisters registers, CallContext context) {
        this.registers = registers;
        this.context = context;
    }

    /** Computes a call; false if it has no form for these values. */
    boolean apply(Step.Apply step, Vector target) {
        ScalarFunction function = step.function();
        VectorForm form = function.vectorForm();
        if (form == null || step.arguments().size() != 1) {
            return false;
        }
        int argument = step.arguments().getFirst();
        if (registers.chunk(argument) instanceof Chunk.Texts texts) {
            return form.textToLong() != null && applyToTexts(form, argument, texts, target);
        }
        Vector operand = registers.get(argument);
        // The number behind a NULL is undefined, and its result is not used.
        boolean safe = !operand.hasNulls || function.is(FunctionFact.NEVER_FAILS);
        return safe && apply(form, operand, target);
    }

    /** Computes a cast; false if it has no form for these values. */
    boolean convert(Step.Conversion step, Vector target) {
        Vector operand = registers.get(step.operand());
        return step.target() == Affinity.INTEGER
                ? apply(TO_INTEGER, operand, target)
                : step.target() == Affinity.REAL && apply(TO_REAL, operand, target);
    }

    private boolean apply(VectorForm form, Vector operand, Vector target) {
        int count = registers.count();
        boolean numbers = true;
        if (operand.kind == Vector.LONGS && form.longToLong() != null) {
            Kernels.apply(form.longToLong(), operand.longs, count, target.makeLongs());
        } else if (operand.kind == Vector.LONGS && form.longToDouble() != null) {
            numbers =
                    Kernels.apply(form.longToDouble(), operand.longs, count, target.makeDoubles());
        } else if (operand.kind == Vector.DOUBLES && form.doubleToLong() != null) {
            Kernels.apply(form.doubleToLong(), operand.doubles, count, target.makeLongs());
        } else if (operand.kind == Vector.DOUBLES && form.doubleToDouble() != null) {
            numbers = Kernels.apply(
                    form.doubleToDouble(), operand.doubles, count, target.makeDoubles());
        } else {
            return false;
        }
        if (numbers) {
            registers.copyNulls(operand, target);
            return true;
        }
        boolean[] nulls = target.makeNulls(count);
        for (int i = 0; i < count; i++) {
            nulls[i] = operand.isNull(i) || Double.isNaN(target.doubles[i]);
        }
        return true;
    }

    private boolean applyToTexts(VectorForm form, int argument, Chunk.Texts texts, Vector target) {
        int source = registers.source(argument);
        texts.apply(
                form.textToLong(),
                context,
                registers.from(source),
                registers.selection(source),
                registers.count(),
                target);
        return true;
    }
}
