package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Collation;
import org.sqlvm.engine.data.SqlNull;
import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.plan.logical.Expr.CompareOperator;
import org.sqlvm.engine.plan.logical.Expr.Comparison;
import org.sqlvm.engine.plan.logical.Term.Kind;
import org.sqlvm.engine.plan.logical.Term.Precision;
import org.sqlvm.engine.plan.logical.Term.Use;
import org.sqlvm.engine.row.function.PatternFunctions;

import java.util.ArrayList;
import java.util.List;

/** Finds what a condition says of single columns. */
final class TermUses {
    private final SourcePlaces places;
    private final List<Use> found = new ArrayList<>();

    TermUses(SourcePlaces places) {
        this.places = places;
    }

    List<Use> found() {
        return List.copyOf(found);
    }

    void add(Expr condition) {
        switch (condition) {
            case Expr.Compare compare -> {
                addComparison(compare, Precision.EXACT);
                addComparison(flipped(compare), Precision.EXACT);
            }
            case Expr.In in
            when !in.negated() && !in.values().isEmpty() -> {
                if (compared(in.operand()) instanceof Expr.Column column) {
                    Kind kind = in.values().size() == 1 ? Kind.EQUAL : Kind.IN;
                    add(column, kind, in.values(), true, in.comparison(), Precision.EXACT);
                }
            }
            case Expr.InQuery in
            when !in.negated() && in.nested().arguments().isEmpty() -> {
                if (in.operands().size() == 1
                        && in.operands().get(0) instanceof Expr.Column column
                        && places.bit(column.source()) != 0) {
                    Comparison comparison = in.comparisons().get(0);
                    found.add(new Use(
                            column,
                            Kind.IN,
                            List.of(),
                            in,
                            true,
                            false,
                            Precision.EXACT,
                            comparison,
                            0));
                }
            }
            case Expr.IsNull isNull -> {
                if (isNull.operand() instanceof Expr.Column column) {
                    addIsNull(column, isNull.negated());
                }
            }
            case Expr.Between between
            when !between.negated() -> {
                boolean same = between.lowComparison().equals(between.highComparison());
                if (same && compared(between.operand()) instanceof Expr.Column column) {
                    List<Expr> ends = List.of(between.low(), between.high());
                    add(column, Kind.RANGE, ends, true, between.lowComparison(), Precision.EXACT);
                }
            }
            case Expr.Call call -> addPattern(call);
            case Expr.Or or -> addRowComparison(or);
            default -> {}
        }
    }

    /** An operand without COLLATE, which the comparison knows. */
    private static Expr compared(Expr operand) {
        return operand instanceof Expr.Collate collate ? compared(collate.operand()) : operand;
    }

    private static Expr.Compare flipped(Expr.Compare compare) {
        CompareOperator operator = switch (compare.operator()) {
            case LT -> CompareOperator.GT;
            case LE -> CompareOperator.GE;
            case GT -> CompareOperator.LT;
            case GE -> CompareOperator.LE;
            default -> compare.operator();
        };
        return new Expr.Compare(operator, compare.right(), compare.left(), compare.comparison());
    }

    private void addComparison(Expr.Compare compare, Precision precision) {
        if (!(compared(compare.left()) instanceof Expr.Column column)) {
            return;
        }
        List<Expr> value = List.of(compare.right());
        Comparison comparison = compare.comparison();
        boolean wide = precision == Precision.WIDER;
        switch (compare.operator()) {
            case EQ -> add(column, Kind.EQUAL, value, true, comparison, precision);
            case IS -> addIs(column, value, comparison);
            case LT -> add(column, Kind.HIGH, value, wide, comparison, precision);
            case LE -> add(column, Kind.HIGH, value, true, comparison, precision);
            case GT -> add(column, Kind.LOW, value, wide, comparison, precision);
            case GE -> add(column, Kind.LOW, value, true, comparison, precision);
            default -> {}
        }
    }

    private void addIs(Expr.Column column, List<Expr> value, Comparison comparison) {
        int before = found.size();
        add(column, Kind.EQUAL, value, true, comparison, Precision.EXACT);
        if (found.size() > before) {
            Use equal = found.removeLast();
            found.add(new Use(
                    column,
                    Kind.EQUAL,
                    value,
                    null,
                    true,
                    true,
                    Precision.EXACT,
                    comparison,
                    equal.others()));
        }
    }

    private void addIsNull(Expr.Column column, boolean negated) {
        Comparison plain = new Comparison(Affinity.NONE, column.collation());
        if (negated) {
            add(column, Kind.LOW, List.of(), false, plain, Precision.EXACT);
        } else {
            addIs(column, List.of(new Expr.Constant(SqlNull.NULL)), plain);
        }
    }

