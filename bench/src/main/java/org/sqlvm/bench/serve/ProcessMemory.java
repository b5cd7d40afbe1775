package org.sqlvm.bench.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The most memory that a process has had, as Linux counts it (proc(5)). */
final class ProcessMemory {
    private static final String MOST = "VmHWM:";

    private ProcessMemory() {}

    /** Counts from now on. */
    static void reset(long process) throws IOException {
        Path file = Path.of("/proc/" + process + "/clear_refs");
        if (Files.isWritable(file)) {
            Files.writeString(file, "5");
        }
    }

    /** In kB; 0 if it is not known. */
    static long most(long process) throws IOException {
        Path file = Path.of("/proc/" + process + "/status");
        if (!Files.exists(file)) {
            return 0;
        }
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(MOST))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElse(0);
    }
}
