package org.sqlvm.spark;

import java.util.Locale;

/** The extent of what is left to sqlvm: the option {@code pushDown}. */
enum PushDown {
    /**
     * All conditions if one of them can be found by an index or the rowid, or if the table's
     * columns cannot be decoded directly; else none, since Spark tests columns faster than sqlvm
     * rows.
     */
    AUTO,
    /** Everything that has the same meaning. */
    ALL,
    /** Columns alone. */
    NONE;

    /** @throws IllegalArgumentException for another value than auto, all, none, true and false */
    static PushDown of(String option) {
        return switch (option.toLowerCase(Locale.ROOT)) {
            case "auto" -> AUTO;
            case "all", "true" -> ALL;
            case "none", "false" -> NONE;
            default ->
                throw new IllegalArgumentException(
                        "the option 'pushDown' is 'auto', 'all' or 'none', not '" + option + "'");
        };
    }
}
