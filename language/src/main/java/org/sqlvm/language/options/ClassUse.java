package org.sqlvm.language.options;

/** The programs of rows that become classes, which HotSpot compiles. */
public enum ClassUse {
    /**
     * All that can; where Graal's compiler is there, not those that call functions or read rows of
     * another language, which it inlines.
     */
    AUTO,
    /** All that can. */
    ALWAYS,
    NEVER
}
