package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.ResultColumn;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.ArrayList;
import java.util.List;

/**
 * INSERT, REPLACE, UPDATE and DELETE. UPDATE and DELETE have no ORDER BY and no LIMIT, as in SQLite
 * without SQLITE_ENABLE_UPDATE_DELETE_LIMIT.
 */
final class ChangeParser {
    private final Tokens tokens;
    private final SelectParser selects;

    ChangeParser(Tokens tokens, SelectParser selects) {
        this.tokens = tokens;
        this.selects = selects;
    }

    /** {@code OR action} of INSERT and UPDATE. */
    private ConflictAction orAction() {
        return tokens.accept(TokenKind.OR) ? conflictAction() : ConflictAction.DEFAULT;
    }

    /** ROLLBACK, ABORT, FAIL, IGNORE or REPLACE. */
    ConflictAction conflictAction() {
        return switch (tokens.token().kind()) {
            case ROLLBACK, ABORT, FAIL, IGNORE, REPLACE -> {
                ConflictAction action = ConflictAction.valueOf(tokens.keyword());
                tokens.take();
                yield action;
            }
            default -> throw tokens.unexpected();
        };
    }

    Statement.Insert insert(Select.With with, int start) {
        return insert(with, start, false);
    }

    /** @param inTrigger a trigger has no DEFAULT VALUES */
    Statement.Insert insert(Select.With with, int start, boolean inTrigger) {
        ConflictAction action = ConflictAction.REPLACE;
        if (!tokens.accept(TokenKind.REPLACE)) {
            tokens.expect(TokenKind.INSERT);
            action = orAction();
        }
        tokens.expect(TokenKind.INTO);
        QualifiedName table = tokens.qualifiedName();
        Name alias = tokens.accept(TokenKind.AS) ? tokens.name() : null;
        List<Name> columns = tokens.at(TokenKind.LP) ? tokens.names() : null;
        Select source = null;
        List<Statement.Upsert> upserts = List.of();
        if (tokens.at(TokenKind.DEFAULT) && !inTrigger) {
            tokens.take();
            tokens.expect(TokenKind.VALUES);
        } else {
            source = selects.select();
            upserts = upserts();
        }
        List<ResultColumn> returning = returning();
        return new Statement.Insert(
                with,
                action,
                table,
                alias,
                columns,
                source,
                upserts,
                returning,
                tokens.since(start));
    }

    private List<Statement.Upsert> upserts() {
        List<Statement.Upsert> upserts = new ArrayList<>();
        while (tokens.at(TokenKind.ON)) {
            int start = tokens.take().start();
            tokens.expect(TokenKind.CONFLICT);
            List<OrderingTerm> target = List.of();
            Expression targetWhere = null;
            if (tokens.accept(TokenKind.LP)) {
                target = selects.orderingTerms();
                tokens.expect(TokenKind.RP);
                targetWhere = selects.where();
            }
            tokens.expect(TokenKind.DO);
            List<Statement.Assignment> assignments = List.of();
            Expression where = null;
            if (!tokens.accept(TokenKind.NOTHING)) {
                tokens.expect(TokenKind.UPDATE);
                tokens.expect(TokenKind.SET);
                assignments = assignments();
                where = selects.where();
            }
            upserts.add(new Statement.Upsert(
                    target, targetWhere, assignments, where, tokens.since(start)));
            if (target.isEmpty()) {
                break; // Only the last clause may be for any conflict.
            }
        }
        return upserts;
    }

    private List<ResultColumn> returning() {
        return tokens.accept(TokenKind.RETURNING) ? selects.resultColumns() : List.of();
    }

    private List<Statement.Assignment> assignments() {
        List<Statement.Assignment> assignments = new ArrayList<>();
        do {
            int start = tokens.token().start();
            boolean list = tokens.at(TokenKind.LP);
            List<Name> columns = list ? tokens.names() : List.of(tokens.name());
            tokens.expect(TokenKind.EQ);
            Expression value = selects.expressions().expression();
            int width = value instanceof Expression.RowValue row ? row.values().size() : 1;
            if (list && !(value instanceof Expression.Subquery) && width != columns.size()) {
                tokens.reportAtEnd(SqlException.error(
                        columns.size() + " columns assigned " + width + " values"));
            }
            assignments.add(new Statement.Assignment(columns, value, tokens.since(start)));
        } while (tokens.accept(TokenKind.COMMA));
        return assignments;
    }

    Statement.Update update(Select.With with, int start) {
        return update(with, start, false);
    }

    /** @param inTrigger a trigger has no RETURNING */
    Statement.Update update(Select.With with, int start, boolean inTrigger) {
        tokens.expect(TokenKind.UPDATE);
        ConflictAction action = orAction();
        TableSource.TableName target = selects.from().target();
        tokens.expect(TokenKind.SET);
        List<Statement.Assignment> assignments = assignments();
        TableSource from = tokens.accept(TokenKind.FROM) ? selects.from().sources() : null;
        Expression where = selects.where();
        List<ResultColumn> returning = inTrigger ? List.of() : returning();
        return new Statement.Update(
                with, action, target, assignments, from, where, returning, tokens.since(start));
    }

    Statement.Delete delete(Select.With with, int start) {
        return delete(with, start, false);
    }

    /** @param inTrigger a trigger has no RETURNING */
    Statement.Delete delete(Select.With with, int start, boolean inTrigger) {
        tokens.expect(TokenKind.DELETE);
        tokens.expect(TokenKind.FROM);
        TableSource.TableName target = selects.from().target();
        Expression where = selects.where();
        List<ResultColumn> returning = inTrigger ? List.of() : returning();
        return new Statement.Delete(with, target, where, returning, tokens.since(start));
    }
}
