package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Expression.BinaryOperator;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TypeName;
import org.sqlvm.engine.sql.tree.Window;

import java.util.ArrayList;
import java.util.List;

/**
 * Expressions, by precedence climbing with SQLite's precedences. Keeps the height of the tree it
 * has just built, so that a tree too high for a recursive compiler is refused while it is made.
 */
final class ExpressionParser {
    /** The number of symbols on the stack of SQLite's parser, less those around an expression. */
    private static final int NESTING_MAX = 2490;

    /**
     * The symbols on that stack for a call's arguments and inside a CASE, beside the expression's.
     */
    private static final int CALL_SYMBOLS = 2;

    private static final int CASE_SYMBOLS = 4;

    private static final int OR = 1;
    private static final int AND = 2;
    private static final int NOT = 3;
    private static final int EQUALITY = 4;
    private static final int INEQUALITY = 5;
    private static final int BITS = 7;
    private static final int SUM = 8;
    private static final int PRODUCT = 9;
    private static final int CONCAT = 10;
    private static final int COLLATE = 11;
    private static final int PREFIX = 12;
    private static final int NONE = -1;

    private final Tokens tokens;
    private final ParameterNames parameters;
    private final SelectParser selects;
    private int height;
    private int nesting;

    ExpressionParser(Tokens tokens, ParameterNames parameters, SelectParser selects) {
        this.tokens = tokens;
        this.parameters = parameters;
        this.selects = selects;
    }

    Expression expression() {
        return expression(0);
    }

    List<Expression> expressions() {
        List<Expression> list = new ArrayList<>();
        int highest = 0;
        do {
            list.add(expression());
            highest = Math.max(highest, height);
        } while (tokens.accept(TokenKind.COMMA));
        height = highest;
        return list;
    }

    /** Everything that binds at least as tight as {@code precedence}. */
    private Expression expression(int precedence) {
        if (++nesting > NESTING_MAX) {
            throw SqlException.error("Recursion limit");
        }
        Expression left = prefix();
        while (true) {
            int operator = precedenceOf(tokens.token());
            if (operator == NONE || operator < precedence) {
                nesting--;
                return left;
            }
            left = infix(left, operator);
        }
    }

    /** The tree grows by a node above subtrees of the given height. */
    private <T> T grown(T node, int below) {
        height = below + 1;
        int heightMax = tokens.limits().expressionDepth();
        if (height > heightMax) {
            throw SqlException.error(
                    "Expression tree is too large (maximum depth " + heightMax + ")");
        }
        return node;
    }

    private int precedenceOf(Token token) {
        return switch (token.kind()) {
            case OR -> OR;
            case AND -> AND;
            case NOT -> NOT;
            case IS, MATCH, LIKE_KW, BETWEEN, IN, ISNULL, NOTNULL, NE, EQ -> EQUALITY;
            case GT, LE, LT, GE -> INEQUALITY;
            case BITAND, BITOR, LSHIFT, RSHIFT -> BITS;
            case PLUS, MINUS -> SUM;
            case STAR, SLASH, REM -> PRODUCT;
            case CONCAT, PTR -> CONCAT;
            case COLLATE -> COLLATE;
            default -> NONE;
        };
    }

    private Expression infix(Expression left, int precedence) {
        int leftHeight = height;
        return switch (tokens.token().kind()) {
            case IS -> is(left, leftHeight);
            case ISNULL, NOTNULL -> {
                boolean negated = tokens.take().is(TokenKind.NOTNULL);
                yield grown(
                        new Expression.IsNull(
                                left, negated, tokens.since(left.span().start())),
                        leftHeight);
            }
            case NOT -> {
                tokens.take();
                if (tokens.accept(TokenKind.NULL)) {
                    yield grown(
                            new Expression.IsNull(
                                    left, true, tokens.since(left.span().start())),
                            leftHeight);
                }
                yield negatable(left, leftHeight, true);
            }
            case LIKE_KW, MATCH, BETWEEN, IN -> negatable(left, leftHeight, false);
            case COLLATE -> {
                tokens.take();
                Name collation = idOrString();
                yield grown(
                        new Expression.Collate(
                                left, collation, tokens.since(left.span().start())),
                        leftHeight);
            }
            default -> binary(left, operator(tokens.take()), precedence, leftHeight);
        };
    }

