package org.sqlvm.tpch;

import org.sqlvm.workload.Script;

/** The 22 queries and the schema, in SQLite's dialect. */
public final class Queries {
    public static final int COUNT = 22;

    private Queries() {}

    /** The text of a query, from 1. */
    public static String query(int number) {
        return Script.resource(Queries.class, number + ".sql").strip();
    }

    public static String schema() {
        return Script.resource(Queries.class, "schema.sql");
    }
}
