package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.ForeignKey;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.OrderingTerm;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Select;
import org.sqlvm.engine.sql.tree.Span;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableConstraint;
import org.sqlvm.engine.sql.tree.TypeName;

import java.util.ArrayList;
import java.util.List;

/** CREATE TABLE, INDEX and VIEW with their columns and constraints. */
final class SchemaParser {
    private final Tokens tokens;
    private final SelectParser selects;
    private final ChangeParser changes;
    /**
     * The name behind the last CONSTRAINT. It names the constraints that follow, up to the next
     * column or the next comma among the table's constraints.
     */
    private Name constraintName;

    SchemaParser(Tokens tokens, SelectParser selects, ChangeParser changes) {
        this.tokens = tokens;
        this.selects = selects;
        this.changes = changes;
    }

    boolean ifNotExists() {
        if (!tokens.at(TokenKind.IF)) {
            return false;
        }
        tokens.take();
        tokens.expect(TokenKind.NOT);
        tokens.expect(TokenKind.EXISTS);
        return true;
    }

    boolean ifExists() {
        if (!tokens.at(TokenKind.IF)) {
            return false;
        }
        tokens.take();
        tokens.expect(TokenKind.EXISTS);
        return true;
    }

    Statement createTable(boolean temporary, int start) {
        tokens.expect(TokenKind.TABLE);
        boolean ifNotExists = ifNotExists();
        QualifiedName name = tokens.qualifiedName();
        if (tokens.accept(TokenKind.AS)) {
            Select select = selects.select();
            return new Statement.CreateTable(
                    temporary,
                    ifNotExists,
                    name,
                    List.of(),
                    List.of(),
                    false,
                    false,
                    select,
                    tokens.since(start));
        }
        tokens.expect(TokenKind.LP);
        List<Statement.ColumnDefinition> columns = new ArrayList<>();
        List<TableConstraint> constraints = new ArrayList<>();
        columns.add(column());
        while (tokens.accept(TokenKind.COMMA)) {
            if (atTableConstraint()) {
                tableConstraints(constraints);
                break;
            }
            columns.add(column());
        }
        tokens.expect(TokenKind.RP);
        boolean withoutRowid = false;
        boolean strict = false;
        if (tokens.at(TokenKind.WITHOUT) || tokens.token().isName()) {
            do {
                if (tokens.accept(TokenKind.WITHOUT)) {
                    Name option = tokens.name();
                    if (!option.matches("rowid")) {
                        throw SqlException.error("unknown table option: " + option.text());
                    }
                    withoutRowid = true;
                } else {
                    Name option = tokens.name();
                    if (!option.matches("strict")) {
                        throw SqlException.error("unknown table option: " + option.text());
                    }
                    strict = true;
                }
            } while (tokens.accept(TokenKind.COMMA));
        }
        return new Statement.CreateTable(
                temporary,
                ifNotExists,
                name,
                columns,
                constraints,
                withoutRowid,
                strict,
                null,
                tokens.since(start));
    }

    Statement.ColumnDefinition column() {
        int start = tokens.token().start();
        Name name = tokens.name();
        TypeName type = TypeParser.optionalType(tokens);
        constraintName = null;
        List<ColumnConstraint> constraints = columnConstraints();
        return new Statement.ColumnDefinition(name, type, constraints, tokens.since(start));
    }

    private List<ColumnConstraint> columnConstraints() {
        List<ColumnConstraint> constraints = new ArrayList<>();
        while (true) {
            int start = tokens.token().start();
            if (tokens.accept(TokenKind.CONSTRAINT)) {
                constraintName = tokens.name();
                continue;
            }
            ColumnConstraint constraint = columnConstraint(constraintName, start);
            if (constraint == null) {
                return constraints;
            }
            constraints.add(constraint);
        }
    }