    private Expression binary(
            Expression left, BinaryOperator operator, int precedence, int leftHeight) {
        Expression right = expression(precedence + 1);
        Span span = tokens.since(left.span().start());
        return grown(
                new Expression.Binary(operator, left, right, span), Math.max(leftHeight, height));
    }

    private BinaryOperator operator(Token token) {
        return switch (token.kind()) {
            case OR -> BinaryOperator.OR;
            case AND -> BinaryOperator.AND;
            case EQ -> BinaryOperator.EQ;
            case NE -> BinaryOperator.NE;
            case LT -> BinaryOperator.LT;
            case LE -> BinaryOperator.LE;
            case GT -> BinaryOperator.GT;
            case GE -> BinaryOperator.GE;
            case BITAND -> BinaryOperator.BIT_AND;
            case BITOR -> BinaryOperator.BIT_OR;
            case LSHIFT -> BinaryOperator.SHIFT_LEFT;
            case RSHIFT -> BinaryOperator.SHIFT_RIGHT;
            case PLUS -> BinaryOperator.ADD;
            case MINUS -> BinaryOperator.SUBTRACT;
            case STAR -> BinaryOperator.MULTIPLY;
            case SLASH -> BinaryOperator.DIVIDE;
            case REM -> BinaryOperator.REMAINDER;
            case CONCAT -> BinaryOperator.CONCAT;
            case PTR ->
                token.end() - token.start() == 2
                        ? BinaryOperator.EXTRACT_JSON
                        : BinaryOperator.EXTRACT_VALUE;
            default -> throw tokens.unexpected(token);
        };
    }

    /** IS [NOT] [DISTINCT FROM]; IS NULL and IS NOT NULL are their own. */
    private Expression is(Expression left, int leftHeight) {
        tokens.expect(TokenKind.IS);
        boolean negated = tokens.accept(TokenKind.NOT);
        boolean distinct = false;
        if (tokens.accept(TokenKind.DISTINCT)) {
            tokens.expect(TokenKind.FROM);
            distinct = true;
        }
        Expression right = expression(EQUALITY + 1);
        Span span = tokens.since(left.span().start());
        int below = Math.max(leftHeight, height);
        if (right instanceof Expression.NullLiteral && !distinct) {
            return grown(new Expression.IsNull(left, negated, span), below);
        }
        BinaryOperator operator = negated == distinct ? BinaryOperator.IS : BinaryOperator.IS_NOT;
        return grown(new Expression.Binary(operator, left, right, span), below);
    }

    /** Parses the operators that may follow NOT behind an operand. */
    private Expression negatable(Expression left, int leftHeight, boolean negated) {
        return switch (tokens.token().kind()) {
            case LIKE_KW, MATCH -> like(left, leftHeight, negated);
            case BETWEEN -> between(left, leftHeight, negated);
            case IN -> in(left, leftHeight, negated);
            default -> throw tokens.unexpected();
        };
    }

    private Expression like(Expression left, int leftHeight, boolean negated) {
        String function = tokens.text(tokens.take());
        Expression pattern = expression(EQUALITY + 1);
        int below = Math.max(leftHeight, height);
        Expression escape = null;
        if (tokens.accept(TokenKind.ESCAPE)) {
            escape = expression(EQUALITY + 1);
            below = Math.max(below, height);
        }
        Span span = tokens.since(left.span().start());
        return grown(new Expression.Like(function, left, pattern, escape, negated, span), below);
    }

    private Expression between(Expression left, int leftHeight, boolean negated) {
        tokens.take();
        Expression low = expression(NOT);
        int below = Math.max(leftHeight, height);
        tokens.expect(TokenKind.AND);
        Expression high = expression(EQUALITY + 1);
        Span span = tokens.since(left.span().start());
        return grown(
                new Expression.Between(left, low, high, negated, span), Math.max(below, height));
    }

