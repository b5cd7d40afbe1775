package org.sqlvm.engine.codegen.query;

import org.sqlvm.engine.program.HeldRow;
import org.sqlvm.engine.schema.Table;

/** Reads the current row of a loop. */
interface SourceAccess {
    /** Emits the read of a column into {@code target}. */
    void read(int column, int target);

    /** Makes every column NULL: the empty side of an outer join. */
    void nullRow();

    /**
     * Returns the row as a debugger sees it.
     *
     * @param table the table with its columns
     */
    HeldRow held(Table table);
}
