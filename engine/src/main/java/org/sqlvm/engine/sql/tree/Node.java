package org.sqlvm.engine.sql.tree;

/** A part of a statement that knows its position in the text. */
public interface Node {
    /** Returns the node's position in the statement's text. */
    Span span();
}
