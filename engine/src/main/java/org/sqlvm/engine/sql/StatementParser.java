package org.sqlvm.engine.sql;

import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.Statement.Alteration;

/** Parses any statement by its first words; the larger families have parsers of their own. */
final class StatementParser {
    private final Tokens tokens;
    private final SelectParser selects;
    private final ChangeParser changes;
    private final SchemaParser schemas;
    private final TriggerParser triggers;
    private final FunctionParser functions;
    private final CopyParser copies;

    StatementParser(Tokens tokens, ParameterNames parameters) {
        this.tokens = tokens;
        this.selects = new SelectParser(tokens, parameters);
        this.changes = new ChangeParser(tokens, selects);
        this.schemas = new SchemaParser(tokens, selects, changes);
        this.triggers = new TriggerParser(tokens, selects, changes, schemas);
        this.functions = new FunctionParser(tokens, schemas);
        this.copies = new CopyParser(tokens, selects);
    }

    ExpressionParser expressions() {
        return selects.expressions();
    }

    Statement statement() {
        int start = tokens.token().start();
        if (tokens.accept(TokenKind.EXPLAIN)) {
            boolean queryPlan = tokens.accept(TokenKind.QUERY);
            if (queryPlan) {
                tokens.expect(TokenKind.PLAN);
            }
            Statement inner = plain();
            return new Statement.Explain(queryPlan, inner, tokens.since(start));
        }
        return plain();
    }

    private Statement plain() {
        int start = tokens.token().start();
        return switch (tokens.token().kind()) {
            case SELECT, VALUES -> selects.select();
            case WITH -> withStatement(start);
            case INSERT, REPLACE -> changes.insert(null, start);
            case UPDATE -> changes.update(null, start);
            case DELETE -> changes.delete(null, start);
            case CREATE -> create(start);
            case DROP -> drop(start);
            case ALTER -> alter(start);
            case BEGIN, COMMIT, END, ROLLBACK, SAVEPOINT, RELEASE -> transaction(start);
            default -> other(start);
        };
    }

    private Statement withStatement(int start) {
        Select.With with = selects.with();
        return switch (tokens.token().kind()) {
            case INSERT, REPLACE -> changes.insert(with, start);
            case UPDATE -> changes.update(with, start);
            case DELETE -> changes.delete(with, start);
            default -> selects.select(with);
        };
    }

    private Statement create(int start) {
        tokens.take();
        boolean temporary = tokens.accept(TokenKind.TEMP);
        switch (tokens.token().kind()) {
            case TABLE -> {
                return schemas.createTable(temporary, start);
            }
            case VIEW -> {
                return schemas.createView(temporary, start);
            }
            case TRIGGER -> {
                return triggers.createTrigger(temporary, start);
            }
            default -> {}
        }
        if (!temporary) {
            switch (tokens.token().kind()) {
                case UNIQUE -> {
                    tokens.take();
                    return schemas.createIndex(true, start);
                }
                case INDEX -> {
                    return schemas.createIndex(false, start);
                }
                case VIRTUAL -> {
                    return schemas.createVirtualTable(start);
                }
                default -> {
                    if (functions.begins()) {
                        return functions.create(start);
                    }
                }
            }
        }
        throw tokens.unexpected();
    }

    private Statement drop(int start) {
        tokens.take();
        if (functions.begins()) {
            return functions.drop(start);
        }
        Statement.ObjectKind kind = switch (tokens.token().kind()) {
            case TABLE -> Statement.ObjectKind.TABLE;
            case INDEX -> Statement.ObjectKind.INDEX;
            case VIEW -> Statement.ObjectKind.VIEW;
            case TRIGGER -> Statement.ObjectKind.TRIGGER;
            default -> throw tokens.unexpected();
        };
        tokens.take();
        boolean ifExists = schemas.ifExists();
        QualifiedName name = tokens.qualifiedName();
        return new Statement.Drop(kind, ifExists, name, tokens.since(start));
    }

    private Statement alter(int start) {
        tokens.take();
        tokens.expect(TokenKind.TABLE);
        QualifiedName table = tokens.qualifiedName();
        Alteration alteration = switch (tokens.token().kind()) {
            case RENAME -> rename();
            case ADD -> add();
            case DROP -> dropPart();
            case ALTER -> alterColumn();
            default -> throw tokens.unexpected();
        };
        return new Statement.AlterTable(table, alteration, tokens.since(start));
    }

    private Alteration rename() {
        tokens.take();
        if (tokens.accept(TokenKind.TO)) {
            return new Alteration.RenameTable(tokens.name());
        }
        tokens.accept(TokenKind.COLUMN);
        Name source = tokens.name();
        tokens.expect(TokenKind.TO);
        return new Alteration.RenameColumn(source, tokens.name());
    }

    private Alteration add() {
        tokens.take();
        if (tokens.at(TokenKind.CONSTRAINT) || tokens.at(TokenKind.CHECK)) {
            int start = tokens.token().start();
            Name name = tokens.accept(TokenKind.CONSTRAINT) ? tokens.name() : null;
            if (!tokens.at(TokenKind.CHECK)) {
                throw tokens.unexpected();
            }
            var check = (org.sqlvm.engine.sql.tree.TableConstraint.Check)
                    schemas.tableConstraint(name, start);
            return new Alteration.AddCheck(
                    name, check.condition(), check.text(), check.onConflict());
        }
        tokens.accept(TokenKind.COLUMN);
        return new Alteration.AddColumn(schemas.column());
    }

