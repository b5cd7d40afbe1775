package org.sqlvm.engine.codegen;

import org.sqlvm.engine.codegen.schema.Homes;
import org.sqlvm.engine.prepare.Authorization;
import org.sqlvm.engine.prepare.Authorization.Action;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Index;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.sql.tree.Statement;

/**
 * Asks the user's {@link Authorization} about a statement as a whole, with SQLite's arguments.
 * Statements that read or change rows ask while they are resolved.
 */
final class StatementPermit {
    private final Schema schema;
    private final Authorization authorization;

    StatementPermit(Schema schema) {
        this.schema = schema;
        this.authorization = schema.preparation().authorization();
    }

    /**
     * Whether the statement may run.
     *
     * @return false if it is to do nothing
     * @throws org.sqlvm.engine.error.SqlException SQLITE_AUTH if it is refused
     */
    boolean isGiven(Statement tree) {
        return switch (tree) {
            case Statement.Begin _ -> transaction("BEGIN");
            case Statement.Commit _ -> transaction("COMMIT");
            case Statement.Rollback rollback ->
                rollback.savepoint() == null
                        ? transaction("ROLLBACK")
                        : savepoint("ROLLBACK", rollback.savepoint());
            case Statement.Savepoint savepoint -> savepoint("BEGIN", savepoint.name());
            case Statement.Release release -> savepoint("RELEASE", release.name());
            case Statement.Pragma pragma -> pragma(pragma);
            case Statement.Attach attach ->
                authorization.allows(Action.ATTACH, literal(attach.file()), null, null);
            case Statement.Copy copy
            when !copy.from() -> authorization.allows(Action.ATTACH, copy.path(), null, null);
            case Statement.Vacuum vacuum
            when vacuum.into() != null ->
                authorization.allows(Action.ATTACH, literal(vacuum.into()), null, null);
            case Statement.Detach detach ->
                authorization.allows(Action.DETACH, literal(detach.schema()), null, null);
            case Statement.AlterTable alter -> alter(alter);
            case Statement.Analyze analyze -> analyze(analyze.name());
            case Statement.Reindex reindex -> reindex(reindex.name());
            case Statement.CreateTable create -> {
                DatabaseId home = Homes.of(schema, create.name(), create.temporary(), "table")
                        .id();
                yield create(
                        create.name(),
                        home,
                        of(home, Action.CREATE_TABLE, Action.CREATE_TEMP_TABLE));
            }
            case Statement.CreateView create -> {
                DatabaseId home = Homes.of(schema, create.name(), create.temporary(), "table")
                        .id();
                yield create(
                        create.name(), home, of(home, Action.CREATE_VIEW, Action.CREATE_TEMP_VIEW));
            }
            case Statement.CreateVirtualTable create -> {
                String home =
                        Homes.of(schema, create.name(), false, "table").id().name();
                yield authorization.allows(
                        Action.CREATE_VTABLE,
                        create.name().name().text(),
                        create.module().text(),
                        home);
            }
            case Statement.CreateIndex create -> createIndex(create);
            case Statement.CreateTrigger create -> createTrigger(create);
            case Statement.Drop drop -> drop(drop);
            default -> true;
        };
    }

    private boolean transaction(String what) {
        return authorization.allows(Action.TRANSACTION, what, null, null);
    }

    private boolean savepoint(String what, Name name) {
        return authorization.allows(Action.SAVEPOINT, what, name.text(), null);
    }

    private boolean pragma(Statement.Pragma tree) {
        Name database = tree.name().schema();
        return authorization.allows(
                Action.PRAGMA,
                tree.name().name().text(),
                tree.value(),
                database == null ? null : database.text());
    }

    /** Returns the name of a file or database, if the statement has it as a literal. */
    private static String literal(Expression tree) {
        return switch (tree) {
            case Expression.StringLiteral text -> text.value();
            case Expression.ColumnName name
            when name.table() == null -> name.column().text();
            default -> null;
        };
    }

    private boolean alter(Statement.AlterTable tree) {
        Schema home =
                schema.holdingTable(tree.table().schema(), tree.table().name().text());
        return home == null
                || authorization.allows(
                        Action.ALTER_TABLE,
                        home.id().name(),
                        tree.table().name().text(),
                        null);
    }

