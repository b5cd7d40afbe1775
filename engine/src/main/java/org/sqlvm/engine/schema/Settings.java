package org.sqlvm.engine.schema;

import org.sqlvm.engine.advice.Door;
import org.sqlvm.engine.row.function.Registered;

import java.util.List;

/**
 * The settings of a connection that statements are compiled for: PRAGMAs, and the functions and
 * collations of its user. They are a part of the schema that a program is compiled for, so that one
 * compiled under other settings is compiled again.
 *
 * @param bits one bit for each PRAGMA that is on, by its index in {@link #NAMES}; and
 *     {@link #storedFunctions}
 * @param door the interface that opened the database, for messages: programs do not depend on it
 */
public record Settings(int bits, Registered registered, Door door) {
    /** Kept with the registered functions, which it concerns. */
    private static final String TRUSTED_SCHEMA = "trusted_schema";

    private static final List<String> NAMES = List.of(
            "foreign_keys",
            "recursive_triggers",
            "ignore_check_constraints",
            "defer_foreign_keys",
            "writable_schema",
            "legacy_alter_table",
            "query_only",
            TRUSTED_SCHEMA,
            "count_changes");

    /** As SQLite comes: all are off, but the schema is trusted. */
    public static final Settings DEFAULT = new Settings(0, Registered.NONE, Door.CONTEXT);

    /** The bit that no PRAGMA sets. */
    private static final int STORED_FUNCTIONS = 1 << 30;

    /** Another one. */
    private static final int FILE_NAMES = 1 << 29;

    public static boolean isSetting(String pragma) {
        return NAMES.contains(pragma);
    }

    /** The value of a PRAGMA, or null if it is none of these. */
    public Boolean value(String pragma) {
        int place = NAMES.indexOf(pragma);
        if (pragma.equals(TRUSTED_SCHEMA)) {
            return registered.isSchemaTrusted();
        }
        return place < 0 ? null : has(place);
    }

    private boolean has(int place) {
        return (bits >> place & 1) != 0;
    }

    /** These with one of them changed. */
    public Settings with(String pragma, boolean on) {
        if (pragma.equals(TRUSTED_SCHEMA)) {
            return with(registered.withTrust(on));
        }
        int bit = 1 << NAMES.indexOf(pragma);
        return withBits(on ? bits | bit : bits & ~bit);
    }

    /** These with other functions and collations. */
    public Settings with(Registered changed) {
        return new Settings(bits, changed, door);
    }

    /** These for a database that was opened in that way. */
    public Settings with(Door opened) {
        return new Settings(bits, registered, opened);
    }

    private Settings withBits(int changed) {
        return new Settings(changed, registered, door);
    }

    public boolean foreignKeys() {
        return has(0);
    }

    public boolean recursiveTriggers() {
        return has(1);
    }

    public boolean ignoreChecks() {
        return has(2);
    }

    /** Another one. */
    private static final int DEFENSIVE = 1 << 28;

    /** Functions that are stored in the file may be made, and run. */
    public boolean storedFunctions() {
        return (bits & STORED_FUNCTIONS) != 0;
    }

    /** These, with functions that are stored in the file. */
    public Settings withStoredFunctions() {
        return withBits(bits | STORED_FUNCTIONS);
    }

    /**
     * Statements cannot damage the file (SQLITE_DBCONFIG_DEFENSIVE): shadow tables and
     * sqlite_schema are read-only, whatever PRAGMA writable_schema says.
     */
    public boolean isDefensive() {
        return (bits & DEFENSIVE) != 0;
    }

    /** These, where statements can damage the file or not. */
    public Settings withDefensive(boolean on) {
        return withBits(on ? bits | DEFENSIVE : bits & ~DEFENSIVE);
    }

    /** Whether a name in FROM may be that of a file. */
    public boolean fileNames() {
        return (bits & FILE_NAMES) != 0;
    }

    /** Returns these settings with names in FROM that may be those of files. */
    public Settings withFileNames() {
        return withBits(bits | FILE_NAMES);
    }

    /** Ends with the transaction. */
    public boolean deferForeignKeys() {
        return has(3);
    }

    /** Whether sqlite_schema may be changed, and its rows may be invalid. */
    public boolean writableSchema() {
        return has(4) && !isDefensive();
    }

    /** ALTER TABLE RENAME leaves triggers and views alone. */
    public boolean legacyAlter() {
        return has(5);
    }

    /** Whether writing is forbidden. */
    public boolean queryOnly() {
        return has(6);
    }

    /** INSERT, UPDATE and DELETE give a row with the number of rows that they have changed. */
    public boolean countsChanges() {
        return has(8);
    }

    /** Returns 0 for the default, so that its schemas have the fingerprint of the file alone. */
    long fingerprint() {
        return bits ^ registered.fingerprint();
    }
}
