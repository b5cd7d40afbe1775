package org.sqlvm.shell.session;

import org.sqlvm.api.Counters;
import org.sqlvm.shell.mode.PlanTree;
import org.sqlvm.shell.terminal.ByteSink;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The counters that .scanstats shows after the rows of a statement. */
final class CounterReport {
    private static final String TIME = "Ns";
    private static final double NANOS_PER_MILLI = 1e6;

    private final ByteSink out;

    CounterReport(ByteSink out) {
        this.out = out;
    }

    /** The plan as a tree, with what has been counted of each line. */
    void tree(Counters counters) {
        PlanTree tree = new PlanTree(out);
        for (Counters.Step step : counters.steps()) {
            String text = step.detail() + (step.counts().isEmpty() ? "" : counts(step.counts()));
            tree.add(step.id(), step.parent(), text.getBytes(StandardCharsets.UTF_8));
        }
        tree.draw("QUERY PLAN" + total(counters));
    }

    private static String total(Counters counters) {
        return " (time=" + time(counters.timeNs()) + " rows=" + counters.rows()
                + (counters.restarted() ? "; begun again on vectors)" : ")");
    }

    private static String counts(Map<String, Long> counts) {
        List<String> parts = new ArrayList<>();
        counts.forEach((name, value) -> parts.add(
                name.endsWith(TIME)
                        ? name.substring(0, name.length() - TIME.length()) + "=" + time(value)
                        : name + "=" + value));
        return " (" + String.join(" ", parts) + ")";
    }

    private static String time(long nanos) {
        return String.format(Locale.ROOT, "%.3fms", nanos / NANOS_PER_MILLI);
    }

    /** The program, with how often each instruction has run and how long it took. */
    void program(Counters counters) {
        long all = 0;
        for (Counters.Instruction i : counters.instructions()) {
            all += i.timeNs();
        }
        out.line("PROGRAM" + total(counters));
        out.line("addr        runs         time      %  opcode             p1    p2    p3  p4"
                + "             p5  comment");
        for (Counters.Instruction i : counters.instructions()) {
            String line = String.format(
                    Locale.ROOT,
                    "%4d  %10d  %11s  %5.1f  %-15s  %4d  %4d  %4d  %-13s  %2d  %s",
                    i.address(),
                    i.executions(),
                    time(i.timeNs()),
                    100.0 * i.timeNs() / Math.max(1, all),
                    i.opcode(),
                    i.p1(),
                    i.p2(),
                    i.p3(),
                    i.p4() == null ? "" : i.p4(),
                    i.p5(),
                    i.comment() == null ? "" : i.comment());
            out.line(line.stripTrailing());
        }
    }
}
