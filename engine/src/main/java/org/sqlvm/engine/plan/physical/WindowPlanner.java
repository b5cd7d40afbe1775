package org.sqlvm.engine.plan.physical;

import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.TextEncoding;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Exprs;
import org.sqlvm.engine.plan.logical.SortKey;
import org.sqlvm.engine.plan.logical.Typing;
import org.sqlvm.engine.plan.physical.SelectPlan.Windows;
import org.sqlvm.engine.row.window.WindowSpec;
import org.sqlvm.engine.schema.Index;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Window functions: what they and the result need of a row is computed into columns, the windows
 * add theirs, and expressions above are rewritten to those columns.
 */
public final class WindowPlanner {
    private final Collation binary;
    /** What is computed of each row, in this order, and its place. */
    private final SequencedMap<Expr, Integer> inputs = new LinkedHashMap<>();

    /** The calls by window, in the order in which they are written. */
    private final SequencedMap<Expr.Window, Set<Expr.WindowCall>> calls = new LinkedHashMap<>();

    private final List<Pass> passes = new ArrayList<>();

    /** Calls that are computed over the rows in one order. */
    private record Pass(Expr.Window window, List<Expr.WindowCall> calls) {
        boolean readsFrame() {
            return calls.stream()
                    .anyMatch(call -> call.function() == null || call.function().readsFrame());
        }

        /** Both in one; null if they differ in what matters to one of them. */
        Pass with(Pass other) {
            boolean ordered = window.partition().equals(other.window.partition())
                    && window.order().equals(other.window.order());
            if (!ordered || (readsFrame() && other.readsFrame())) {
                return null;
            }
            List<Expr.WindowCall> both = new ArrayList<>(calls);
            both.addAll(other.calls);
            return new Pass(readsFrame() ? window : other.window, both);
        }
    }

    /** The columns by which the rows are sorted in the end, and how. */
    private final List<Integer> order = new ArrayList<>();

    private final List<KeyField> orderFields = new ArrayList<>();

    /** Of the calls in a result and in its order. */
    public static WindowPlanner of(List<Expr> values, List<SortKey> order, TextEncoding encoding) {
        List<Expr> results = new ArrayList<>(values);
        order.forEach(key -> results.add(key.value()));
        return new WindowPlanner(results, encoding);
    }

    private WindowPlanner(List<Expr> expressions, TextEncoding encoding) {
        binary = Collation.binary(encoding);
        expressions.forEach(this::collect);
        calls.reversed().forEach((window, own) -> add(new Pass(window, List.copyOf(own))));
    }

    /**
     * The window that is written first is the last to be computed, as in SQLite: each finds the
     * rows as the one before it has left them, and that is how equal ones are ordered.
     */
    private void add(Pass pass) {
        Pass both = passes.isEmpty() ? null : passes.getLast().with(pass);
        if (both == null) {
            passes.add(pass);
        } else {
            passes.set(passes.size() - 1, both);
        }
    }

    /** What is computed of each row below the windows. */
    public List<Expr> inputs() {
        return List.copyOf(inputs.sequencedKeySet());
    }

    /**
     * Whether rows that come in the order of an index end up in the same order as if they came in
     * that of the table, all of whose rows it has: those that the first window finds equal have
     * equal keys in the index, too.
     */
    public boolean sortsBy(Index index) {
        WindowSpec first = plan().specs().getFirst();
        List<Expr> known = inputs();
        List<Integer> columns = new ArrayList<>(first.partition());
        columns.addAll(first.order());
        List<KeyField> fields = new ArrayList<>(first.partitionFields());
        fields.addAll(first.orderFields());
        return index.columns().subList(0, index.keyCount()).stream()
                .allMatch(column -> IntStream.range(0, columns.size())
                        .anyMatch(key -> known.get(columns.get(key)) instanceof Expr.Column value
                                && value.index() == column.tableColumn()
                                && fields.get(key).collation().equals(column.collation())));
    }

