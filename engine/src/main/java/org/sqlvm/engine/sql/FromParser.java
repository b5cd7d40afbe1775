package org.sqlvm.engine.sql;

import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.TableSource.JoinKind;

import java.util.ArrayList;
import java.util.List;

/** The FROM clause: tables and joins. */
final class FromParser {
    /** SQLITE_MAX_SRCLIST. */
    private static final int TERM_COUNT_MAX = 200;

    private final Tokens tokens;
    private final SelectParser selects;

    FromParser(Tokens tokens, SelectParser selects) {
        this.tokens = tokens;
        this.selects = selects;
    }

    /** The operator between two sources. */
    private record Operator(JoinKind kind, boolean natural) {}

    /** All of a FROM clause, left-deep. */
    TableSource sources() {
        return sources(false);
    }

    private TableSource sources(boolean inParentheses) {
        int start = tokens.token().start();
        TableSource left = source();
        if (tokens.at(TokenKind.ON) || tokens.at(TokenKind.USING)) {
            // SQLite parses the constraint before it complains.
            String word = tokens.keyword();
            constraint();
            if (!atEndOfSource(inParentheses)) {
                throw tokens.unexpected();
            }
            throw SqlException.error("a JOIN clause is required before " + word);
        }
        Operator operator = operator();
        int count = 1;
        while (operator != null) {
            if (++count > TERM_COUNT_MAX) {
                throw SqlException.error("too many FROM clause terms, max: " + TERM_COUNT_MAX);
            }
            TableSource right = source();
            TableSource.JoinConstraint constraint = constraint();
            left = new TableSource.Join(
                    left, operator.kind, operator.natural, right, constraint, tokens.since(start));
            operator = operator();
        }
        return left;
    }

    /** Whether the current token may follow a source. */
    private boolean atEndOfSource(boolean inParentheses) {
        return switch (tokens.token().kind()) {
            case COMMA, JOIN, JOIN_KW, RP -> true;
            case WHERE,
                    GROUP,
                    HAVING,
                    WINDOW,
                    ORDER,
                    LIMIT,
                    UNION,
                    EXCEPT,
                    INTERSECT,
                    ON,
                    RETURNING,
                    SEMI,
                    END_OF_INPUT -> !inParentheses;
            default -> false;
        };
    }

    /** The operator before another source, or null at the end. */
    private Operator operator() {
        if (tokens.accept(TokenKind.COMMA) || tokens.accept(TokenKind.JOIN)) {
            return new Operator(JoinKind.INNER, false);
        }
        if (!tokens.at(TokenKind.JOIN_KW)) {
            return null;
        }
        List<String> words = new ArrayList<>();
        words.add(tokens.text(tokens.take()));
        while (words.size() < 3 && !tokens.at(TokenKind.JOIN)) {
            if (!tokens.token().isName()) {
                throw tokens.unexpected();
            }
            words.add(tokens.text(tokens.take()));
        }
        tokens.expect(TokenKind.JOIN);
        return operator(words);
    }

    private Operator operator(List<String> words) {
        boolean natural = false;
        boolean inner = false;
        boolean cross = false;
        boolean outer = false;
        boolean left = false;
        boolean right = false;
        boolean known = true;
        for (String word : words) {
            switch (Ascii.toUpper(word)) {
                case "NATURAL" -> natural = true;
                case "INNER" -> inner = true;
                case "CROSS" -> cross = true;
                case "OUTER" -> outer = true;
                case "LEFT" -> left = true;
                case "RIGHT" -> right = true;
                case "FULL" -> {
                    left = true;
                    right = true;
                }
                default -> known = false;
            }
        }
        boolean contradictory = (inner || cross) && (outer || left || right);
        if (!known || contradictory || (outer && !left && !right)) {
            if (!tokens.token().isName() && !tokens.at(TokenKind.LP)) {
                throw tokens.unexpected();
            }
            throw SqlException.error("unknown join type: " + String.join(" ", words));
        }
        if (left || right) {
            return new Operator(
                    left && right ? JoinKind.FULL : left ? JoinKind.LEFT : JoinKind.RIGHT, natural);
        }
        return new Operator(cross ? JoinKind.CROSS : JoinKind.INNER, natural);
    }

    /** ON or USING, or null. */
    private TableSource.JoinConstraint constraint() {
        int start = tokens.token().start();
        if (tokens.accept(TokenKind.ON)) {
            Expression condition = selects.expressions().expression();
            return new TableSource.JoinConstraint.On(condition, tokens.since(start));
        }
        if (tokens.accept(TokenKind.USING)) {
            List<Name> columns = tokens.names();
            return new TableSource.JoinConstraint.Using(columns, tokens.since(start));
        }
        return null;
    }

    private TableSource source() {
        int start = tokens.token().start();
        if (tokens.accept(TokenKind.LP)) {
            if (selects.atSelect()) {
                Select select = selects.select();
                tokens.expect(TokenKind.RP);
                return new TableSource.Subquery(select, tokens.alias(), tokens.since(start));
            }
            TableSource inner = sources(true);
            tokens.expect(TokenKind.RP);
            return new TableSource.Parenthesized(inner, tokens.alias(), tokens.since(start));
        }
        QualifiedName name = tokens.qualifiedName();
        if (tokens.accept(TokenKind.LP)) {
            List<Expression> arguments =
                    tokens.at(TokenKind.RP) ? List.of() : selects.expressions().expressions();
            tokens.expect(TokenKind.RP);
            return new TableSource.TableFunction(
                    name, arguments, tokens.alias(), tokens.since(start));
        }
        Name alias = tokens.alias();
        return new TableSource.TableName(name, alias, hint(), tokens.since(start));
    }

    /** The table that UPDATE or DELETE changes. */
    TableSource.TableName target() {
        int start = tokens.token().start();
        QualifiedName name = tokens.qualifiedName();
        Name alias = tokens.accept(TokenKind.AS) ? tokens.name() : null;
        return new TableSource.TableName(name, alias, hint(), tokens.since(start));
    }

    private TableSource.IndexHint hint() {
        int start = tokens.token().start();
        if (tokens.accept(TokenKind.NOT)) {
            tokens.expect(TokenKind.INDEXED);
            return new TableSource.IndexHint(null, tokens.since(start));
        }
        if (tokens.accept(TokenKind.INDEXED)) {
            tokens.expect(TokenKind.BY);
            Name index = tokens.name();
            return new TableSource.IndexHint(index, tokens.since(start));
        }
        return null;
    }
}
