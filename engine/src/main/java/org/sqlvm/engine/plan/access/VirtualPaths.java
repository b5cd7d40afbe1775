package org.sqlvm.engine.plan.access;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.Relation;
import org.sqlvm.engine.plan.logical.Source;
import org.sqlvm.engine.plan.logical.SourcePlaces;
import org.sqlvm.engine.plan.logical.Term;
import org.sqlvm.engine.plan.physical.SelectPlan.VirtualArgument;
import org.sqlvm.engine.plan.physical.SelectPlan.VirtualScan;
import org.sqlvm.engine.plan.stats.CostModel;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.OverloadedFunction;
import org.sqlvm.engine.virtual.ScanRequest;
import org.sqlvm.engine.virtual.ScanRequest.Constraint;
import org.sqlvm.engine.virtual.ScanRequest.Operator;
import org.sqlvm.engine.virtual.ScanRequest.SortColumn;
import org.sqlvm.engine.virtual.VirtualTable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * How a virtual table is read: it is told the conditions whose values are known, and says which of
 * them it wants.
 */
final class VirtualPaths {
    private final VirtualTable module;
    private final Table table;
    private final int number;
    private final long columnsUsed;
    private final List<Term> terms;
    /** Null if the table cannot count for the query. */
    private final RowLimit limit;

    private final List<Offer> offers = new ArrayList<>();

    /**
     * A condition on a column of the table.
     *
     * @param share how much of the term it is: 1 for all, 2 for one of two halves, 0 if the term is
     *     tested in any case
     * @param value what the column is compared to
     * @param others the sources that the value comes from
     */
    private record Offer(Term term, int share, Constraint constraint, Values value, long others) {}

    /** One value, a list, or a query that gives them. */
    private record Values(List<Expr> list, Expr.InQuery query) {}

    /**
     * @param terms the conditions that can limit the source's rows
     * @param needed the columns that the query reads
     * @param limit how many rows are wanted of those that meet the terms; null for all
     */
    VirtualPaths(
            Source source,
            List<Term> terms,
            Set<Integer> needed,
            SourcePlaces places,
            RowLimit limit) {
        this.module = ((Relation.Virtual) source.relation()).table();
        this.table = source.table();
        this.number = source.number();
        long used = 0;
        for (int column : needed) {
            used |= column < 0 ? 0 : 1L << Math.min(column, Long.SIZE - 1);
        }
        this.columnsUsed = used;
        this.terms = terms;
        this.limit = limit;
        for (Term term : terms) {
            term.uses().forEach(use -> addUse(term, use));
            addOther(term, places);
        }
    }

    /** The best path when the sources in {@code known} stand on a row. */
    AccessPath best(long known) {
        List<Offer> usable = usable(known);
        AccessPath limited = limit == null ? null : limited(usable, limit.order(), false);
        return limited != null ? limited : path(usable, plan(usable, List.of(), false));
    }

    private List<Offer> usable(long known) {
        return offers.stream().filter(offer -> (offer.others() & ~known) == 0).toList();
    }

    private VirtualTable.Plan plan(List<Offer> usable, List<SortColumn> order, boolean grouped) {
        List<Constraint> constraints = usable.stream().map(Offer::constraint).toList();
        return module.plan(new ScanRequest(constraints, order, grouped, columnsUsed));
    }

    /**
     * A path that gives no more rows than are wanted, or null: only if the rows meet all conditions
     * and come in the order in which they are counted may the table count.
     */
    private AccessPath limited(List<Offer> usable, List<SortColumn> order, boolean grouped) {
        if (limit == null || grouped || !order.equals(limit.order())) {
            return null;
        }
        List<Offer> all = new ArrayList<>(usable);
        boolean hasOffset = limit.offset() != null;
        if (hasOffset) {
            all.add(count(Operator.OFFSET, limit.offset()));
        }
        all.add(count(Operator.LIMIT, limit.limit()));
        VirtualTable.Plan plan = plan(all, order, false);
        boolean takesLimit = takes(plan, all.size() - 1);
        boolean takesOffset = hasOffset && takes(plan, all.size() - 2);
        if (!takesLimit && !takesOffset) {
            return null;
        }
        AccessPath path = path(all, plan);
        boolean whole = (takesOffset || !hasOffset)
                && (order.isEmpty() || plan.order() != VirtualTable.Order.NONE)
                && path.sorting() != null
                && path.used().containsAll(terms);
        return whole ? path : null;
    }

