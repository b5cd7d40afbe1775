package org.sqlvm.client;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Access to numbers in byte arrays, in the protocol's byte order: big-endian. */
final class Bytes {
    static final VarHandle SHORT = of(short[].class);
    static final VarHandle INT = of(int[].class);
    static final VarHandle LONG = of(long[].class);
    static final VarHandle DOUBLE = of(double[].class);

    private Bytes() {}

    private static VarHandle of(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }
}
