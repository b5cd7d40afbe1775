package org.sqlvm.engine.program;

import org.sqlvm.engine.program.Program.LargeTable;

import java.util.List;

/**
 * The ways in which a program reads tables.
 *
 * @param largeTables the tables that vectors would read if the statement were planned for them;
 *     empty if it cannot be, or already is
 * @param vectors whether tables are read on vectors
 * @param scans the cursors that go through all rows; empty if the program writes
 * @param limited whether a LIMIT may end a scan
 * @param turnSearches how many searches of trees a turn of a loop comes with, roughly, at most
 */
public record TableReads(
        List<LargeTable> largeTables,
        boolean vectors,
        List<TableScan> scans,
        boolean limited,
        double turnSearches) {
    /** The reads of a program that need not be known. */
    static final TableReads NONE = new TableReads(List.of(), false, List.of(), false, 0);
}
