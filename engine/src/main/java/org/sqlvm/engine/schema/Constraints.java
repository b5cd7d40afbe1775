package org.sqlvm.engine.schema;

import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.tree.ColumnConstraint;
import org.sqlvm.engine.sql.tree.ConflictAction;
import org.sqlvm.engine.sql.tree.ForeignKey;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.Statement;
import org.sqlvm.engine.sql.tree.TableConstraint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The parts of a table's constraints that neither its columns nor its indexes have.
 *
 * @param notNull by column: the ON CONFLICT of its NOT NULL
 * @param rowid the ON CONFLICT of an INTEGER PRIMARY KEY
 * @param foreignKeys the newest first, in the order in which SQLite checks them
 */
public record Constraints(
        List<ConflictAction> notNull,
        ConflictAction rowid,
        List<ForeignKeyConstraint> foreignKeys) {

    /** Returns the constraints in the text of {@code table}. */
    static Constraints of(Table table) {
        return of(Parser.parseSchemaSql(table.sql()), table);
    }

    /** @param definition the syntax tree of the table's text */
    static Constraints of(Statement definition, Table table) {
        ConflictAction[] notNull = new ConflictAction[table.columns().size()];
        Arrays.fill(notNull, ConflictAction.DEFAULT);
        ConflictAction rowid = ConflictAction.DEFAULT;
        List<ForeignKeyConstraint> foreignKeys = new ArrayList<>();
        if (definition instanceof Statement.CreateTable tree) {
            for (int i = 0; i < tree.columns().size(); i++) {
                for (ColumnConstraint constraint : tree.columns().get(i).constraints()) {
                    switch (constraint) {
                        case ColumnConstraint.NotNull column -> notNull[i] = column.onConflict();
                        case ColumnConstraint.PrimaryKey key -> rowid = key.onConflict();
                        case ColumnConstraint.References references ->
                            foreignKeys.add(foreignKey(table, List.of(i), references.key(), false));
                        case ColumnConstraint.Deferrable deferrable ->
                            defer(foreignKeys, deferrable.initiallyDeferred());
                        default -> {}
                    }
                }
            }
            for (TableConstraint constraint : tree.constraints()) {
                switch (constraint) {
                    case TableConstraint.PrimaryKey key -> rowid = key.onConflict();
                    case TableConstraint.Foreign foreign ->
                        foreignKeys.add(foreignKey(
                                table,
                                places(table, foreign.columns()),
                                foreign.key(),
                                foreign.initiallyDeferred()));
                    default -> {}
                }
            }
        }
        Collections.reverse(foreignKeys);
        return new Constraints(
                List.of(notNull),
                table.rowidAlias() >= 0 ? rowid : ConflictAction.DEFAULT,
                List.copyOf(foreignKeys));
    }

    private static List<Integer> places(Table table, List<Name> columns) {
        return columns.stream().map(name -> table.columnIndex(name.text())).toList();
    }

    private static ForeignKeyConstraint foreignKey(
            Table table, List<Integer> columns, ForeignKey key, boolean deferred) {
        return new ForeignKeyConstraint(
                table.name(),
                columns,
                key.table().text(),
                key.columns().stream().map(Name::text).toList(),
                key.onDelete(),
                key.onUpdate(),
                deferred);
    }

    /** DEFERRABLE belongs to the foreign key before it. */
    private static void defer(List<ForeignKeyConstraint> foreignKeys, boolean deferred) {
        if (!foreignKeys.isEmpty()) {
            ForeignKeyConstraint last = foreignKeys.removeLast();
            foreignKeys.add(new ForeignKeyConstraint(
                    last.child(),
                    last.columns(),
                    last.parent(),
                    last.parentColumns(),
                    last.onDelete(),
                    last.onUpdate(),
                    deferred));
        }
    }
}
