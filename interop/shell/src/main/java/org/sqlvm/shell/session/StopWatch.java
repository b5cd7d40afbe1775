package org.sqlvm.shell.session;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;

/** Times one input for .timer: by the clock on the wall, and this thread in and below user mode. */
final class StopWatch {
    private static final double NANOSECONDS = 1e9;

    private final ThreadMXBean thread = ManagementFactory.getThreadMXBean();
    private final long cpu = thread.getCurrentThreadCpuTime();
    private final long user = thread.getCurrentThreadUserTime();
    private final long wall = System.nanoTime();

    @Override
    public String toString() {
        double wallSeconds = (System.nanoTime() - wall) / NANOSECONDS;
        double cpuSeconds = (thread.getCurrentThreadCpuTime() - cpu) / NANOSECONDS;
        double userSeconds = (thread.getCurrentThreadUserTime() - user) / NANOSECONDS;
        double systemSeconds = Math.max(0, cpuSeconds - userSeconds);
        String format = "Run Time: real %.3f user %.6f sys %.6f";
        return String.format(Locale.ROOT, format, wallSeconds, userSeconds, systemSeconds);
    }
}
