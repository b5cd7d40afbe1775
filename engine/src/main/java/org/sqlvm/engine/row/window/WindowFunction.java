package org.sqlvm.engine.row.window;

import java.util.Locale;

/** Functions that exist with OVER only (sqlite.org/windowfunctions.html section 3). */
public enum WindowFunction {
    ROW_NUMBER(0, 0),
    RANK(0, 0),
    DENSE_RANK(0, 0),
    PERCENT_RANK(0, 0),
    CUME_DIST(0, 0),
    NTILE(1, 1),
    LAG(1, 3),
    LEAD(1, 3),
    FIRST_VALUE(1, 1),
    LAST_VALUE(1, 1),
    NTH_VALUE(2, 2);

    public final int argumentCountMin;
    public final int argumentCountMax;

    WindowFunction(int argumentCountMin, int argumentCountMax) {
        this.argumentCountMin = argumentCountMin;
        this.argumentCountMax = argumentCountMax;
    }

    /** Whether the result depends on the frame, and not only on where the row is. */
    public boolean readsFrame() {
        return this == FIRST_VALUE || this == LAST_VALUE || this == NTH_VALUE;
    }

    /** The one called {@code name}, or null. */
    public static WindowFunction named(String name) {
        for (WindowFunction function : values()) {
            if (function.name().equals(name.toUpperCase(Locale.ROOT))) {
                return function;
            }
        }
        return null;
    }
}