    private Alteration dropPart() {
        tokens.take();
        if (tokens.accept(TokenKind.CONSTRAINT)) {
            return new Alteration.DropConstraint(tokens.name());
        }
        tokens.accept(TokenKind.COLUMN);
        return new Alteration.DropColumn(tokens.name());
    }

    private Alteration alterColumn() {
        tokens.take();
        tokens.accept(TokenKind.COLUMN);
        Name column = tokens.name();
        if (tokens.accept(TokenKind.DROP)) {
            tokens.expect(TokenKind.NOT);
            tokens.expect(TokenKind.NULL);
            return new Alteration.DropNotNull(column);
        }
        tokens.expect(TokenKind.SET);
        tokens.expect(TokenKind.NOT);
        tokens.expect(TokenKind.NULL);
        ConflictAction action = ConflictAction.DEFAULT;
        if (tokens.at(TokenKind.ON, TokenKind.CONFLICT)) {
            tokens.take();
            tokens.take();
            action = changes.conflictAction();
        }
        return new Alteration.SetNotNull(column, action);
    }

    private Statement transaction(int start) {
        return switch (tokens.take().kind()) {
            case BEGIN -> {
                Statement.TransactionKind kind = Statement.TransactionKind.DEFERRED;
                switch (tokens.token().kind()) {
                    case DEFERRED, IMMEDIATE, EXCLUSIVE -> {
                        kind = Statement.TransactionKind.valueOf(tokens.keyword());
                        tokens.take();
                    }
                    default -> {}
                }
                transactionName();
                yield new Statement.Begin(kind, tokens.since(start));
            }
            case COMMIT, END -> {
                transactionName();
                yield new Statement.Commit(tokens.since(start));
            }
            case ROLLBACK -> {
                transactionName();
                Name savepoint = null;
                if (tokens.accept(TokenKind.TO)) {
                    tokens.accept(TokenKind.SAVEPOINT);
                    savepoint = tokens.name();
                }
                yield new Statement.Rollback(savepoint, tokens.since(start));
            }
            case SAVEPOINT -> {
                Name name = tokens.name();
                yield new Statement.Savepoint(name, tokens.since(start));
            }
            default -> {
                tokens.accept(TokenKind.SAVEPOINT);
                Name name = tokens.name();
                yield new Statement.Release(name, tokens.since(start));
            }
        };
    }

    /** {@code TRANSACTION [name]}: the name means nothing. */
    private void transactionName() {
        if (tokens.accept(TokenKind.TRANSACTION) && tokens.token().isName()) {
            tokens.name();
        }
    }

    private Statement other(int start) {
        switch (tokens.token().kind()) {
            case ATTACH -> {
                tokens.take();
                tokens.accept(TokenKind.DATABASE);
                Expression file = expressions().expression();
                tokens.expect(TokenKind.AS);
                Expression schema = expressions().expression();
                Expression key = tokens.accept(TokenKind.KEY) ? expressions().expression() : null;
                return new Statement.Attach(file, schema, key, tokens.since(start));
            }
            case DETACH -> {
                tokens.take();
                tokens.accept(TokenKind.DATABASE);
                Expression schema = expressions().expression();
                return new Statement.Detach(schema, tokens.since(start));
            }
            case PRAGMA -> {
                return pragma(start);
            }
            case VACUUM -> {
                tokens.take();
                Name schema = tokens.token().isName() ? tokens.name() : null;
                Expression into = tokens.accept(TokenKind.INTO) ? expressions().expression() : null;
                return new Statement.Vacuum(schema, into, tokens.since(start));
            }
            case REINDEX -> {
                tokens.take();
                QualifiedName name = tokens.token().isName() ? tokens.qualifiedName() : null;
                return new Statement.Reindex(name, tokens.since(start));
            }
            case ANALYZE -> {
                tokens.take();
                QualifiedName name = tokens.token().isName() ? tokens.qualifiedName() : null;
                return new Statement.Analyze(name, tokens.since(start));
            }
            default -> {
                if (copies.begins()) {
                    return copies.copy(start);
                }
                throw tokens.unexpected();
            }
        }
    }

    private Statement pragma(int start) {
        tokens.take();
        QualifiedName name = tokens.qualifiedName();
        String value = null;
        if (tokens.accept(TokenKind.EQ)) {
            value = pragmaValue();
        } else if (tokens.accept(TokenKind.LP)) {
            value = pragmaValue();
            tokens.expect(TokenKind.RP);
        }
        return new Statement.Pragma(name, value, tokens.since(start));
    }

    /** nmnum: a name, a signed number, ON, DELETE or DEFAULT. */
    private String pragmaValue() {
        switch (tokens.token().kind()) {
            case ON, DELETE, DEFAULT -> {
                return tokens.text(tokens.take());
            }
            case PLUS, MINUS, INTEGER, FLOAT -> {
                boolean negative = tokens.accept(TokenKind.MINUS);
                if (!negative) {
                    tokens.accept(TokenKind.PLUS);
                }
                if (!tokens.at(TokenKind.INTEGER) && !tokens.at(TokenKind.FLOAT)) {
                    throw tokens.unexpected();
                }
                return (negative ? "-" : "") + tokens.text(tokens.take());
            }
            default -> {
                return tokens.name().text();
            }
        }
    }
}
