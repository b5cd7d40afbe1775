package org.sqlvm.warm;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;

/** The load of the processors, by this process and by others. */
final class ProcessorLoad {
    /** The fraction of all processors' time above which others are not to be disturbed. */
    private static final double BUSY = 0.6;

    private final OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Returns whether other processes have kept the processors busy since the last call. */
    boolean isHighElsewhere() {
        return system.getCpuLoad() - system.getProcessCpuLoad() > BUSY;
    }

    /** Returns the processor time that this process has taken. */
    long totalNs() {
        return system.getProcessCpuTime();
    }
}
