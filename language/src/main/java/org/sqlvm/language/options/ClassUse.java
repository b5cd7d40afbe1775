package org.sqlvm.language.options;

/** The programs of rows that become classes, which HotSpot compiles. */
public enum ClassUse {
    /**
     * All that can, made in the background; where Graal's compiler is there, not those that call
     * functions or read rows of another language, which it inlines.
     */
    AUTO,
    /** All that can, each before its run goes on: for tests. */
    ALWAYS,
    NEVER
}
