package org.sqlvm.engine.db;

/**
 * The schema is not the one a program was compiled for. Never leaves the engine: it is compiled
 * again.
 */
public final class SchemaChangedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SchemaChangedException() {
        super("database schema has changed", null, false, false);
    }
}
