package org.sqlvm.server.typing;

import org.sqlvm.server.sql.SqlTokens;
import org.sqlvm.server.sql.TypeName;
import org.sqlvm.server.value.PgType;

import java.util.function.Supplier;

/** Reads operators, and gives their operands types. */
final class OperatorTypes {
    /** Reads an expression whose operators bind at least so strongly. */
    @FunctionalInterface
    interface ExpressionReader {
        Operand read(int strength);
    }

    // How strongly operators bind.
    static final int OR = 1;
    static final int AND = 2;
    static final int NOT = 3;
    static final int EQUALITY = 4;
    static final int ORDER = 5;
    static final int BITS = 6;
    static final int SUM = 7;
    static final int PRODUCT = 8;
    static final int CONCAT = 9;
    static final int SIGN = 10;

    private final SqlTokens tokens;
    private final ExpressionReader expressions;
    /** Reads an operand without operators behind it. */
    private final Supplier<Operand> prefixes;

    private final Unifier unifier;

    OperatorTypes(
            SqlTokens tokens,
            ExpressionReader expressions,
            Supplier<Operand> prefixes,
            Unifier unifier) {
        this.tokens = tokens;
        this.expressions = expressions;
        this.prefixes = prefixes;
        this.unifier = unifier;
    }

    /** Reads an operator and what is behind it; null if there is none that binds so strongly. */
    Operand read(Operand left, int strength) {
        if (tokens.kind() == SqlTokens.Kind.WORD) {
            return wordOperator(left, strength);
        }
        if (tokens.kind() != SqlTokens.Kind.SYMBOL) {
            return null;
        }
        switch (tokens.token()) {
            case "::" -> {
                tokens.next();
                TypeName type = TypeName.read(tokens);
                Operand result = new Operand(type.type());
                unifier.set(left, result);
                return result;
            }
            case "=", "!" -> {
                return strength <= EQUALITY ? comparison(left, ORDER) : null;
            }
            case "<", ">" -> {
                return smaller(left, strength);
            }
            case "|" -> {
                return bar(left, strength);
            }
            case "&" -> {
                return strength <= BITS ? arithmetic(left, SUM) : null;
            }
            case "+", "-" -> {
                return strength <= SUM ? sum(left) : null;
            }
            case "*", "/", "%" -> {
                return strength <= PRODUCT ? arithmetic(left, CONCAT) : null;
            }
            default -> {
                return null;
            }
        }
    }

    private char second() {
        return tokens.end() < tokens.text().length() ? tokens.text().charAt(tokens.end()) : 0;
    }

    private Operand smaller(Operand left, int strength) {
        char first = tokens.token().charAt(0);
        char second = second();
        if (second == first) {
            if (strength > BITS) {
                return null;
            }
            tokens.next();
            return arithmetic(left, SUM);
        }
        boolean isUnequal = first == '<' && second == '>';
        if (strength > (isUnequal ? EQUALITY : ORDER)) {
            return null;
        }
        return comparison(left, isUnequal ? ORDER : BITS);
    }

    /** The right side, behind the symbols of an operator. */
    private Operand comparison(Operand left, int strength) {
        skipSymbols("=<>!");
        unifier.unify(left, expressions.read(strength));
        return new Operand(PgType.BOOL);
    }

    private void skipSymbols(String symbols) {
        while (tokens.kind() == SqlTokens.Kind.SYMBOL && symbols.contains(tokens.token())) {
            tokens.next();
        }
    }

    private Operand bar(Operand left, int strength) {
        boolean isConcat = second() == '|';
        if (strength > (isConcat ? CONCAT : BITS)) {
            return null;
        }
        if (!isConcat) {
            return arithmetic(left, SUM);
        }
        tokens.next();
        tokens.next();
        Operand text = new Operand(PgType.TEXT);
        unifier.set(left, text);
        unifier.set(expressions.read(SIGN), text);
        return text;
    }

    /** {@code -> } and {@code ->>} of JSON are no sums. */
    private Operand sum(Operand left) {
        if (tokens.isSymbol('-') && second() == '>') {
            tokens.next();
            skipSymbols(">");
            unifier.set(expressions.read(SIGN), new Operand(PgType.TEXT));
            return Operand.UNKNOWN;
        }
        return arithmetic(left, PRODUCT);
    }

    private Operand arithmetic(Operand left, int strength) {
        tokens.next();
        Operand right = expressions.read(strength);
        Operand result = new Operand(number(left.type(), right.type()));
        unifier.set(left, result);
        unifier.set(right, result);
        return result;
    }

    /** The type of a result of numbers. */
    private static PgType number(PgType left, PgType right) {
        if (left == PgType.FLOAT8 || right == PgType.FLOAT8) {
            return PgType.FLOAT8;
        }
        return left == PgType.INT8 || right == PgType.INT8 ? PgType.INT8 : PgType.NUMERIC;
    }

    private Operand wordOperator(Operand left, int strength) {
        switch (tokens.word()) {
            case "OR", "AND" -> {
                int own = tokens.isWord("OR") ? OR : AND;
                if (strength > own) {
                    return null;
                }
                tokens.next();
                expressions.read(own + 1);
                return new Operand(PgType.BOOL);
            }
            case "COLLATE" -> {
                tokens.next();
                tokens.next();
                return left;
            }
            case "ISNULL", "NOTNULL" -> {
                tokens.next();
                return new Operand(PgType.BOOL);
            }
            case "IS" -> {
                if (strength > EQUALITY) {
                    return null;
                }
                tokens.next();
                tokens.accept("NOT");
                if (tokens.accept("DISTINCT")) {
                    tokens.accept("FROM");
                }
                unifier.unify(left, expressions.read(ORDER));
                return new Operand(PgType.BOOL);
            }
            case "NOT", "LIKE", "GLOB", "REGEXP", "MATCH", "IN", "BETWEEN" -> {
                return strength > EQUALITY ? null : negatable(left);
            }
            default -> {
                return null;
            }
        }
    }

    private Operand negatable(Operand left) {
        tokens.accept("NOT");
        Operand result = new Operand(PgType.BOOL);
        String word = tokens.word();
        switch (word) {
            case "LIKE", "GLOB", "REGEXP", "MATCH" -> {
                tokens.next();
                Operand text = new Operand(PgType.TEXT);
                unifier.set(left, text);
                unifier.set(expressions.read(ORDER), text);
                if (tokens.accept("ESCAPE")) {
                    unifier.set(expressions.read(ORDER), text);
                }
            }
            case "IN" -> {
                tokens.next();
                Operand list = prefixes.get();
                for (Operand each : list.parts()) {
                    unifier.unify(left, each);
                }
                if (list.parts().isEmpty()) {
                    unifier.unify(left, list);
                }
            }
            case "BETWEEN" -> {
                tokens.next();
                unifier.unify(left, expressions.read(ORDER));
                if (tokens.accept("AND")) {
                    unifier.unify(left, expressions.read(ORDER));
                }
            }
            case "NULL" -> tokens.next();
            default -> {}
        }
        return result;
    }
}
