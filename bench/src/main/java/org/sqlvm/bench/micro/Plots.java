package org.sqlvm.bench.micro;

import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;
import org.sqlvm.bench.Charts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The plots of one command. */
final class Plots {
    private final Results results;

    Plots(Results results) {
        this.results = results;
    }

    /** Writes {@code NAME.png}, the times, and {@code NAME-warm-up.png}, the curves. */
    void save(Path folder, String name) throws IOException {
        List<Chart<?, ?>> times = new ArrayList<>();
        times.add(bars("Python", true));
        times.add(bars("Java", false));
        Charts.write(times, 1, folder.resolve(name + ".png"));
        List<Chart<?, ?>> curves = new ArrayList<>();
        for (String benchmark : results.benchmarks()) {
            curves.add(curves(benchmark, true));
            curves.add(curves(benchmark, false));
        }
        Charts.write(curves, 2, folder.resolve(name + "-warm-up.png"));
    }

    private List<Subject> subjects(boolean python) {
        return results.subjects().stream()
                .filter(subject -> subject.isPython() == python)
                .toList();
    }

    /**
     * Returns a chart of the subjects that have run all programs; null if there is nothing to show.
     */
    private Chart<?, ?> bars(String language, boolean python) {
        Map<String, List<Double>> warm = new LinkedHashMap<>();
        for (Subject subject : subjects(python)) {
            warm.put(
                    subject.title(),
                    results.benchmarks().stream()
                            .map(benchmark -> results.warm(benchmark, subject.id()))
                            .toList());
        }
        return Charts.bars(
                language + ": ms of a warm run (logarithmic, less is better)",
                results.benchmarks(),
                warm,
                1);
    }

    /** Null if there is nothing to show. */
    private Chart<?, ?> curves(String benchmark, boolean python) {
        XYChart chart = new XYChartBuilder()
                .width(Charts.WIDTH)
                .height(Charts.HEIGHT)
                .title(benchmark + (python ? ", Python" : ", Java")
                        + ": ms of each run, by seconds from the start of the process")
                .build();
        Charts.style(chart);
        // More than these would touch each other.
        chart.getStyler().setXAxisMaxLabelCount(10);
        boolean empty = true;
        for (Subject subject : subjects(python)) {
            List<Measurement> all = results.of(benchmark, subject.id());
            if (!all.isEmpty()) {
                empty = false;
                double[] wall = all.getFirst().wall();
                chart.addSeries(
                                subject.title(),
                                Arrays.stream(all.getFirst().ends())
                                        .map(end -> end / 1e9)
                                        .toArray(),
                                IntStream.range(0, wall.length)
                                        .mapToDouble(run -> wall[run] / 1e6)
                                        .toArray())
                        .setMarker(SeriesMarkers.NONE);
            }
        }
        return empty ? null : chart;
    }
}
