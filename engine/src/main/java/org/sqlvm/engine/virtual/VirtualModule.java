package org.sqlvm.engine.virtual;

import org.sqlvm.engine.row.function.RegisteredFunction;

/**
 * A kind of virtual tables: what {@code CREATE VIRTUAL TABLE t USING name(…)} names
 * (sqlite.org/vtab.html section 1.2). Shared by all connections; the tables that it makes are those
 * of one connection.
 */
public interface VirtualModule extends RegisteredFunction.Body {
    /** What a table can be made for. */
    enum Use {
        /** CREATE VIRTUAL TABLE only. */
        CREATED,
        /** CREATE VIRTUAL TABLE, and the module's own name as a table's. */
        BOTH,
        /**
         * CREATE VIRTUAL TABLE, and {@code FROM name(…)} with constants in the parentheses, which
         * decide on the columns.
         */
        CALLED,
        /** The module's own name only: there is nothing to create. */
        EPONYMOUS
    }

    default Use use() {
        return Use.CREATED;
    }

    /** What a schema could misuse a call for: views and triggers are refused before it is made. */
    default Risk callRisk() {
        return Risk.NORMAL;
    }

    /**
     * Whether the table that is called as one of this module's, an underline and {@code suffix} is
     * where that one stores its content: a shadow table (sqlite.org/vtab.html section 2.20).
     */
    default boolean isShadow(String suffix) {
        return false;
    }

    /**
     * Makes the object for a table that exists: when a connection first uses it.
     *
     * @throws org.sqlvm.engine.error.SqlException if the arguments are wrong
     */
    ModuleTable connect(ModuleCall call);

    /**
     * The same for a table that is being created: its row in sqlite_schema is written, and other
     * tables that it stores its content in may be made.
     */
    default ModuleTable create(ModuleCall call) {
        return connect(call);
    }
}
