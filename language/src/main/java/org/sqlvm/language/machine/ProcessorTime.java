package org.sqlvm.language.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads, where Java can say it; else the clock. */
public final class ProcessorTime {
    private static final boolean HAS_MODULE =
            ModuleLayer.boot().findModule("java.management").isPresent();

    private ProcessorTime() {}

    /** Created at the first use, and only if its module is there. */
    private static final class Threads {
        static final ThreadMXBean BEAN = ManagementFactory.getThreadMXBean();
        static final boolean TIMED =
                BEAN.isCurrentThreadCpuTimeSupported() && BEAN.isThreadCpuTimeEnabled();

        private Threads() {}
    }

    /**
     * Returns the time in nanoseconds; it has a meaning only relative to another time of the same
     * thread.
     */
    public static long ofThread() {
        return HAS_MODULE && Threads.TIMED && !Thread.currentThread().isVirtual()
                ? Threads.BEAN.getCurrentThreadCpuTime()
                : System.nanoTime();
    }
}
