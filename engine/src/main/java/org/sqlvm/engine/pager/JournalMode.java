package org.sqlvm.engine.pager;

import java.util.Locale;

/** How a transaction can be undone (sqlite.org/pragma.html#pragma_journal_mode). */
public enum JournalMode {
    /** A rollback journal, deleted at the end of the transaction. */
    DELETE,
    /** A rollback journal, cut to no bytes at the end. */
    TRUNCATE,
    /** A rollback journal, whose header is overwritten with zeros at the end. */
    PERSIST,
    /** A rollback journal in memory: a process that dies while it writes leaves a torn database. */
    MEMORY,
    /** No journal at all. */
    OFF,
    /** A write-ahead log. */
    WAL;

    /** Returns the name in PRAGMA journal_mode. */
    public String pragmaName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The mode with this name in any case; null for another word. */
    public static JournalMode find(String name) {
        for (JournalMode mode : values()) {
            if (mode.name().equalsIgnoreCase(name)) {
                return mode;
            }
        }
        return null;
    }
}
