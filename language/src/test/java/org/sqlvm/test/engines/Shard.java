package org.sqlvm.test.engines;

import java.util.ArrayList;
import java.util.List;

/**
 * One of {@code count} equal parts of a list, every element of which is in one part.
 *
 * @param number from 1 to {@code count}
 */
public record Shard(int number, int count) {
    /** Names a shard for a test run, in the form {@code 2/4}, instead of the one of the seed. */
    private static final String PROPERTY = "sqlvm.shard";

    public Shard {
        if (number < 1 || number > count) {
            throw new IllegalArgumentException("no shard " + number + " of " + count);
        }
    }

    /** @param text a number and a count, as in {@code 2/4} */
    public static Shard parse(String text) {
        String[] parts = text.split("/", 2);
        return new Shard(Integer.parseInt(parts[0]), Integer.parseInt(parts[parts.length - 1]));
    }

    /** The one that the property names, or else one that a seed chooses. */
    public static Shard ofSeed(long seed, int count) {
        String named = System.getProperty(PROPERTY);
        return named == null ? new Shard(1 + Math.floorMod(seed, count), count) : parse(named);
    }

    /** All, or in an ordinary build one of {@code count} parts, which the commit chooses. */
    public static Shard ofBuild(Class<?> test, int count) {
        // Tests of the same files take other parts of them.
        long seed = TestMode.seed(test, 0) + test.getSimpleName().hashCode();
        return TestMode.FULL ? new Shard(1, 1) : ofSeed(seed, count);
    }

    public <T> List<T> of(List<T> all) {
        List<T> part = new ArrayList<>();
        for (int i = number - 1; i < all.size(); i += count) {
            part.add(all.get(i));
        }
        return part;
    }

    @Override
    public String toString() {
        return number + "/" + count;
    }
}
