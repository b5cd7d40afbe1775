package org.sqlvm.language.runtime;

import org.sqlvm.engine.db.Connection;
import org.sqlvm.engine.program.Program;
import org.sqlvm.engine.program.Program.LargeTable;

/**
 * Rows or vectors, for a statement whose rows are guessed to cost less than reading all of its
 * tables. The guess is put to the test: a run begins with the program of rows, and when that has
 * taken more turns than vectors would cost, goes on with the program of vectors from the start,
 * which nobody sees, since there has been no result yet. So a run costs little more than the better
 * of the two, whatever statistics there are and whatever values parameters have.
 *
 * <p>A statement whose last runs all ended that way begins with vectors, but for one run now and
 * then. Shared by the connections of an engine, whose threads may count a run too few.
 */
public final class VectorChoice {
    /** So many turns of a program cost what vectors cost for a row: the mirror has the columns. */
    private static final double TURNS_MIRRORED = 0.05;

    /** As above: the row's page is to be decoded. */
    private static final double TURNS_STORED = 0.5;

    /** Before a statement without parameters begins with vectors, and one with them. */
    private static final int OUTRUNS_MIN = 1;

    private static final int OUTRUNS_MIN_VARYING = 4;

    /** One run out of so many begins with rows in any case. */
    private static final int RETRIES = 16;

    private final boolean varies;
    private volatile CompiledProgram vectors;
    private volatile int outruns;
    private volatile int runs;

    VectorChoice(Program rows) {
        varies = !rows.parameters().isEmpty();
    }

    /** The program of vectors; null while none has been made. */
    CompiledProgram vectors() {
        return vectors;
    }

    void setVectors(CompiledProgram program) {
        vectors = program;
    }

    /** Whether a run that begins now is to begin with vectors. */
    boolean beginsWithVectors() {
        int run = runs + 1;
        runs = run;
        return outruns >= (varies ? OUTRUNS_MIN_VARYING : OUTRUNS_MIN) && run % RETRIES != 0;
    }

    /** The turns after which the run of a program of rows is to be given up. */
    static long turnsMax(Program rows, Connection connection) {
        double turns = 0;
        for (LargeTable table : rows.largeTables()) {
            boolean mirrored =
                    connection.mirror().holds(connection.btree(table.database()), table.rootPage());
            turns += table.rows() * (mirrored ? TURNS_MIRRORED : TURNS_STORED);
        }
        return (long) turns;
    }

    /** A run that began with rows has cost more than vectors would have, or has not. */
    void note(boolean outrun) {
        outruns = outrun ? Math.min(outruns + 1, OUTRUNS_MIN_VARYING) : 0;
    }
}