    /**
     * The rows come in this order in the end.
     *
     * @return false if a key is computed above the windows: then they do not
     */
    public boolean orderBy(List<SortKey> keys) {
        List<Integer> columns = new ArrayList<>();
        for (SortKey key : keys) {
            if (!(above(key.value()) instanceof Expr.WindowColumn column)) {
                return false;
            }
            columns.add(column.index());
        }
        order.addAll(columns);
        keys.forEach(key -> orderFields.add(field(key)));
        return true;
    }

    private static KeyField field(SortKey key) {
        return new KeyField(key.collation(), key.descending(), key.bigNull());
    }

    private void collect(Expr expression) {
        if (expression instanceof Expr.WindowCall call) {
            Exprs.children(call).forEach(this::input);
            calls.computeIfAbsent(call.window(), _ -> new LinkedHashSet<>()).add(call);
        } else if (isDivided(expression)) {
            Exprs.children(expression).forEach(this::collect);
        } else if (!(expression instanceof Expr.CaseBase)) {
            input(expression);
        }
    }

    /** Whether parts of it are computed below the windows, but not all of it. */
    private static boolean isDivided(Expr expression) {
        return Exprs.hasWindow(expression) || comparesBase(expression);
    }

    /** Whether it is the condition of a CASE with a base, which it cannot leave. */
    private static boolean comparesBase(Expr expression) {
        return !(expression instanceof Expr.Case)
                && Exprs.children(expression).stream()
                        .anyMatch(child -> child instanceof Expr.CaseBase || comparesBase(child));
    }

    private int input(Expr expression) {
        return inputs.computeIfAbsent(expression, _ -> inputs.size());
    }

    /** {@code expression} over the rows with the windows' results. */
    public Expr above(Expr expression) {
        if (expression instanceof Expr.WindowCall call) {
            return new Expr.WindowColumn(resultOf(call), org.sqlvm.engine.data.Affinity.NONE, null);
        }
        if (expression instanceof Expr.Constant || expression instanceof Expr.CaseBase) {
            return expression;
        }
        if (isDivided(expression)) {
            return Exprs.mapChildren(expression, this::above);
        }
        return new Expr.WindowColumn(
                input(expression), Typing.affinity(expression), Typing.collation(expression));
    }

    private int resultOf(Expr.WindowCall call) {
        int place = inputs.size();
        for (Pass pass : passes) {
            int own = pass.calls.indexOf(call);
            if (own >= 0) {
                return place + own;
            }
            place += pass.calls.size();
        }
        throw new AssertionError(call);
    }

    public Windows plan() {
        List<WindowSpec> specs = new ArrayList<>();
        int firstResult = inputs.size();
        for (Pass pass : passes) {
            specs.add(spec(pass.window, pass.calls, firstResult));
            firstResult += pass.calls.size();
        }
        if (!order.isEmpty()) {
            specs.add(WindowSpec.ofOrder(order, orderFields, firstResult));
        }
        return new Windows(inputs(), List.copyOf(specs), firstResult);
    }

    private WindowSpec spec(Expr.Window window, List<Expr.WindowCall> functions, int firstResult) {
        List<KeyField> partitionFields = new ArrayList<>();
        window.partition()
                .forEach(key -> partitionFields.add(
                        new KeyField(Typing.collation(key, binary), false, false)));
        List<Integer> orderColumns = new ArrayList<>();
        List<KeyField> fields = new ArrayList<>();
        for (SortKey key : window.order()) {
            orderColumns.add(input(key.value()));
            fields.add(field(key));
        }
        List<WindowSpec.Call> described = new ArrayList<>();
        for (Expr.WindowCall call : functions) {
            described.add(new WindowSpec.Call(
                    call.function(),
                    call.aggregate(),
                    call.collation(),
                    call.arguments().stream().map(this::input).toList(),
                    call.filter() == null ? -1 : input(call.filter())));
        }
        return new WindowSpec(
                window.partition().stream().map(this::input).toList(),
                partitionFields,
                orderColumns,
                fields,
                new WindowSpec.Frame(
                        window.unit(),
                        bound(window.startKind(), window.start()),
                        bound(window.endKind(), window.end()),
                        window.exclusion()),
                described,
                firstResult);
    }

    private WindowSpec.Bound bound(WindowSpec.Kind kind, Expr offset) {
        return new WindowSpec.Bound(kind, offset == null ? -1 : input(offset));
    }
}
