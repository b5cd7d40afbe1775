package org.sqlvm.engine.vector.scan;

import org.sqlvm.engine.vector.query.VectorPipeline;
import org.sqlvm.engine.vector.query.VectorQuery.Condition;
import org.sqlvm.engine.vector.query.VectorQuery.Step;

import java.util.List;

/** The sources that registers and conditions read, as sets of bits. */
final class SourceSets {
    private final long[] registers;

    SourceSets(List<Step> steps) {
        registers = new long[steps.size()];
        for (int i = 0; i < registers.length; i++) {
            registers[i] = switch (steps.get(i)) {
                case Step.Load load -> 1L << load.source();
                case Step.Constant _ -> 0;
                case Step.Arithmetic step -> registers[step.left()] | registers[step.right()];
                case Step.Negation step -> registers[step.operand()];
                case Step.Choice step ->
                    of(step.conditions()) | ofAll(step.results()) | registers[step.otherwise()];
                case Step.Apply step -> ofAll(step.arguments());
                case Step.Conversion step -> registers[step.operand()];
            };
        }
    }

    /** The sources that a probe reads; conditions on its matches read its own, too. */
    long of(VectorPipeline.Probe probe) {
        return ofAll(probe.keys()) | of(probe.conditions());
    }

    private long ofAll(List<Integer> operands) {
        long all = 0;
        for (int operand : operands) {
            all |= registers[operand];
        }
        return all;
    }

    private long of(List<Condition> conditions) {
        long all = 0;
        for (Condition condition : conditions) {
            all |= of(condition);
        }
        return all;
    }

    long of(Condition condition) {
        return switch (condition) {
            case Condition.All all -> of(all.parts());
            case Condition.Any any -> of(any.parts());
            case Condition.Untrue untrue -> of(untrue.part());
            case Condition.Compare compare ->
                registers[compare.left()] | registers[compare.right()];
            case Condition.NullTest test -> registers[test.operand()];
            case Condition.Truth truth -> registers[truth.operand()];
            case Condition.Pattern pattern -> ofAll(pattern.arguments());
        };
    }
}
