package org.sqlvm.test.calibration;

import org.sqlvm.engine.plan.stats.Cost;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Measures what the planner's figures of cost are on this machine. */
public final class CalibrationRun {
    /** A figure may be as many times too large, or too small. */
    private static final double OFF_MAX = 3;

    private final PrintStream out;

    public CalibrationRun(PrintStream out) {
        this.out = out;
    }

    /** @return whether no figure is off by more than {@link #OFF_MAX} times */
    public boolean run() throws IOException {
        Path folder = Files.createTempDirectory("sqlvm-calibrate");
        Path file = folder.resolve("calibrate.db");
        int off = 0;
        try (StatementClock clock = new StatementClock(file)) {
            CalibrationData.create(clock.database(StatementClock.Mode.ROWS));
            out.println("| what | model (ns) | measured (ns) | ratio | figures |");
            out.println("|---|---:|---:|---:|---|");
            for (CalibratedCost cost : CalibratedCost.ALL) {
                off += report(cost, cost.measured(clock)) ? 0 : 1;
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
        out.printf(Locale.ROOT, "%n%d off by more than %.0f times%n", off, OFF_MAX);
        return off == 0;
    }

    private boolean report(CalibratedCost cost, List<Double> all) {
        double measured =
                all.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double ratio = measured / cost.model();
        boolean near = ratio >= 1 / OFF_MAX && ratio <= OFF_MAX;
        out.printf(
                Locale.ROOT,
                "| %s | %.1f | %.1f%s | %.2f%s | %s |%n",
                cost.what(),
                cost.model(),
                measured,
                all.size() == 1
                        ? ""
                        : String.format(Locale.ROOT, " (%.1f, %.1f)", all.get(0), all.get(1)),
                ratio,
                near ? "" : " OFF",
                cost.figures().stream().map(Cost::name).collect(Collectors.joining(", ")));
        return near;
    }
}
