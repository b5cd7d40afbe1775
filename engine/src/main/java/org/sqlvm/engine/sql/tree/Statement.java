package org.sqlvm.engine.sql.tree;

import java.util.List;

/** A statement of SQLite's grammar. Its span ends before the semicolon. */
public sealed interface Statement extends Node
        permits Select,
                Statement.Explain,
                Statement.Insert,
                Statement.Update,
                Statement.Delete,
                Statement.CreateTable,
                Statement.CreateIndex,
                Statement.CreateView,
                Statement.CreateTrigger,
                Statement.CreateVirtualTable,
                Statement.CreateFunction,
                Statement.DropFunction,
                Statement.Drop,
                Statement.AlterTable,
                Statement.Begin,
                Statement.Commit,
                Statement.Rollback,
                Statement.Savepoint,
                Statement.Release,
                Statement.Attach,
                Statement.Detach,
                Statement.Pragma,
                Statement.Vacuum,
                Statement.Copy,
                Statement.Reindex,
                Statement.Analyze {

    /** {@code EXPLAIN} or {@code EXPLAIN QUERY PLAN}. */
    record Explain(boolean queryPlan, Statement statement, Span span) implements Statement {}

    /**
     * @param action REPLACE for the REPLACE statement, too
     * @param columns null without a list
     * @param source null for DEFAULT VALUES
     * @param upserts empty without ON CONFLICT
     * @param returning empty without
     */
    record Insert(
            Select.With with,
            ConflictAction action,
            QualifiedName table,
            Name alias,
            List<Name> columns,
            Select source,
            List<Upsert> upserts,
            List<ResultColumn> returning,
            Span span)
            implements Statement {}

    /**
     * {@code ON CONFLICT (target) WHERE … DO UPDATE SET … WHERE …}.
     *
     * @param target empty for any conflict
     * @param assignments empty for DO NOTHING
     */
    record Upsert(
            List<OrderingTerm> target,
            Expression targetWhere,
            List<Assignment> assignments,
            Expression where,
            Span span)
            implements Node {
        public boolean isNothing() {
            return assignments.isEmpty();
        }
    }

    /**
     * {@code column = value}, or {@code (a, b) = value} with a row value or subquery of as many
     * columns.
     */
    record Assignment(List<Name> columns, Expression value, Span span) implements Node {}

    /**
     * @param target the table, with alias and hint
     * @param from null without
     */
    record Update(
            Select.With with,
            ConflictAction action,
            TableSource.TableName target,
            List<Assignment> assignments,
            TableSource from,
            Expression where,
            List<ResultColumn> returning,
            Span span)
            implements Statement {
        /**
         * Returns the source of the rows: {@code first}, the target, joined with the sources of
         * FROM. Several tables of FROM count as one in parentheses, so that they do not see the
         * target.
         */
        public TableSource source(TableSource first) {
            TableSource others = from;
            while (others instanceof TableSource.Parenthesized group && group.alias() == null) {
                others = group.source();
            }
            if (others == null) {
                return first;
            }
            if (others instanceof TableSource.Join) {
                others = new TableSource.Parenthesized(others, null, others.span());
            }
            return new TableSource.Join(
                    first, TableSource.JoinKind.INNER, false, others, null, others.span());
        }
    }

    record Delete(
            Select.With with,
            TableSource.TableName target,
            Expression where,
            List<ResultColumn> returning,
            Span span)
            implements Statement {}

    /**
     * @param columns empty for CREATE TABLE AS
     * @param select null but for CREATE TABLE AS
     */
    record CreateTable(
            boolean temporary,
            boolean ifNotExists,
            QualifiedName name,
            List<ColumnDefinition> columns,
            List<TableConstraint> constraints,
            boolean withoutRowid,
            boolean strict,
            Select select,
            Span span)
            implements Statement {}

    /** @param type null without */
    record ColumnDefinition(Name name, TypeName type, List<ColumnConstraint> constraints, Span span)
            implements Node {}

    /** @param where null but for a partial index */
    record CreateIndex(
            boolean unique,
            boolean ifNotExists,
            QualifiedName name,
            Name table,
            List<OrderingTerm> columns,
            Expression where,
            Span span)
            implements Statement {}

    /** @param columns empty without a list */
    record CreateView(
            boolean temporary,
            boolean ifNotExists,
            QualifiedName name,
            List<Name> columns,
            Select select,
            Span span)
            implements Statement {}

    /**
     * @param updateOf columns of UPDATE OF; empty for any column
     * @param when null without
     * @param body SELECT, INSERT, UPDATE and DELETE statements
     */
    record CreateTrigger(
            boolean temporary,
            boolean ifNotExists,
            QualifiedName name,
            TriggerTime time,
            TriggerEvent event,
            List<Name> updateOf,
            QualifiedName table,
            Expression when,
            List<Statement> body,
            Span span)
            implements Statement {}

    /** @param arguments the text of each, trimmed */
    record CreateVirtualTable(
            boolean ifNotExists, QualifiedName name, Name module, List<String> arguments, Span span)
            implements Statement {}

    record Drop(ObjectKind kind, boolean ifExists, QualifiedName name, Span span)
            implements Statement {}

    record AlterTable(QualifiedName table, Alteration alteration, Span span) implements Statement {}

    /** The change that ALTER TABLE makes. */
    sealed interface Alteration {
        record RenameTable(Name target) implements Alteration {}

        record RenameColumn(Name source, Name target) implements Alteration {}

        record AddColumn(ColumnDefinition column) implements Alteration {}

        record DropColumn(Name column) implements Alteration {}

        /**
         * {@code ADD [CONSTRAINT name] CHECK (condition)}.
         *
         * @param name null if it has none
         * @param text the text between the parentheses
         */
        record AddCheck(Name name, Expression condition, Span text, ConflictAction onConflict)
                implements Alteration {}

        record DropConstraint(Name name) implements Alteration {}

        /** {@code ALTER [COLUMN] column SET NOT NULL}. */
        record SetNotNull(Name column, ConflictAction onConflict) implements Alteration {}

        record DropNotNull(Name column) implements Alteration {}
    }

    record Begin(TransactionKind kind, Span span) implements Statement {}

    /** COMMIT or END. */
    record Commit(Span span) implements Statement {}

    /** @param savepoint null for the whole transaction */
    record Rollback(Name savepoint, Span span) implements Statement {}

    record Savepoint(Name name, Span span) implements Statement {}

    record Release(Name name, Span span) implements Statement {}

    /** @param key null without KEY */
    record Attach(Expression file, Expression schema, Expression key, Span span)
            implements Statement {}

    record Detach(Expression schema, Span span) implements Statement {}

    /**
     * @param value after {@code =} or in parentheses, without quotes, with its minus sign; null
     *     without
     */
    record Pragma(QualifiedName name, String value, Span span) implements Statement {}

    /**
     * @param schema null for main
     * @param into the file to write, or null
     */
    record Vacuum(Name schema, Expression into, Span span) implements Statement {}

    /**
     * {@code COPY table FROM 'file'}, {@code COPY table TO 'file'}, {@code COPY (query) TO 'file'}.
     *
     * @param table null for a query
     * @param columns null without a list
     * @param query null for a table
     * @param options as they are written: {@code header=true}
     */
    record Copy(
            QualifiedName table,
            List<Name> columns,
            Select query,
            boolean from,
            String path,
            List<String> options,
            Span span)
            implements Statement {}

    /** @param name a collation, table or index; null for all */
    record Reindex(QualifiedName name, Span span) implements Statement {}

    /** @param name a schema, table or index; null for all */
    record Analyze(QualifiedName name, Span span) implements Statement {}

    enum ObjectKind {
        TABLE,
        INDEX,
        VIEW,
        TRIGGER
    }

    enum TriggerTime {
        BEFORE,
        AFTER,
        INSTEAD_OF
    }

    enum TriggerEvent {
        INSERT,
        UPDATE,
        DELETE
    }

    enum TransactionKind {
        DEFERRED,
        IMMEDIATE,
        EXCLUSIVE
    }

    /**
     * {@code CREATE FUNCTION}, which SQLite does not have: a function of another language that is
     * stored in the database file.
     *
     * @param parameters null for any number of arguments
     * @param language the language's name as written
     * @param source the source text, which evaluates to the function
     */
    record CreateFunction(
            boolean ifNotExists,
            Name name,
            List<Name> parameters,
            boolean deterministic,
            Name language,
            String source,
            Span span)
            implements Statement {}

    /** {@code DROP FUNCTION}. */
    record DropFunction(boolean ifExists, Name name, Span span) implements Statement {}
}
