package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.SharedRows;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.TableSource;
import org.sqlvm.engine.sql.tree.Window;

import java.util.ArrayList;
import java.util.List;

/** SELECT and VALUES with everything that belongs to them. */
final class SelectParser {
    /** Subqueries within subqueries. */
    private static final int NESTING_MAX = 415;

    private final Tokens tokens;
    private final ExpressionParser expressions;
    private final WindowParser windows;
    private final FromParser from;
    private int nesting;

    SelectParser(Tokens tokens, ParameterNames parameters) {
        this.tokens = tokens;
        this.expressions = new ExpressionParser(tokens, parameters, this);
        this.windows = new WindowParser(tokens, this);
        this.from = new FromParser(tokens, this);
    }

    ExpressionParser expressions() {
        return expressions;
    }

    WindowParser windows() {
        return windows;
    }

    /** Whether a query begins here. */
    boolean atSelect() {
        return tokens.at(TokenKind.SELECT)
                || tokens.at(TokenKind.VALUES)
                || tokens.at(TokenKind.WITH);
    }

    Select select() {
        return select(with());
    }

    /**
     * A query behind its WITH clause.
     *
     * @param with null without
     */
    Select select(Select.With with) {
        int start = with == null ? tokens.token().start() : with.span().start();
        if (++nesting > NESTING_MAX) {
            throw SqlException.error("Recursion limit");
        }
        Select.Term first = term();
        List<Select.Operand> rest = new ArrayList<>();
        List<OrderingTerm> orderBy = first instanceof Select.Core ? orderBy() : List.of();
        Select.Limit limit = first instanceof Select.Core ? limit() : null;
        SqlException early = null;
        while (atCompoundOperator()) {
            Select.CompoundOperator operator = compoundOperator();
            Select.Term next = term();
            early = orderBy.isEmpty() && limit == null ? early : earlyClause(orderBy, operator);
            rest.add(new Select.Operand(operator, next));
            if (next instanceof Select.Core) {
                orderBy = orderBy();
                limit = limit();
            }
        }
        if (early != null) {
            if (tokens.at(TokenKind.RP) || tokens.at(TokenKind.SEMI)) {
                throw early; // If there are several errors, SQLite reports the last one.
            }
            tokens.reportAtEnd(early); // The next token may be a syntax error.
        }
        int termsMax = tokens.limits().compoundTerms();
        if (termsMax > 0 && rest.size() >= termsMax) {
            throw SqlException.error("too many terms in compound SELECT");
        }
        nesting--;
        Span span = tokens.since(start);
        Select.Body body =
                rest.isEmpty() ? first : new Select.Compound(first, List.copyOf(rest), span);
        return new Select(with, body, orderBy, limit, span);
    }

    private static SqlException earlyClause(
            List<OrderingTerm> orderBy, Select.CompoundOperator operator) {
        String clause = orderBy.isEmpty() ? "LIMIT" : "ORDER BY";
        String name = operator.name().replace('_', ' ');
        return SqlException.error(clause + " clause should come after " + name + " not before");
    }

    private boolean atCompoundOperator() {
        return tokens.at(TokenKind.UNION)
                || tokens.at(TokenKind.EXCEPT)
                || tokens.at(TokenKind.INTERSECT);
    }

    private Select.CompoundOperator compoundOperator() {
        return switch (tokens.take().kind()) {
            case EXCEPT -> Select.CompoundOperator.EXCEPT;
            case INTERSECT -> Select.CompoundOperator.INTERSECT;
            default ->
                tokens.accept(TokenKind.ALL)
                        ? Select.CompoundOperator.UNION_ALL
                        : Select.CompoundOperator.UNION;
        };
    }

    private Select.Term term() {
        return switch (tokens.token().kind()) {
            case SELECT -> core();
            case VALUES -> values();
            default -> throw tokens.unexpected();
        };
    }

    private Select.Core core() {
        int start = tokens.expect(TokenKind.SELECT).start();
        boolean distinct = expressions.distinct();
        List<ResultColumn> columns = resultColumns();
        TableSource source = tokens.accept(TokenKind.FROM) ? from.sources() : null;
        Expression where = where();
        List<Expression> groupBy = List.of();
        if (tokens.accept(TokenKind.GROUP)) {
            tokens.expect(TokenKind.BY);
            groupBy = expressions.expressions();
        }
        Expression having = tokens.accept(TokenKind.HAVING) ? expressions.expression() : null;
        List<Window.Named> named = tokens.accept(TokenKind.WINDOW) ? windows.named() : List.of();
        return new Select.Core(
                distinct, columns, source, where, groupBy, having, named, tokens.since(start));
    }

    private Select.Term values() {
        int start = tokens.expect(TokenKind.VALUES).start();
        SharedRows shared = tokens.sharedRows();
        if (shared != null) {
            return new Select.SharedValues(shared, tokens.since(start));
        }
        List<List<Expression>> rows = new ArrayList<>();
        do {
            tokens.expect(TokenKind.LP);
            rows.add(expressions.expressions());
            tokens.expect(TokenKind.RP);
            if (rows.getLast().size() != rows.getFirst().size()) {
                tokens.reportAtEnd(
                        SqlException.error("all VALUES must have the same number of terms"));
            }
        } while (tokens.accept(TokenKind.COMMA));
        return new Select.Values(rows, tokens.since(start));
    }