    /** The constraint that begins here, or null. */
    private ColumnConstraint columnConstraint(Name name, int start) {
        return switch (tokens.token().kind()) {
            case DEFAULT -> defaultValue(name, start);
            case NULL -> {
                tokens.take();
                onConflict();
                yield new ColumnConstraint.Nullable(name, tokens.since(start));
            }
            case NOT -> {
                tokens.take();
                if (tokens.at(TokenKind.DEFERRABLE)) {
                    yield new ColumnConstraint.Deferrable(name, deferrable(), tokens.since(start));
                }
                tokens.expect(TokenKind.NULL);
                ConflictAction action = onConflict();
                yield new ColumnConstraint.NotNull(name, action, tokens.since(start));
            }
            case PRIMARY -> {
                tokens.take();
                tokens.expect(TokenKind.KEY);
                OrderingTerm.SortOrder order = selects.sortOrder();
                ConflictAction action = onConflict();
                boolean autoincrement = tokens.accept(TokenKind.AUTOINCREMENT);
                yield new ColumnConstraint.PrimaryKey(
                        name, order, action, autoincrement, tokens.since(start));
            }
            case UNIQUE -> {
                tokens.take();
                ConflictAction action = onConflict();
                yield new ColumnConstraint.Unique(name, action, tokens.since(start));
            }
            case CHECK -> {
                tokens.take();
                Span text = new Span(tokens.token().end(), tokens.token().end());
                tokens.expect(TokenKind.LP);
                Expression condition = selects.expressions().expression();
                text = tokens.since(text.start());
                tokens.expect(TokenKind.RP);
                yield new ColumnConstraint.Check(name, condition, text, tokens.since(start));
            }
            case REFERENCES ->
                new ColumnConstraint.References(name, foreignKey(), tokens.since(start));
            case DEFERRABLE ->
                new ColumnConstraint.Deferrable(name, deferrable(), tokens.since(start));
            case COLLATE -> {
                tokens.take();
                Name collation = aliasName();
                yield new ColumnConstraint.Collate(name, collation, tokens.since(start));
            }
            case GENERATED -> {
                tokens.take();
                tokens.expect(TokenKind.ALWAYS);
                yield generated(name, start);
            }
            case AS -> generated(name, start);
            default -> null;
        };
    }

    private Name aliasName() {
        if (!tokens.atAlias()) {
            throw tokens.unexpected();
        }
        return tokens.toName(tokens.take());
    }

    private ColumnConstraint generated(Name name, int start) {
        tokens.expect(TokenKind.AS);
        tokens.expect(TokenKind.LP);
        Expression value = selects.expressions().expression();
        tokens.expect(TokenKind.RP);
        Name storage = tokens.token().isIdentifier() && !tokens.at(TokenKind.GENERATED)
                ? tokens.name()
                : null;
        return new ColumnConstraint.Generated(name, value, storage, tokens.since(start));
    }

    /** DEFAULT with a literal, a signed number, a word or an expression in parentheses. */
    private ColumnConstraint defaultValue(Name name, int start) {
        tokens.take();
        int valueStart = tokens.token().start();
        Expression value;
        Span text;
        if (tokens.accept(TokenKind.LP)) {
            int inner = tokens.token().start();
            value = selects.expressions().expression();
            text = tokens.since(inner);
            tokens.expect(TokenKind.RP);
        } else if (tokens.at(TokenKind.PLUS) || tokens.at(TokenKind.MINUS)) {
            value = selects.expressions().signedTerm();
            text = tokens.since(valueStart);
        } else if (tokens.token().isIdentifier() && !tokens.at(TokenKind.CTIME_KW)) {
            Name word = tokens.name();
            text = tokens.since(valueStart);
            boolean truth = word.matches("true") || word.matches("false");
            value = truth
                    ? new Expression.ColumnName(null, null, word, text)
                    : new Expression.StringLiteral(word.text(), text);
        } else {
            value = selects.expressions().signedTerm();
            text = tokens.since(valueStart);
        }
        return new ColumnConstraint.Default(name, value, text, tokens.since(start));
    }

    /** {@code ON CONFLICT action} of a constraint. */
    private ConflictAction onConflict() {
        if (!tokens.at(TokenKind.ON, TokenKind.CONFLICT)) {
            return ConflictAction.DEFAULT;
        }
        tokens.take();
        tokens.take();
        return changes.conflictAction();
    }

