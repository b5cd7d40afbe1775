package org.sqlvm.language.runtime;

/** The ways in which a call of a program has run. Numbers, since compiled code stores them. */
public final class Tier {
    /** On nodes, in the interpreter at its end. */
    public static final int INTERPRETED = 0;

    /** On nodes that Graal has compiled. */
    public static final int COMPILED = 1;

    /** As a class of the JVM. */
    public static final int CLASS = 2;

    private Tier() {}
}
