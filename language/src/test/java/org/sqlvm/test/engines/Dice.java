package org.sqlvm.test.engines;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Choices that a seed makes. */
public final class Dice {
    private final Random random;

    public Dice(long seed) {
        random = new Random(seed);
    }

    public boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    /** A number from 0 on, less than {@code bound}. */
    public int below(int bound) {
        return random.nextInt(bound);
    }

    /** A number of these two or between them. */
    public int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    public <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @SafeVarargs
    public final <T> T any(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    /** {@code count} of the choices, or all if there are fewer, in any order. */
    public <T> List<T> some(int count, List<T> choices) {
        List<T> shuffled = new ArrayList<>(choices);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, Math.min(count, shuffled.size()));
    }
}
