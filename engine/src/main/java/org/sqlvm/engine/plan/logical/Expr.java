package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Blob;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.AggregateFunction;
import org.sqlvm.engine.row.ScalarFunction;
import org.sqlvm.engine.row.aggregate.CountAggregates;
import org.sqlvm.engine.row.window.WindowFunction;
import org.sqlvm.engine.row.window.WindowSpec;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.SharedLiterals;

import java.util.ArrayList;
import java.util.List;

/**
 * An expression after name resolution: every column knows its source, every comparison its affinity
 * and collation (sqlite.org/datatype3.html sections 4.2 and 7.1), every call its function. What the
 * text looked like no longer matters, but for the name of a result column, which is kept beside it.
 */
public sealed interface Expr {

    /**
     * A literal: SqlNull, Long, Double, Text or Blob.
     *
     * @param shared null if its value is known now. Otherwise that is the value in the text at
     *     hand, and the program is to serve texts with other values of the same type, too
     */
    record Constant(Object value, Shared shared) implements Expr {
        public Constant(Object value) {
            this(value, null);
        }

        /** The value; who asks has a plan that is for this value alone. */
        @Override
        public Object value() {
            if (shared != null) {
                shared.literals().ask();
            }
            return value;
        }

        /** Whether its value is the same whenever the program runs. */
        public boolean isKnown() {
            return shared == null;
        }

        public boolean isNull() {
            return value == SqlNull.NULL;
        }

        public boolean isNumber() {
            return value instanceof Long || value instanceof Double;
        }

        public boolean isReal() {
            return value instanceof Double;
        }

        public boolean isText() {
            return value instanceof Text;
        }

        public boolean isBlob() {
            return value instanceof Blob;
        }
    }

    /**
     * A literal that texts of a shape do not have in common.
     *
     * @param literal which of those it is, from 1
     */
    record Shared(int literal, SharedLiterals literals) {
        /** Its number among the parameters, which it stands behind. */
        public int place() {
            return literals.place(literal);
        }
    }

    /** Parameter {@code number}, from 1. */
    record Parameter(int number) implements Expr {}

    /**
     * A value of the row that a trigger's program runs for: argument {@code place} of the program,
     * from 0.
     */
    record TriggerValue(int place, Affinity affinity, Collation collation) implements Expr {}

    /**
     * RAISE in a trigger: there is no value, the program ends.
     *
     * @param message null for IGNORE
     */
    record Raise(Expression.RaiseAction action, Expr message) implements Expr {}

    /**
     * A column of a source of the FROM clause.
     *
     * @param source number of the source in the statement, from 0
     * @param index the column's place in the table, or {@link #ROWID}
     */
    record Column(int source, int index, String name, Affinity affinity, Collation collation)
            implements Expr {
        /** {@code index} of the rowid, under whatever name. */
        public static final int ROWID = -1;
    }

    /**
     * The value of the {@code index}-th aggregate call of the grouping this expression stands
     * above.
     */
    record AggregateResult(int index) implements Expr {}

    /** The {@code index}-th key of the grouping this expression stands above. */
    record GroupKey(int index, Affinity affinity, Collation collation) implements Expr {}

    /** The {@code index}-th bare column (neither key nor aggregated) of the grouping. */
    record BareColumn(int index, Affinity affinity, Collation collation) implements Expr {}

    /**
     * Unary plus: the operand's value without its affinity, so it decides no comparison and uses no
     * index.
     */
    record Plus(Expr operand) implements Expr {}

    record Unary(UnaryOperator operator, Expr operand) implements Expr {}

    record Binary(BinaryOperator operator, Expr left, Expr right) implements Expr {}

    record And(Expr left, Expr right) implements Expr {}

    record Or(Expr left, Expr right) implements Expr {}

    /** @param comparison how both sides are made comparable */
    record Compare(CompareOperator operator, Expr left, Expr right, Comparison comparison)
            implements Expr {}

    /** {@code operand IS [NOT] NULL}. */
    record IsNull(Expr operand, boolean negated) implements Expr {}

    /** {@code operand IS [NOT] TRUE|FALSE}. */
    record IsTruth(Expr operand, boolean truth, boolean negated) implements Expr {}

    /** The operand is evaluated once. */
    record Between(
            Expr operand,
            Expr low,
            Comparison lowComparison,
            Expr high,
            Comparison highComparison,
            boolean negated)
            implements Expr {}

    /** {@code operand [NOT] IN (values)}; an empty list is allowed. */
    record In(Expr operand, List<Expr> values, Comparison comparison, boolean negated)
            implements Expr {}

    /**
     * CASE. With a base every condition is a {@link Compare} whose left side is {@link CaseBase}.
     *
     * @param base null for a searched CASE
     * @param otherwise null without ELSE
     */
    record Case(Expr base, List<When> branches, Expr otherwise) implements Expr {}

    record When(Expr condition, Expr result) {}

