package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.KeyField;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.plan.logical.ConstantList;
import org.sqlvm.engine.plan.logical.Expr;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.physical.SelectPlan.KeyPart;
import org.sqlvm.engine.program.ProgramNotes;
import org.sqlvm.engine.program.ScanNotes;
import org.sqlvm.engine.program.TableScan;
import org.sqlvm.engine.program.TableScan.Constant;
import org.sqlvm.engine.row.FunctionFact;
import org.sqlvm.engine.row.function.RegisteredScalar;
import org.sqlvm.engine.vector.column.StoredColumn;
import org.sqlvm.engine.vector.query.VectorQuery.Comparator;
import org.sqlvm.engine.vector.scan.ScanFilter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The facts of a loop that goes through a table ({@link TableScan}): its conditions as far as they
 * compare columns with constants, and the use of its rows, if that is nothing but to sort or to
 * give them. A condition counts only if all that the loop does before it can neither fail nor be
 * seen: the row may be passed over then.
 */
public final class ScannedRows {
    private final ExpressionCode values;
    private final TableAccess access;
    private final ScanNotes notes;

    /** The table's number among the sources. */
    private final int source;

    /** The label of the first instruction for a row. */
    private final int head;

    /** The label of the step to the next row. */
    private final int step;

    /** Whether a column of another source is copied from a register. */
    private final Predicate<Expr.Column> copied;

    private boolean filtered;

    /** Nothing but reads and comparisons of values so far. */
    private boolean quiet = true;

    ScannedRows(
            ExpressionCode values,
            TableAccess access,
            int source,
            int head,
            int step,
            Predicate<Expr.Column> copied) {
        this.values = values;
        this.access = access;
        this.notes = access.scanAll();
        this.source = source;
        this.head = head;
        this.step = step;
        this.copied = copied;
    }

    /**
     * A side of a comparison.
     *
     * @param column its index in the scan
     * @param call null for the column itself
     */
    private record Value(int column, ScanFilter.Call call) {}

    /** Takes the notes back. */
    void forget(ProgramNotes from) {
        from.forget(notes);
    }

    /** Adds a condition that each row must meet, behind those before. */
    void addFilter(Expr condition) {
        filtered = true;
        quiet = quiet && add(condition, true);
    }

    /** Adds the condition that a column is not NULL. */
    void addNotNull(int column) {
        filtered = true;
        StoredColumn stored = access.storedOrNull(column);
        quiet = quiet && stored != null;
        if (quiet) {
            addNullTest(new Value(notes.read(stored), null), Comparator.IS_NOT);
        }
    }

    /** Adds the condition that none of the values is NULL; all of them are computed before. */
    void addNotNull(List<Expr> given) {
        filtered = true;
        quiet = quiet && given.stream().allMatch(this::isQuiet);
        if (quiet) {
            given.forEach(each -> addNullTest(value(each), Comparator.IS_NOT));
        }
    }

    /** Adds the look-up of other rows: it finds none for a key with a NULL. */
    void addKeys(List<KeyPart> keys) {
        filtered = true;
        for (KeyPart key : keys) {
            if (!key.isSingle()) {
                continue; // Computed behind the others.
            }
            Expr value = key.values().getFirst();
            quiet = quiet && isQuiet(value);
            if (quiet && !key.matchNull()) {
                addNullTest(value(value), Comparator.IS_NOT);
            }
        }
        quiet = false;
    }

    /** Adds a comparison with the rowid that ends the loop. */
    void addEnd() {
        filtered = true;
        quiet = false;
        notes.read(StoredColumn.OF_ROWIDS);
    }

