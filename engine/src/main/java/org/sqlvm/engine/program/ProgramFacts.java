package org.sqlvm.engine.program;

import java.util.List;

/**
 * The code generator's knowledge of a program. Code that runs the program asks here, and does not
 * read it out of the instructions.
 *
 * @param readOnly whether the statement changes nothing in the database
 * @param asksSchema whether other objects in the databases could change the statement's meaning
 * @param databases the databases whose schemas the program compares with the one it was compiled
 *     for, when it begins. Together with them it compares all that the connection knows
 * @param written the first database that it writes to; if there is none, the first that it reads
 * @param damageIsResult whether damage of a database is a row of the result, and no error
 * @param insertion the row that it inserts, if it does nothing else; or null
 */
public record ProgramFacts(
        boolean readOnly,
        boolean asksSchema,
        List<Integer> databases,
        int written,
        boolean damageIsResult,
        Insertion insertion,
        TableReads reads) {
    /** The facts of a subprogram: it runs within a statement, which is asked instead. */
    public static final ProgramFacts OF_SUBPROGRAM =
            new ProgramFacts(false, false, List.of(), 0, false, null, TableReads.NONE);
}
