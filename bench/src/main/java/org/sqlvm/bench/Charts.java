package org.sqlvm.bench;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import javax.imageio.ImageIO;

/** The charts that benchmarks draw beside their tables. */
public final class Charts {
    /** The size of a chart, in pixels. */
    public static final int WIDTH = 900;

    public static final int HEIGHT = 360;

    private Charts() {}

    /**
     * Returns a chart of bars on a logarithmic scale.
     *
     * @param groups the labels below the bars
     * @param series the series by name: a number greater than 0 for each group; a series with NaN
     *     is left out
     * @param least the beginning of the scale
     * @return null if no series is left
     */
    public static Chart<?, ?> bars(
            String title, List<String> groups, Map<String, List<Double>> series, double least) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .build();
        style(chart);
        chart.getStyler().setYAxisMin(least); // Bars would begin at 0 otherwise.
        boolean isEmpty = true;
        for (Map.Entry<String, List<Double>> one : series.entrySet()) {
            // A logarithmic scale cannot show a missing value.
            if (one.getValue().stream().noneMatch(value -> value.isNaN())) {
                isEmpty = false;
                chart.addSeries(one.getKey(), groups, one.getValue());
            }
        }
        return isEmpty ? null : chart;
    }

    /** Sets what all charts with a logarithmic scale have in common. */
    public static void style(Chart<? extends AxesChartStyler, ?> chart) {
        AxesChartStyler styler = chart.getStyler();
        styler.setYAxisLogarithmic(true);
        styler.setYAxisDecimalPattern("#,##0.###");
        styler.setChartBackgroundColor(Color.WHITE);
    }

    /**
     * Draws charts into one file, if there are any.
     *
     * @param charts charts of this size; null for an empty cell
     * @param columns the number of charts beside each other
     */
    public static void write(List<Chart<?, ?>> charts, int columns, Path file) throws IOException {
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
