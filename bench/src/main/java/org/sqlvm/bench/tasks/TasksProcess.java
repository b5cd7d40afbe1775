package org.sqlvm.bench.tasks;

import org.sqlvm.bench.MeasuredProcess;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

/**
 * A process in which one engine writes the tasks, some times, each time into a new file. Writes a
 * line for each: elapsed and processor time in milliseconds.
 */
final class TasksProcess {
    private TasksProcess() {}

    /** @param arguments engine, file, tasks, runs, whether with a journal, output */
    public static void main(String[] arguments) throws IOException, SQLException {
        TaskWriter writer = TaskWriter.valueOf(arguments[0]);
        Path file = Path.of(arguments[1]);
        long count = Long.parseLong(arguments[2]);
        int runs = Integer.parseInt(arguments[3]);
        boolean journal = Boolean.parseBoolean(arguments[4]);
        StringBuilder lines = new StringBuilder();
        for (int run = 0; run < runs; run++) {
            MeasuredProcess.deleteAll(file);
            long cpu = MeasuredProcess.processorTime();
            long begun = System.nanoTime();
            writer.write(file, Task.first(count), journal);
            long ended = System.nanoTime();
            lines.append(String.format(
                    Locale.ROOT,
                    "%.1f %.1f%n",
                    (ended - begun) / 1e6,
                    (MeasuredProcess.processorTime() - cpu) / 1e6));
        }
        Files.writeString(Path.of(arguments[5]), lines);
        System.exit(0);
    }
}
