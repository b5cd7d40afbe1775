package org.sqlvm.engine.schema;

/**
 * The PRAGMAs of a connection that decide what statements compile to. They are a part of the schema
 * that a program is compiled for, so that one compiled under other settings is compiled again.
 *
 * @param foreignKeys PRAGMA foreign_keys
 * @param recursiveTriggers PRAGMA recursive_triggers
 * @param ignoreChecks PRAGMA ignore_check_constraints
 * @param deferForeignKeys PRAGMA defer_foreign_keys, which ends with the transaction
 * @param writableSchema PRAGMA writable_schema: sqlite_schema may be changed as any table, and new
 *     objects may have reserved names
 */
public record Settings(
        boolean foreignKeys,
        boolean recursiveTriggers,
        boolean ignoreChecks,
        boolean deferForeignKeys,
        boolean writableSchema) {
    /** As SQLite comes. */
    public static final Settings DEFAULT = new Settings(false, false, false, false, false);

    /** The PRAGMAs' names. */
    public static boolean isSetting(String pragma) {
        return DEFAULT.value(pragma) != null;
    }

    /** The value of a PRAGMA, or null if it is none of these. */
    public Boolean value(String pragma) {
        return switch (pragma) {
            case "foreign_keys" -> foreignKeys;
            case "recursive_triggers" -> recursiveTriggers;
            case "ignore_check_constraints" -> ignoreChecks;
            case "defer_foreign_keys" -> deferForeignKeys;
            case "writable_schema" -> writableSchema;
            default -> null;
        };
    }

    /** These with one of them changed. */
    public Settings with(String pragma, boolean on) {
        boolean keys = pragma.equals("foreign_keys") ? on : foreignKeys;
        boolean recursive = pragma.equals("recursive_triggers") ? on : recursiveTriggers;
        boolean ignore = pragma.equals("ignore_check_constraints") ? on : ignoreChecks;
        boolean defer = pragma.equals("defer_foreign_keys") ? on : deferForeignKeys;
        boolean writable = pragma.equals("writable_schema") ? on : writableSchema;
        return new Settings(keys, recursive, ignore, defer, writable);
    }

    /** 0 for the default, so that its schemas are those of the file alone. */
    long fingerprint() {
        return (foreignKeys ? 1 : 0)
                | (recursiveTriggers ? 2 : 0)
                | (ignoreChecks ? 4 : 0)
                | (deferForeignKeys ? 8 : 0)
                | (writableSchema ? 16 : 0);
    }
}