    private Expression in(Expression left, int leftHeight, boolean negated) {
        tokens.take();
        int start = left.span().start();
        if (!tokens.at(TokenKind.LP)) {
            QualifiedName table = tokens.qualifiedName();
            List<Expression> arguments = null;
            if (tokens.accept(TokenKind.LP)) {
                arguments = tokens.at(TokenKind.RP) ? List.of() : expressions();
                tokens.expect(TokenKind.RP);
            }
            return grown(
                    new Expression.InTable(left, table, arguments, negated, tokens.since(start)),
                    leftHeight);
        }
        tokens.take();
        if (selects.atSelect()) {
            Select select = selects.select();
            tokens.expect(TokenKind.RP);
            return grown(
                    new Expression.InSelect(left, select, negated, tokens.since(start)),
                    leftHeight);
        }
        height = 0;
        if (tokens.accept(TokenKind.RP)) {
            return grown(new Expression.InList(left, List.of(), negated, tokens.since(start)), 0);
        }
        List<Expression> shared = tokens.sharedList();
        List<Expression> values = shared == null ? expressions() : shared;
        tokens.expect(TokenKind.RP);
        if (values.size() == 1 && values.getFirst() instanceof Expression.Subquery query) {
            return grown(
                    new Expression.InSelect(left, query.select(), negated, tokens.since(start)),
                    Math.max(leftHeight, height));
        }
        if (left instanceof Expression.RowValue row) {
            values.forEach(value -> requireWidth(value, row.values().size()));
        }
        return grown(
                new Expression.InList(left, values, negated, tokens.since(start)),
                Math.max(leftHeight, height));
    }

    private static void requireWidth(Expression element, int expected) {
        int width = element instanceof Expression.RowValue row ? row.values().size() : 1;
        if (width != expected) {
            throw SqlException.error(
                    "IN(...) element has " + width + (width == 1 ? " term" : " terms")
                            + " - expected " + expected,
                    element.span().start());
        }
    }

    /** Parses a literal or a signed one, which DEFAULT takes without parentheses. */
    Expression signedTerm() {
        int start = tokens.token().start();
        if (tokens.accept(TokenKind.MINUS)) {
            Expression operand = literalTerm();
            Expression literal = Literals.negated(tokens, operand, start);
            return literal != null
                    ? literal
                    : new Expression.Unary(
                            Expression.UnaryOperator.NEGATE, operand, tokens.since(start));
        }
        if (tokens.accept(TokenKind.PLUS)) {
            return new Expression.Unary(
                    Expression.UnaryOperator.PLUS, literalTerm(), tokens.since(start));
        }
        return literalTerm();
    }

    private Expression literalTerm() {
        switch (tokens.token().kind()) {
            case NULL, INTEGER, FLOAT, QNUMBER, BLOB, STRING, CTIME_KW -> {
                return term();
            }
            default -> throw tokens.unexpected();
        }
    }

    private Expression prefix() {
        Token token = tokens.token();
        int start = token.start();
        switch (token.kind()) {
            case NOT -> {
                tokens.take();
                Expression operand = expression(NOT);
                return grown(
                        new Expression.Unary(
                                Expression.UnaryOperator.NOT, operand, tokens.since(start)),
                        height);
            }
            case MINUS -> {
                Expression shared = tokens.sharedLiteral();
                if (shared != null) {
                    return grown(shared, 0);
                }
                tokens.take();
                Expression operand = expression(PREFIX);
                Expression literal = Literals.negated(tokens, operand, start);
                return literal != null
                        ? grown(literal, 0)
                        : grown(
                                new Expression.Unary(
                                        Expression.UnaryOperator.NEGATE,
                                        operand,
                                        tokens.since(start)),
                                height);
            }
            case PLUS -> {
                tokens.take();
                return unary(Expression.UnaryOperator.PLUS, start);
            }
            case BITNOT -> {
                tokens.take();
                return unary(Expression.UnaryOperator.BIT_NOT, start);
            }
            case LP -> {
                tokens.take();
                return parenthesized(start);
            }
            default -> {
                return term();
            }
        }
    }