    /**
     * Adds the bound {@code a <= x} of {@code a < x OR (a = x AND …)}, into which a comparison of
     * rows is rewritten.
     */
    private void addRowComparison(Expr.Or or) {
        if (or.left() instanceof Expr.Compare first
                && first.operator() != CompareOperator.EQ
                && or.right() instanceof Expr.And and
                && Exprs.conjuncts(and).get(0) instanceof Expr.Compare equal
                && equal.operator() == CompareOperator.EQ
                && equal.left().equals(first.left())
                && equal.right().equals(first.right())
                && first.operator() != CompareOperator.NE
                && first.operator() != CompareOperator.IS
                && first.operator() != CompareOperator.IS_NOT) {
            addComparison(first, Precision.WIDER);
            addComparison(flipped(first), Precision.WIDER);
        }
    }

    /**
     * LIKE and GLOB with a pattern that begins with plain characters: the texts from those on to
     * those with the last character counted up. An index must compare as the operator does: LIKE in
     * NOCASE, GLOB in BINARY.
     */
    private void addPattern(Expr.Call call) {
        boolean like = call.function() == PatternFunctions.LIKE;
        if ((!like && call.function() != PatternFunctions.GLOB)
                || !(call.arguments().get(1) instanceof Expr.Column column)
                || !(call.arguments().get(0) instanceof Expr.Constant constant)
                || !(constant.value() instanceof Text pattern)
                || column.index() == Expr.Column.ROWID) {
            return;
        }
        String escape =
                call.arguments().size() < 3 ? "" : escape(call.arguments().get(2));
        String prefix = escape == null ? "" : prefix(pattern.toString(), like, escape);
        boolean number = column.affinity() != Affinity.TEXT && mayBeNumber(prefix);
        if (prefix.isEmpty() || number) {
            return;
        }
        char last = prefix.charAt(prefix.length() - 1);
        String low = like ? upper(prefix) : prefix;
        String high = like ? lower(prefix) : prefix;
        high = high.substring(0, high.length() - 1) + (char) ((like ? lower(last) : last) + 1);
        Collation collation = like ? Collation.NOCASE : call.collation();
        Comparison comparison = new Comparison(Affinity.NONE, collation);
        add(
                column,
                Kind.LOW,
                List.of(new Expr.Constant(Text.of(low))),
                true,
                comparison,
                Precision.PATTERN);
        add(
                column,
                Kind.HIGH,
                List.of(new Expr.Constant(Text.of(high))),
                false,
                comparison,
                Precision.PATTERN);
    }

    /** The escape character; null if it is none. */
    private static String escape(Expr value) {
        return value instanceof Expr.Constant constant
                        && constant.value() instanceof Text text
                        && text.toString().length() == 1
                ? text.toString()
                : null;
    }

    /** The plain ASCII characters that a text must begin with. */
    private static String prefix(String pattern, boolean like, String escape) {
        String special = like ? "%_" : "*?[";
        StringBuilder prefix = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char character = pattern.charAt(i);
            if (escape.indexOf(character) >= 0 && i + 1 < pattern.length()) {
                character = pattern.charAt(++i);
            } else if (special.indexOf(character) >= 0 || escape.indexOf(character) >= 0) {
                break;
            }
            // What counts up to another kind of character is left out.
            if (character < ' ' || character > '~') {
                break;
            }
            prefix.append(character);
        }
        return prefix.toString();
    }

    /** A number that is not stored as text has a text too, and an order of its own. */
    private static boolean mayBeNumber(String prefix) {
        return prefix.isEmpty() || "0123456789+-. ".indexOf(prefix.charAt(0)) >= 0;
    }

    private static char lower(char character) {
        return character >= 'A' && character <= 'Z' ? (char) (character + 32) : character;
    }

    private static String lower(String text) {
        StringBuilder result = new StringBuilder();
        text.chars().forEach(character -> result.append(lower((char) character)));
        return result.toString();
    }

    private static String upper(String text) {
        StringBuilder result = new StringBuilder();
        text.chars()
                .forEach(character -> result.append((char)
                        (character >= 'a' && character <= 'z' ? character - 32 : character)));
        return result.toString();
    }

    private void add(
            Expr.Column column,
            Kind kind,
            List<Expr> values,
            boolean inclusive,
            Comparison comparison,
            Precision precision) {
        long others = 0;
        boolean stable = true;
        for (Expr value : values) {
            others |= Exprs.sources(value, places);
            stable &= Exprs.isDeterministic(value);
        }
        long own = places.bit(column.source());
        // A virtual table gets its values once, however they are made.
        boolean usable = stable || places.isVirtual(column.source());
        if (usable && own != 0 && (others & own) == 0) {
            found.add(new Use(
                    column, kind, values, null, inclusive, false, precision, comparison, others));
        }
    }
}
