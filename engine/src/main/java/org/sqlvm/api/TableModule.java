package org.sqlvm.api;

import java.util.List;

/**
 * A module that implements virtual tables, for {@code CREATE VIRTUAL TABLE t USING name(…)}
 * (sqlite.org/vtab.html).
 */
@FunctionalInterface
public interface TableModule {
    /**
     * The arguments of a CREATE VIRTUAL TABLE statement.
     *
     * @param schema {@code main}, {@code temp} or the name of an attached database
     * @param table the table's name
     * @param arguments the texts between the parentheses, without outer white space; quotes stay
     */
    record Call(String schema, String table, List<String> arguments) {}

    /**
     * Returns the object for a table that exists in a schema; called when the connection first uses
     * the table. An exception becomes the statement's error.
     */
    ModuleTable connect(Call call);

    /**
     * Creates what the table stores, if anything, and returns the object for the table; called by
     * CREATE VIRTUAL TABLE.
     */
    default ModuleTable create(Call call) {
        return connect(call);
    }

    /**
     * Returns whether a virtual table {@code t} of this module stores its content in the table
     * {@code t_suffix}, its shadow table (sqlite.org/vtab.html#xshadowname). PRAGMA table_list
     * marks shadow tables, and only the module may change them if the connection is defensive
     * ({@link Database#setDefensive}).
     */
    default boolean isShadow(String suffix) {
        return false;
    }

    /** Whether CREATE VIRTUAL TABLE can make tables of it; if not, it is eponymous. */
    default boolean isCreatable() {
        return true;
    }

    /** Whether the module's name is a table, too, without CREATE VIRTUAL TABLE. */
    default boolean isEponymous() {
        return false;
    }

    /**
     * Returns whether {@code FROM name(…)} is a table of the module. The arguments in the
     * parentheses must be constants. {@link Call#arguments} has their texts, and the columns may
     * depend on them.
     */
    default boolean isCalled() {
        return false;
    }

    /**
     * Whether only statements may call it, and no views and triggers: before a call is looked at.
     */
    default boolean isCallDirectOnly() {
        return false;
    }
}
