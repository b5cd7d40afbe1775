package org.sqlvm.engine.plan.resolve;

import org.sqlvm.engine.schema.Table;
import org.sqlvm.engine.sql.tree.Name;

import java.util.function.Supplier;

/**
 * Why a tree is resolved: to run it, to check a new definition, or for ALTER TABLE to find out what
 * its names mean. All resolvers of one tree share an object. {@link #uncoded}, {@link #elsewhere}
 * and {@link #guessed} change it for a part of the tree.
 */
final class Purpose {
    /** The meaning of a function in a table or index that is not registered. */
    enum Unknown {
        /** In a new definition it is an error. */
        REFUSED,
        /** Other programs may have it: what a file brings is read in spite of it. */
        LEFT,
        /** An error, in other words, where a row's value is to be computed. */
        MISSED
    }

    private final Unknown unknown;
    private final boolean quotedStrings;
    /** Gets the meaning of names; null if nothing but the tree's meaning is wanted. */
    private NameUses uses;

    private boolean uncoded;

    private Purpose(Unknown unknown, NameUses uses, boolean quotedStrings) {
        this.unknown = unknown;
        this.uses = uses;
        this.quotedStrings = quotedStrings;
    }

    /** Returns the purpose of a tree that is to run. */
    static Purpose run() {
        return new Purpose(Unknown.MISSED, null, true);
    }

    /** Returns the purpose of a definition of a table or an index. */
    static Purpose definition(Unknown unknown) {
        return new Purpose(unknown, null, true);
    }

    /**
     * Returns the purpose of a tree whose names alone count. There may be no such function or
     * collation, or too many arguments, as in files of other programs.
     *
     * @param uses gets the meaning of the names
     * @param quotedStrings whether a name in double quotes that resolves to nothing is a string
     */
    static Purpose names(NameUses uses, boolean quotedStrings) {
        return new Purpose(Unknown.MISSED, uses, quotedStrings);
    }

    Unknown unknown() {
        return unknown;
    }

    /** Whether names are looked up for their own sake, and nothing is to run. */
    boolean isNames() {
        return uses != null;
    }

    /** Whether {@code name}, which resolves to nothing, is a string. */
    boolean isString(Name name) {
        return quotedStrings && name.quote() == Name.Quote.DOUBLE;
    }

    /**
     * Whether no code is made of the tree, so that it may contain what has no value: a row, RAISE,
     * a literal that is too big. It is an error in the statement that computes it.
     */
    boolean isUncoded() {
        return uncoded || isNames();
    }

    /** Resolves something without the errors that SQLite finds only when it makes code. */
    <T> T uncoded(Supplier<T> work) {
        boolean before = uncoded;
        uncoded = true;
        try {
            return work.get();
        } finally {
            uncoded = before;
        }
    }

    /** Resolves the text of a view, whose names are not those of the tree. */
    <T> T elsewhere(Supplier<T> work) {
        return with(null, work);
    }

    /** Resolves something that the tree may mean, without noting its names. */
    <T> T guessed(Supplier<T> work) {
        return with(isNames() ? new NameUses() : null, work);
    }

    private <T> T with(NameUses other, Supplier<T> work) {
        NameUses before = uses;
        uses = other;
        try {
            return work.get();
        } finally {
            uses = before;
        }
    }

    /** Notes that {@code name} means a table, if that is one of the schema. */
    void table(Name name, Table table) {
        if (uses != null) {
            uses.table(name, table);
        }
    }

    /** Notes that {@code name} means a column, if its table is one of the schema. */
    void column(Name name, Table table, int column) {
        if (uses != null) {
            uses.column(name, table, column);
        }
    }

    /** Notes that {@code name} is a string. */
    void string(Name name) {
        if (uses != null) {
            uses.string(name);
        }
    }
}
