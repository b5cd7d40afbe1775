package org.sqlvm.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.sqlvm.tpch.Generator;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;

import javax.imageio.ImageIO;

/**
 * The command {@code ./sqlvm bench python}: one Python loop over all rows of lineitem, by GraalPy
 * on sqlvm and by other Pythons on their sqlite3, in turn, and each in a process of its own.
 */
@Command(
        name = "sqlvm bench python",
        mixinStandardHelpOptions = true,
        description = "Compares a loop over rows in GraalPy on sqlvm with other Pythons.")
final class PythonComparison implements Callable<Integer> {
    /** Sums in the same order differ by nothing; this is for Pythons that fuse operations. */
    private static final double TOLERANCE = 1e-12;

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final PrintStream out;

    @Option(names = "--data", description = "folder of the database (default: ${DEFAULT-VALUE})")
    private Path data = Path.of("tpch-data");

    @Option(names = "--sf", description = "TPC-H's scale factor (default: ${DEFAULT-VALUE})")
    private double scaleFactor = 0.1;

    @Option(
            names = "--rounds",
            description = "processes of each Python (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    @Option(names = "--runs", description = "runs in a process (default: ${DEFAULT-VALUE})")
    private int runs = 60;

    @Option(
            names = "--python",
            description = "a Python to compare with, may be repeated (default: python3, pypy3)")
    private List<String> pythons = List.of("python3", "pypy3");

    @Option(names = "--results", description = "folder for JSON and plot (default: none)")
    private Path results;

    PythonComparison(PrintStream out) {
        this.out = out;
    }

    /** One Python and what its processes printed. */
    private record Peer(List<String> command, List<JsonNode> outputs) {
        /** What it calls itself: {@code cpython 3.12.1, sqlite3}. */
        String name() {
            JsonNode output = outputs.getFirst();
            return output.get("python").asText() + " " + output.get("version").asText() + ", "
                    + output.get("engine").asText();
        }

        double first() {
            return median(outputs.stream()
                    .map(output -> output.get("first").asDouble())
                    .toList());
        }

        /** Median over the second halves of all processes. */
        double warm() {
            return warm("nsPerRow");
        }

        /** The same of the processor time of the thread that loops. */
        double warmProcessorTime() {
            return warm("cpuNsPerRow");
        }

        private double warm(String figure) {
            List<Double> times = new ArrayList<>();
            for (JsonNode output : outputs) {
                JsonNode all = output.get(figure);
                for (int i = all.size() / 2; i < all.size(); i++) {
                    times.add(all.get(i).asDouble());
                }
            }
            return median(times);
        }

        double best() {
            return outputs.stream()
                    .mapToDouble(output -> output.get("best").asDouble())
                    .min()
                    .orElseThrow();
        }

        private static double median(List<Double> values) {
            return values.stream().sorted().toList().get(values.size() / 2);
        }
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path file = new Generator(data, scaleFactor).sqlite(false).toAbsolutePath();
        Path root = Path.of(System.getenv("SQLVM_ROOT"));
        String script = root.resolve("bench/src/main/python/select_rows.py").toString();
        List<Peer> peers = new ArrayList<>();
        peers.add(peer(root.resolve("sqlvm").toString(), "python", script));
        for (String python : pythons) {
            if (isInstalled(python)) {
                peers.add(peer(python, script));
            } else {
                out.println(python + " is not installed");
            }
        }
        for (int round = 0; round < rounds; round++) {
            for (Peer peer : peers) {
                out.printf("round %d of %d: %s%n", round + 1, rounds, peer.command.getFirst());
                peer.outputs.add(run(peer, file));
            }
        }
        if (!checkSums(peers)) {
            return 1;
        }
        out.print(table(peers));
        if (results != null) {
            save(peers);
        }
        return 0;
    }

    private static Peer peer(String... command) {
        return new Peer(List.of(command), new ArrayList<>());
    }

    private static boolean isInstalled(String python) throws InterruptedException {
        try {
            return new ProcessBuilder(python, "-c", "import sqlite3")
                            .redirectError(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private JsonNode run(Peer peer, Path file) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(peer.command);
        command.add(file.toString());
        command.add(Integer.toString(runs));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        JsonNode output = JSON.readTree(process.getInputStream().readAllBytes());
        if (process.waitFor() != 0 || output == null || !output.has("best")) {
            throw new IOException(peer.command + " failed");
        }
        return output;
    }

    private boolean checkSums(List<Peer> peers) {
        double expected = peers.getLast().outputs.getFirst().get("sum").asDouble();
        for (Peer peer : peers) {
            for (JsonNode output : peer.outputs) {
                double sum = output.get("sum").asDouble();
                if (Math.abs(sum - expected) > TOLERANCE * Math.abs(expected)) {
                    out.println(peer.name() + " gives " + sum + ", not " + expected);
                    return false;
                }
            }
        }
        return true;
    }

    private static String table(List<Peer> peers) {
        double ours = peers.getFirst().warmProcessorTime();
        StringBuilder text = new StringBuilder("\n"
            + "| ns per row | first run | warm | best | warm, processor time | times sqlvm's |\n"
            + "|---|---:|---:|---:|---:|---:|\n");
        for (Peer peer : peers) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.0f | %.1f | %.1f | %.1f | %.2f |%n",
                    peer.name(),
                    peer.first(),
                    peer.warm(),
                    peer.best(),
                    peer.warmProcessorTime(),
                    peer.warmProcessorTime() / ours));
        }
        return text.toString();
    }

    private void save(List<Peer> peers) throws IOException {
        String name = "python-select-sf" + (scaleFactor == 1 ? "1" : Double.toString(scaleFactor));
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("sql", Summation.SQL);
        page.put("processors", Runtime.getRuntime().availableProcessors());
        page.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        page.put("jvm", System.getProperty("java.vm.name") + " " + Runtime.version());
        for (Peer peer : peers) {
            page.put(
                    peer.name(),
                    Map.of(
                            "version",
                            peer.outputs.getFirst().get("version"),
                            "processes",
                            peer.outputs));
        }
        Files.createDirectories(results);
        Files.writeString(results.resolve(name + ".json"), JSON.writeValueAsString(page) + "\n");
        CategoryChart chart = new CategoryChartBuilder()
                .width(800)
                .height(400)
                .title("A Python loop over rows, warm: processor time per row in ns (less is"
                        + " better)")
                .build();
        chart.addSeries(
                "ns per row",
                peers.stream().map(Peer::name).toList(),
                peers.stream().map(Peer::warmProcessorTime).toList());
        chart.getStyler().setLegendVisible(false);
        chart.getStyler().setLabelsVisible(true);
        BufferedImage image =
                new BufferedImage(chart.getWidth(), chart.getHeight(), BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        chart.paint(graphics, chart.getWidth(), chart.getHeight());
        graphics.dispose();
        ImageIO.write(image, "png", results.resolve(name + ".png").toFile());
        out.println("saved " + name + ".json and " + name + ".png");
    }

    static int run(PrintStream out, String[] arguments) {
        return new CommandLine(new PythonComparison(out)).execute(arguments);
    }
}
