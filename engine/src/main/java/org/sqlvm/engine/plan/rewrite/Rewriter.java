package org.sqlvm.engine.plan.rewrite;

import org.sqlvm.engine.plan.logical.BlockCheck;
import org.sqlvm.engine.plan.logical.Queries;
import org.sqlvm.engine.plan.logical.Query;
import org.sqlvm.engine.plan.options.Rule;

import java.util.List;

/**
 * Rewrites one block of a query by all rules, in the order of a list. Queries in FROM and in
 * expressions are rewritten when they are planned.
 */
public final class Rewriter {
    /** Repeated until none finds anything: an outer join that is an inner one may be flattened. */
    private static final List<Step> REDUCTIONS = List.of(
            new Step(Rule.FLATTEN, (block, _) -> FlattenRule.apply(block)),
            Step.always((block, _) -> Queries.joinedInWhere(block)),
            new Step(Rule.OUTER_JOIN, (block, _) -> OuterJoinRule.apply(block)));

    private static final List<Step> STEPS = List.of(
            Step.always((block, _) -> RowlessRule.apply(block)),
            Step.always(Rewriter::reduced),
            Step.always((block, context) ->
                    HavingRule.apply(block, context.options().encoding())),
            new Step(Rule.SEMIJOIN, SemijoinRule::apply),
            Step.always(Rewriter::reduced),
            new Step(Rule.UNNEST, UnnestRule::apply),
            new Step(Rule.IN_TO_JOIN, InToJoinRule::apply),
            new Step(Rule.FACTOR, (block, _) -> FactorRule.apply(block)),
            new Step(Rule.IMPLIED, (block, _) -> ImpliedRule.apply(block)),
            new Step(Rule.OR_TO_IN, (block, _) -> OrToInRule.apply(block)),
            new Step(Rule.PUSHDOWN, (block, _) -> PushdownRule.apply(block)),
            new Step(Rule.UNUSED_COLUMNS, (block, _) -> UnusedColumnsRule.apply(block)),
            new Step(
                    Rule.INDEXED_EXPRESSIONS,
                    (block, context) ->
                            IndexedExpressionRule.apply(block, context.sizes().preparation())));

    private Rewriter() {}

    /**
     * A rule and its place.
     *
     * @param rule by which it is switched off; null if it cannot be
     */
    private record Step(Rule rule, RewriteRule rewrite) {
        static Step always(RewriteRule rewrite) {
            return new Step(null, rewrite);
        }
    }

    public static Query.Block rewrite(Query.Block block, RewriteContext context) {
        context.sizes().preparation().step();
        assert BlockCheck.isSound(block);
        Query.Block rewritten = apply(STEPS, block, context);
        assert BlockCheck.ownsItsSources(rewritten);
        return rewritten;
    }

    private static Query.Block reduced(Query.Block block, RewriteContext context) {
        Query.Block before = block;
        Query.Block changed = apply(REDUCTIONS, before, context);
        while (changed != before) {
            before = changed;
            changed = apply(REDUCTIONS, before, context);
        }
        return changed;
    }

    private static Query.Block apply(List<Step> steps, Query.Block block, RewriteContext context) {
        Query.Block changed = block;
        for (Step step : steps) {
            if (step.rule == null || context.options().isOn(step.rule)) {
                Query.Block before = changed;
                changed = step.rewrite.apply(before, context);
                assert changed == before || BlockCheck.isSound(changed) : step.rule;
                assert BlockCheck.isSameResult(before, changed) : step.rule;
            }
        }
        return changed;
    }
}
