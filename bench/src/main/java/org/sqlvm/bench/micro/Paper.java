package org.sqlvm.bench.micro;

import java.util.Map;

/**
 * The paper's measurements at scale factor 1: Bolz, Kurilova, Tratt, "Making an Embedded DBMS
 * JIT-friendly" (ECOOP 2016), figure 15.
 *
 * @param sqlite SQLite under PyPy, in times of the paper's system
 * @param h2 H2 under Java, in times of the paper's system
 * @param crossings the crossings between program and database in one run
 * @param values the values that crossed in one run
 */
record Paper(double sqlite, double h2, long crossings, long values) {
    static final Map<String, Paper> BY_BENCHMARK = Map.of(
            "select", new Paper(4.38, 94.7, 6_001_217, 18_003_645),
            "innerjoin", new Paper(1.58, 36.3, 800_002, 1_600_000),
            "pythonjoin", new Paper(2.39, 6.7, 4_000_002, 4_800_000),
            "pyfunction", new Paper(6.66, 95.4, 12_002_434, 18_003_645),
            "pyaggregate", new Paper(4.73, 15.2, 6_001_218, 12_002_431),
            "filltable", new Paper(2.81, 23.3, 200_004, 400_000));
}
