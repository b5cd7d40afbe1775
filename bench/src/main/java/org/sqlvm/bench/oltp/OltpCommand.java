package org.sqlvm.bench.oltp;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;
import org.sqlvm.bench.VirtualMachine;
import org.sqlvm.tpch.Generator;
import org.sqlvm.workload.DataFolder;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The command {@code ./sqlvm bench oltp}: three queries over ranges of keys of TPC-H's tables,
 * prepared once and run many times with other keys. Each engine has a process of its own, in turn.
 */
@Command(
        name = "sqlvm bench oltp",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs prepared queries over narrow ranges of keys, on both runtimes of sqlvm,"
                + " on SQLite, and on H2 and PostgreSQL if wanted.")
public final class OltpCommand extends BenchCommand {
    private static final List<String> ENGINES =
            List.of("sqlvm-stock", "sqlvm", "sqlite", "h2", "postgresql");

    @Option(names = "--data", description = "folder of the databases (default: ${DEFAULT-VALUE})")
    private Path data = DataFolder.of("tpch");

    @Option(names = "--scale", description = "TPC-H's scale factor (default: ${DEFAULT-VALUE})")
    private double scale = 1;

    @Option(
            names = "--engines",
            split = ",",
            description = "some of sqlvm-stock, sqlvm, sqlite, h2, postgresql (default: the first"
                    + " three; all but h2 with --postgresql)")
    private List<String> engines = List.of();

    @Option(
            names = "--postgresql",
            description = "a database for PostgreSQL's tables, made if it has none, such as"
                    + " jdbc:postgresql://localhost/tpch?user=me")
    private String postgresql;

    @Option(names = "--width", description = "of a range, in keys (default: ${DEFAULT-VALUE})")
    private int width = 20;

    @Option(names = "--runs", description = "of each query (default: ${DEFAULT-VALUE})")
    private int runs = 2000;

    @Option(
            names = "--seconds",
            description = "of each query at most, but for two runs (default: ${DEFAULT-VALUE})")
    private double seconds = 60;

    /** @param out takes the table */
    public OltpCommand(PrintStream out) {
        super(out);
    }

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        Map<String, List<OltpMeasurement>> measured = new LinkedHashMap<>();
        for (String engine : chosen()) {
            String address = address(engine);
            out.println(engine);
            measured.put(engine, measure(engine, address));
        }
        OltpReport report = new OltpReport(measured, width, scale);
        List<String> wrong = report.wrong();
        wrong.forEach(out::println);
        out.print(report.table());
        if (results != null) {
            ResultPage.write(results, "oltp", report.table(), report.page());
        }
        return wrong.isEmpty() ? 0 : 1;
    }

    private List<String> chosen() {
        check("engine", engines, ENGINES);
        if (engines.contains("postgresql") && postgresql == null) {
            throw wrong("postgresql needs --postgresql");
        }
        List<String> usual = new ArrayList<>(ENGINES.subList(0, 3));
        if (postgresql != null) {
            usual.add("postgresql");
        }
        return engines.isEmpty() ? usual : engines;
    }

    /** Where the tables are, which are made if they are not there. */
    private String address(String engine) throws SQLException {
        Generator generator = new Generator(data, scale);
        switch (engine) {
            case "postgresql" -> {
                try (Connection connection = DriverManager.getConnection(postgresql)) {
                    generator.postgresql(connection);
                }
                return postgresql;
            }
            case "h2" -> {
                return "jdbc:h2:" + generator.h2();
            }
            case "sqlite" -> {
                return "jdbc:sqlite:" + generator.sqlite(false);
            }
            default -> {
                return "jdbc:sqlvm:" + generator.sqlite(false);
            }
        }
    }

    private List<OltpMeasurement> measure(String engine, String address)
            throws IOException, InterruptedException {
        Path output = Files.createTempFile("sqlvm-oltp", ".json");
        try {
            List<String> command = machine(engine).command();
            command.addAll(List.of(
                    OltpProcess.class.getName(),
                    address,
                    "" + width,
                    "" + scale,
                    "" + runs,
                    "" + seconds,
                    output.toString()));
            MeasuredProcess.run(engine, command);
            return Arrays.asList(
                    new ObjectMapper().readValue(output.toFile(), OltpMeasurement[].class));
        } finally {
            Files.delete(output);
        }
    }

    private static VirtualMachine machine(String engine) {
        return switch (engine) {
            case "sqlvm" -> VirtualMachine.OPTIMIZING;
            case "sqlvm-stock" -> VirtualMachine.STOCK;
            default -> VirtualMachine.PLAIN;
        };
    }
}