    private Expression unary(Expression.UnaryOperator operator, int start) {
        Expression operand = expression(PREFIX);
        return grown(new Expression.Unary(operator, operand, tokens.since(start)), height);
    }

    /** A parenthesized expression, a row value or a subquery. */
    private Expression parenthesized(int start) {
        if (selects.atSelect()) {
            Select select = selects.select();
            tokens.expect(TokenKind.RP);
            return grown(new Expression.Subquery(select, tokens.since(start)), 0);
        }
        List<Expression> values = expressions();
        tokens.expect(TokenKind.RP);
        return values.size() == 1
                ? values.get(0)
                : grown(new Expression.RowValue(values, tokens.since(start)), height);
    }

    private Expression term() {
        Token token = tokens.token();
        height = 1;
        Expression shared = tokens.sharedLiteral();
        if (shared != null) {
            return shared;
        }
        return switch (token.kind()) {
            case NULL -> new Expression.NullLiteral(tokens.take().span());
            case INTEGER, FLOAT, QNUMBER -> Literals.number(tokens, tokens.take());
            case BLOB -> Literals.blob(tokens, tokens.take());
            case STRING -> tokens.peek(1).is(TokenKind.DOT) ? column() : string();
            case VARIABLE -> variable();
            case CTIME_KW -> currentTime();
            case CAST -> cast();
            case CASE -> caseExpression();
            case EXISTS -> exists();
            case RAISE -> raise();
            default -> {
                boolean name = token.isIdentifier()
                        || token.is(TokenKind.INDEXED)
                        || token.is(TokenKind.JOIN_KW);
                if (!name) {
                    throw tokens.unexpected();
                }
                yield tokens.peek(1).is(TokenKind.LP) ? call() : column();
            }
        };
    }

    private Expression string() {
        Token token = tokens.take();
        return new Expression.StringLiteral(Tokens.unquote(tokens.text(token)), token.span());
    }

    private Expression variable() {
        Token token = tokens.take();
        if (isRegister(tokens.text(token))) {
            throw tokens.unexpected(token);
        }
        return parameters.parameter(tokens, token);
    }

    /** {@code #1}: a register of SQLite's own nested parses. */
    private static boolean isRegister(String text) {
        return text.charAt(0) == '#' && text.length() > 1 && Lexer.isDigit(text.charAt(1));
    }

    private Expression currentTime() {
        Expression.CurrentTimeKind kind = switch (tokens.keyword()) {
            case "CURRENT_DATE" -> Expression.CurrentTimeKind.DATE;
            case "CURRENT_TIME" -> Expression.CurrentTimeKind.TIME;
            default -> Expression.CurrentTimeKind.TIMESTAMP;
        };
        return new Expression.CurrentTime(kind, tokens.take().span());
    }

    private Expression column() {
        int start = tokens.token().start();
        Name first = tokens.name();
        if (!tokens.accept(TokenKind.DOT)) {
            return new Expression.ColumnName(null, null, first, tokens.since(start));
        }
        Name second = tokens.name();
        if (!tokens.accept(TokenKind.DOT)) {
            return new Expression.ColumnName(null, first, second, tokens.since(start));
        }
        Name third = tokens.name();
        return new Expression.ColumnName(first, second, third, tokens.since(start));
    }

    private Expression cast() {
        int start = tokens.take().start();
        tokens.expect(TokenKind.LP);
        Expression operand = expression();
        int below = height;
        tokens.expect(TokenKind.AS);
        TypeName type = TypeParser.castType(tokens);
        tokens.expect(TokenKind.RP);
        return grown(new Expression.Cast(operand, type, tokens.since(start)), below);
    }

