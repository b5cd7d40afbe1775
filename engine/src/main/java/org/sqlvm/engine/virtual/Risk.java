package org.sqlvm.engine.virtual;

import org.sqlvm.api.ModuleTable;
import org.sqlvm.api.TableModule;

/**
 * What a virtual table could be misused for by a schema that somebody else has written
 * (sqlite.org/c3ref/c_vtab_constraint_support.html).
 */
public enum Risk {
    /** Nothing: views and triggers may use it even of a schema that is not trusted. */
    INNOCUOUS,
    /** Views and triggers may use it if PRAGMA trusted_schema is on. */
    NORMAL,
    /** Only statements may use it. */
    DIRECT_ONLY;

    /** What a table says of itself. */
    static Risk of(ModuleTable table) {
        return TableCalls.call(table, () -> {
            if (table.isDirectOnly()) {
                return DIRECT_ONLY;
            }
            return table.isInnocuous() ? INNOCUOUS : NORMAL;
        });
    }

    /** What a call of a module is, before it is made. */
    public static Risk ofCall(TableModule module) {
        return module.isCallDirectOnly() ? DIRECT_ONLY : NORMAL;
    }

    /** Whether views and triggers may use such a table. */
    public boolean fits(boolean trustedSchema) {
        return this == INNOCUOUS || (this == NORMAL && trustedSchema);
    }
}
