package org.sqlvm.arrow;

/** The treatment of columns whose values are of several storage classes. */
public enum MixedColumns {
    /** An error that names the column and the row. */
    ERROR,
    /**
     * A dense union, if they are so in the first record batch, or all NULL there and without a
     * declared type; in a later one the error.
     */
    UNION
}
