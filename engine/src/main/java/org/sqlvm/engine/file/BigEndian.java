package org.sqlvm.engine.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Big-endian integers in byte arrays, the form of SQLite's files and of temporary files.
 *
 * <p>An access checks no bounds beyond those of the array.
 */
public final class BigEndian {
    private static final VarHandle SHORT = handle(short[].class);
    private static final VarHandle INT = handle(int[].class);
    private static final VarHandle LONG = handle(long[].class);

    private BigEndian() {}

    private static VarHandle handle(Class<?> view) {
        return MethodHandles.byteArrayViewVarHandle(view, ByteOrder.BIG_ENDIAN)
                .withInvokeExactBehavior();
    }

    /** By bytes: a new process checks its first pages before anything is compiled. */
    public static int getU16(byte[] data, int at) {
        return (data[at] & 0xff) << 8 | (data[at + 1] & 0xff);
    }

    /** As {@link #getU16}, with a sign. */
    public static int getI16(byte[] data, int at) {
        return data[at] << 8 | (data[at + 1] & 0xff);
    }

    public static void putU16(byte[] data, int at, int value) {
        assert value >>> 16 == 0 : value;
        data[at] = (byte) (value >>> 8);
        data[at + 1] = (byte) value;
    }

    public static short getShort(byte[] data, int at) {
        return (short) SHORT.get(data, at);
    }

    public static int getInt(byte[] data, int at) {
        return (int) INT.get(data, at);
    }

    public static long getU32(byte[] data, int at) {
        return getInt(data, at) & 0xffff_ffffL;
    }

    public static void putInt(byte[] data, int at, int value) {
        data[at] = (byte) (value >>> 24);
        data[at + 1] = (byte) (value >>> 16);
        data[at + 2] = (byte) (value >>> 8);
        data[at + 3] = (byte) value;
    }

    public static long getLong(byte[] data, int at) {
        return (long) LONG.get(data, at);
    }

    public static void putLong(byte[] data, int at, long value) {
        putInt(data, at, (int) (value >>> 32));
        putInt(data, at + 4, (int) value);
    }
}
