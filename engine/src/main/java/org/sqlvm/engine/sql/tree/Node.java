package org.sqlvm.engine.sql.tree;

/** A part of a statement that knows its position in the text. */
public interface Node {
    /** Where the node stands in the statement's text. */
    Span span();
}
