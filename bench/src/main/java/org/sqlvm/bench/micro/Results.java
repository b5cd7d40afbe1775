package org.sqlvm.bench.micro;

import org.sqlvm.bench.Machine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** All that one command has measured. */
final class Results {
    private final List<Subject> subjects;
    private final List<String> benchmarks;
    private final int processes;
    private final double scaleFactor;
    /** By benchmark and subject's id: a measurement for each process. */
    private final Map<String, Map<String, List<Measurement>>> measurements = new LinkedHashMap<>();

    private final Map<String, Measurement> counts = new LinkedHashMap<>();

    Results(List<Subject> subjects, List<String> benchmarks, int processes, double scaleFactor) {
        this.subjects = subjects;
        this.benchmarks = benchmarks;
        this.processes = processes;
        this.scaleFactor = scaleFactor;
    }

    List<Subject> subjects() {
        return subjects;
    }

    List<String> benchmarks() {
        return benchmarks;
    }

    int processes() {
        return processes;
    }

    double scaleFactor() {
        return scaleFactor;
    }

    boolean has(String subject) {
        return subjects.stream().anyMatch(one -> one.id().equals(subject));
    }

    void add(String benchmark, Subject subject, boolean counted, Measurement measurement) {
        if (counted) {
            counts.put(benchmark, measurement);
        } else {
            measurements
                    .computeIfAbsent(benchmark, _ -> new LinkedHashMap<>())
                    .computeIfAbsent(subject.id(), _ -> new ArrayList<>())
                    .add(measurement);
        }
    }

    /** Crossings and values of a benchmark, if they were counted. */
    Optional<Measurement> counted(String benchmark) {
        return Optional.ofNullable(counts.get(benchmark))
                .filter(measurement -> measurement.crossings() != null);
    }

    /** Those that did not fail. */
    List<Measurement> of(String benchmark, String subject) {
        return measurements
                .getOrDefault(benchmark, Map.of())
                .getOrDefault(subject, List.of())
                .stream()
                .filter(measurement -> measurement.error() == null)
                .toList();
    }

    boolean hasFailures() {
        return measurements.values().stream()
                .flatMap(bySubject -> bySubject.values().stream())
                .flatMap(List::stream)
                .anyMatch(measurement -> measurement.error() != null);
    }

    /** The first run in a process: the median of all processes, in milliseconds; or NaN. */
    double first(String benchmark, String subject) {
        return overProcesses(benchmark, subject, measurement -> measurement.wall()[0]);
    }

    /** Later runs by the clock: median over processes of medians of second halves, or NaN. */
    double warm(String benchmark, String subject) {
        return overProcesses(
                benchmark,
                subject,
                measurement -> Statistics.median(Measurement.secondHalf(measurement.wall())));
    }

    /** As {@link #warm}, of the thread's processor time. */
    double warmProcessorTime(String benchmark, String subject) {
        return overProcesses(
                benchmark,
                subject,
                measurement -> Statistics.median(Measurement.secondHalf(measurement.cpu())));
    }

    /**
     * Seconds from the start of a process to the end of the first run that takes at most
     * {@code factor} times as long as a warm one by the clock: the median of all processes, or NaN.
     */
    double warmAfter(String benchmark, String subject, double factor) {
        double warm = 1e6 * warm(benchmark, subject);
        return overProcesses(benchmark, subject, measurement -> measurement.warmAfter(warm, factor))
                / 1e3;
    }

    private double overProcesses(
            String benchmark, String subject, Function<Measurement, Double> figure) {
        List<Measurement> all = of(benchmark, subject);
        return all.isEmpty()
                ? Double.NaN
                : Statistics.median(all.stream().mapToDouble(figure::apply).toArray()) / 1e6;
    }

    /** Means over all runs of each process, in milliseconds. */
    double[] means(String benchmark, String subject) {
        return of(benchmark, subject).stream()
                .mapToDouble(measurement -> Statistics.mean(measurement.wall()) / 1e6)
                .toArray();
    }

    /** Returns the runs whose count or sum differs from SQLite's. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        for (String benchmark : benchmarks) {
            Optional<Host.Outcome> sqlite =
                    List.of(Subject.SQLITE, Subject.CPYTHON, Subject.PYPY).stream()
                            .flatMap(id -> of(benchmark, id).stream())
                            .map(Measurement::outcome)
                            .findFirst();
            if (sqlite.isEmpty()) {
                continue;
            }
            for (Subject subject : subjects) {
                for (Measurement measurement : of(benchmark, subject.id())) {
                    if (!measurement.outcome().equalsNearly(sqlite.get())) {
                        wrong.add(benchmark + ", " + subject.title() + ": " + measurement.outcome()
                                + ", not " + sqlite.get());
                    }
                }
            }
        }
        return wrong;
    }

    /** The machine and the versions, for the head of a page. */
    Map<String, Object> machine() {
        Map<String, Object> machine = Machine.facts();
        for (Subject subject : subjects) {
            benchmarks.stream()
                    .flatMap(benchmark -> of(benchmark, subject.id()).stream())
                    .findFirst()
                    .filter(_ -> subject.isPython())
                    .ifPresent(measurement -> machine.put(
                            subject.title(), measurement.language() + ", " + measurement.engine()));
        }
        return machine;
    }

    /** Everything, for a file of JSON. */
    Map<String, Object> page() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("machine", machine());
        page.put("scaleFactor", scaleFactor);
        page.put("counts", counts);
        page.put("measurements", measurements);
        return page;
    }
}
