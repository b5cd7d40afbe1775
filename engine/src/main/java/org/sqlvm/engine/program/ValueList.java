package org.sqlvm.engine.program;

import org.sqlvm.engine.data.Affinities;
import org.sqlvm.engine.data.Affinity;

import java.util.List;

/**
 * The values of an IN list, in the order of the text: as registers hold them, or a
 * {@link ConstantRows.Parameter}.
 *
 * @param affinity the affinity of the values; literals have it already
 */
public record ValueList(List<Object> values, Affinity affinity) {
    /** A parameter's value as one of the list. */
    public Object adapted(Object value) {
        return Affinities.apply(value, affinity);
    }

    @Override
    public String toString() {
        return values.size() + " values";
    }
}
