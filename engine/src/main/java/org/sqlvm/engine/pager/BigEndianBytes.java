package org.sqlvm.engine.pager;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian integers in page bytes. */
public final class BigEndianBytes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(
                    long[].class, ByteOrder.BIG_ENDIAN)
            .withInvokeExactBehavior();

    private BigEndianBytes() {}

    public static int getU16(byte[] data, int at) {
        return (data[at] & 0xff) << 8 | (data[at + 1] & 0xff);
    }

    public static void putU16(byte[] data, int at, int value) {
        assert value >>> 16 == 0 : value;
        data[at] = (byte) (value >>> 8);
        data[at + 1] = (byte) value;
    }

    public static int getInt(byte[] data, int at) {
        return data[at] << 24
                | (data[at + 1] & 0xff) << 16
                | (data[at + 2] & 0xff) << 8
                | (data[at + 3] & 0xff);
    }

    public static long getLong(byte[] data, int at) {
        return (long) LONG.get(data, at);
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
}
