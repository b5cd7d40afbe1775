package org.sqlvm.server.catalog;

import java.util.HashMap;
import java.util.Map;

/** Numbers for objects of the schema, which a session calls by the same number all the time. */
final class CatalogOids {
    /** PostgreSQL gives this to the first object of a user. */
    private static final long FIRST = 16_384;

    private final Map<String, Long> oids = new HashMap<>();

    /** @param object its kind and name */
    long of(String object) {
        return oids.computeIfAbsent(object, name -> FIRST + oids.size());
    }
}