    private Expression caseExpression() {
        int start = tokens.take().start();
        nesting += CASE_SYMBOLS;
        Expression base = null;
        int below = 0;
        if (!tokens.at(TokenKind.WHEN)) {
            base = expression();
            below = height;
        }
        List<Expression.When> branches = new ArrayList<>();
        tokens.expect(TokenKind.WHEN);
        do {
            Expression condition = expression();
            below = Math.max(below, height);
            tokens.expect(TokenKind.THEN);
            Expression result = expression();
            below = Math.max(below, height);
            branches.add(new Expression.When(condition, result));
        } while (tokens.accept(TokenKind.WHEN));
        Expression otherwise = null;
        if (tokens.accept(TokenKind.ELSE)) {
            otherwise = expression();
            below = Math.max(below, height);
        }
        tokens.expect(TokenKind.END);
        nesting -= CASE_SYMBOLS;
        return grown(new Expression.Case(base, branches, otherwise, tokens.since(start)), below);
    }

    private Expression exists() {
        int start = tokens.take().start();
        tokens.expect(TokenKind.LP);
        Select select = selects.select();
        tokens.expect(TokenKind.RP);
        return grown(new Expression.Exists(select, tokens.since(start)), 0);
    }

    private Expression raise() {
        int start = tokens.take().start();
        tokens.expect(TokenKind.LP);
        Expression.RaiseAction action = switch (tokens.token().kind()) {
            case IGNORE -> Expression.RaiseAction.IGNORE;
            case ROLLBACK -> Expression.RaiseAction.ROLLBACK;
            case ABORT -> Expression.RaiseAction.ABORT;
            case FAIL -> Expression.RaiseAction.FAIL;
            default -> throw tokens.unexpected();
        };
        tokens.take();
        Expression message = null;
        if (action != Expression.RaiseAction.IGNORE) {
            tokens.expect(TokenKind.COMMA);
            message = expression();
        }
        tokens.expect(TokenKind.RP);
        return grown(new Expression.Raise(action, message, tokens.since(start)), height);
    }

    private Expression call() {
        int start = tokens.token().start();
        Name function = tokens.name();
        tokens.expect(TokenKind.LP);
        boolean distinct = false;
        boolean star = false;
        List<Expression> arguments = List.of();
        List<OrderingTerm> orderBy = List.of();
        int below = 0;
        if (tokens.accept(TokenKind.STAR)) {
            star = true;
        } else {
            distinct = distinct();
            if (!tokens.at(TokenKind.RP) && !tokens.at(TokenKind.ORDER)) {
                nesting += CALL_SYMBOLS;
                arguments = expressions();
                nesting -= CALL_SYMBOLS;
                below = height;
            }
            orderBy = selects.orderBy();
            if (arguments.isEmpty()) {
                orderBy = List.of(); // As in SQLite: nothing is there to be ordered.
            }
        }
        tokens.expect(TokenKind.RP);
        if (arguments.size() > tokens.limits().arguments()) {
            throw SqlException.error("too many arguments on function " + function.text(), start);
        }
        Expression filter = null;
        if (tokens.accept(TokenKind.FILTER)) {
            tokens.expect(TokenKind.LP);
            tokens.expect(TokenKind.WHERE);
            filter = expression();
            below = Math.max(below, height);
            tokens.expect(TokenKind.RP);
        }
        Window over = tokens.accept(TokenKind.OVER) ? selects.windows().over() : null;
        if (over != null && distinct) {
            tokens.reportAtEnd(
                    SqlException.error("DISTINCT is not supported for window functions", start));
        }
        if (over != null && !orderBy.isEmpty()) {
            throw SqlException.error(
                    "ORDER BY may not be used with non-aggregate " + function.text() + "()", start);
        }
        return grown(
                new Expression.FunctionCall(
                        function,
                        distinct,
                        star,
                        arguments,
                        orderBy,
                        filter,
                        over,
                        tokens.since(start)),
                below);
    }

    /** DISTINCT or ALL, if there is one. */
    boolean distinct() {
        if (tokens.accept(TokenKind.DISTINCT)) {
            return true;
        }
        tokens.accept(TokenKind.ALL);
        return false;
    }

    /** The name of a collation. */
    private Name idOrString() {
        if (!tokens.atAlias()) {
            throw tokens.unexpected();
        }
        return tokens.toName(tokens.take());
    }
}
