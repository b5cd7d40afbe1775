package org.sqlvm.bench.mixed;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The command {@code ./sqlvm bench mixed}: work of many kinds, one after the other in one process,
 * as in a program that is not a benchmark. Each engine has a process of its own, in turn.
 */
@Command(
        name = "sqlvm bench mixed",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs work of many kinds in one process, on both runtimes of sqlvm, on SQLite"
                + " and on H2.")
public final class MixedCommand extends BenchCommand {
    @Option(
            names = "--engines",
            split = ",",
            description = "some of sqlvm-stock, sqlvm, sqlite, h2 (default: all)")
    private List<String> engines = List.of();

    @Option(
            names = "--parts",
            split = ",",
            description = "some of ${COMPLETION-CANDIDATES} (default: all)")
    private List<Part> parts = List.of(Part.values());

    @Option(
            names = "--seconds",
            description = "of each part, in the first round (default: ${DEFAULT-VALUE})")
    private double seconds = 10;

    @Option(
            names = "--rest-seconds",
            description = "of each part, in the second round (default: ${DEFAULT-VALUE})")
    private double restSeconds = 3;

    @Option(
            names = "--rounds",
            description = "processes of each engine (default: ${DEFAULT-VALUE})")
    private int rounds = 1;

    /** @param out takes the table */
    public MixedCommand(PrintStream out) {
        super(out);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Subject> subjects = subjects();
        Map<Subject, List<MixedProcess.Page>> pages = new EnumMap<>(Subject.class);
        for (int round = 0; round < rounds; round++) {
            for (Subject subject : subjects) {
                out.printf("%s, process %d of %d%n", subject.title, round + 1, rounds);
                pages.computeIfAbsent(subject, _ -> new ArrayList<>()).add(measure(subject));
            }
        }
        MixedReport report = new MixedReport(parts, pages, seconds);
        List<String> wrong = report.wrong();
        wrong.forEach(out::println);
        out.print(report.table());
        if (results != null) {
            ResultPage.write(results, "mixed", report.table(), report.page());
            report.plot(results.resolve("mixed.png"));
        }
        return wrong.isEmpty() ? 0 : 1;
    }

    private List<Subject> subjects() {
        List<String> known =
                Arrays.stream(Subject.values()).map(each -> each.id).toList();
        check("engine", engines, known);
        return Arrays.stream(Subject.values())
                .filter(subject -> engines.isEmpty() || engines.contains(subject.id))
                .toList();
    }

    private MixedProcess.Page measure(Subject subject) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sqlvm-mixed");
        try {
            Path output = folder.resolve("page.json");
            List<String> command = subject.machine().command();
            command.addAll(List.of(
                    MixedProcess.class.getName(),
                    subject.name(),
                    parts.stream()
                            .filter(part -> part.runsOn(subject))
                            .map(Part::name)
                            .collect(Collectors.joining(",")),
                    String.format(Locale.ROOT, "%f", seconds),
                    String.format(Locale.ROOT, "%f", restSeconds),
                    folder.toString(),
                    output.toString()));
            MeasuredProcess.run(subject.title, command);
            return new ObjectMapper().readValue(output.toFile(), MixedProcess.Page.class);
        } finally {
            MeasuredProcess.deleteFolder(folder);
        }
    }
}
