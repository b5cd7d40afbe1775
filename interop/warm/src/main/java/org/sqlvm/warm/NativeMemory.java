package org.sqlvm.warm;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * The memory that Java's own code has from malloc: the compilers take and free tens of megabytes,
 * which the C library keeps.
 */
final class NativeMemory {
    private static final Linker LINKER = Linker.nativeLinker();

    private NativeMemory() {}

    /**
     * Gives what is free back to the system.
     *
     * @return whether the C library can; glibc can
     */
    @SuppressWarnings("restricted")
    static boolean trim() {
        Optional<MemorySegment> trim = LINKER.defaultLookup().find("malloc_trim");
        if (trim.isEmpty()) {
            return false;
        }
        FunctionDescriptor shape =
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG);
        try {
            int _ = (int) LINKER.downcallHandle(trim.get(), shape).invokeExact(0L);
            return true;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
