package org.sqlvm.engine.pager;

/**
 * The treatment of free pages (sqlite.org/pragma.html#pragma_auto_vacuum). The order of the
 * constants is that of their numbers, 0 to 2.
 */
public enum AutoVacuum {
    /** They stay in the file and are used again. */
    NONE,
    /** They leave the file at each commit. */
    FULL,
    /** They leave the file when PRAGMA incremental_vacuum says so. */
    INCREMENTAL;

    /**
     * Returns the mode that an argument of PRAGMA auto_vacuum means: a name, or else a number;
     * anything else is NONE.
     */
    public static AutoVacuum of(String name, long number) {
        for (AutoVacuum mode : values()) {
            if (mode.name().equalsIgnoreCase(name)) {
                return mode;
            }
        }
        return number >= 0 && number < values().length ? values()[(int) number] : NONE;
    }
}
