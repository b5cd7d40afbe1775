package org.sqlvm.engine.codegen.schema;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.schema.DatabaseId;
import org.sqlvm.engine.schema.Schema;
import org.sqlvm.engine.sql.tree.Name;
import org.sqlvm.engine.sql.tree.QualifiedName;

/** Chooses the database that a new object goes to. */
public final class Homes {
    private Homes() {}

    /**
     * Returns the schema of the database in which {@code name} is created: the one that is written,
     * temp for a TEMP object, else main.
     *
     * @param kind the kind for messages: table, which SQLite uses for a view as well, or trigger
     */
    public static Schema of(Schema schema, QualifiedName name, boolean temporary, String kind) {
        if (name.schema() != null) {
            Schema written = named(schema, name.schema());
            if (temporary && !written.id().isTemp()) {
                throw SqlException.error("temporary " + kind + " name must be unqualified");
            }
            return written;
        }
        return schema.database(temporary ? DatabaseId.TEMP.number() : DatabaseId.MAIN.number());
    }

    /** The database called {@code name}. */
    public static Schema named(Schema schema, Name name) {
        Schema database = schema.database(name);
        if (database == null) {
            throw SqlException.error(
                    "unknown database " + name.written(), name.span().start());
        }
        return database;
    }

    /** @param asked the database that the PRAGMA names, or all of them */
    public static SqlException noTable(Schema asked, String name) {
        String database = asked.databases().size() == 1 ? asked.id().name() + "." : "";
        return SqlException.error("no such table: " + database + name);
    }
}
