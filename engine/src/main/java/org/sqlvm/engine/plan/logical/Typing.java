package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.plan.logical.Expr.Comparison;

import java.util.List;

/**
 * Affinity and collation of expressions, and what they make of a comparison
 * (sqlite.org/datatype3.html sections 3.2, 4.2 and 7.1).
 *
 * <p>An affinity of NONE means that the expression has none: it is neither a column nor a cast. A
 * column without a type has affinity BLOB, which is something else.
 */
public final class Typing {
    static final int NUMBER = 1;
    static final int TEXT = 1 << 1;
    static final int BLOB = 1 << 2;

    private Typing() {}

    /** The affinity of a value of {@code expression}. */
    public static Affinity affinity(Expr expression) {
        return switch (expression) {
            case Expr.Column column -> column.affinity();
            case Expr.GroupKey key -> key.affinity();
            case Expr.BareColumn column -> column.affinity();
            case Expr.CaseBase base -> base.affinity();
            case Expr.Cast cast -> cast.target();
            case Expr.Outer outer -> outer.affinity();
            case Expr.TriggerValue value -> value.affinity();
            case Expr.WindowColumn column -> column.affinity();
            // Of a compound the last SELECT says how to compare.
            case Expr.ScalarQuery scalar ->
                Queries.lastTypes(scalar.nested().query()).get(scalar.column()).affinity();
            case Expr.Collate collate -> affinity(collate.operand());
            default -> Affinity.NONE;
        };
    }

    /** The kinds of value that {@code expression} may give, as bits: number, text, blob. */
    static int kinds(Expr expression) {
        return switch (expression) {
            case Expr.Collate collate -> kinds(collate.operand());
            case Expr.Plus plus -> kinds(plus.operand());
            case Expr.Constant constant ->
                constant.isText()
                        ? TEXT
                        : constant.isBlob() ? BLOB : constant.isNull() ? 0 : NUMBER;
            case Expr.Binary binary
            when binary.operator() == Expr.BinaryOperator.CONCAT -> TEXT | BLOB;
            case Expr.Case c -> {
                int kinds = c.otherwise() == null ? 0 : kinds(c.otherwise());
                for (Expr.When branch : c.branches()) {
                    kinds |= kinds(branch.result());
                }
                yield kinds;
            }
            case Expr.Column _,
                    Expr.Outer _,
                    Expr.TriggerValue _,
                    Expr.Cast _,
                    Expr.ScalarQuery _ -> {
                Affinity affinity = affinity(expression);
                yield affinity.isNumeric()
                        ? NUMBER | BLOB
                        : affinity == Affinity.TEXT ? TEXT | BLOB : NUMBER | TEXT | BLOB;
            }
            case Expr.Parameter _,
                    Expr.Raise _,
                    Expr.Call _,
                    Expr.Coalesce _,
                    Expr.Aggregate _,
                    Expr.WindowCall _ -> NUMBER | TEXT | BLOB;
            default -> NUMBER;
        };
    }

    /** The collation of {@code expression}, explicit or a column's, or null if nothing says one. */
    public static Collation collation(Expr expression) {
        return switch (expression) {
            // A rowid is a number: it has none, so that the other side's counts.
            case Expr.Column column ->
                column.index() == Expr.Column.ROWID ? null : column.collation();
            case Expr.GroupKey key -> key.collation();
            case Expr.BareColumn column -> column.collation();
            case Expr.CaseBase base -> base.collation();
            case Expr.Cast cast -> collation(cast.operand());
            case Expr.Outer outer -> outer.collation();
            case Expr.TriggerValue value -> value.collation();
            case Expr.WindowColumn column -> column.collation();
            case Expr.WindowCall call ->
                call.arguments().stream()
                        .filter(Typing::hasCollate)
                        .findFirst()
                        .map(Typing::collation)
                        .orElse(null);
            case Expr.ScalarQuery _, Expr.Exists _ -> null;
            case Expr.InQuery in ->
                in.operands().stream()
                        .filter(Typing::hasCollate)
                        .findFirst()
                        .map(Typing::collation)
                        .orElse(null);
            case Expr.Plus plus -> collation(plus.operand());
            case Expr.Collate collate -> collate.collation();
            default -> {
                // A COLLATE deeper down counts, the first from the left; a column deeper down does
                // not.
                for (Expr child : Exprs.children(expression)) {
                    if (hasCollate(child)) {
                        yield collation(child);
                    }
                }
                yield null;
            }
        };
    }

    /** The collation of {@code expression}, or {@code otherwise}. */
    public static Collation collation(Expr expression, Collation otherwise) {
        Collation collation = collation(expression);
        return collation != null ? collation : otherwise;
    }

