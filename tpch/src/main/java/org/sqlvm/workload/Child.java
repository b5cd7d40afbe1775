package org.sqlvm.workload;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One engine, one query, in a virtual machine of its own: the first run is cold, no engine uses the
 * memory or the compiled code of another, and no two of them hold the same file. The answer comes
 * back in a file of JSON.
 */
final class Child {
    /** The time that a process may take to start and to write its answer. */
    private static final int START_SECONDS = 5;

    /** The time that an engine may take to warm up. */
    private static final int WARM_UP_SECONDS = 90;

    /** How often to look whether a process still computes, and for how long at most: 30 s. */
    private static final int SETTLE_STEP_MS = 250;

    private static final int SETTLE_STEPS_MAX = 120;

    /** How often in a row it uses less than this share of a processor when it is at rest. */
    private static final int SETTLE_QUIET_STEPS = 4;

    private static final double SETTLE_SHARE = 0.05;

    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.USE_LONG_FOR_INTS, true);

    private Child() {}

    /**
     * The task of a process.
     *
     * @param query its number, for the reports
     * @param sql the query in the engine's dialect
     * @param runs the minimum number of runs
     * @param warmUp the minimum time of the runs in seconds
     * @param timeout the seconds after which no other run begins, and the process is given up
     * @param before the queries that are run first, each a fixed number of times as a new
     *     statement, and not timed
     */
    record Task(
            String engine,
            Path database,
            int query,
            String sql,
            int runs,
            int warmUp,
            int timeout,
            List<String> before) {
        List<String> arguments() {
            List<String> arguments = new ArrayList<>(List.of(
                    engine,
                    database.toString(),
                    Integer.toString(query),
                    sql,
                    Integer.toString(runs),
                    Integer.toString(warmUp),
                    Integer.toString(timeout)));
            arguments.addAll(before);
            return arguments;
        }

        /** All that the process may take. */
        private int seconds() {
            int beforehand = before.isEmpty()
                    ? 0
                    : WARM_UP_SECONDS + SETTLE_STEPS_MAX * SETTLE_STEP_MS / 1000;
            return START_SECONDS + beforehand + timeout * (1 + before.size());
        }

        static Task parse(List<String> words) {
            return new Task(
                    words.get(0),
                    Path.of(words.get(1)),
                    Integer.parseInt(words.get(2)),
                    words.get(3),
                    Integer.parseInt(words.get(4)),
                    Integer.parseInt(words.get(5)),
                    Integer.parseInt(words.get(6)),
                    words.subList(7, words.size()));
        }

        Measurement without(String status, String message) {
            return Measurement.without(engine, query, status, message);
        }
    }

    /** The parent's side. The child runs with the flags of this virtual machine. */
    static Measurement measure(Task task) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(PythonEngine.flags());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(Child.class.getName());
        command.addAll(task.arguments());
        Path output = null;
        Path errors = null;
        try {
            output = Files.createTempFile("sqlvm-measurement", ".json");
            errors = Files.createTempFile("sqlvm-measurement", ".err");
            command.add(output.toString());
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(errors.toFile())
                    .start();
            if (!process.waitFor(task.seconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                return task.without(Measurement.TIMEOUT, "more than " + task.timeout() + " s");
            }
            if (process.exitValue() != 0) {
                return task.without(Measurement.FAILED, lastWords(errors));
            }
            return JSON.readValue(output.toFile(), Measurement.class);
        } catch (IOException e) {
            return task.without(Measurement.FAILED, e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return task.without(Measurement.FAILED, "interrupted");
        } finally {
            delete(output);
            delete(errors);
        }
    }

    /** The child's side: a task, and the file that the measurement goes to. */
    public static void main(String[] arguments) throws IOException {
        List<String> words = List.of(arguments);
        Task task = Task.parse(words.subList(0, words.size() - 1));
        JSON.writeValue(new File(words.getLast()), run(task));
        // Threads that an engine has left running do not matter.
        System.exit(0);
    }

    private static Measurement run(Task task) {
        try (Engine opened = Engine.open(task.engine(), task.database())) {
            if (!task.before().isEmpty()) {
                opened.warmUp();
            }
            for (String other : task.before()) {
                for (int i = 0; i < task.runs(); i++) {
                    // To be planned again: a process that is warm has planned many statements.
                    opened.run(other + "\n-- " + i);
                }
            }
            if (!task.before().isEmpty()) {
                settle();
            }
            List<Double> times = new ArrayList<>();
            Engine.Answer answer = null;
            double spent = 0;
            double last = 0;
            // As many runs as fit into the time, but one; of a short query, more than asked for.
            while ((times.size() < task.runs() || spent < task.warmUp() * 1000.0)
                    && (times.isEmpty() || spent + last < task.timeout() * 1000.0)) {
                long start = System.nanoTime();
                answer = opened.run(task.sql());
                last = opened.milliseconds((System.nanoTime() - start) / 1e6);
                spent += last;
                times.add(last);
            }
            double[] milliseconds =
                    times.stream().mapToDouble(Double::doubleValue).toArray();
            int count = answer.rows().size();
            return new Measurement(
                    task.engine(),
                    task.query(),
                    Measurement.OK,
                    null,
                    milliseconds,
                    count,
                    answer.columns(),
                    answer.rows());
        } catch (RuntimeException | Error e) {
            String message = String.valueOf(e.getMessage());
            boolean missing = message.startsWith("not supported");
            String status = missing ? Measurement.NOT_SUPPORTED : Measurement.FAILED;
            return task.without(status, missing ? message : e.toString());
        }
    }

    /** Waits until what has been run is compiled: else that would share the processors. */
    private static void settle() {
        var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long last = system.getProcessCpuTime();
        int quiet = 0;
        for (int i = 0; i < SETTLE_STEPS_MAX && quiet < SETTLE_QUIET_STEPS; i++) {
            try {
                TimeUnit.MILLISECONDS.sleep(SETTLE_STEP_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            long now = system.getProcessCpuTime();
            boolean isQuiet = (now - last) / 1e6 < SETTLE_STEP_MS * SETTLE_SHARE;
            quiet = isQuiet ? quiet + 1 : 0;
            last = now;
        }
    }

    private static String lastWords(Path errors) throws IOException {
        List<String> lines = Files.readAllLines(errors);
        return lines.isEmpty() ? "ended without a word" : lines.getLast();
    }

    private static void delete(Path file) {
        try {
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            file.toFile().deleteOnExit();
        }
    }
}
