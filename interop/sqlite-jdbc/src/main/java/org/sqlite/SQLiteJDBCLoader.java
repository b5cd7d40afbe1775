package org.sqlite;

/** Answers questions about the native library; there is none. */
public class SQLiteJDBCLoader {
    /** The SQLite that the database is compatible with. */
    private static final String VERSION = "3.54.1";

    /** Has no state; programs may make one all the same. */
    public SQLiteJDBCLoader() {}

    /** Has nothing to load. */
    public static boolean initialize() throws Exception {
        return true;
    }

    /** False: the database is Java. */
    public static boolean isNativeMode() throws Exception {
        return false;
    }

    public static int getMajorVersion() {
        return part(0);
    }

    public static int getMinorVersion() {
        return part(1);
    }

    public static String getVersion() {
        return VERSION;
    }

    private static int part(int index) {
        return Integer.parseInt(VERSION.split("\\.", -1)[index]);
    }
}
