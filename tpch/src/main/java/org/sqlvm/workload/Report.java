package org.sqlvm.workload;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import javax.imageio.ImageIO;

/** Tables, the file of JSON and the plot of one run of a workload. */
public final class Report {
    private static final int HEIGHT = 500;
    /** The width of a query in the plot, whose label must fit. */
    private static final int QUERY_WIDTH = 60;

    private final Workload workload;
    private final Map<String, Object> facts;
    private final List<String> engines;
    private final List<Measurement> measurements;
    private final RunOptions options;

    /** @param facts the machine, the versions and the settings */
    Report(
            Workload workload,
            Map<String, Object> facts,
            List<String> engines,
            List<Measurement> measurements,
            RunOptions options) {
        this.workload = workload;
        this.facts = facts;
        this.engines = engines;
        this.measurements = measurements;
        this.options = options;
    }

    /**
     * Whether an answer is wrong or sqlvm has none; of a run of all queries, it may say that it
     * does not support one.
     */
    public boolean failed() {
        return measurements.stream()
                .anyMatch(m -> m.engine().equals("sqlvm")
                        ? !m.ok()
                                && !(options.all() && m.status().equals(Measurement.NOT_SUPPORTED))
                        : m.status().equals(Measurement.WRONG));
    }

    /** Milliseconds per query and engine, and below them the geometric means and ratios. */
    public String table() {
        StringBuilder text = new StringBuilder();
        text.append(String.format(
                Locale.ROOT,
                "%-6s %-15s %10s %10s %10s %8s%n",
                "query",
                "engine",
                options.oneShot() ? "first ms" : "cold ms",
                options.oneShot() ? "median ms" : "warm ms",
                "best ms",
                "rows"));
        for (Measurement m : measurements) {
            if (m.ok()) {
                text.append(String.format(
                        Locale.ROOT,
                        "Q%-5d %-15s %10.1f %10.1f %10.1f %8d%n",
                        m.query(),
                        m.engine(),
                        m.cold(),
                        m.warm(),
                        m.best(),
                        m.rowCount()));
            } else {
                text.append(String.format(
                        Locale.ROOT,
                        "Q%-5d %-15s %s: %s%n",
                        m.query(),
                        m.engine(),
                        m.status(),
                        m.message()));
            }
        }
        List<Integer> common = common();
        text.append(String.format(
                "geometric means over the %d queries that all engines answered%n", common.size()));
        means().forEach((engine, mean) -> text.append(String.format(
                Locale.ROOT,
                "       %-15s %10.1f %10.1f %10.1f%n",
                engine,
                mean.get("cold"),
                mean.get("warm"),
                mean.get("best"))));
        leads().forEach((engine, lead) -> text.append(String.format(
                Locale.ROOT,
                "sqlvm's lead over %s, warm, geometric mean over all queries: %.2fx%n",
                engine,
                lead)));
        return text.toString();
    }

    /**
     * How many times as fast as each other engine sqlvm was: geometric means over the queries that
     * sqlvm answered, where a timeout of the other counts as if the answer had come just then.
     */
    private Map<String, Double> leads() {
        Map<String, Double> leads = new LinkedHashMap<>();
        List<Measurement> ours = measurements.stream()
                .filter(m -> m.engine().equals("sqlvm") && m.ok())
                .toList();
        for (String engine : engines) {
            if (!engine.equals("sqlvm") && !ours.isEmpty()) {
                double mean = ours.stream()
                        .mapToDouble(m -> Math.log(warm(engine, m.query()) / m.warm()))
                        .average()
                        .orElseThrow();
                leads.put(engine, Math.exp(mean));
            }
        }
        return leads;
    }

    /** The queries that every engine answered. */
    private List<Integer> common() {
        return measurements.stream()
                .filter(Measurement::ok)
                .map(Measurement::query)
                .distinct()
                .filter(query -> measurements.stream()
                                .filter(m -> m.query() == query && m.ok())
                                .count()
                        == engines.size())
                .toList();
    }

