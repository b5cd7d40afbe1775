package org.sqlvm.engine.plan.logical;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Where the sources of one FROM clause stand in it. Sources are numbered through the statement; a
 * query's own have a place and a bit, those of other queries have neither.
 */
public final class SourcePlaces {
    private final Map<Integer, Integer> places = new HashMap<>();
    private final Set<Integer> virtual = new HashSet<>();

    public void add(Source source) {
        places.put(source.number(), places.size());
        if (source.relation() instanceof Relation.Virtual) {
            virtual.add(source.number());
        }
    }

    /** Whether the source's rows are computed. */
    public boolean isVirtual(int source) {
        return virtual.contains(source);
    }

    /** Whether the rows of any source are computed. */
    public boolean hasVirtual() {
        return !virtual.isEmpty();
    }

    /** The place of {@code source}, or -1. */
    public int place(int source) {
        return places.getOrDefault(source, -1);
    }

    /** The bit of {@code source}; 0 if it belongs to another query. */
    public long bit(int source) {
        int place = place(source);
        return place < 0 ? 0 : 1L << place;
    }
}
