package org.sqlvm.bench.mixed;

/** Numbers that look random, and are the same for the same unit of work in each engine. */
final class Random {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final int SHIFT = 33;

    private Random() {}

    static int below(long number, int bound) {
        long mixed = (number + 1) * FACTOR;
        mixed = (mixed ^ (mixed >>> SHIFT)) * FACTOR;
        return (int) ((mixed >>> SHIFT) % bound);
    }
}