    private Map<String, Map<String, Double>> means() {
        Map<String, Map<String, Double>> means = new LinkedHashMap<>();
        List<Integer> common = common();
        if (!common.isEmpty()) {
            for (String engine : engines) {
                Map<String, Double> mean = new LinkedHashMap<>();
                mean.put("cold", mean(engine, common, Measurement::cold));
                mean.put("warm", mean(engine, common, Measurement::warm));
                mean.put("best", mean(engine, common, Measurement::best));
                means.put(engine, mean);
            }
        }
        return means;
    }

    private double mean(String engine, List<Integer> queries, ToDoubleFunction<Measurement> time) {
        return Math.exp(measurements.stream()
                .filter(m -> m.engine().equals(engine) && queries.contains(m.query()))
                .mapToDouble(m -> Math.log(time.applyAsDouble(m)))
                .average()
                .orElseThrow());
    }

    /** Writes the file of JSON and the plot. */
    public void save(Path folder) throws IOException {
        Files.createDirectories(folder);
        Map<String, Object> content = new LinkedHashMap<>(facts);
        content.put("geometricMeans", means());
        content.put("leads", leads());
        List<Map<String, Object>> results = new ArrayList<>();
        for (Measurement m : measurements) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("query", m.query());
            result.put("engine", m.engine());
            result.put("status", m.status());
            if (m.message() != null) {
                result.put("message", m.message());
            }
            result.put("rows", m.rowCount());
            if (m.ok()) {
                result.put("cold", m.cold());
                result.put("warm", m.warm());
                result.put("best", m.best());
            }
            result.put("milliseconds", m.milliseconds());
            results.add(result);
        }
        content.put("results", results);
        new ObjectMapper()
                .enable(SerializationFeature.INDENT_OUTPUT)
                .writeValue(folder.resolve(name() + ".json").toFile(), content);
        plot(folder.resolve(name() + ".png"));
    }

    private String name() {
        return workload.name()
                + (options.oneShot() ? "-one-shot" : "")
                + (options.neverSeen() ? "-never-seen" : "");
    }

    /** Draws warm times, a timeout as tall as what it stopped at. */
    private void plot(Path file) throws IOException {
        List<Integer> queries = measurements.stream()
                .filter(Measurement::ok)
                .map(Measurement::query)
                .distinct()
                .toList();
        if (queries.isEmpty()) {
            return;
        }
        List<String> labels = queries.stream().map(query -> "Q" + query).toList();
        int width = Math.max(800, QUERY_WIDTH * queries.size());
        CategoryChart chart = new CategoryChartBuilder()
                .width(width)
                .height(HEIGHT)
                .title(workload.title()
                        + (options.oneShot() ? ": whole processes" : ": warm")
                        + ", median, ms")
                .build();
        chart.getStyler().setYAxisLogarithmic(true);
        chart.getStyler().setYAxisMin(0.1);
        chart.getStyler().setYAxisDecimalPattern("#,##0.###");
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        chart.getStyler().setLegendPosition(LegendPosition.OutsideS);
        chart.getStyler().setLegendLayout(LegendLayout.Horizontal);
        for (String engine : engines) {
            List<Double> times =
                    queries.stream().map(query -> warm(engine, query)).toList();
            chart.addSeries(engine, labels, times);
        }
        BufferedImage image = new BufferedImage(width, HEIGHT, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        chart.paint(graphics, width, HEIGHT);
        graphics.dispose();
        ImageIO.write(image, "png", file.toFile());
    }

    private double warm(String engine, int query) {
        return measurements.stream()
                .filter(m -> m.engine().equals(engine) && m.query() == query)
                .mapToDouble(m -> m.ok() ? m.warm() : 1000.0 * options.timeout())
                .findFirst()
                .orElseThrow();
    }
}
