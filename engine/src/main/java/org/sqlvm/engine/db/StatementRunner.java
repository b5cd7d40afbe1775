package org.sqlvm.engine.db;

import org.sqlvm.engine.virtual.module.NestedStatement;

import java.util.List;

/** Runs statements for a connection; the language implements it. */
public interface StatementRunner {
    /**
     * Runs one statement inside another: to its end, within the transaction of the one that runs.
     *
     * @return its rows; values as in registers
     * @throws org.sqlvm.engine.error.SqlException as the statement does
     */
    List<Object[]> run(String sql);

    /**
     * Prepares a statement to be run so.
     *
     * @throws org.sqlvm.engine.error.SqlException if it cannot be compiled
     */
    NestedStatement prepare(String sql);

    /** The statements whose programs are kept, the one that was used last at the end. */
    List<KeptStatement> kept();

    /**
     * A statement whose program is kept.
     *
     * @param sql its text, with a {@code ?} for each literal that may differ between texts of its
     *     shape
     * @param isShape whether texts with other literals run the same program
     * @param uses the number of times that it was prepared
     * @param instructionCount the program's number of instructions
     */
    record KeptStatement(String sql, boolean isShape, long uses, int instructionCount) {}
}
