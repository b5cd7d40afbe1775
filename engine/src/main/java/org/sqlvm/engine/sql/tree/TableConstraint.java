package org.sqlvm.engine.sql.tree;

import java.util.List;

/** What stands after the columns of a table. Every one may have a name, else null. */
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

    /** @param text what stands between the parentheses */
    record Check(Name name, Expression condition, Span text, ConflictAction onConflict, Span span)
            implements TableConstraint {}

    record Foreign(
            Name name, List<Name> columns, ForeignKey key, boolean initiallyDeferred, Span span)
            implements TableConstraint {}
}
