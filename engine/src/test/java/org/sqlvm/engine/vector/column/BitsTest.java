package org.sqlvm.engine.vector.column;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Ranges of bits against bit after bit. */
final class BitsTest {
    private static final int SIZE = 300;

    private final Random random = new Random(5);

    private long[] bits() {
        return random.longs(Bits.words(SIZE))
                .map(bits -> bits & random.nextLong())
                .toArray();
    }

    @Test
    void adds() {
        for (int run = 0; run < 20_000; run++) {
            long[] others = bits();
            long[] bits = bits();
            long[] expected = bits.clone();
            int count = random.nextInt(SIZE + 1);
            int from = random.nextInt(SIZE + 1 - count);
            int at = random.nextInt(SIZE + 1 - count);
            for (int i = 0; i < count; i++) {
                if (Bits.get(others, from + i)) {
                    Bits.set(expected, at + i);
                }
            }
            Bits.add(bits, at, others, from, count);
            assertArrayEquals(expected, bits);
        }
    }

    @Test
    void removes() {
        for (int run = 0; run < 20_000; run++) {
            long[] others = bits();
            long[] bits = new long[Bits.words(SIZE)];
            int count = random.nextInt(SIZE + 1);
            int from = random.nextInt(SIZE + 1 - count);
            Bits.fill(bits, count);
            long[] expected = bits.clone();
            for (int i = 0; i < count; i++) {
                if (Bits.get(others, from + i)) {
                    Bits.clear(expected, i);
                }
            }
            Bits.remove(bits, others, from, count);
            assertArrayEquals(expected, bits);
        }
    }
}
