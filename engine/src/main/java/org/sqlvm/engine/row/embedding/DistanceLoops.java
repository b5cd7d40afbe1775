package org.sqlvm.engine.row.embedding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The loops over the elements of two embeddings. Sums of floats have LANES independent
 * accumulators: a compiler may not change the order of additions, so that one accumulator would
 * make each addition wait for the one before.
 */
public final class DistanceLoops {
    /** Elements of one turn. */
    private static final int LANES = 8;

    private static final VarHandle FLOATS = MethodHandles.byteArrayViewVarHandle(
                    float[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(
                    long[].class, ByteOrder.LITTLE_ENDIAN)
            .withInvokeExactBehavior();

    /** The squares of this many differences of bytes fit into an int. */
    private static final int SQUARES_MAX = 1 << 15;

    private DistanceLoops() {}

    static float getFloat(byte[] bytes, int at) {
        return (float) FLOATS.get(bytes, at);
    }

    public static void putFloat(byte[] bytes, int at, float value) {
        FLOATS.set(bytes, at, value);
    }

    /**
     * The sum of squared differences.
     *
     * @param count the number of floats, as below
     */
    static float squares(byte[] a, int aAt, byte[] b, int bAt, int count) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            int x = aAt + i * Float.BYTES;
            int y = bAt + i * Float.BYTES;
            float d0 = (float) FLOATS.get(a, x) - (float) FLOATS.get(b, y);
            float d1 = (float) FLOATS.get(a, x + 4) - (float) FLOATS.get(b, y + 4);
            float d2 = (float) FLOATS.get(a, x + 8) - (float) FLOATS.get(b, y + 8);
            float d3 = (float) FLOATS.get(a, x + 12) - (float) FLOATS.get(b, y + 12);
            float d4 = (float) FLOATS.get(a, x + 16) - (float) FLOATS.get(b, y + 16);
            float d5 = (float) FLOATS.get(a, x + 20) - (float) FLOATS.get(b, y + 20);
            float d6 = (float) FLOATS.get(a, x + 24) - (float) FLOATS.get(b, y + 24);
            float d7 = (float) FLOATS.get(a, x + 28) - (float) FLOATS.get(b, y + 28);
            s0 += d0 * d0;
            s1 += d1 * d1;
            s2 += d2 * d2;
            s3 += d3 * d3;
            s4 += d4 * d4;
            s5 += d5 * d5;
            s6 += d6 * d6;
            s7 += d7 * d7;
        }
        for (; i < count; i++) {
            float d = getFloat(a, aAt + i * Float.BYTES) - getFloat(b, bAt + i * Float.BYTES);
            s0 += d * d;
        }
        return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    }

