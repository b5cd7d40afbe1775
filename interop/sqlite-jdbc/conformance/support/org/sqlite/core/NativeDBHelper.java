package org.sqlite.core;

/** Replaces the tests' own class, which reads native pointers: returns 1 if a handler is set. */
public final class NativeDBHelper {
    private NativeDBHelper() {}

    public static long getProgressHandler(DB database) {
        return database.hasProgressHandler() ? 1 : 0;
    }

    public static long getBusyHandler(DB database) {
        return database.hasBusyHandler() ? 1 : 0;
    }

    public static long getCommitListener(DB database) {
        return database.hasCommitListener() ? 1 : 0;
    }

    public static long getUpdateListener(DB database) {
        return database.hasUpdateListener() ? 1 : 0;
    }
}
