package org.sqlvm.engine.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Big-endian numbers in byte arrays, as every number in the file format is stored. */
final class BigEndian {
    static final VarHandle SHORT = handle(short[].class);
    static final VarHandle INT = handle(int[].class);
    static final VarHandle LONG = handle(long[].class);

    private BigEndian() {}

    private static VarHandle handle(Class<?> view) {
        return MethodHandles.byteArrayViewVarHandle(view, ByteOrder.BIG_ENDIAN)
                .withInvokeExactBehavior();
    }
}