    private ForeignKey foreignKey() {
        int start = tokens.expect(TokenKind.REFERENCES).start();
        Name table = tokens.name();
        List<Name> columns = tokens.at(TokenKind.LP) ? keyColumns() : List.of();
        ForeignKey.Action onDelete = ForeignKey.Action.NO_ACTION;
        ForeignKey.Action onUpdate = ForeignKey.Action.NO_ACTION;
        while (tokens.at(TokenKind.ON) || tokens.at(TokenKind.MATCH)) {
            if (tokens.take().is(TokenKind.MATCH)) {
                tokens.name();
                continue;
            }
            switch (tokens.token().kind()) {
                case INSERT -> {
                    tokens.take();
                    action();
                }
                case DELETE -> {
                    tokens.take();
                    onDelete = action();
                }
                case UPDATE -> {
                    tokens.take();
                    onUpdate = action();
                }
                default -> throw tokens.unexpected();
            }
        }
        return new ForeignKey(table, columns, onDelete, onUpdate, tokens.since(start));
    }

    private ForeignKey.Action action() {
        switch (tokens.token().kind()) {
            case SET -> {
                tokens.take();
                if (tokens.accept(TokenKind.NULL)) {
                    return ForeignKey.Action.SET_NULL;
                }
                tokens.expect(TokenKind.DEFAULT);
                return ForeignKey.Action.SET_DEFAULT;
            }
            case CASCADE, RESTRICT -> {
                String word = tokens.keyword();
                tokens.take();
                return ForeignKey.Action.valueOf(word);
            }
            default -> {
                tokens.expect(TokenKind.NO);
                tokens.expect(TokenKind.ACTION);
                return ForeignKey.Action.NO_ACTION;
            }
        }
    }

    /** Names that may carry COLLATE and a direction in files of old, where both mean nothing. */
    private List<Name> keyColumns() {
        tokens.expect(TokenKind.LP);
        List<Name> names = new ArrayList<>();
        do {
            Name name = tokens.name();
            names.add(name);
            boolean plain = !tokens.at(TokenKind.COLLATE);
            if (!plain) {
                tokens.take();
                aliasName();
            }
            plain &= selects.sortOrder() == OrderingTerm.SortOrder.UNSPECIFIED;
            if (!plain && !tokens.limits().stored()) {
                throw SqlException.error("syntax error after column name \"" + name.text() + "\"");
            }
        } while (tokens.accept(TokenKind.COMMA));
        tokens.expect(TokenKind.RP);
        return names;
    }

    /** {@code DEFERRABLE [INITIALLY DEFERRED|IMMEDIATE]}: whether initially deferred. */
    private boolean deferrable() {
        tokens.expect(TokenKind.DEFERRABLE);
        if (!tokens.accept(TokenKind.INITIALLY)) {
            return false;
        }
        if (tokens.accept(TokenKind.DEFERRED)) {
            return true;
        }
        tokens.expect(TokenKind.IMMEDIATE);
        return false;
    }

    private boolean atTableConstraint() {
        return switch (tokens.token().kind()) {
            case CONSTRAINT, PRIMARY, UNIQUE, CHECK, FOREIGN -> true;
            default -> false;
        };
    }

    private void tableConstraints(List<TableConstraint> constraints) {
        do {
            int start = tokens.token().start();
            if (tokens.accept(TokenKind.CONSTRAINT)) {
                constraintName = tokens.name();
            } else {
                constraints.add(tableConstraint(constraintName, start));
            }
            if (tokens.accept(TokenKind.COMMA)) { // SQLite lets the comma be left out.
                constraintName = null;
            }
        } while (atTableConstraint());
    }

