package org.sqlvm.bench.micro;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.markers.SeriesMarkers;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import javax.imageio.ImageIO;

/** The plots of one command. */
final class Plots {
    private static final int WIDTH = 900;
    private static final int HEIGHT = 360;

    private final Results results;

    Plots(Results results) {
        this.results = results;
    }

    /** Writes {@code NAME.png}, the times, and {@code NAME-warm-up.png}, the curves. */
    void save(Path folder, String name) throws IOException {
        List<Chart<?, ?>> times = new ArrayList<>();
        times.add(bars("Python", true));
        times.add(bars("Java", false));
        write(times, 1, folder.resolve(name + ".png"));
        List<Chart<?, ?>> curves = new ArrayList<>();
        for (String benchmark : results.benchmarks()) {
            curves.add(curves(benchmark, true));
            curves.add(curves(benchmark, false));
        }
        write(curves, 2, folder.resolve(name + "-warm-up.png"));
    }

    private List<Subject> subjects(boolean python) {
        return results.subjects().stream()
                .filter(subject ->
                        subject.isPython() == python && subject.javaOptions().isEmpty())
                .toList();
    }

    /** Of those that have run all programs; null if there is nothing to show. */
    private Chart<?, ?> bars(String language, boolean python) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(language + ": ms of a warm run (logarithmic, less is better)")
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(1.0); // Bars would begin at 0 otherwise.
        boolean empty = true;
        for (Subject subject : subjects(python)) {
            List<Double> times = results.benchmarks().stream()
                    .map(benchmark -> results.warm(benchmark, subject.id()))
                    .toList();
            // A logarithmic scale has no place for a time that is not there.
            if (times.stream().noneMatch(time -> time.isNaN())) {
                empty = false;
                chart.addSeries(subject.title(), results.benchmarks(), times);
            }
        }
        return empty ? null : chart;
    }

    /** Null if there is nothing to show. */
    private Chart<?, ?> curves(String benchmark, boolean python) {
        XYChart chart = new XYChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(benchmark + (python ? ", Python" : ", Java")
                        + ": ms of each run, by seconds from the start of the process")
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
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

    private static void write(List<Chart<?, ?>> charts, int columns, Path file) throws IOException {
        List<Chart<?, ?>> drawn = charts.stream().filter(Objects::nonNull).toList();
        if (drawn.isEmpty()) {
            return;
        }
        int rows = (drawn.size() + columns - 1) / columns;
        BufferedImage image =
                new BufferedImage(WIDTH * columns, HEIGHT * rows, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < drawn.size(); i++) {
            Graphics2D place = (Graphics2D) image.createGraphics()
                    .create(i % columns * WIDTH, i / columns * HEIGHT, WIDTH, HEIGHT);
            drawn.get(i).paint(place, WIDTH, HEIGHT);
            place.dispose();
        }
        ImageIO.write(image, "png", file.toFile());
    }
}
