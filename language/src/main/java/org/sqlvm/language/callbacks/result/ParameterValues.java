package org.sqlvm.language.callbacks.result;

import org.sqlvm.engine.data.Bytes;
import org.sqlvm.engine.data.SqlNull;

/** The arguments of a function that SQL reads as a table. */
public final class ParameterValues {
    private ParameterValues() {}

    /**
     * Returns the values by parameter; NULL for a parameter that was not given.
     *
     * @param index a bit set of the parameters that were given
     */
    public static Object[] spread(int index, Object[] arguments, int count) {
        Object[] all = new Object[count];
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            boolean given = (index & 1 << i) != 0;
            Object value = given ? arguments[next++] : SqlNull.NULL;
            all[i] = value instanceof Bytes bytes ? bytes.owned() : value;
        }
        return all;
    }
}
