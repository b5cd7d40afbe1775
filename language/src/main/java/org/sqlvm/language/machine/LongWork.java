package org.sqlvm.language.machine;

/**
 * Whether a program has begun work that repeats itself so often that code for it is worth its
 * compilation. A launcher that has the compiler wait, since a program may be a short one, asks.
 */
public final class LongWork {
    private static volatile boolean begun;

    private LongWork() {}

    /** Remains so to the end of the process. */
    public static void begin() {
        begun = true;
    }

    public static boolean hasBegun() {
        return begun;
    }
}
