package org.sqlvm.engine.pager;

import org.sqlvm.engine.file.BigEndian;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The header of a wal-index (sqlite.org/walformat.html section 2.1): which frames of the log are
 * committed, and how many pages the database has with them. In the byte order of the machine.
 */
final class WalHeader {
    static final int SIZE = 48;

    private static final int VERSION = 3_007_000;

    private static final int CHANGE = 8;
    private static final int IS_INITIALISED = 12;
    private static final int BIG_ENDIAN_SUMS = 13;
    private static final int PAGE_SIZE = 14;
    private static final int FRAME_COUNT = 16;
    private static final int PAGE_COUNT = 20;
    private static final int FRAME_SUMS = 24;
    private static final int SALTS = 32;
    private static final int SUMS = 40;

    static final int SALT_SIZE = 8;

    /** The number of bytes that {@link #describeFrames} puts at most. */
    static final int FRAMES_SIZE = SUMS - FRAME_COUNT;

    private static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    private static final VarHandle SHORTS =
            MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());

    final byte[] bytes = new byte[SIZE];

    static int getInt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static void putInt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    static int getShort(byte[] bytes, int at) {
        return (short) SHORTS.get(bytes, at) & 0xffff;
    }

    static void putShort(byte[] bytes, int at, int value) {
        SHORTS.set(bytes, at, (short) value);
    }

    void copyFrom(byte[] source, int offset) {
        System.arraycopy(source, offset, bytes, 0, SIZE);
    }

    boolean isSame(WalHeader other) {
        return Arrays.equals(bytes, other.bytes);
    }

    void clear() {
        Arrays.fill(bytes, (byte) 0);
    }

    /** Someone has made it, and its checksum is right. */
    boolean isValid() {
        return bytes[IS_INITIALISED] != 0
                && sum(0) == getInt(bytes, SUMS)
                && sum(1) == getInt(bytes, SUMS + 4);
    }

    /** Makes it valid. */
    void seal() {
        bytes[IS_INITIALISED] = 1;
        putInt(bytes, 0, VERSION);
        putInt(bytes, SUMS, sum(0));
        putInt(bytes, SUMS + 4, sum(1));
    }

    private int sum(int which) {
        int sum1 = 0;
        int sum2 = 0;
        for (int at = 0; at < SUMS; at += 8) {
            sum1 += getInt(bytes, at) + sum2;
            sum2 += getInt(bytes, at + 4) + sum1;
        }
        return which == 0 ? sum1 : sum2;
    }

    /** Puts the number of frames, pages, checksums and salts; nothing if there are no frames. */
    void describeFrames(ByteBuffer target) {
        if (frameCount() > 0) {
            target.put(bytes, FRAME_COUNT, FRAMES_SIZE);
        }
    }

    void countChange() {
        putInt(bytes, CHANGE, getInt(bytes, CHANGE) + 1);
    }

    int frameCount() {
        return getInt(bytes, FRAME_COUNT);
    }

    void setFrameCount(int count) {
        putInt(bytes, FRAME_COUNT, count);
    }

    /** Returns the number of the database's pages, including those in the log. */
    int pageCount() {
        return getInt(bytes, PAGE_COUNT);
    }

    void setPageCount(int count) {
        putInt(bytes, PAGE_COUNT, count);
    }

    /** 0 if there was never a log. */
    int pageSize() {
        int stored = getShort(bytes, PAGE_SIZE);
        return (stored & 0xfe00) + ((stored & 1) << 16);
    }

    void setPageSize(int size) {
        putShort(bytes, PAGE_SIZE, (size & 0xff00) | size >>> 16);
    }

    boolean hasBigEndianSums() {
        return bytes[BIG_ENDIAN_SUMS] != 0;
    }

    void setBigEndianSums(boolean on) {
        bytes[BIG_ENDIAN_SUMS] = (byte) (on ? 1 : 0);
    }

    /** Checksums of the log up to the last frame. */
    int frameSum(int which) {
        return getInt(bytes, FRAME_SUMS + 4 * which);
    }

    void setFrameSums(int sum1, int sum2) {
        putInt(bytes, FRAME_SUMS, sum1);
        putInt(bytes, FRAME_SUMS + 4, sum2);
    }

    /** Whether the log's salts are those in {@code log} at {@code offset}. */
    boolean hasSalts(byte[] log, int offset) {
        return Arrays.equals(bytes, SALTS, SALTS + SALT_SIZE, log, offset, offset + SALT_SIZE);
    }

    void copySaltsTo(byte[] target, int offset) {
        System.arraycopy(bytes, SALTS, target, offset, SALT_SIZE);
    }

    void setSalts(byte[] source, int offset) {
        System.arraycopy(source, offset, bytes, SALTS, SALT_SIZE);
    }

    /** The log begins again: the first salt counts this, the second is random. */
    void nextSalts(int random) {
        BigEndian.putInt(bytes, SALTS, BigEndian.getInt(bytes, SALTS) + 1);
        BigEndian.putInt(bytes, SALTS + 4, random);
    }
}