    /** Every table that is looked at. */
    private boolean analyze(QualifiedName name) {
        boolean given = true;
        for (Schema database : schema.databases()) {
            for (Table table : database.tables()) {
                boolean meant = name == null
                        || name.name().matches(table.name())
                        || name.name().matches(database.id().name())
                        || table.indexes().stream()
                                .anyMatch(index -> name.name().matches(index.name()));
                if (meant && table.rootPage() > 1 && !database.id().isTemp()) {
                    given &= authorization.allows(
                            Action.ANALYZE, table.name(), null, database.id().name());
                }
            }
        }
        return given;
    }

    /** Asks for every index that is rebuilt. */
    private boolean reindex(QualifiedName name) {
        boolean given = true;
        for (Table table : schema.tables()) {
            for (Index index : table.indexes()) {
                boolean meant = name == null
                        || name.name().matches(index.name())
                        || name.name().matches(table.name())
                        || index.columns().stream()
                                .anyMatch(column ->
                                        name.name().matches(column.collation().name()));
                if (meant) {
                    given &= authorization.allows(
                            Action.REINDEX, index.name(), null, table.database().name());
                }
            }
        }
        return given;
    }

    private boolean create(QualifiedName name, DatabaseId home, Action action) {
        return allowsSchemaChange(Action.INSERT, home)
                && authorization.allows(action, name.name().text(), null, home.name());
    }

    private boolean createIndex(Statement.CreateIndex tree) {
        Schema home = schema.holdingTable(tree.name().schema(), tree.table().text());
        if (home == null) {
            return true;
        }
        return allowsSchemaChange(Action.INSERT, home.id())
                && authorization.allows(
                        of(home.id(), Action.CREATE_INDEX, Action.CREATE_TEMP_INDEX),
                        tree.name().name().text(),
                        tree.table().text(),
                        home.id().name());
    }

    private boolean createTrigger(Statement.CreateTrigger tree) {
        String table = tree.table().name().text();
        Schema owner = schema.holdingTable(tree.table().schema(), table);
        if (owner == null) {
            return true;
        }
        boolean temporary = tree.temporary() || owner.id().isTemp();
        DatabaseId home = temporary ? DatabaseId.TEMP : owner.id();
        return authorization.allows(
                        of(home, Action.CREATE_TRIGGER, Action.CREATE_TEMP_TRIGGER),
                        tree.name().name().text(),
                        table,
                        home.name())
                && allowsSchemaChange(Action.INSERT, home);
    }

    private boolean drop(Statement.Drop tree) {
        String name = tree.name().name().text();
        Name only = tree.name().schema();
        return switch (tree.kind()) {
            case TABLE, VIEW -> {
                Schema home = schema.holdingTable(only, name);
                yield home == null || dropRelation(home.id(), name, home.table(name) == null);
            }
            case INDEX -> {
                Schema home = schema.holding(only, each -> each.index(name) != null);
                yield home == null
                        || (allowsSchemaChange(Action.DELETE, home.id())
                                && authorization.allows(
                                        of(home.id(), Action.DROP_INDEX, Action.DROP_TEMP_INDEX),
                                        name,
                                        home.index(name).table(),
                                        home.id().name()));
            }
            case TRIGGER -> {
                Schema home = schema.holding(only, each -> each.trigger(name) != null);
                yield home == null
                        || (authorization.allows(
                                        of(
                                                home.id(),
                                                Action.DROP_TRIGGER,
                                                Action.DROP_TEMP_TRIGGER),
                                        name,
                                        home.trigger(name).table(),
                                        home.id().name())
                                && allowsSchemaChange(Action.DELETE, home.id()));
            }
        };
    }

    private boolean dropRelation(DatabaseId home, String name, boolean view) {
        Action action = view
                ? of(home, Action.DROP_VIEW, Action.DROP_TEMP_VIEW)
                : of(home, Action.DROP_TABLE, Action.DROP_TEMP_TABLE);
        return allowsSchemaChange(Action.DELETE, home)
                && authorization.allows(action, name, null, home.name())
                && authorization.allows(Action.DELETE, name, null, home.name());
    }

    /** Whether sqlite_schema of a database may get a row, or lose one. */
    private boolean allowsSchemaChange(Action action, DatabaseId database) {
        String table = database.isTemp() ? "sqlite_temp_master" : "sqlite_master";
        return authorization.allows(action, table, null, database.name());
    }

    /** The one of two actions, the second being that for TEMP objects. */
    private static Action of(DatabaseId database, Action action, Action temporary) {
        return database.isTemp() ? temporary : action;
    }
}
