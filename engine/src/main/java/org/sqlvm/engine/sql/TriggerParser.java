package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableSource;

import java.util.ArrayList;
import java.util.List;

/** CREATE TRIGGER. */
final class TriggerParser {
    private final Tokens tokens;
    private final SelectParser selects;
    private final ChangeParser changes;
    private final SchemaParser schemas;

    TriggerParser(Tokens tokens, SelectParser selects, ChangeParser changes, SchemaParser schemas) {
        this.tokens = tokens;
        this.selects = selects;
        this.changes = changes;
        this.schemas = schemas;
    }

    Statement createTrigger(boolean temporary, int start) {
        tokens.expect(TokenKind.TRIGGER);
        boolean ifNotExists = schemas.ifNotExists();
        QualifiedName name = tokens.qualifiedName();
        Statement.TriggerTime time = time();
        List<Name> updateOf = List.of();
        Statement.TriggerEvent event;
        switch (tokens.token().kind()) {
            case INSERT -> event = Statement.TriggerEvent.INSERT;
            case DELETE -> event = Statement.TriggerEvent.DELETE;
            case UPDATE -> event = Statement.TriggerEvent.UPDATE;
            default -> throw tokens.unexpected();
        }
        tokens.take();
        if (event == Statement.TriggerEvent.UPDATE && tokens.accept(TokenKind.OF)) {
            updateOf = new ArrayList<>();
            do {
                updateOf.add(tokens.name());
            } while (tokens.accept(TokenKind.COMMA));
        }
        tokens.expect(TokenKind.ON);
        QualifiedName table = tokens.qualifiedName();
        if (tokens.accept(TokenKind.FOR)) {
            tokens.expect(TokenKind.EACH);
            tokens.expect(TokenKind.ROW);
        }
        Expression when = tokens.accept(TokenKind.WHEN) ? selects.expressions().expression() : null;
        tokens.expect(TokenKind.BEGIN);
        List<Statement> body = new ArrayList<>();
        do {
            body.add(step());
            tokens.expect(TokenKind.SEMI);
        } while (!tokens.at(TokenKind.END));
        tokens.expect(TokenKind.END);
        return new Statement.CreateTrigger(
                temporary,
                ifNotExists,
                name,
                time,
                event,
                updateOf,
                table,
                when,
                body,
                tokens.since(start));
    }

    private Statement.TriggerTime time() {
        if (tokens.accept(TokenKind.AFTER)) {
            return Statement.TriggerTime.AFTER;
        }
        if (tokens.accept(TokenKind.INSTEAD)) {
            tokens.expect(TokenKind.OF);
            return Statement.TriggerTime.INSTEAD_OF;
        }
        tokens.accept(TokenKind.BEFORE);
        return Statement.TriggerTime.BEFORE;
    }

    private Statement step() {
        int start = tokens.token().start();
        return switch (tokens.token().kind()) {
            case INSERT, REPLACE -> {
                Statement.Insert insert = changes.insert(null, start, true);
                if (!insert.upserts().isEmpty()) {
                    OrderingTerm.refuseNulls(insert.upserts().getFirst().target());
                }
                yield insert;
            }
            case UPDATE -> {
                Statement.Update update = changes.update(null, start, true);
                refuseHint(update.target().hint());
                yield update;
            }
            case DELETE -> {
                Statement.Delete delete = changes.delete(null, start, true);
                refuseHint(delete.target().hint());
                yield delete;
            }
            default -> {
                if (!selects.atSelect()) {
                    throw tokens.unexpected();
                }
                yield selects.select();
            }
        };
    }

    private static void refuseHint(TableSource.IndexHint hint) {
        if (hint != null) {
            throw SqlException.error("the " + (hint.index() == null ? "NOT INDEXED" : "INDEXED BY")
                    + " clause is not allowed on UPDATE or DELETE statements within triggers");
        }
    }
}