    /** The columns of SELECT or RETURNING. */
    List<ResultColumn> resultColumns() {
        List<ResultColumn> columns = new ArrayList<>();
        do {
            columns.add(resultColumn());
        } while (tokens.accept(TokenKind.COMMA));
        return columns;
    }

    private ResultColumn resultColumn() {
        int start = tokens.token().start();
        if (tokens.accept(TokenKind.STAR)) {
            return new ResultColumn.Star(tokens.since(start));
        }
        boolean tableStar = tokens.token().isName()
                && tokens.peek(1).is(TokenKind.DOT)
                && tokens.peek(2).is(TokenKind.STAR);
        if (tableStar) {
            Name table = tokens.name();
            tokens.take();
            tokens.take();
            return new ResultColumn.TableStar(table, tokens.since(start));
        }
        Expression expression = expressions.expression();
        Span text = tokens.since(start);
        Name alias = tokens.alias();
        return new ResultColumn.Item(expression, alias, text, tokens.since(start));
    }

    /** WHERE, or null. */
    Expression where() {
        return tokens.accept(TokenKind.WHERE) ? expressions.expression() : null;
    }

    /** ORDER BY; empty without. */
    List<OrderingTerm> orderBy() {
        if (!tokens.accept(TokenKind.ORDER)) {
            return List.of();
        }
        tokens.expect(TokenKind.BY);
        return orderingTerms();
    }

    List<OrderingTerm> orderingTerms() {
        List<OrderingTerm> terms = new ArrayList<>();
        do {
            terms.add(orderingTerm());
        } while (tokens.accept(TokenKind.COMMA));
        return terms;
    }

    private OrderingTerm orderingTerm() {
        int start = tokens.token().start();
        Expression expression = expressions.expression();
        OrderingTerm.SortOrder order = sortOrder();
        OrderingTerm.NullOrder nulls = OrderingTerm.NullOrder.UNSPECIFIED;
        if (tokens.accept(TokenKind.NULLS)) {
            if (tokens.accept(TokenKind.FIRST)) {
                nulls = OrderingTerm.NullOrder.FIRST;
            } else {
                tokens.expect(TokenKind.LAST);
                nulls = OrderingTerm.NullOrder.LAST;
            }
        }
        return new OrderingTerm(expression, order, nulls, tokens.since(start));
    }

    OrderingTerm.SortOrder sortOrder() {
        if (tokens.accept(TokenKind.ASC)) {
            return OrderingTerm.SortOrder.ASC;
        }
        return tokens.accept(TokenKind.DESC)
                ? OrderingTerm.SortOrder.DESC
                : OrderingTerm.SortOrder.UNSPECIFIED;
    }

    /** LIMIT, or null. {@code LIMIT a, b} is {@code LIMIT b OFFSET a}. */
    Select.Limit limit() {
        int start = tokens.token().start();
        if (!tokens.accept(TokenKind.LIMIT)) {
            return null;
        }
        Expression first = expressions.expression();
        if (tokens.accept(TokenKind.OFFSET)) {
            Expression offset = expressions.expression();
            return new Select.Limit(first, offset, tokens.since(start));
        }
        if (tokens.accept(TokenKind.COMMA)) {
            Expression count = expressions.expression();
            return new Select.Limit(count, first, tokens.since(start));
        }
        return new Select.Limit(first, null, tokens.since(start));
    }

    /** WITH, or null. */
    Select.With with() {
        int start = tokens.token().start();
        if (!tokens.accept(TokenKind.WITH)) {
            return null;
        }
        boolean recursive = tokens.accept(TokenKind.RECURSIVE);
        List<Select.CommonTable> tables = new ArrayList<>();
        do {
            Select.CommonTable table = commonTable();
            String name = table.name().text();
            if (tables.stream().anyMatch(other -> other.name().matches(name))) {
                throw SqlException.error(
                        "duplicate WITH table name: " + name,
                        table.name().span().start());
            }
            tables.add(table);
        } while (tokens.accept(TokenKind.COMMA));
        return new Select.With(recursive, tables, tokens.since(start));
    }

    private Select.CommonTable commonTable() {
        int start = tokens.token().start();
        Name name = tokens.name();
        List<Name> columns = tokens.at(TokenKind.LP) ? tokens.names() : List.of();
        tokens.expect(TokenKind.AS);
        Select.Materialization materialization = Select.Materialization.UNSPECIFIED;
        if (tokens.accept(TokenKind.MATERIALIZED)) {
            materialization = Select.Materialization.MATERIALIZED;
        } else if (tokens.accept(TokenKind.NOT)) {
            tokens.expect(TokenKind.MATERIALIZED);
            materialization = Select.Materialization.NOT_MATERIALIZED;
        }
        tokens.expect(TokenKind.LP);
        Select select = select();
        tokens.expect(TokenKind.RP);
        return new Select.CommonTable(name, columns, materialization, select, tokens.since(start));
    }

    FromParser from() {
        return from;
    }
}
