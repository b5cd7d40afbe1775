package org.sqlvm.engine.row.function;

import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;

import java.util.Set;

/** A registered function of one row's values. */
public record RegisteredScalar(String name, int argumentCount, Traits traits, int slot)
        implements ScalarFunction, RegisteredFunction {
    @Override
    public Set<FunctionFact> facts() {
        return traits.deterministic() ? Set.of(FunctionFact.DETERMINISTIC) : Set.of();
    }

    @Override
    public int argumentCountMin() {
        return Math.max(0, argumentCount);
    }

    @Override
    public int argumentCountMax() {
        return argumentCount < 0 ? Integer.MAX_VALUE : argumentCount;
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        throw new AssertionError("is called through its body: " + name);
    }
}