    private static boolean takes(VirtualTable.Plan plan, int place) {
        return plan.arguments().stream().anyMatch(argument -> argument.constraint() == place);
    }

    private static Offer count(Operator operator, Expr value) {
        Constraint constraint =
                new Constraint(Expr.Column.ROWID, operator, Collation.BINARY, false);
        return new Offer(null, 0, constraint, new Values(List.of(value), null), 0);
    }

    private AccessPath path(List<Offer> usable, VirtualTable.Plan plan) {
        Map<Term, Double> decided = new HashMap<>();
        List<VirtualArgument> arguments = new ArrayList<>();
        double repetitions = 1;
        boolean skips = false;
        for (VirtualTable.Argument argument : plan.arguments()) {
            Offer offer = usable.get(argument.constraint());
            boolean whole = argument.whole() && offer.constraint().isList();
            arguments.add(
                    new VirtualArgument(offer.value().list(), offer.value().query(), whole));
            repetitions *= whole ? 1 : Math.max(1, offer.value().list().size());
            if (argument.exact() && offer.share() > 0) {
                decided.merge(offer.term(), 1.0 / offer.share(), Double::sum);
            }
            skips |= offer.constraint().operator() == Operator.OFFSET;
        }
        List<Term> used = new ArrayList<>();
        decided.forEach((term, part) -> {
            if (part >= 1) {
                used.add(term);
            }
        });
        boolean once = arguments.stream().allMatch(VirtualArgument::isOne);
        return new AccessPath(
                new VirtualScan(plan.index(), plan.text(), List.copyOf(arguments), skips),
                List.copyOf(used),
                repetitions * plan.rows(),
                CostModel.tableSteps(repetitions * plan.cost()),
                0,
                once ? (order, grouped) -> sorted(usable, order, grouped) : null);
    }

    private AccessPath.Sorted sorted(List<Offer> usable, List<SortColumn> order, boolean grouped) {
        List<Offer> own = usable.stream().filter(offer -> offer.term() != null).toList();
        AccessPath limited = limited(own, order, grouped);
        if (limited != null) {
            return new AccessPath.Sorted(limited, false);
        }
        VirtualTable.Plan plan = plan(own, order, grouped);
        AccessPath path = path(own, plan);
        return plan.order() == VirtualTable.Order.NONE || path.sorting() == null
                ? null
                : new AccessPath.Sorted(path, plan.order() == VirtualTable.Order.UNIQUE);
    }

    /**
     * The path that depends on no other source; null if there is none, or it would be read more
     * than once.
     */
    GivenPath given() {
        List<Offer> usable = usable(0);
        AccessPath path = path(usable, plan(usable, List.of(), false));
        VirtualScan scan = (VirtualScan) path.access();
        boolean once = scan.arguments().stream().allMatch(value -> value.isOne() && !value.whole());
        return !once || path.isImpossible() || before() != 0
                ? null
                : new GivenPath(
                        scan, path.used().stream().map(Term::condition).toList(), path.rows());
    }

    /**
     * The sources that must stand on a row first: the table cannot do without the values of its
     * hidden columns.
     */
    long before() {
        long before = 0;
        List<Integer> seen = new ArrayList<>();
        for (Offer offer : offers) {
            int column = offer.constraint().column();
            if (isHidden(column) && !seen.contains(column)) {
                seen.add(column);
                before |= offer.others();
            }
        }
        return before;
    }

    /** The sources that values for the table's columns may come from. */
    long others() {
        long others = 0;
        for (Offer offer : offers) {
            others |= offer.others();
        }
        return others;
    }

    private boolean isHidden(int column) {
        return column >= 0 && table.columns().get(column).hidden();
    }

