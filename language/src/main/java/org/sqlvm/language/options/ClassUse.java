package org.sqlvm.language.options;

/** The programs of rows that become classes, which HotSpot compiles. */
public enum ClassUse {
    /** All that can, if Graal's compiler does not compile programs. */
    AUTO,
    /** All that can. */
    ALWAYS,
    NEVER
}
