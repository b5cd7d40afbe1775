package org.sqlvm.test.engines;

/** The program of these tests, which some of them start in other processes. */
public final class Program {
    public static final String NAME = "org.sqlvm.test.Main";

    private Program() {}
}
