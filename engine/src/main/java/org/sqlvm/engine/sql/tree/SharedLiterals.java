package org.sqlvm.engine.sql.tree;

/**
 * Whether a compiler has asked for the value of a literal that texts of one shape do not have in
 * common. If it has, the program is for that one text.
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

    /** The value of a literal is asked for, beyond its type. */
    public void ask() {
        asked = true;
    }

    /** Whether no value has been asked for so far. */
    public boolean areFree() {
        return !asked;
    }
}
