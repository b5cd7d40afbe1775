package org.sqlvm.engine.vector.expression;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.VectorForm;
import org.sqlvm.engine.vector.column.Chunk;
import org.sqlvm.engine.vector.column.Kernels;
import org.sqlvm.engine.vector.column.Vector;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Functions and casts of one argument, computed by their {@link VectorForm}s. */
final class VectorForms {
    /** CAST of a real as INTEGER and of an integer as REAL. */
    private static final VectorForm TO_INTEGER =
            VectorForm.toInteger(value -> value, value -> (long) value);

    private static final VectorForm TO_REAL = VectorForm.toReal(value -> value);

    private final VectorRegisters registers;
    private final CallContext context;

    /** By call: its form with the argument that all rows share; empty if there is none. */
    private final Map<Step.Apply, Optional<Fixed>> fixed = new HashMap<>();

    /** @param varying the register of the other argument */
    private record Fixed(VectorForm.Blobs form, int varying) {}

    VectorForms(VectorRegisters registers, CallContext context) {
        this.registers = registers;
        this.context = context;
    }

    /** Computes a call; false if it has no form for these values. */
    boolean apply(Step.Apply step, Vector target) {
        ScalarFunction function = step.function();
        VectorForm form = function.vectorForm();
        if (form != null && form.blobsToDouble() != null) {
            return applyToBlobs(step, form.blobsToDouble(), target);
        }
        if (form == null || step.arguments().size() != 1) {
            return false;
        }
        int argument = step.arguments().getFirst();
        if (registers.chunk(argument) instanceof Chunk.Texts texts) {
            return form.textToLong() != null && applyToTexts(form, argument, texts, target);
        }
        Vector operand = registers.get(argument);
        if (form.blobToBlob() != null) {
            return applyToBlob(form, operand, target);
        }
        // The number behind a NULL is undefined, and its result is not used.
        boolean safe = !operand.hasNulls || function.is(FunctionFact.NEVER_FAILS);
        return safe && apply(form, operand, target);
    }

    private boolean applyToBlob(VectorForm form, Vector operand, Vector target) {
        if (operand.kind != Vector.OBJECTS) {
            return false;
        }
        Object[] results = target.makeObjects();
        for (int i = 0; i < registers.count(); i++) {
            results[i] = form.blobToBlob().apply(operand.objects[i]);
            if (results[i] == null) {
                return false;
            }
        }
        return true;
    }

    private boolean applyToBlobs(Step.Apply step, VectorForm.BlobsToDouble form, Vector target) {
        Optional<Fixed> found = fixed.get(step);
        if (found == null) {
            found = Optional.ofNullable(fix(step, form));
            fixed.put(step, found);
        }
        if (found.isEmpty()) {
            return false;
        }
        Vector operand = registers.get(found.get().varying());
        int count = registers.count();
        if (operand.kind != Vector.OBJECTS
                || !found.get().form().apply(operand.objects, count, target.makeDoubles())) {
            return false;
        }
        boolean numbers = true;
        for (int i = 0; i < count; i++) {
            numbers &= !Double.isNaN(target.doubles[i]);
        }
        if (!numbers) {
            boolean[] nulls = target.makeNulls(count);
            for (int i = 0; i < count; i++) {
                nulls[i] = Double.isNaN(target.doubles[i]);
            }
        }
        return true;
    }

    /** Fixes the argument that is the same for all rows; null if none is, or it has no form. */
    private Fixed fix(Step.Apply step, VectorForm.BlobsToDouble form) {
        assert step.arguments().size() == 2 : step;
        for (int i = 0; i < 2; i++) {
            Object value = constant(step.arguments().get(i));
            VectorForm.Blobs with = value == null ? null : form.with(value);
            if (with != null) {
                return new Fixed(with, step.arguments().get(1 - i));
            }
        }
        return null;
    }

    /** The value of a register that is the same for all rows; null if it is none, or it fails. */
    private Object constant(int register) {
        return switch (registers.step(register)) {
            case Step.Constant constant -> registers.constant(constant);
            case Step.Apply step -> {
                Object[] values = new Object[step.arguments().size()];
                boolean known = true;
                for (int i = 0; known && i < values.length; i++) {
                    values[i] = constant(step.arguments().get(i));
                    known = values[i] != null;
                }
                yield known ? called(step.function(), values) : null;
            }
            default -> null;
        };
    }

    private Object called(ScalarFunction function, Object[] values) {
        try {
            return function.call(context, values);
        } catch (SqlException e) {
            return null; // Whether a row comes to that is not known here.
        }
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
