package org.sqlvm.engine.schema;

import org.sqlvm.engine.sql.tree.Statement;

/**
 * A trigger of the schema.
 *
 * @param sql the text that the tree's spans are in
 */
public record Trigger(String name, DatabaseId database, String sql, Statement.CreateTrigger tree) {
    public Trigger {
        assert tree != null : name;
    }
}
