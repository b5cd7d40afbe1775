package org.sqlvm.engine.row;

/**
 * The grain of time that a function sees: its result is the same for all texts {@code YYYY-MM-DD
 * HH:MM:SS} within the same unit. Each unit divides the larger ones.
 */
@FunctionalInterface
public interface TimeGrain {
    /** Units in seconds. */
    int SECOND = 1;

    int MINUTE = 60;
    int HOUR = 60 * MINUTE;
    int DAY = 24 * HOUR;

    /** Each second may have another result. */
    TimeGrain SECONDS = (index, arguments) -> SECOND;

    /** All times have the same result. */
    TimeGrain NONE = (index, arguments) -> DAY;

    /**
     * The unit of a call, in seconds.
     *
     * @param index the argument that is the text
     * @param arguments the constant arguments; null for others
     */
    int of(int index, Object[] arguments);
}