    /** The sum of products. */
    public static float dot(byte[] a, int aAt, byte[] b, int bAt, int count) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            int x = aAt + i * Float.BYTES;
            int y = bAt + i * Float.BYTES;
            s0 += (float) FLOATS.get(a, x) * (float) FLOATS.get(b, y);
            s1 += (float) FLOATS.get(a, x + 4) * (float) FLOATS.get(b, y + 4);
            s2 += (float) FLOATS.get(a, x + 8) * (float) FLOATS.get(b, y + 8);
            s3 += (float) FLOATS.get(a, x + 12) * (float) FLOATS.get(b, y + 12);
            s4 += (float) FLOATS.get(a, x + 16) * (float) FLOATS.get(b, y + 16);
            s5 += (float) FLOATS.get(a, x + 20) * (float) FLOATS.get(b, y + 20);
            s6 += (float) FLOATS.get(a, x + 24) * (float) FLOATS.get(b, y + 24);
            s7 += (float) FLOATS.get(a, x + 28) * (float) FLOATS.get(b, y + 28);
        }
        for (; i < count; i++) {
            s0 += getFloat(a, aAt + i * Float.BYTES) * getFloat(b, bAt + i * Float.BYTES);
        }
        return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
    }

    /**
     * The sum of products and the sum of squares of {@code a}, each as {@link #dot} gives it, in
     * one pass.
     *
     * @return two floats: see {@link #high} and {@link #low}
     */
    static long dotAndSquares(byte[] a, int aAt, byte[] b, int bAt, int count) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        float s4 = 0;
        float s5 = 0;
        float s6 = 0;
        float s7 = 0;
        float q0 = 0;
        float q1 = 0;
        float q2 = 0;
        float q3 = 0;
        float q4 = 0;
        float q5 = 0;
        float q6 = 0;
        float q7 = 0;
        int i = 0;
        for (; i <= count - LANES; i += LANES) {
            int x = aAt + i * Float.BYTES;
            int y = bAt + i * Float.BYTES;
            float a0 = (float) FLOATS.get(a, x);
            float a1 = (float) FLOATS.get(a, x + 4);
            float a2 = (float) FLOATS.get(a, x + 8);
            float a3 = (float) FLOATS.get(a, x + 12);
            float a4 = (float) FLOATS.get(a, x + 16);
            float a5 = (float) FLOATS.get(a, x + 20);
            float a6 = (float) FLOATS.get(a, x + 24);
            float a7 = (float) FLOATS.get(a, x + 28);
            s0 += a0 * (float) FLOATS.get(b, y);
            s1 += a1 * (float) FLOATS.get(b, y + 4);
            s2 += a2 * (float) FLOATS.get(b, y + 8);
            s3 += a3 * (float) FLOATS.get(b, y + 12);
            s4 += a4 * (float) FLOATS.get(b, y + 16);
            s5 += a5 * (float) FLOATS.get(b, y + 20);
            s6 += a6 * (float) FLOATS.get(b, y + 24);
            s7 += a7 * (float) FLOATS.get(b, y + 28);
            q0 += a0 * a0;
            q1 += a1 * a1;
            q2 += a2 * a2;
            q3 += a3 * a3;
            q4 += a4 * a4;
            q5 += a5 * a5;
            q6 += a6 * a6;
            q7 += a7 * a7;
        }
        for (; i < count; i++) {
            float x = getFloat(a, aAt + i * Float.BYTES);
            s0 += x * getFloat(b, bAt + i * Float.BYTES);
            q0 += x * x;
        }
        float dot = ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
        float squares = ((q0 + q4) + (q2 + q6)) + ((q1 + q5) + (q3 + q7));
        return (long) Float.floatToRawIntBits(dot) << Integer.SIZE
                | (Float.floatToRawIntBits(squares) & 0xffff_ffffL);
    }

    /** The first of two floats in a long. */
    static float high(long both) {
        return Float.intBitsToFloat((int) (both >> Integer.SIZE));
    }

    /** The second of two floats in a long. */
    static float low(long both) {
        return Float.intBitsToFloat((int) both);
    }

    /** The sum of absolute differences, in double as sqlite-vec has it. */
    static double differences(byte[] a, int aAt, byte[] b, int bAt, int count) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            int x = aAt + i * Float.BYTES;
            int y = bAt + i * Float.BYTES;
            s0 += Math.abs((double) getFloat(a, x) - getFloat(b, y));
            s1 += Math.abs((double) getFloat(a, x + 4) - getFloat(b, y + 4));
            s2 += Math.abs((double) getFloat(a, x + 8) - getFloat(b, y + 8));
            s3 += Math.abs((double) getFloat(a, x + 12) - getFloat(b, y + 12));
        }
        for (; i < count; i++) {
            int at = i * Float.BYTES;
            s0 += Math.abs((double) getFloat(a, aAt + at) - getFloat(b, bAt + at));
        }
        return (s0 + s2) + (s1 + s3);
    }

    // ------------------------------------------------------------------ bytes

    /** The sum of squared differences of signed bytes. */
    static long byteSquares(byte[] a, int aAt, byte[] b, int bAt, int count) {
        long sum = 0;
        for (int from = 0; from < count; from += SQUARES_MAX) {
            int end = Math.min(count - from, SQUARES_MAX);
            sum += squaresOfBlock(a, aAt + from, b, bAt + from, end);
        }
        return sum;
    }

    private static int squaresOfBlock(byte[] a, int aAt, byte[] b, int bAt, int count) {
        int s0 = 0;
        int s1 = 0;
        int s2 = 0;
        int s3 = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            int d0 = a[aAt + i] - b[bAt + i];
            int d1 = a[aAt + i + 1] - b[bAt + i + 1];
            int d2 = a[aAt + i + 2] - b[bAt + i + 2];
            int d3 = a[aAt + i + 3] - b[bAt + i + 3];
            s0 += d0 * d0;
            s1 += d1 * d1;
            s2 += d2 * d2;
            s3 += d3 * d3;
        }
        for (; i < count; i++) {
            int d = a[aAt + i] - b[bAt + i];
            s0 += d * d;
        }
        return s0 + s1 + s2 + s3;
    }

    /** The sum of products of signed bytes. */
    static long byteDot(byte[] a, int aAt, byte[] b, int bAt, int count) {
        long sum = 0;
        for (int from = 0; from < count; from += SQUARES_MAX) {
            int end = Math.min(count - from, SQUARES_MAX);
            sum += dotOfBlock(a, aAt + from, b, bAt + from, end);
        }
        return sum;
    }

    private static int dotOfBlock(byte[] a, int aAt, byte[] b, int bAt, int count) {
        int s0 = 0;
        int s1 = 0;
        int s2 = 0;
        int s3 = 0;
        int i = 0;
        for (; i <= count - 4; i += 4) {
            s0 += a[aAt + i] * b[bAt + i];
            s1 += a[aAt + i + 1] * b[bAt + i + 1];
            s2 += a[aAt + i + 2] * b[bAt + i + 2];
            s3 += a[aAt + i + 3] * b[bAt + i + 3];
        }
        for (; i < count; i++) {
            s0 += a[aAt + i] * b[bAt + i];
        }
        return s0 + s1 + s2 + s3;
    }

    /** The sum of absolute differences of signed bytes. */
    static long byteDifferences(byte[] a, int aAt, byte[] b, int bAt, int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += Math.abs(a[aAt + i] - b[bAt + i]);
        }
        return sum;
    }

    /** Converts signed bytes, as many as the target has elements. */
    static void widen(byte[] bytes, int at, int[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] = bytes[at + i];
        }
    }

    /** The sum of squared differences, which fits into an int. */
    static int intSquares(int[] a, int[] b) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            int d = a[i] - b[i];
            sum += d * d;
        }
        return sum;
    }

    /** The sum of products, which fits into an int. */
    static int intDot(int[] a, int[] b) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The number of bits that differ. */
    static long bits(byte[] a, int aAt, byte[] b, int bAt, int bytes) {
        long sum = 0;
        int i = 0;
        for (; i <= bytes - Long.BYTES; i += Long.BYTES) {
            sum += Long.bitCount((long) LONGS.get(a, aAt + i) ^ (long) LONGS.get(b, bAt + i));
        }
        for (; i < bytes; i++) {
            sum += Integer.bitCount((a[aAt + i] ^ b[bAt + i]) & 0xff);
        }
        return sum;
    }
}
