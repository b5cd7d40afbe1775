package org.sqlvm.server.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Numbers in arrays of bytes, as the protocol has them. */
public final class BigEndian {
    public static final VarHandle SHORT = of(short[].class);
    public static final VarHandle INT = of(int[].class);
    public static final VarHandle LONG = of(long[].class);

    private BigEndian() {}

    private static VarHandle of(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }
}
