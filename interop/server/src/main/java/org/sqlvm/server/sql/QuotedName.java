package org.sqlvm.server.sql;

/** A name as SQL takes it, whatever it contains. */
public final class QuotedName {
    private QuotedName() {}

    /** The name in quotes. */
    public static String of(String name) {
        return "\"" + name.replace("\"", "\"\"") + "\"";
    }
}
