package org.sqlvm.engine.vector.query;

import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.List;

/**
 * The rows of one scanned table that pass the filters, joined with the inputs that they probe.
 *
 * @param steps by number of a vector register, how it is computed; operands come before what uses
 *     them
 * @param filters a row passes if all of them are true; each is tested as soon as the probes whose
 *     columns it reads are done
 * @param probes the hash joins; number {@code i} is source {@code i + 1} of {@link Step.Load}
 */
public record VectorPipeline(List<Step> steps, List<Condition> filters, List<Probe> probes) {
    /** Whether a value may make the computation of a register fail. */
    public boolean mayFail(int register) {
        return switch (steps.get(register)) {
            case Step.Load _, Step.Constant _, Step.Choice _ -> false;
            case Step.Arithmetic step -> mayFail(step.left()) || mayFail(step.right());
            case Step.Negation step -> mayFail(step.operand());
            case Step.Conversion step -> mayFail(step.operand());
            case Step.Apply step ->
                !step.function().is(FunctionFact.NEVER_FAILS)
                        || step.arguments().stream().anyMatch(this::mayFail);
        };
    }

    /** Whether a value may make a condition fail, apart from a pattern. */
    public boolean mayFail(Condition condition) {
        return switch (condition) {
            case Condition.All all -> all.parts().stream().anyMatch(this::mayFail);
            case Condition.Any any -> any.parts().stream().anyMatch(this::mayFail);
            case Condition.Untrue untrue -> mayFail(untrue.part());
            case Condition.Compare compare -> mayFail(compare.left()) || mayFail(compare.right());
            case Condition.NullTest test -> mayFail(test.operand());
            case Condition.Truth truth -> mayFail(truth.operand());
            case Condition.Pattern pattern -> pattern.arguments().stream().anyMatch(this::mayFail);
        };
    }

    /**
     * A hash join with another input as the build side.
     *
     * @param input the number of the build side
     * @param keys registers of values that are known without it and are compared with its keys
     * @param conditions what a pair must pass to count as a match, besides equal keys
     */
    public record Probe(int input, List<Integer> keys, List<Condition> conditions) {}
}
