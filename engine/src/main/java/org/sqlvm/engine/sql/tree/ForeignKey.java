package org.sqlvm.engine.sql.tree;

import java.util.List;

/**
 * {@code REFERENCES table (columns) ON DELETE … ON UPDATE …}.
 *
 * @param columns empty for the parent's primary key
 */
public record ForeignKey(
        Name table, List<Name> columns, Action onDelete, Action onUpdate, Span span)
        implements Node {

    public enum Action {
        NO_ACTION,
        SET_NULL,
        SET_DEFAULT,
        CASCADE,
        RESTRICT
    }
}
