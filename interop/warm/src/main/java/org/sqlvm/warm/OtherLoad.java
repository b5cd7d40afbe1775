package org.sqlvm.warm;

import com.sun.management.OperatingSystemMXBean;

import java.lang.management.ManagementFactory;

/** The load of the processors that other processes cause. */
final class OtherLoad {
    /** The fraction of all processors' time above which others are not to be disturbed. */
    private static final double BUSY = 0.6;

    private final OperatingSystemMXBean system =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Returns whether others have kept the processors busy since the last call. */
    boolean isHigh() {
        return system.getCpuLoad() - system.getProcessCpuLoad() > BUSY;
    }
}