    /** The first collation that one of {@code arguments} has: that of min, max and nullif. */
    public static Collation firstCollation(List<Expr> arguments, Collation otherwise) {
        for (Expr argument : arguments) {
            Collation collation = collation(argument);
            if (collation != null) {
                return collation;
            }
        }
        return otherwise;
    }

    /** How {@code left} and {@code right} compare. */
    public static Comparison comparison(Expr left, Expr right, Collation otherwise) {
        return new Comparison(
                comparisonAffinity(left, right), comparisonCollation(left, right, otherwise));
    }

    /**
     * How the operand of IN compares with each of a list: the list's own affinities do not count.
     */
    public static Comparison listComparison(Expr operand, Collation otherwise) {
        return new Comparison(oneSided(affinity(operand)), collation(operand, otherwise));
    }

    /**
     * How an operand of IN compares with a column of the query: an explicit COLLATE of either side
     * comes before a column's own collation, and the operand before the query.
     */
    public static Comparison queryComparison(Expr operand, Query.Type column, Collation otherwise) {
        Collation own = collation(operand);
        Affinity left = affinity(operand);
        Affinity right = column.affinity();
        // The one place where REAL makes reals of integers, of both sides.
        boolean real = (left == Affinity.REAL && right == Affinity.NONE)
                || (left == Affinity.NONE && right == Affinity.REAL);
        Collation first = own;
        Collation second = column.collation();
        if (column.collated() && !hasCollate(operand)) {
            first = second;
            second = own;
        }
        return new Comparison(
                real ? Affinity.REAL : comparisonAffinity(left, right),
                first != null ? first : second != null ? second : otherwise);
    }

    /** {@code expression} with the affinities that its comparisons have by what they compare. */
    public static Expr retyped(Expr expression) {
        if (expression instanceof Expr.Case) {
            return expression;
        }
        Expr changed = Exprs.mapChildren(expression, Typing::retyped);
        return switch (changed) {
            case Expr.Compare compare ->
                new Expr.Compare(
                        compare.operator(),
                        compare.left(),
                        compare.right(),
                        retyped(compare.left(), compare.right(), compare.comparison()));
            case Expr.Between between ->
                new Expr.Between(
                        between.operand(),
                        between.low(),
                        retyped(between.operand(), between.low(), between.lowComparison()),
                        between.high(),
                        retyped(between.operand(), between.high(), between.highComparison()),
                        between.negated());
            case Expr.In in ->
                new Expr.In(
                        in.operand(),
                        in.values(),
                        new Comparison(
                                oneSided(affinity(in.operand())),
                                in.comparison().collation()),
                        in.negated());
            default -> changed;
        };
    }

    private static Comparison retyped(Expr left, Expr right, Comparison comparison) {
        return new Comparison(comparisonAffinity(left, right), comparison.collation());
    }

    private static Affinity comparisonAffinity(Expr left, Expr right) {
        return comparisonAffinity(affinity(left), affinity(right));
    }

    private static Affinity comparisonAffinity(Affinity leftAffinity, Affinity rightAffinity) {
        if (leftAffinity != Affinity.NONE && rightAffinity != Affinity.NONE) {
            boolean numeric = leftAffinity.isNumeric() || rightAffinity.isNumeric();
            return numeric ? Affinity.NUMERIC : Affinity.NONE;
        }
        return oneSided(leftAffinity != Affinity.NONE ? leftAffinity : rightAffinity);
    }

    /**
     * What a column's affinity does to what it is compared with: it makes numbers of text, and text
     * of numbers, but no REAL of a number: 9007199254740993 would be rounded.
     */
    private static Affinity oneSided(Affinity affinity) {
        return affinity == Affinity.BLOB
                ? Affinity.NONE
                : affinity.isNumeric() ? Affinity.NUMERIC : affinity;
    }

    private static Collation comparisonCollation(Expr left, Expr right, Collation otherwise) {
        if (hasCollate(left)) {
            return collation(left, otherwise);
        }
        if (hasCollate(right)) {
            return collation(right, otherwise);
        }
        Collation ofLeft = collation(left);
        return ofLeft != null ? ofLeft : collation(right, otherwise);
    }

    /** Whether a COLLATE stands anywhere in {@code expression}. */
    public static boolean hasCollate(Expr expression) {
        if (expression instanceof Expr.Collate) {
            return true;
        }
        for (Expr child : Exprs.children(expression)) {
            if (hasCollate(child)) {
                return true;
            }
        }
        return false;
    }
}
