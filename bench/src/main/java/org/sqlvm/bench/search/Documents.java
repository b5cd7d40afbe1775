package org.sqlvm.bench.search;

import java.util.Random;

/**
 * Short texts of words whose frequencies fall as in a language (Zipf's law): the word of rank r has
 * a share that is proportional to 1/r. The same seed gives the same texts.
 */
final class Documents {
    /** The number of different words. */
    private static final int WORDS = 50_000;

    private static final int SHORTEST = 8;
    private static final int LONGEST = 40;
    private static final long SEED = 20_261_128;

    private static final String[] SYLLABLES = {
        "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu",
        "va"
    };

    private final Random random = new Random(SEED);
    private final StringBuilder text = new StringBuilder();

    /** Returns the word of a rank from 0 on. */
    static String word(int rank) {
        StringBuilder word = new StringBuilder();
        int left = rank + SYLLABLES.length;
        while (left > 0) {
            word.append(SYLLABLES[left % SYLLABLES.length]);
            left /= SYLLABLES.length;
        }
        return word.toString();
    }

    /** Returns the next text. */
    String next() {
        return next(SHORTEST + random.nextInt(LONGEST - SHORTEST + 1));
    }

    /** Returns a text of that many words. */
    String next(int count) {
        text.setLength(0);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : i % 7 == 0 ? ". " : " ").append(word(rank()));
        }
        return text.toString();
    }

    /** A rank whose logarithm is uniform. */
    private int rank() {
        return (int) Math.exp(random.nextDouble() * Math.log(WORDS)) - 1;
    }
}
