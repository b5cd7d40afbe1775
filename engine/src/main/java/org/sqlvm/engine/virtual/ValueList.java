package org.sqlvm.engine.virtual;

import org.sqlvm.engine.data.Values;

import java.util.ArrayList;
import java.util.List;

/** The values of an IN list, which a cursor gets as one argument. None is NULL, none is twice. */
public final class ValueList {
    private final List<Object> values = new ArrayList<>();

    /** @param value as in a register; may be borrowed */
    public void add(Object value) {
        values.add(Values.owned(value));
    }

    /** As in registers. */
    public Object[] values() {
        return values.toArray();
    }
}
