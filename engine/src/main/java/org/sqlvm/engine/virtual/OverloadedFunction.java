package org.sqlvm.engine.virtual;

import org.sqlvm.api.FunctionOverload;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.row.CallContext;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.function.Registered;

import java.util.Set;

/**
 * A function that a virtual table has an {@link FunctionOverload} of, as programs know it: they are
 * shared by connections, each of which has a table of its own that says what the function does.
 *
 * @param operator of the {@link FunctionOverload}
 */
public record OverloadedFunction(
        ConnectedTable table, String name, int argumentCount, boolean deterministic, int operator)
        implements ScalarFunction {
    /** The table's function for a call of {@code function}, which it is if the table has none. */
    public static ScalarFunction of(
            ConnectedTable table, ScalarFunction function, int count, Registered registered) {
        FunctionOverload overload =
                ConnectedTables.of(registered).ask(table, function.name(), count);
        return overload == null
                ? function
                : new OverloadedFunction(
                        table,
                        function.name(),
                        count,
                        function.isDeterministic(),
                        overload.isCondition() ? overload.operator() : 0);
    }

    /** Of a call that no virtual table has a function for, of one that is general for nothing. */
    public static SqlException unusable(String name) {
        return SqlException.error("unable to use function " + name + " in the requested context");
    }

    /** No rule knows what it does. */
    @Override
    public Set<FunctionFact> facts() {
        return deterministic ? Set.of(FunctionFact.DETERMINISTIC) : Set.of();
    }

    @Override
    public int argumentCountMin() {
        return argumentCount;
    }

    @Override
    public int argumentCountMax() {
        return argumentCount;
    }

    @Override
    public Object call(CallContext context, Object[] arguments) {
        return context.callOverloaded(this, arguments);
    }
}
