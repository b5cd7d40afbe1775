package org.sqlvm.engine.program;

/** A trait of instructions beyond the roles of their operands. */
public enum Trait implements Fact {
    /** Loads a constant: P4, or P1 if there is no P4. */
    LITERAL,
    /** Looks for a row in a tree. */
    SEARCH,
    /** Jumps back to the begin of a loop over rows of a tree, a sorter or a hash table. */
    TURN,
    /** Part of a scan that goes through all rows of a table in their order. */
    SCAN,
    /** Reads one value of the row under a cursor. */
    VALUE,
    /** The cursor is on a row of NULLs afterwards. */
    NULL_ROW,
    /** Keeps an address in r[P1], or goes to the one that is kept there. */
    SUBROUTINE,
    /** Keeps the address of the next instruction in r[P1]. */
    KEEPS_NEXT
}