    TableConstraint tableConstraint(Name name, int start) {
        switch (tokens.token().kind()) {
            case PRIMARY -> {
                tokens.take();
                tokens.expect(TokenKind.KEY);
                tokens.expect(TokenKind.LP);
                List<OrderingTerm> columns = selects.orderingTerms();
                OrderingTerm.refuseNulls(columns);
                boolean autoincrement = tokens.accept(TokenKind.AUTOINCREMENT);
                tokens.expect(TokenKind.RP);
                ConflictAction action = onConflict();
                return new TableConstraint.PrimaryKey(
                        name, columns, autoincrement, action, tokens.since(start));
            }
            case UNIQUE -> {
                tokens.take();
                tokens.expect(TokenKind.LP);
                List<OrderingTerm> columns = selects.orderingTerms();
                OrderingTerm.refuseNulls(columns);
                tokens.expect(TokenKind.RP);
                ConflictAction action = onConflict();
                return new TableConstraint.Unique(name, columns, action, tokens.since(start));
            }
            case CHECK -> {
                tokens.take();
                int textStart = tokens.token().end();
                tokens.expect(TokenKind.LP);
                Expression condition = selects.expressions().expression();
                Span text = tokens.since(textStart);
                tokens.expect(TokenKind.RP);
                ConflictAction action = onConflict();
                return new TableConstraint.Check(
                        name, condition, text, action, tokens.since(start));
            }
            case FOREIGN -> {
                tokens.take();
                tokens.expect(TokenKind.KEY);
                List<Name> columns = keyColumns();
                ForeignKey key = foreignKey();
                boolean deferred = false;
                if (tokens.at(TokenKind.NOT, TokenKind.DEFERRABLE)) {
                    tokens.take();
                    deferrable();
                } else if (tokens.at(TokenKind.DEFERRABLE)) {
                    deferred = deferrable();
                }
                return new TableConstraint.Foreign(
                        name, columns, key, deferred, tokens.since(start));
            }
            default -> throw tokens.unexpected();
        }
    }

    Statement createIndex(boolean unique, int start) {
        tokens.expect(TokenKind.INDEX);
        boolean ifNotExists = ifNotExists();
        QualifiedName name = tokens.qualifiedName();
        tokens.expect(TokenKind.ON);
        Name table = tokens.name();
        tokens.expect(TokenKind.LP);
        List<OrderingTerm> columns = selects.orderingTerms();
        tokens.expect(TokenKind.RP);
        Expression where = selects.where();
        OrderingTerm.refuseNulls(columns);
        return new Statement.CreateIndex(
                unique, ifNotExists, name, table, columns, where, tokens.since(start));
    }

    Statement createView(boolean temporary, int start) {
        tokens.expect(TokenKind.VIEW);
        boolean ifNotExists = ifNotExists();
        QualifiedName name = tokens.qualifiedName();
        List<Name> columns = tokens.at(TokenKind.LP) ? keyColumns() : List.of();
        tokens.expect(TokenKind.AS);
        Select select = selects.select();
        return new Statement.CreateView(
                temporary, ifNotExists, name, columns, select, tokens.since(start));
    }

    /** Adds the text of an argument. As in SQLite, nothing between two commas is none. */
    private void addArgument(List<String> arguments, int start, int end) {
        String text = tokens.sql().substring(start, end).strip();
        if (!text.isEmpty()) {
            arguments.add(text);
        }
    }

    /** {@code USING module(arguments)}: anything up to the parenthesis that ends the list. */
    Statement createVirtualTable(int start) {
        tokens.expect(TokenKind.VIRTUAL);
        tokens.expect(TokenKind.TABLE);
        boolean ifNotExists = ifNotExists();
        QualifiedName name = tokens.qualifiedName();
        tokens.expect(TokenKind.USING);
        Name module = tokens.name();
        List<String> arguments = new ArrayList<>();
        if (tokens.accept(TokenKind.LP)) {
            int argumentStart = tokens.token().start();
            int depth = 0;
            while (depth > 0 || !tokens.at(TokenKind.RP)) {
                if (tokens.at(TokenKind.END_OF_INPUT)
                        || tokens.token().start() == tokens.token().end()) {
                    throw tokens.unexpected();
                }
                if (depth == 0 && tokens.at(TokenKind.COMMA)) {
                    addArgument(arguments, argumentStart, tokens.take().start());
                    argumentStart = tokens.token().start();
                    continue;
                }
                depth += tokens.at(TokenKind.LP) ? 1 : tokens.at(TokenKind.RP) ? -1 : 0;
                tokens.take();
            }
            addArgument(arguments, argumentStart, tokens.take().start());
        }
        return new Statement.CreateVirtualTable(
                ifNotExists, name, module, arguments, tokens.since(start));
    }
}
