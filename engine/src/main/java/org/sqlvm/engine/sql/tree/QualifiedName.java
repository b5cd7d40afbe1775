package org.sqlvm.engine.sql.tree;

/**
 * The name of a table, index, view, trigger or pragma.
 *
 * @param schema the database it is in, or null
 */
public record QualifiedName(Name schema, Name name, Span span) implements Node {
    @Override
    public String toString() {
        return schema == null ? name.text() : schema.text() + "." + name.text();
    }
}
