package org.sqlvm.engine.row.function;

import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.ScalarFunction;

/** A registered function of one row's values. */
public record RegisteredScalar(String name, int argumentCount, Traits traits, int slot)
        implements ScalarFunction, RegisteredFunction {
    @Override
    public String builtIn() {
        return "";
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
    public boolean isDeterministic() {
        return traits.deterministic();
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        throw new AssertionError("is called through its body: " + name);
    }
}
