package org.sqlvm.bench.search;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;
import org.sqlvm.bench.VirtualMachine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The command {@code ./sqlvm bench search}: an FTS5 index of short texts and an R-tree of boxes are
 * made and asked, by sqlvm and by SQLite through their JDBC drivers, each in a process of its own.
 * Every answer is compared.
 */
@Command(
        name = "sqlvm bench search",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Makes a full-text index and an R-tree, and asks them: sqlvm and sqlite-jdbc.")
public final class SearchCommand extends BenchCommand {
    @Option(names = "--documents", description = "how many; 0 for none (default: ${DEFAULT-VALUE})")
    private int documents = 500_000;

    @Option(names = "--boxes", description = "how many; 0 for none (default: ${DEFAULT-VALUE})")
    private int boxes = 1_000_000;

    @Option(
            names = "--builds",
            description = "of each index; the last one counts (default: ${DEFAULT-VALUE})")
    private int builds = 2;

    @Option(
            names = "--runs",
            description = "of each query, at least 16 (default: ${DEFAULT-VALUE})")
    private int runs = 200;

    @Option(names = "--folder", description = "of the files (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    /** @param out takes the table */
    public SearchCommand(PrintStream out) {
        super(out);
    }

    /** @param digest a hash of the answers: the same for engines that agree */
    private record Measured(double firstMs, double lastMs, String digest) {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Map<String, Measured> sqlite = measure("jdbc:sqlite:", VirtualMachine.PLAIN);
        Map<String, Measured> sqlvm = measure("jdbc:sqlvm:", VirtualMachine.OPTIMIZING);
        boolean same = true;
        StringBuilder text = ResultPage.begin("Search", facts());
        text.append("\n| what | SQLite first (ms) | sqlvm first (ms) | SQLite (ms) | sqlvm (ms) |")
                .append(" SQLite / sqlvm |\n|---|---:|---:|---:|---:|---:|\n");
        double product = 1;
        int count = 0;
        for (Map.Entry<String, Measured> entry : sqlite.entrySet()) {
            Measured theirs = entry.getValue();
            Measured ours = sqlvm.get(entry.getKey());
            boolean equal = theirs.digest.equals(ours.digest);
            same &= equal;
            double ratio = theirs.lastMs / ours.lastMs;
            if (!entry.getKey().startsWith("index")) {
                product *= ratio;
                count++;
            }
            text.append(String.format(
                    Locale.ROOT,
                    "| %s%s | %s | %s | %s | %s | %.2f |%n",
                    entry.getKey(),
                    equal ? "" : " (OTHER ANSWERS)",
                    ResultPage.number(theirs.firstMs),
                    ResultPage.number(ours.firstMs),
                    ResultPage.number(theirs.lastMs),
                    ResultPage.number(ours.lastMs),
                    ratio));
        }
        text.append(String.format(
                Locale.ROOT,
                "%nGeometric mean of the queries: %.2f%n",
                Math.pow(product, 1.0 / Math.max(1, count))));
        out.print(text);
        if (results != null) {
            Map<String, Object> page = new LinkedHashMap<>(facts());
            page.put("sqlite", sqlite);
            page.put("sqlvm", sqlvm);
            ResultPage.write(results, "search", text.toString(), page);
        }
        return same ? 0 : 1;
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        facts.put("documents", documents);
        facts.put("boxes", boxes);
        return facts;
    }

    private Map<String, Measured> measure(String url, VirtualMachine machine)
            throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, "search", ".db");
        Path output = Files.createTempFile(folder, "times", ".txt");
        try {
            List<String> command = new ArrayList<>(machine.command());
            command.addAll(List.of(
                    SearchProcess.class.getName(),
                    url,
                    file.toString(),
                    "" + documents,
                    "" + boxes,
                    "" + builds,
                    "" + Math.max(16, runs),
                    output.toString()));
            out.println(url + " …");
            MeasuredProcess.run(url, command);
            Map<String, Measured> measured = new LinkedHashMap<>();
            for (String line : Files.readAllLines(output)) {
                String[] parts = line.split("\t");
                measured.put(
                        parts[0],
                        new Measured(
                                Double.parseDouble(parts[1]),
                                Double.parseDouble(parts[2]),
                                parts[3]));
            }
            return measured;
        } finally {
            MeasuredProcess.deleteAll(file);
            Files.delete(output);
        }
    }
}