    /** Returns whether the condition can neither fail nor be seen. */
    private boolean add(Expr condition, boolean wanted) {
        return switch (condition) {
            case Expr.And and when wanted -> add(and.left(), true) && add(and.right(), true);
            case Expr.Or or when !wanted -> add(or.left(), false) && add(or.right(), false);
            case Expr.Unary not
            when not.operator() == Expr.UnaryOperator.NOT -> add(not.operand(), !wanted);
            case Expr.Compare compare -> {
                CompareOperator operator = compare.operator();
                yield addComparison(
                        compare.left(),
                        wanted ? operator : ConditionCode.inverse(operator),
                        compare.right(),
                        compare.comparison());
            }
            case Expr.Between between
            when between.negated() != wanted ->
                addComparison(
                                between.operand(),
                                CompareOperator.GE,
                                between.low(),
                                between.lowComparison())
                        && addComparison(
                                between.operand(),
                                CompareOperator.LE,
                                between.high(),
                                between.highComparison());
            case Expr.IsNull isNull -> {
                boolean isQuiet = isQuiet(isNull.operand());
                if (isQuiet) {
                    addNullTest(
                            value(isNull.operand()),
                            isNull.negated() == wanted ? Comparator.IS_NOT : Comparator.IS);
                }
                yield isQuiet;
            }
            case Expr.In in -> addIn(in, in.negated() != wanted);
            default -> false;
        };
    }

    private void addNullTest(Value value, Comparator comparator) {
        if (value != null) {
            notes.addTest(new TableScan.Test(
                    value.column, value.call, comparator, List.of(), Affinity.NONE));
        }
    }

    private boolean addComparison(
            Expr left, CompareOperator operator, Expr right, Expr.Comparison comparison) {
        Value first = value(left);
        Value second = value(right);
        Comparator comparator = comparator(operator);
        if (comparator != null && isPlain(comparison)) {
            if (first != null && constant(right) != null) {
                addTest(first, comparator, List.of(constant(right)), comparison);
            } else if (second != null && constant(left) != null) {
                addTest(second, turned(comparator), List.of(constant(left)), comparison);
            }
        }
        return isQuiet(left) && isQuiet(right);
    }

    private void addTest(
            Value value,
            Comparator comparator,
            List<Constant> constants,
            Expr.Comparison comparison) {
        Affinity affinity =
                comparison.affinity() == Affinity.NONE ? Affinity.BLOB : comparison.affinity();
        notes.addTest(
                new TableScan.Test(value.column, value.call, comparator, constants, affinity));
    }

    private static boolean isPlain(Expr.Comparison comparison) {
        return comparison.collation() == null || comparison.collation() == Collation.BINARY;
    }

    /** @param found whether one of the values must be equal; else none, and there is no NULL */
    private boolean addIn(Expr.In in, boolean found) {
        boolean isQuiet = !in.values().isEmpty()
                && !(in.values() instanceof ConstantList)
                && isQuiet(in.operand())
                && in.values().stream().allMatch(this::isQuiet);
        if (!isQuiet) {
            return false;
        }
        Value value = value(in.operand());
        List<Constant> constants = in.values().stream().map(this::constant).toList();
        boolean known = value != null && constants.stream().allMatch(Objects::nonNull);
        if (!found) {
            addNullTest(value, Comparator.IS_NOT);
        } else if (known && isPlain(in.comparison())) {
            addTest(value, Comparator.EQ, constants, in.comparison());
        }
        return true;
    }

    private static Comparator comparator(CompareOperator operator) {
        return switch (operator) {
            case EQ -> Comparator.EQ;
            case NE -> Comparator.NE;
            case LT -> Comparator.LT;
            case LE -> Comparator.LE;
            case GT -> Comparator.GT;
            case GE -> Comparator.GE;
            case IS, IS_NOT -> null;
        };
    }

    /** The comparison with its sides exchanged. */
    private static Comparator turned(Comparator comparator) {
        return switch (comparator) {
            case LT -> Comparator.GT;
            case LE -> Comparator.GE;
            case GT -> Comparator.LT;
            case GE -> Comparator.LE;
            default -> comparator;
        };
    }

    /** Whether an expression's code only copies values, or reads them of the row. */
    private boolean isQuiet(Expr expression) {
        return switch (plain(expression)) {
            case Expr.Column column ->
                column.source() == source
                        ? access.storedOrNull(column.index()) != null
                        : copied.test(column);
            case Expr.Outer _ -> true;
            case Expr.ScalarQuery query -> values.nested().known(query) != null;
            case Expr other -> values.isLoopInvariant(other) || value(other) != null;
        };
    }

