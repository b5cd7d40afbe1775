package org.sqlvm.api;

import java.util.List;

/**
 * A kind of virtual tables: what {@code CREATE VIRTUAL TABLE t USING name(…)} names
 * (sqlite.org/vtab.html).
 */
@FunctionalInterface
public interface TableModule {
    /**
     * A table that is made of the module.
     *
     * @param schema {@code main}, {@code temp} or the name of an attached database
     * @param table its name
     * @param arguments the texts between the parentheses, without outer white space; quotes stay
     */
    record Call(String schema, String table, List<String> arguments) {}

    /**
     * Makes the object for a table that is in a schema: when the connection first uses it. What is
     * thrown becomes the statement's error.
     */
    ModuleTable connect(Call call);

    /** The same while the table is created: what it stores may be made. */
    default ModuleTable create(Call call) {
        return connect(call);
    }

    /**
     * Whether a table that is called as one of this module's, an underline and {@code suffix} is
     * where that one stores its content (sqlite.org/vtab.html#xshadowname). PRAGMA table_list tells
     * such tables apart, and only the module may change them if the connection is defensive
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
     * Whether {@code FROM name(…)} is a table of the module, too. What stands in the parentheses
     * must be constants; {@link Call#arguments} has their texts, and the columns may depend on
     * them.
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
