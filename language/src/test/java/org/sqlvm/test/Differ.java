package org.sqlvm.test;

import java.io.PrintStream;

final class Differ {
    Differ(PrintStream out, PrintStream progress) {}

    Differ stopsAtFirst(boolean b) {
        return this;
    }

    int run(long seed, int rounds, int queries) {
        return 0;
    }
}
