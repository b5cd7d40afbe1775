package org.sqlvm.engine.sql.tree;

/** A constraint of a column, behind its type. Its name is null if it has none. */
public sealed interface ColumnConstraint extends Node {
    Name name();

    record PrimaryKey(
            Name name,
            OrderingTerm.SortOrder order,
            ConflictAction onConflict,
            boolean autoincrement,
            Span span)
            implements ColumnConstraint {}

    /** {@code NULL}, which has no effect. */
    record Nullable(Name name, Span span) implements ColumnConstraint {}

    record NotNull(Name name, ConflictAction onConflict, Span span) implements ColumnConstraint {}

    record Unique(Name name, ConflictAction onConflict, Span span) implements ColumnConstraint {}

    /** @param text the text between the parentheses */
    record Check(Name name, Expression condition, Span text, Span span)
            implements ColumnConstraint {}

    /**
     * @param value a {@link Expression.StringLiteral} for a bare word, but a
     *     {@link Expression.ColumnName} for TRUE and FALSE
     * @param text the value's text, without parentheses around it
     */
    record Default(Name name, Expression value, Span text, Span span) implements ColumnConstraint {}

    record Collate(Name name, Name collation, Span span) implements ColumnConstraint {}

    record References(Name name, ForeignKey key, Span span) implements ColumnConstraint {}

    /** {@code [NOT] DEFERRABLE …} on its own: for the table's last foreign key so far. */
    record Deferrable(Name name, boolean initiallyDeferred, Span span)
            implements ColumnConstraint {}

    /** @param storage the word after the expression: VIRTUAL, STORED, anything; null without */
    record Generated(Name name, Expression value, Name storage, Span span)
            implements ColumnConstraint {}
}
