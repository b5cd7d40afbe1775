package org.sqlvm.engine.db;

import java.util.List;

/** Runs a statement inside another one; the language gives it to its connections. */
public interface StatementRunner {
    /**
     * Runs one statement to its end, within the transaction of the one that runs.
     *
     * @return its rows; values as in registers
     * @throws org.sqlvm.engine.error.SqlException as the statement does
     */
    List<Object[]> run(String sql);
}
