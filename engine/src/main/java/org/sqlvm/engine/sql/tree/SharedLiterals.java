package org.sqlvm.engine.sql.tree;

/**
 * Records whether the compiler has used the value of a literal that may differ between texts of one
 * shape. If so, the program is for that one text.
 */
public final class SharedLiterals {
    private boolean asked;
    private int parameterCount;

    /**
     * Sets the number of parameters once the statement has been parsed.
     *
     * @param count the number of parameters, which precede the literals
     */
    public void follow(int count) {
        parameterCount = count;
    }

    /** Where a program finds literal {@code number}, from 1: behind the parameters. */
    public int place(int number) {
        return parameterCount + number;
    }

    /** Notes that the value of a literal is used, beyond its type. */
    public void ask() {
        asked = true;
    }

    /** Whether no value has been used so far. */
    public boolean areFree() {
        return !asked;
    }
}
