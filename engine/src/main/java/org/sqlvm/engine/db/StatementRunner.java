package org.sqlvm.engine.db;

import java.util.List;

/** What a connection asks of the language that runs its statements. */
public interface StatementRunner {
    /**
     * Runs one statement inside another: to its end, within the transaction of the one that runs.
     *
     * @return its rows; values as in registers
     * @throws org.sqlvm.engine.error.SqlException as the statement does
     */
    List<Object[]> run(String sql);

    /** The statements whose programs are kept, the one that was used last at the end. */
    List<KeptStatement> kept();

    /**
     * A statement whose program is kept.
     *
     * @param sql its text; with a {@code ?} for each literal that texts of its shape do not share
     * @param isShape whether texts with other literals run the same program
     * @param uses how often it was prepared
     * @param instructionCount of the program
     */
    record KeptStatement(String sql, boolean isShape, long uses, int instructionCount) {}
}
