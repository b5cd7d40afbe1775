package org.sqlvm.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Functions for processes that are measured, and for those that start them. */
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

    /** Deletes a folder and all that is in it. */
    public static void deleteFolder(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /**
     * Runs a process to its end; it prints where this one does.
     *
     * @param engine the name of what runs, for the error
     * @throws IOException if it fails
     */
    public static void run(String engine, List<String> command)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).inheritIO().start();
        if (process.waitFor() != 0) {
            throw new IOException(engine + " ended with " + process.exitValue());
        }
    }

    /** Whether a program is there and succeeds; what it prints is dropped. */
    public static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false; // There is no such program.
        }
    }
}
