package org.sqlvm.engine.codegen;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.QualifiedName;
import org.sqlvm.engine.virtual.VirtualTables;

/** What is wrong with the name of a table that a statement wants to change. */
final class Targets {
    private Targets() {}

    /** The error for a name that no table of the schema has. */
    static SqlException missing(QualifiedName name) {
        boolean virtual = VirtualTables.find(name.name().text()) != null;
        return SqlException.error(
                virtual
                        ? "table " + name.name().text() + " may not be modified"
                        : "no such table: " + name);
    }
}
