package org.sqlvm.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Functions that measured processes have in common. */
public final class MeasuredProcess {
    private MeasuredProcess() {}

    /** The processor time of this process so far, in nanoseconds; 0 if it is not known. */
    public static long processorTime() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    /** Deletes a database and the files that engines have put beside it. */
    public static void deleteAll(Path file) throws IOException {
        String name = file.getFileName().toString();
        try (var beside = Files.newDirectoryStream(file.toAbsolutePath().getParent(), name + "*")) {
            for (Path path : beside) {
                Files.delete(path);
            }
        }
    }
}
