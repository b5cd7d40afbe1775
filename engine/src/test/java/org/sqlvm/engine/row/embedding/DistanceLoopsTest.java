package org.sqlvm.engine.row.embedding;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** The loops give what plain ones give, for any number of elements and any offset. */
final class DistanceLoopsTest {
    /** Float sums in another order differ by less than this share. */
    private static final double DIGITS = 1e-4;

    private final Random random = new Random(Long.getLong("sqlvm.seed", 7));

    @Test
    void floats() {
        for (int count = 0; count <= 100; count++) {
            int aAt = random.nextInt(8);
            int bAt = random.nextInt(8);
            byte[] a = floats(aAt, count);
            byte[] b = floats(bAt, count);
            double squares = 0;
            double dot = 0;
            double differences = 0;
            for (int i = 0; i < count; i++) {
                double x = DistanceLoops.getFloat(a, aAt + 4 * i);
                double y = DistanceLoops.getFloat(b, bAt + 4 * i);
                squares += (x - y) * (x - y);
                dot += x * y;
                differences += Math.abs(x - y);
            }
            double near = DIGITS * (1 + squares);
            assertEquals(squares, DistanceLoops.squares(a, aAt, b, bAt, count), near);
            assertEquals(dot, DistanceLoops.dot(a, aAt, b, bAt, count), near);
            long both = DistanceLoops.dotAndSquares(a, aAt, b, bAt, count);
            float expected = DistanceLoops.dot(a, aAt, b, bAt, count);
            assertEquals(expected, DistanceLoops.high(both));
            assertEquals(DistanceLoops.dot(a, aAt, a, aAt, count), DistanceLoops.low(both));
            assertEquals(differences, DistanceLoops.differences(a, aAt, b, bAt, count), near);
        }
    }

    private byte[] floats(int at, int count) {
        byte[] bytes = new byte[at + 4 * count + 5];
        random.nextBytes(bytes);
        for (int i = 0; i < count; i++) {
            DistanceLoops.putFloat(bytes, at + 4 * i, (float) random.nextGaussian());
        }
        return bytes;
    }

    @Test
    void bytes() {
        for (int count = 0; count <= 100; count++) {
            compareBytes(count, false);
        }
        // The sums do not fit into an int.
        compareBytes(200_000, true);
    }

    private void compareBytes(int count, boolean extreme) {
        int aAt = random.nextInt(8);
        int bAt = random.nextInt(8);
        byte[] a = new byte[aAt + count];
        byte[] b = new byte[bAt + count];
        random.nextBytes(a);
        random.nextBytes(b);
        for (int i = 0; extreme && i < count; i++) {
            a[aAt + i] = Byte.MIN_VALUE;
            b[bAt + i] = i % 3 == 0 ? Byte.MIN_VALUE : Byte.MAX_VALUE;
        }
        long squares = 0;
        long dot = 0;
        long differences = 0;
        long bits = 0;
        for (int i = 0; i < count; i++) {
            long x = a[aAt + i];
            long y = b[bAt + i];
            squares += (x - y) * (x - y);
            dot += x * y;
            differences += Math.abs(x - y);
            bits += Integer.bitCount((int) (x ^ y) & 0xff);
        }
        assertEquals(squares, DistanceLoops.byteSquares(a, aAt, b, bAt, count));
        assertEquals(dot, DistanceLoops.byteDot(a, aAt, b, bAt, count));
        assertEquals(differences, DistanceLoops.byteDifferences(a, aAt, b, bAt, count));
        assertEquals(bits, DistanceLoops.bits(a, aAt, b, bAt, count));
    }
}