    private static Expr plain(Expr expression) {
        return switch (expression) {
            case Expr.Collate collate -> plain(collate.operand());
            case Expr.Plus plus -> plain(plus.operand());
            default -> expression;
        };
    }

    /** A column of the table, or a part of its text; null for other expressions. */
    private Value value(Expr expression) {
        return switch (plain(expression)) {
            case Expr.Column column
            when column.source() == source -> {
                StoredColumn stored = access.storedOrNull(column.index());
                yield stored == null ? null : new Value(notes.read(stored), null);
            }
            case Expr.Call call
            when call.function().is(FunctionFact.PART) && call.arguments().size() == 3 -> {
                Value text = value(call.arguments().getFirst());
                List<Object> others = call.arguments().subList(1, 3).stream()
                        .map(each -> literal(plain(each)))
                        .toList();
                boolean known = text != null
                        && text.call == null
                        && others.stream().allMatch(Long.class::isInstance);
                yield known
                        ? new Value(text.column, new ScanFilter.Call(call.function(), others))
                        : null;
            }
            default -> null;
        };
    }

    /** The value of a literal that all texts of the shape have in common; else Java's null. */
    private static Object literal(Expr expression) {
        return expression instanceof Expr.Constant constant && constant.isKnown()
                ? constant.value()
                : null;
    }

    /** Null for an expression whose value is not known when the loop begins, and for NULL. */
    private Constant constant(Expr expression) {
        return switch (plain(expression)) {
            case Expr.Constant constant
            when constant.isKnown() ->
                constant.value() == SqlNull.NULL ? null : new Constant.Literal(constant.value());
            case Expr.Constant constant ->
                new Constant.Parameter(constant.shared().place());
            case Expr.Parameter parameter -> new Constant.Parameter(parameter.number());
            case Expr.Outer outer -> new Constant.Register(values.nested().outer(outer));
            case Expr.ScalarQuery query -> {
                Integer known = values.nested().known(query);
                yield known == null ? null : new Constant.Register(known);
            }
            default -> null;
        };
    }

    /**
     * Notes that the rows that pass are sorted, and nothing else.
     *
     * @param stored the values that go into the sorter
     * @param first the one that the order begins with
     * @param cursor the sorter's
     */
    void sort(List<Expr> stored, Expr first, int cursor, List<KeyField> fields) {
        Value key = value(first);
        boolean known = quiet
                && key != null
                && key.call == null
                && fields.getFirst().collation() == Collation.BINARY
                && stored.stream().allMatch(this::isQuiet);
        if (known) {
            notes.setSort(new TableScan.Sort(key.column, cursor, fields));
        }
    }

    /**
     * Notes that the loop gives its rows, and nothing else: columns, and perhaps one call of a
     * registered function of columns.
     */
    void give(List<Expr> result) {
        int called = -1;
        int[] columns = new int[result.size()];
        for (int i = 0; i < columns.length; i++) {
            Value value = value(result.get(i));
            if (value != null && value.call == null) {
                columns[i] = value.column;
            } else if (called < 0 && isCallOfColumns(plain(result.get(i)))) {
                called = i;
            } else {
                return;
            }
        }
        if (!filtered) {
            TableScan.Call call = called < 0 ? null : call(result, columns, called);
            notes.setLoop(new TableScan.RowLoop(head, step, columns, call));
        }
    }

    private boolean isCallOfColumns(Expr expression) {
        return expression instanceof Expr.Call call
                && call.function() instanceof RegisteredScalar
                && !call.arguments().isEmpty()
                && call.arguments().stream().map(this::value).allMatch(this::isColumn);
    }

    private boolean isColumn(Value value) {
        return value != null && value.call == null;
    }

    private TableScan.Call call(List<Expr> result, int[] columns, int called) {
        Expr.Call call = (Expr.Call) plain(result.get(called));
        List<Integer> read = new ArrayList<>();
        call.arguments().forEach(argument -> read.add(value(argument).column));
        IntStream.range(0, columns.length)
                .filter(column -> column != called)
                .forEach(column -> read.add(columns[column]));
        return new TableScan.Call(
                ((RegisteredScalar) call.function()).slot(),
                call.arguments().size(),
                read.stream().mapToInt(Integer::intValue).toArray(),
                called);
    }
}
