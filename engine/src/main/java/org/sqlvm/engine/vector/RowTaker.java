package org.sqlvm.engine.vector;

import org.sqlvm.engine.row.HashTable;

/** Who takes the rows that have passed. */
sealed interface RowTaker permits Groups, RowGroups {
    /** A partition begins. */
    void enter(VectorRegisters registers, int vectorRows);

    /**
     * Takes the rows at hand.
     *
     * @return false if there is no memory for them; it has taken some perhaps, and is of no use
     */
    boolean take(VectorRegisters registers);

    /** All rows have been taken: lays the groups into {@code target}. */
    void finish(HashTable target);

    /** Gives back its memory. */
    void release();
}
