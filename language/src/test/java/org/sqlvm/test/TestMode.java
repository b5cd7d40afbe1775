package org.sqlvm.test;

/**
 * The second run of the tests compiles every statement before its only run, which takes some tenths
 * of a second each: it runs samples.
 */
final class TestMode {
    static final boolean COMPILED = "compiled".equals(System.getProperty("sqlvm.mode"));

    private TestMode() {}
}
