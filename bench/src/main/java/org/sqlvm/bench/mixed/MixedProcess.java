package org.sqlvm.bench.mixed;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that measures one engine: it fills the tables, runs each part for some seconds, waits
 * until the compiler is idle, and runs each part again. What it has measured goes to a file.
 */
final class MixedProcess {
    /** How many answers are compared. */
    private static final int ANSWERS = 1000;

    /** Between two looks at the clock. */
    private static final long BURST_NS = 5_000_000;

    /** How often to look whether a process still computes, and for how long at most: 2 min. */
    private static final int SETTLE_STEP_MS = 250;

    private static final int SETTLE_STEPS_MAX = 480;

    /** How often in a row it uses less than this share of a processor when it is at rest. */
    private static final int SETTLE_QUIET_STEPS = 4;

    private static final double SETTLE_SHARE = 0.05;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final Part.Place place;
    private final double seconds;
    private final double restSeconds;

    private MixedProcess(Part.Place place, double seconds, double restSeconds) {
        this.place = place;
        this.seconds = seconds;
        this.restSeconds = restSeconds;
    }

    /**
     * All that a process has measured.
     *
     * @param load seconds from the start of the virtual machine until all tables are filled
     */
    record Page(double load, List<Measurement> measurements) {}

    /** @param arguments subject, parts, seconds of a part, seconds at rest, folder, output */
    public static void main(String[] arguments) throws IOException, SQLException {
        Subject subject = Subject.valueOf(arguments[0]);
        List<Part> parts =
                Arrays.stream(arguments[1].split(",")).map(Part::valueOf).toList();
        double seconds = Double.parseDouble(arguments[2]);
        double restSeconds = Double.parseDouble(arguments[3]);
        try (Part.Place place = Part.Place.load(subject, Path.of(arguments[4]))) {
            long begun = ManagementFactory.getRuntimeMXBean().getStartTime();
            double load = (System.currentTimeMillis() - begun) / 1e3;
            List<Measurement> all = new MixedProcess(place, seconds, restSeconds).run(parts);
            new ObjectMapper().writeValue(new File(arguments[5]), new Page(load, all));
        }
        // Threads that an engine has left running do not matter.
        System.exit(0);
    }

    private List<Measurement> run(List<Part> parts) {
        List<Running> all = new ArrayList<>();
        for (Part part : parts) {
            Running running = new Running(part);
            all.add(running);
            running.attempt(running::young);
        }
        settle();
        for (Running running : all) {
            running.attempt(running::rest);
            running.attempt(running::close);
        }
        return all.stream().map(Running::measurement).toList();
    }

    /** Waits until all hot code is compiled. */
    private static void settle() {
        long last = SYSTEM.getProcessCpuTime();
        int quiet = 0;
        for (int i = 0; i < SETTLE_STEPS_MAX && quiet < SETTLE_QUIET_STEPS; i++) {
            try {
                TimeUnit.MILLISECONDS.sleep(SETTLE_STEP_MS);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return;
            }
            long now = SYSTEM.getProcessCpuTime();
            boolean isQuiet = (now - last) / 1e6 < SETTLE_STEP_MS * SETTLE_SHARE;
            quiet = isQuiet ? quiet + 1 : 0;
            last = now;
        }
    }

    /** A step of a part. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException;
    }

    /** A part, and what it has measured so far. */
    private final class Running {
        private final Part part;
        private final long[] answers = new long[ANSWERS];
        private int next;
        private Work work;
        private double first;
        private double young;
        private double rest;
        private double restProcessor;
        private String error;

        Running(Part part) {
            this.part = part;
        }

        /** A part that has failed does nothing more; the others go on. */
        void attempt(Step step) {
            try {
                if (error == null) {
                    step.run();
                }
            } catch (SQLException | RuntimeException e) {
                error = String.valueOf(e.getMessage());
            }
        }

        void young() throws SQLException {
            long begun = System.nanoTime();
            work = part.start(place);
            unit();
            first = (System.nanoTime() - begun) / 1e6;
            repeat(begun, seconds);
            young = (System.nanoTime() - begun) / 1e3 / next;
        }

        void rest() throws SQLException {
            int before = next;
            long processor = SYSTEM.getProcessCpuTime();
            long begun = System.nanoTime();
            repeat(begun, restSeconds);
            int units = next - before;
            rest = (System.nanoTime() - begun) / 1e3 / units;
            restProcessor = (SYSTEM.getProcessCpuTime() - processor) / 1e3 / units;
        }

        void close() throws SQLException {
            work.close();
        }

        private void unit() throws SQLException {
            long answer = work.run(next);
            if (next < ANSWERS) {
                answers[next] = answer;
            }
            next++;
        }

        /** The clock is looked at after more and more units, up to some milliseconds of them. */
        private void repeat(long begun, double duration) throws SQLException {
            long end = begun + (long) (duration * 1e9);
            int burst = 1;
            long now = System.nanoTime();
            while (now < end) {
                for (int i = 0; i < burst; i++) {
                    unit();
                }
                long last = now;
                now = System.nanoTime();
                if (now - last < BURST_NS) {
                    burst *= 2;
                } else if (burst > 1) {
                    burst /= 2;
                }
            }
        }

        Measurement measurement() {
            return error != null
                    ? Measurement.failure(part, error)
                    : new Measurement(
                            part.name(),
                            first,
                            young,
                            rest,
                            restProcessor,
                            Arrays.copyOf(answers, Math.min(next, ANSWERS)),
                            null);
        }
    }
}
