package org.sqlvm.test.engines;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The processor time of this process. The one of Java's beans counts in ticks of 10 ms on Linux.
 */
public final class ProcessClock {
    private static final boolean IS_MAC = System.getProperty("os.name").startsWith("Mac");

    /** CLOCK_PROCESS_CPUTIME_ID. */
    private static final int CLOCK = IS_MAC ? 12 : 2;

    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_S = 1e3;

    private static final MethodHandle GET_TIME = find();
    private static final MemorySegment TIME = Arena.global().allocate(ValueLayout.JAVA_LONG, 2);

    private ProcessClock() {}

    @SuppressWarnings("restricted")
    private static MethodHandle find() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }

    public static double ms() {
        try {
            int _ = (int) GET_TIME.invokeExact(CLOCK, TIME);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        return TIME.getAtIndex(ValueLayout.JAVA_LONG, 0) * MS_PER_S
                + TIME.getAtIndex(ValueLayout.JAVA_LONG, 1) / NS_PER_MS;
    }
}
