package org.sqlvm.test.file;

import java.util.List;
import java.util.Random;

/**
 * A form of a database file and of its tables, and a workload for it, phase by phase. The same
 * numbers give the same statements.
 */
public interface TurnsForm {
    /** Returns the form of the file. */
    FileForm file();

    /** Returns the statements of a phase, of which the first one makes the tables. */
    List<String> phase(int number, Random random);

    /**
     * Returns what SQLite is asked behind each phase, beside whether the file is sound, and for the
     * rows of all tables as they stand.
     */
    List<String> checks();
}
