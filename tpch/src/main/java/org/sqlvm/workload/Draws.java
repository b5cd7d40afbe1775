package org.sqlvm.workload;

import java.util.List;
import java.util.SplittableRandom;

/**
 * Random numbers that a seed decides. Logarithms and their kind are {@link StrictMath}'s, so that
 * other machines have the same reals.
 */
public final class Draws {
    private final SplittableRandom random;

    /** Begins the sequence of a seed. */
    public Draws(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** From 0 to 1, without 1. */
    public double uniform() {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }

    /** From 0 to a bound, without it. */
    public int below(int bound) {
        return (int) (uniform() * bound);
    }

    /** From one number to another, with both. */
    public int between(int first, int last) {
        return first + below(last - first + 1);
    }

    /** True with a probability. */
    public boolean chance(double probability) {
        return uniform() < probability;
    }

    /** One of a list, each as likely as the others. */
    public <T> T of(List<T> choices) {
        return choices.get(below(choices.size()));
    }

    /** Normally distributed about 0, with variance 1. */
    public double gaussian() {
        double radius = StrictMath.sqrt(-2 * StrictMath.log(1 - uniform()));
        return radius * StrictMath.cos(2 * StrictMath.PI * uniform());
    }
}
