package org.sqlvm.bench.mixed;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.sqlvm.bench.Charts;
import org.sqlvm.bench.Machine;
import org.sqlvm.bench.ResultPage;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.imageio.ImageIO;

/** The tables, the JSON and the plot of one command. */
final class MixedReport {
    private static final int WIDTH = 1300;
    private static final int HEIGHT = 520;

    private final List<Part> parts;
    private final Map<Subject, List<MixedProcess.Page>> pages;
    private final double seconds;

    MixedReport(List<Part> parts, Map<Subject, List<MixedProcess.Page>> pages, double seconds) {
        this.parts = parts;
        this.pages = pages;
        this.seconds = seconds;
    }

    private Stream<Measurement> of(Subject subject, Part part) {
        return pages.getOrDefault(subject, List.of()).stream()
                .flatMap(page -> page.measurements().stream())
                .filter(measurement -> measurement.part().equals(part.name()));
    }

    /**
     * Failures, and answers that differ from SQLite's or, where it did not run, the first one's.
     */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        for (Part part : parts) {
            List<Measurement> right = Stream.concat(
                            of(Subject.SQLITE, part),
                            pages.keySet().stream().flatMap(subject -> of(subject, part)))
                    .limit(1)
                    .toList();
            for (Subject subject : pages.keySet()) {
                of(subject, part)
                        .filter(one -> one.error() != null || !one.agrees(right.getFirst()))
                        .map(one -> one.error() != null ? one.error() : "another answer")
                        .forEach(
                                what -> wrong.add(subject.title + ", " + part.title + ": " + what));
            }
        }
        return wrong;
    }

    private double median(Subject subject, Part part, ToDoubleFunction<Measurement> figure) {
        double[] sorted = of(subject, part).mapToDouble(figure).sorted().toArray();
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }

    String table() {
        StringBuilder text = ResultPage.begin("Work of many kinds in one process", facts());
        table(text, "First result (ms)", Measurement::first);
        table(
                text,
                String.format(Locale.ROOT, "First %.0f seconds (µs)", seconds),
                Measurement::young);
        table(text, "At rest (µs)", Measurement::rest);
        table(text, "At rest, processor time (µs)", Measurement::restProcessor);
        return text.toString();
    }

    /** A line per part, then how often the time of the optimizing runtime goes into others'. */
    private void table(StringBuilder text, String title, ToDoubleFunction<Measurement> figure) {
        text.append("\n| ").append(title);
        pages.keySet().forEach(subject -> text.append(" | ").append(subject.title));
        text.append(" | stock / optimizing | SQLite / optimizing |\n|---")
                .append("|---:".repeat(pages.size() + 2))
                .append("|\n");
        for (Part part : parts) {
            text.append("| ").append(part.title);
            for (Subject subject : pages.keySet()) {
                text.append(" | ").append(ResultPage.number(median(subject, part, figure)));
            }
            double ours = median(Subject.OPTIMIZING, part, figure);
            for (Subject other : List.of(Subject.STOCK, Subject.SQLITE)) {
                text.append(" | ").append(ResultPage.number(median(other, part, figure) / ours));
            }
            text.append(" |\n");
        }
    }

    private Map<String, Object> facts() {
        Map<String, Object> facts = Machine.facts();
        facts.put(
                "seconds from start to filled tables",
                pages.entrySet().stream()
                        .map(entry -> entry.getKey().title + " "
                                + entry.getValue().stream()
                                        .map(page -> ResultPage.number(page.load()))
                                        .collect(Collectors.joining(", ")))
                        .collect(Collectors.joining("; ")));
        return facts;
    }

    /** Everything, for a file of JSON. */
    Map<String, Object> page() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("machine", facts());
        page.put("seconds", seconds);
        pages.forEach((subject, all) -> page.put(subject.id, all));
        return page;
    }

    /** Times at rest, as parts of SQLite's. */
    void plot(Path file) throws IOException {
        List<Part> shown = parts.stream()
                .filter(part -> median(Subject.SQLITE, part, Measurement::rest) > 0)
                .toList();
        if (shown.isEmpty()) {
            return;
        }
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title("Times at rest / SQLite's (logarithmic, less is better)")
                .build();
        Charts.style(chart);
        chart.getStyler().setXAxisLabelRotation(30);
        List<String> titles = shown.stream().map(part -> part.title).toList();
        for (Subject subject : pages.keySet()) {
            List<Double> times = shown.stream()
                    .map(part -> median(subject, part, Measurement::rest)
                            / median(Subject.SQLITE, part, Measurement::rest))
                    .map(ratio -> ratio.isNaN() ? null : ratio)
                    .toList();
            chart.addSeries(subject.title, titles, times);
        }
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        chart.paint(image.createGraphics(), WIDTH, HEIGHT);
        ImageIO.write(image, "png", file.toFile());
    }
}
