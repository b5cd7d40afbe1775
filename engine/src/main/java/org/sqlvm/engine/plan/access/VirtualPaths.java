package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan.VirtualArgument;
import org.sqlvm.engine.plan.physical.SelectPlan.VirtualScan;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.VirtualTable;
import org.sqlvm.engine.virtual.VirtualTable.Constraint;
import org.sqlvm.engine.virtual.VirtualTable.Operator;

import java.util.ArrayList;
import java.util.List;

/**
 * How a virtual table is read: it is told the conditions whose values are known, and says which of
 * them it wants.
 */
final class VirtualPaths {
    private final VirtualTable module;
    private final Table table;
    private final int number;
    private final List<Term> terms;

    /** A condition on a column of the table, with what the column is compared to. */
    private record Offer(Term term, Constraint constraint, VirtualArgument value, long others) {}

    /** @param terms the conditions that can limit the source's rows */
    VirtualPaths(Source source, List<Term> terms) {
        this.module = ((Relation.Virtual) source.relation()).table();
        this.table = source.table();
        this.number = source.number();
        this.terms = terms;
    }

    /** The best path when the sources in {@code known} stand on a row. */
    AccessPath best(long known) {
        List<Offer> usable = new ArrayList<>();
        List<Constraint> constraints = new ArrayList<>();
        for (Offer offer : offers()) {
            if ((offer.others() & ~known) == 0) {
                usable.add(offer);
                constraints.add(offer.constraint());
            }
        }
        VirtualTable.Plan plan = module.plan(constraints);
        List<Term> used = new ArrayList<>();
        List<VirtualArgument> arguments = new ArrayList<>();
        double repetitions = 1;
        for (int place : plan.arguments()) {
            Offer offer = usable.get(place);
            arguments.add(offer.value());
            repetitions *= Math.max(1, offer.value().values().size());
            if (plan.exact() && isHidden(offer.constraint().column())) {
                used.add(offer.term());
            }
        }
        return new AccessPath(
                new VirtualScan(plan.index(), List.copyOf(arguments)),
                List.copyOf(used),
                repetitions * plan.rows(),
                CostModel.tableSteps(repetitions * plan.cost()));
    }

    /**
     * The sources that must stand on a row first: the table cannot do without the values of its
     * hidden columns.
     */
    long before() {
        long before = 0;
        List<Integer> seen = new ArrayList<>();
        for (Offer offer : offers()) {
            int column = offer.constraint().column();
            if (isHidden(column) && !seen.contains(column)) {
                seen.add(column);
                before |= offer.others();
            }
        }
        return before;
    }

    private boolean isHidden(int column) {
        return column >= 0 && table.columns().get(column).hidden();
    }

    private List<Offer> offers() {
        List<Offer> offers = new ArrayList<>();
        for (Term term : terms) {
            for (Term.Use use : term.uses()) {
                // IS NOT NULL has no value.
                boolean valued = !use.values().isEmpty() || use.query() != null;
                if (use.column().source() == number && valued && !use.matchNull()) {
                    addUse(offers, term, use);
                }
            }
        }
        return offers;
    }

    private void addUse(List<Offer> offers, Term term, Term.Use use) {
        int column = use.column().index();
        VirtualArgument all = new VirtualArgument(use.values(), use.query());
        Operator low = use.inclusive() ? Operator.GE : Operator.GT;
        Operator high = use.inclusive() ? Operator.LE : Operator.LT;
        switch (use.kind()) {
            case EQUAL -> add(offers, term, use, Operator.EQ, all);
            case IN -> {
                if (isHidden(column)) {
                    add(offers, term, use, Operator.EQ, all);
                }
            }
            case LOW -> add(offers, term, use, low, one(use.values().getFirst()));
            case HIGH -> add(offers, term, use, high, one(use.values().getLast()));
            case RANGE -> {
                add(offers, term, use, low, one(use.values().getFirst()));
                add(offers, term, use, high, one(use.values().getLast()));
            }
        }
    }

    private static VirtualArgument one(Expr value) {
        return new VirtualArgument(List.of(value), null);
    }

    private static void add(
            List<Offer> offers, Term term, Term.Use use, Operator operator, VirtualArgument value) {
        Constraint constraint = new Constraint(use.column().index(), operator);
        offers.add(new Offer(term, constraint, value, use.others()));
    }
}
