package org.sqlvm.engine.sql.tree;

import java.util.List;

/** A constraint behind the columns of a table. Its name is null if it has none. */
public sealed interface TableConstraint extends Node {
    Name name();

    record PrimaryKey(
            Name name,
            List<OrderingTerm> columns,
            boolean autoincrement,
            ConflictAction onConflict,
            Span span)
            implements TableConstraint {}

    record Unique(Name name, List<OrderingTerm> columns, ConflictAction onConflict, Span span)
            implements TableConstraint {}

    /** @param text the text between the parentheses */
    record Check(Name name, Expression condition, Span text, ConflictAction onConflict, Span span)
            implements TableConstraint {}

    record Foreign(
            Name name, List<Name> columns, ForeignKey key, boolean initiallyDeferred, Span span)
            implements TableConstraint {}
}