    private void addUse(Term term, Term.Use use) {
        if (use.column().source() != number) {
            return;
        }
        Operator low = use.inclusive() ? Operator.GE : Operator.GT;
        Operator high = use.inclusive() ? Operator.LE : Operator.LT;
        int share = use.precision() == Term.Precision.EXACT ? 1 : 0;
        switch (use.kind()) {
            case EQUAL -> {
                boolean isNull = term.condition() instanceof Expr.IsNull;
                Operator equal = use.matchNull() ? Operator.IS : Operator.EQ;
                add(term, share, use, isNull ? Operator.IS_NULL : equal, use.values());
            }
            case IN -> {
                if (isHidden(use.column().index()) || module.takesLists()) {
                    add(term, share, use, Operator.EQ, use.values());
                }
            }
            case LOW -> {
                if (use.values().isEmpty()) {
                    add(
                            term,
                            share,
                            use,
                            Operator.IS_NOT_NULL,
                            List.of(new Expr.Constant(SqlNull.NULL)));
                } else {
                    add(term, share, use, low, use.values());
                }
            }
            case HIGH -> add(term, share, use, high, use.values());
            case RANGE -> {
                add(term, 2 * share, use, low, List.of(use.values().getFirst()));
                add(term, 2 * share, use, high, List.of(use.values().getLast()));
            }
        }
    }

    private void add(Term term, int share, Term.Use use, Operator operator, List<Expr> values) {
        Constraint constraint = new Constraint(
                use.column().index(),
                operator,
                use.comparison().collation(),
                use.kind() == Term.Kind.IN);
        offers.add(
                new Offer(term, share, constraint, new Values(values, use.query()), use.others()));
    }

    /** The conditions that only a virtual table has a use for. */
    private void addOther(Term term, SourcePlaces places) {
        switch (term.condition()) {
            case Expr.Compare compare -> {
                Operator operator = switch (compare.operator()) {
                    case NE -> Operator.NE;
                    case IS_NOT -> Operator.IS_NOT;
                    default -> null;
                };
                if (operator != null) {
                    Collation collation = compare.comparison().collation();
                    addOther(term, operator, compare.left(), compare.right(), collation, places);
                    addOther(term, operator, compare.right(), compare.left(), collation, places);
                }
            }
            case Expr.Call call
            when call.arguments().size() == 2 -> {
                addOverloaded(term, call, places);
                Operator operator = switch (call.function().name()) {
                    case "match" -> Operator.MATCH;
                    case "like" -> Operator.LIKE;
                    case "glob" -> Operator.GLOB;
                    case "regexp" -> Operator.REGEXP;
                    default -> null;
                };
                if (operator != null) {
                    List<Expr> arguments = call.arguments();
                    addOther(
                            term,
                            operator,
                            arguments.get(1),
                            arguments.get(0),
                            call.collation(),
                            places);
                }
            }
            default -> {}
        }
    }

    /** A call of a function that the table wants to know of. */
    private void addOverloaded(Term term, Expr.Call call, SourcePlaces places) {
        if (call.function() instanceof OverloadedFunction overloaded && overloaded.operator() > 0) {
            Expr compared = call.arguments().getFirst();
            Expr value = call.arguments().getLast();
            addOther(
                    term,
                    compared,
                    value,
                    places,
                    column -> new Constraint(
                            column,
                            Operator.FUNCTION,
                            call.collation(),
                            false,
                            overloaded.operator()));
        }
    }

    private void addOther(
            Term term,
            Operator operator,
            Expr compared,
            Expr value,
            Collation collation,
            SourcePlaces places) {
        addOther(
                term,
                compared,
                value,
                places,
                column -> new Constraint(column, operator, collation, false));
    }

    /** @param condition makes it of a column's place */
    private void addOther(
            Term term,
            Expr compared,
            Expr value,
            SourcePlaces places,
            IntFunction<Constraint> condition) {
        if (compared instanceof Expr.Column column && column.source() == number) {
            long others = Exprs.sources(value, places);
            if ((others & places.bit(number)) == 0) {
                List<Expr> values = List.of(value);
                Constraint constraint = condition.apply(column.index());
                offers.add(new Offer(term, 1, constraint, new Values(values, null), others));
            }
        }
    }
}
