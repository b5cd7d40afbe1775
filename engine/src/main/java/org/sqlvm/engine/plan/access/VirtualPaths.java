package org.sqlvm.engine.plan.access;

import org.sqlvm.api.ScanPlan;
import org.sqlvm.api.ScanRequest;
import org.sqlvm.api.ScanRequest.Condition;
import org.sqlvm.api.ScanRequest.Known;
import org.sqlvm.api.ScanRequest.Need;
import org.sqlvm.api.ScanRequest.Operator;
import org.sqlvm.api.ScanRequest.SortColumn;
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
import org.sqlvm.engine.row.function.Registered;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.virtual.OverloadedFunction;
import org.sqlvm.engine.virtual.VirtualTable;

import java.util.ArrayList;
import java.util.BitSet;
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
    private final Source source;
    private final SourcePlaces places;
    private final VirtualTable module;
    private final Registered registered;
    private final Table table;
    private final int number;
    private final Set<Integer> needed;
    private final long columnsUsed;
    private final List<Term> terms;
    /** Null if the table cannot count for the query. */
    private final RowLimit limit;

    private final List<Offer> offers = new ArrayList<>();

    /** How many of the offers at the end are the limit's. */
    private int limitCount;

    /** The order that it is asked for as a rule. */
    private final List<SortColumn> order;

    private final Need need;

    /** What the table has answered so far. */
    private final Map<ScanRequest, ScanPlan> answers = new HashMap<>();

    /** Null before the first plan: the one with all conditions. */
    private AccessPath everything;

    /** The sources that it depends on. */
    private long everythingNeeds;

    /**
     * A condition on a column of the table.
     *
     * @param share how much of the term it is: 1 for all, 2 for one of two halves, 0 if the term is
     *     tested in any case
     * @param value what the column is compared to
     * @param others the sources that the value comes from
     */
    private record Offer(Term term, int share, Condition condition, Values value, long others) {}

    /** One value, a list, or a query that gives them. */
    private record Values(List<Expr> list, Expr.InQuery query) {}

    /**
     * @param terms the conditions that can limit the source's rows
     * @param needed the columns that the query reads
     * @param limit how many rows are wanted of those that meet the terms; null for all
     * @param wanted the order that the query's rows are wanted in
     * @param registered leads to the table of the connection that compiles
     */
    VirtualPaths(
            Source source,
            List<Term> terms,
            Set<Integer> needed,
            SourcePlaces places,
            RowLimit limit,
            WantedOrder wanted,
            Registered registered) {
        this.source = source;
        this.places = places;
        this.needed = needed;
        this.registered = registered;
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
        this.order = wanted.of(source);
        // A row with another rowid is another row.
        boolean sameRows = wanted.need().isDistinct() && !needed.contains(Expr.Column.ROWID);
        this.need = order.isEmpty() || (wanted.need().isDistinct() && !sameRows)
                ? Need.SORTED
                : wanted.need();
        addTerms();
        addLimit();
    }

    /** Returns the same table read with other conditions, in any order. */
    VirtualPaths with(List<Term> others) {
        return new VirtualPaths(source, others, needed, places, null, WantedOrder.NONE, registered);
    }

    /**
     * In SQLite's order: comparisons as they stand there, then from behind what is made of terms.
     */
    private void addTerms() {
        for (Term term : terms) {
            for (Term.Use use : term.uses()) {
                if (isWritten(term, use)) {
                    addUse(term, use);
                }
            }
        }
        for (Term term : terms.reversed()) {
            for (Term.Use use : term.uses()) {
                if (!isWritten(term, use)) {
                    addUse(term, use);
                }
            }
            addOther(term);
        }
    }

    /** Whether a use is the condition itself: of two columns, the first is compared. */
    private static boolean isWritten(Term term, Term.Use use) {
        return switch (term.condition()) {
            case Expr.Compare compare ->
                use.column().equals(compare.left()) || !(compare.left() instanceof Expr.Column);
            case Expr.IsNull isNull -> !isNull.negated();
            default -> use.kind() == Term.Kind.IN;
        };
    }

    private void addLimit() {
        if (limit == null || !limit.order().equals(order) || !isToldAll()) {
            return;
        }
        int before = offers.size();
        if (limit.offset() != null) {
            offers.add(count(Operator.OFFSET, limit.offset()));
        }
        offers.add(count(Operator.LIMIT, limit.limit()));
        limitCount = offers.size() - before;
    }

    /** Whether the table is told of all conditions. */
    private boolean isToldAll() {
        return terms.stream()
                .allMatch(term -> offers.stream().anyMatch(offer -> offer.term() == term));
    }

    private static Offer count(Operator operator, Expr value) {
        Condition condition = new Condition(
                Expr.Column.ROWID,
                operator,
                Collation.BINARY.name(),
                false,
                0,
                Count.of(value),
                true);
        return new Offer(null, 0, condition, new Values(List.of(value), null), 0);
    }

    /** A literal that a column is compared with. */
    private record Literal(Expr.Constant constant) implements Known {
        static Known of(Expr value) {
            return switch (value) {
                case Expr.Constant constant -> new Literal(constant);
                case Expr.Plus plus -> of(plus.operand());
                default -> Known.NOTHING;
            };
        }

        @Override
        public Object value() {
            return constant.value();
        }
    }

    /**
     * A LIMIT or OFFSET. It is looked at only if the table asks, since a program whose plan depends
     * on a literal serves no other text. As SQLite has it, none is told that is negative.
     */
    private record Count(Expr.Constant constant) implements Known {
        static Known of(Expr value) {
            return value instanceof Expr.Constant constant ? new Count(constant) : Known.NOTHING;
        }

        @Override
        public Object value() {
            return constant.value() instanceof Long count && count >= 0
                    ? count
                    : Known.NOTHING.value();
        }
    }

    /**
     * The best path when the sources in {@code known} stand on a row. As SQLite does, the table is
     * first asked with all conditions usable. If the plan depends on no other source, it is the
     * plan for all of them.
     */
    AccessPath best(long known) {
        if (everything == null) {
            BitSet all = usable(-1L);
            everything = best(all);
            for (int place : used(all, answer(all, order, need))) {
                everythingNeeds |= offers.get(place).others();
            }
        }
        return (everythingNeeds & ~known) == 0 ? everything : best(usable(known));
    }

    /** The places of the offers whose values are known. */
    private BitSet usable(long known) {
        BitSet usable = new BitSet();
        for (int place = 0; place < offers.size(); place++) {
            usable.set(place, (offers.get(place).others() & ~known) == 0);
        }
        return usable;
    }

    /** The best path with some of the conditions. */
    private AccessPath best(BitSet usable) {
        ScanPlan plan = answer(usable, order, need);
        BitSet taken = usable;
        if (countsWrongly(usable, plan)) {
            taken = withoutLimit(usable);
            plan = answer(taken, order, need);
        }
        if (module.isModule() && repeats(taken, plan)) {
            BitSet single = withoutLists(withoutLimit(taken));
            ScanPlan other = answer(single, order, need);
            if (other.cost() < plan.cost()) {
                return path(single, other);
            }
        }
        return path(taken, plan);
    }

    /**
     * Whether a plan takes LIMIT or OFFSET and must not: only if the rows meet all conditions and
     * come in the order in which they are counted may the table count.
     */
    private boolean countsWrongly(BitSet usable, ScanPlan plan) {
        if (limitCount == 0) {
            return false;
        }
        List<Integer> used = used(usable, plan);
        boolean takesLimit = used.contains(offers.size() - 1);
        boolean takesOffset = limitCount == 2 && used.contains(offers.size() - 2);
        AccessPath path = path(usable, plan);
        boolean whole = (takesOffset || limitCount == 1)
                && (order.isEmpty() || plan.sorted())
                && path.sorting() != null
                && path.used().containsAll(terms);
        return (takesLimit || takesOffset) && !whole;
    }

    /** Whether the table is read once for each value of a list. */
    private boolean repeats(BitSet usable, ScanPlan plan) {
        return plan.arguments().stream()
                .anyMatch(argument -> !argument.whole()
                        && offers.get(place(usable, argument)).condition().isList());
    }

    private BitSet withoutLimit(BitSet usable) {
        BitSet left = (BitSet) usable.clone();
        left.clear(offers.size() - limitCount, offers.size());
        return left;
    }

    private BitSet withoutLists(BitSet usable) {
        BitSet left = (BitSet) usable.clone();
        for (int place = 0; place < offers.size(); place++) {
            if (offers.get(place).condition().isList()) {
                left.clear(place);
            }
        }
        return left;
    }

    /** The table's plan for a query that can use some of the conditions. */
    private ScanPlan answer(BitSet usable, List<SortColumn> sorted, Need needed) {
        List<Condition> conditions = new ArrayList<>();
        for (int place = 0; place < offers.size(); place++) {
            conditions.add(offers.get(place).condition().usable(usable.get(place)));
        }
        ScanRequest request = new ScanRequest(conditions, sorted, needed, columnsUsed);
        ScanPlan known = answers.get(request);
        if (known == null) {
            known = module.plan(request, registered);
            answers.put(request, known);
        }
        return known;
    }

    /** The place among the offers of what a plan takes. */
    private static int place(BitSet usable, ScanPlan.Argument argument) {
        int place = usable.nextSetBit(0);
        for (int i = 0; i < argument.condition(); i++) {
            place = usable.nextSetBit(place + 1);
        }
        return place;
    }

    private static List<Integer> used(BitSet usable, ScanPlan plan) {
        return plan.arguments().stream()
                .map(argument -> place(usable, argument))
                .toList();
    }

    private AccessPath path(BitSet usable, ScanPlan plan) {
        Map<Term, Double> decided = new HashMap<>();
        List<VirtualArgument> arguments = new ArrayList<>();
        double repetitions = 1;
        boolean skips = false;
        for (ScanPlan.Argument argument : plan.arguments()) {
            Offer offer = offers.get(place(usable, argument));
            boolean whole = argument.whole() && offer.condition().isList();
            arguments.add(
                    new VirtualArgument(offer.value().list(), offer.value().query(), whole));
            repetitions *= whole ? 1 : Math.max(1, offer.value().list().size());
            if (argument.exact() && offer.share() > 0) {
                decided.merge(offer.term(), 1.0 / offer.share(), Double::sum);
            }
            skips |= offer.condition().operator() == Operator.OFFSET;
        }
        List<Term> used = new ArrayList<>();
        decided.forEach((term, part) -> {
            if (part >= 1) {
                used.add(term);
            }
        });
        boolean once = arguments.stream().allMatch(VirtualArgument::isOne);
        return new AccessPath(
                new VirtualScan(plan, List.copyOf(arguments), skips),
                List.copyOf(used),
                repetitions * plan.rows(),
                CostModel.tableSteps(repetitions * plan.cost()),
                0,
                once ? (sorted, grouped) -> sorted(usable, sorted, grouped) : null);
    }

    /**
     * A module is asked for the query's order alone, other tables for another if they give that.
     */
    private AccessPath.Sorted sorted(BitSet usable, List<SortColumn> wanted, boolean grouped) {
        if (!order.isEmpty()) {
            ScanPlan plan = answer(usable, order, need);
            boolean gives = plan.sorted();
            if (gives && isTold(wanted, grouped) && (grouped || !need.isGrouped())) {
                return sorted(usable, plan);
            }
            // In another order than it was told it may not leave rows out.
            if (!gives || need.isDistinct() || module.isModule()) {
                return null;
            }
        }
        BitSet left = withoutLimit(usable);
        return sorted(left, answer(left, wanted, grouped ? Need.GROUPED : Need.SORTED));
    }

    private AccessPath.Sorted sorted(BitSet usable, ScanPlan plan) {
        AccessPath path = path(usable, plan);
        return !plan.sorted() || path.sorting() == null
                ? null
                : new AccessPath.Sorted(path, plan.order() == ScanPlan.Order.UNIQUE);
    }

    /**
     * Whether the order is the one that the table is asked for as a rule; or that with fewer
     * columns, if those that are missing have one value.
     */
    private boolean isTold(List<SortColumn> wanted, boolean grouped) {
        if (order.isEmpty()) {
            return false;
        }
        int next = 0;
        for (SortColumn column : order) {
            boolean same = next < wanted.size()
                    && (grouped
                            ? wanted.get(next).column() == column.column()
                            : wanted.get(next).equals(column));
            next += same ? 1 : 0;
        }
        return next == wanted.size();
    }

    /**
     * The path that depends on no other source; null if there is none, or it would be read more
     * than once.
     */
    GivenPath given() {
        AccessPath path = best(0);
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
            int column = offer.condition().column();
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
                if (isHidden(use.column().index()) || module.isModule()) {
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
        boolean isList = use.kind() == Term.Kind.IN;
        boolean isOne = !isList && values.size() == 1;
        Condition condition = new Condition(
                use.column().index(),
                operator,
                use.comparison().collation().name(),
                isList,
                0,
                isOne ? Literal.of(values.getFirst()) : Known.NOTHING,
                true);
        offers.add(
                new Offer(term, share, condition, new Values(values, use.query()), use.others()));
    }

    /** The conditions that only a virtual table has a use for. */
    private void addOther(Term term) {
        switch (term.condition()) {
            case Expr.Compare compare -> {
                Operator operator = switch (compare.operator()) {
                    case NE -> Operator.NE;
                    case IS_NOT -> Operator.IS_NOT;
                    default -> null;
                };
                if (operator != null) {
                    Collation collation = compare.comparison().collation();
                    addOther(term, operator, compare.left(), compare.right(), collation);
                    addOther(term, operator, compare.right(), compare.left(), collation);
                }
            }
            case Expr.Call call
            when call.arguments().size() == 2 -> {
                addOverloaded(term, call);
                Operator operator = switch (call.function().name()) {
                    case "match" -> Operator.MATCH;
                    case "like" -> Operator.LIKE;
                    case "glob" -> Operator.GLOB;
                    case "regexp" -> Operator.REGEXP;
                    default -> null;
                };
                if (operator != null) {
                    List<Expr> arguments = call.arguments();
                    addOther(term, operator, arguments.get(1), arguments.get(0), call.collation());
                }
            }
            default -> {}
        }
    }

    /** A call of a function that the table wants to know of. */
    private void addOverloaded(Term term, Expr.Call call) {
        if (call.function() instanceof OverloadedFunction overloaded && overloaded.operator() > 0) {
            Expr compared = call.arguments().getFirst();
            Expr value = call.arguments().getLast();
            addOther(
                    term,
                    compared,
                    value,
                    column -> new Condition(
                            column,
                            Operator.FUNCTION,
                            call.collation().name(),
                            false,
                            overloaded.operator(),
                            Literal.of(value),
                            true));
        }
    }

    private void addOther(
            Term term, Operator operator, Expr compared, Expr value, Collation collation) {
        addOther(
                term,
                compared,
                value,
                column -> new Condition(
                        column, operator, collation.name(), false, 0, Literal.of(value), true));
    }

    /** @param maker makes it of a column's place */
    private void addOther(Term term, Expr compared, Expr value, IntFunction<Condition> maker) {
        if (compared instanceof Expr.Column column && column.source() == number) {
            long others = Exprs.sources(value, places);
            if ((others & places.bit(number)) == 0) {
                List<Expr> values = List.of(value);
                Condition condition = maker.apply(column.index());
                offers.add(new Offer(term, 1, condition, new Values(values, null), others));
            }
        }
    }
}