    /** Inside a {@link Case}: the value of its base, evaluated once. */
    record CaseBase(Affinity affinity, Collation collation) implements Expr {}

    record Cast(Expr operand, Affinity target) implements Expr {}

    /** An explicit COLLATE. */
    record Collate(Expr operand, Collation collation) implements Expr {}

    /**
     * A scalar function. LIKE, GLOB, {@code ->} and the like are calls too. {@code coalesce},
     * {@code ifnull} and {@code iif} are short-circuit forms and become {@link Case}s or
     * {@link Coalesce}.
     */
    record Call(ScalarFunction function, List<Expr> arguments, Collation collation)
            implements Expr {}

    /** The first argument that is not NULL; the rest is not evaluated. */
    record Coalesce(List<Expr> arguments) implements Expr {}

    /**
     * An aggregate call before grouping has been planned.
     *
     * @param order in which a group's rows are taken; empty for any
     */
    record Aggregate(
            AggregateFunction function,
            List<Expr> arguments,
            boolean distinct,
            Expr filter,
            Collation collation,
            List<SortKey> order)
            implements Expr {
        /** Whether it is {@code count(*)} of all rows. */
        public boolean isRowCount() {
            return function == CountAggregates.ROWS && filter == null;
        }
    }

    /**
     * A value of the query around this one: the expression that an {@link Argument} of the same
     * slot gives.
     *
     * @param slot its number in the statement
     */
    record Outer(int slot, Affinity affinity, Collation collation) implements Expr {}

    /** What a nested query reads of the query around it, evaluated before the nested one runs. */
    record Argument(int slot, Expr value) {}

    /**
     * A query inside an expression.
     *
     * @param query planned under its identity, which an expression that is rebuilt keeps
     * @param arguments empty if it does not depend on the row around it: then it runs once
     * @param memo its results are kept by the values of its arguments
     */
    public record Nested(Query query, List<Argument> arguments, boolean memo) {
        public Nested(Query query, List<Argument> arguments) {
            this(query, arguments, false);
        }

        public boolean isCorrelated() {
            return !arguments.isEmpty();
        }

        /** The values of the arguments. */
        public List<Expr> values() {
            return arguments.stream().map(Argument::value).toList();
        }

        /** The same query with other values for its arguments. */
        Nested withValues(List<Expr> values) {
            List<Argument> changed = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                changed.add(new Argument(arguments.get(i).slot(), values.get(i)));
            }
            return new Nested(query, List.copyOf(changed), memo);
        }

        public Nested withQuery(Query other) {
            return new Nested(other, arguments, memo);
        }

        public Nested withMemo() {
            return new Nested(query, arguments, true);
        }
    }

    /** Column {@code column} of the first row of a query, NULL if it has no row. */
    record ScalarQuery(Nested nested, int column) implements Expr {}

    /** Whether a query has a row. */
    record Exists(Nested nested) implements Expr {}

    /** {@code operands [NOT] IN (SELECT …)}: as many operands as the query has columns. */
    record InQuery(
            List<Expr> operands, Nested nested, List<Comparison> comparisons, boolean negated)
            implements Expr {}

    /**
     * A function over a window.
     *
     * @param function null for an aggregate
     * @param aggregate null for a function that exists for windows only
     * @param filter null without
     */
    record WindowCall(
            WindowFunction function,
            AggregateFunction aggregate,
            List<Expr> arguments,
            Expr filter,
            Collation collation,
            Window window)
            implements Expr {}

    /**
     * @param order empty without
     * @param start null unless the frame's start has an offset
     * @param end null unless its end has
     */
    record Window(
            List<Expr> partition,
            List<SortKey> order,
            WindowSpec.Unit unit,
            WindowSpec.Kind startKind,
            Expr start,
            WindowSpec.Kind endKind,
            Expr end,
            WindowSpec.Exclusion exclusion) {

        /** The same rows with a frame that has no offsets. */
        public Window framed(
                WindowSpec.Unit unit, WindowSpec.Kind startKind, WindowSpec.Kind endKind) {
            return new Window(
                    partition,
                    order,
                    unit,
                    startKind,
                    null,
                    endKind,
                    null,
                    WindowSpec.Exclusion.UNSPECIFIED);
        }
    }

    /** Column {@code index} of the rows that the windows have been computed over. */
    record WindowColumn(int index, Affinity affinity, Collation collation) implements Expr {}

    enum UnaryOperator {
        NEGATE,
        BIT_NOT,
        NOT
    }

    enum BinaryOperator {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        REMAINDER,
        CONCAT,
        BIT_AND,
        BIT_OR,
        SHIFT_LEFT,
        SHIFT_RIGHT
    }

    enum CompareOperator {
        EQ,
        NE,
        LT,
        LE,
        GT,
        GE,
        IS,
        IS_NOT
    }

    /** The affinity applied to copies of both sides before they are compared, and the collation. */
    record Comparison(Affinity affinity, Collation collation) {}
}
