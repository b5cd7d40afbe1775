package org.sqlvm.bench.serve;

import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.Launcher;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.PostgresServer;
import org.sqlvm.bench.ResultPage;
import org.sqlvm.bench.VirtualMachine;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The command {@code ./sqlvm bench serve}: a result of 31 columns from a serving process to one
 * that wants it, in all ways that there are. What has come must be what was sent.
 */
@Command(
        name = "sqlvm bench serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Hands a result of 31 columns from one process to another: sockets, HTTP,"
                + " pipes and memory files, in Java and Python, beside PostgreSQL.")
public final class ServeCommand extends BenchCommand {
    @Option(names = "--rows", description = "of the result (default: ${DEFAULT-VALUE})")
    private int rows = 300_000;

    @Option(
            names = "--runs",
            description = "of each way; the best one counts (default: ${DEFAULT-VALUE})")
    private int runs = 10;

    @Option(names = "--ways", split = ",", description = "some of ${COMPLETION-CANDIDATES}")
    private List<Way> ways = List.of(Way.values());

    @Option(
            names = "--sizes",
            split = ",",
            description = "of the buffer in kB, for the ways of Arrow (default: none; 1,4,16,64,256"
                    + " shows a curve)")
    private List<Integer> sizes = List.of();

    @Option(
            names = "--python",
            description = "CPython with psycopg, pyarrow, ADBC or some of them (default:"
                    + " ${DEFAULT-VALUE})")
    private String python = "python3";

    @Option(names = "--folder", description = "of the files (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    private final List<Measured> measured = new ArrayList<>();
    /** The answers of the first way, by whether they are rows. */
    private final Map<Boolean, String> answers = new LinkedHashMap<>();

    /** @param out takes the table */
    public ServeCommand(PrintStream out) {
        super(out);
    }

    /**
     * The best run of one way to read.
     *
     * @param bufferSize the buffer's size in kB
     * @param firstMs the time of the process's first run
     */
    private record Measured(
            String way,
            int bufferSize,
            double firstMs,
            double ms,
            double clientMs,
            double serverMs,
            long clientMb,
            long serverMb) {}

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        Path own = Files.createTempDirectory(folder, "sqlvm-serve");
        try {
            Path file = own.resolve("wide.db");
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file)) {
                WideTable.create(connection, rows);
            }
            for (Way way : ways) {
                if (way.server == Way.Server.NONE) {
                    boolean isJava = way == Way.EMBEDDED_JAVA;
                    measure(way, isJava ? "jdbc:sqlvm:" + file : file.toString(), null, 64);
                }
            }
            measureSqlvm(file, own, 64, ways);
            for (int size : sizes) {
                measureSqlvm(file, own, size, ways.stream().filter(Way::isArrow).toList());
            }
            measurePostgresql();
        } finally {
            MeasuredProcess.deleteFolder(own);
        }
        String table = table();
        publish("serve", table, measured);
        return 0;
    }

    private void measureSqlvm(Path file, Path own, int size, List<Way> some)
            throws IOException, InterruptedException {
        List<Way> all =
                some.stream().filter(way -> way.server == Way.Server.SQLVM).toList();
        List<Way> bus = all.stream().filter(Way::isBus).toList();
        List<Way> others = all.stream().filter(way -> !way.isBus()).toList();
        if (!others.isEmpty()) {
            measure(MeasuredServer.sqlvm(file, own, size << 10, null), others, size);
        }
        if (!bus.isEmpty() && !Bus.isInstalled()) {
            out.println("D-Bus is not installed");
        } else if (!bus.isEmpty()) {
            measure(MeasuredServer.sqlvm(file, own, size << 10, Bus.start(own)), bus, size);
        }
    }

    /** Ends the server. */
    private void measure(MeasuredServer server, List<Way> some, int size)
            throws IOException, InterruptedException {
        try (server) {
            for (Way way : some) {
                measure(way, server.target(way), server, size);
            }
        }
    }

    private void measurePostgresql() throws IOException, InterruptedException, SQLException {
        List<Way> all =
                ways.stream().filter(way -> way.server == Way.Server.POSTGRESQL).toList();
        if (all.isEmpty()) {
            return;
        }
        if (!PostgresServer.isInstalled()) {
            out.println("PostgreSQL is not installed");
            return;
        }
        Path own = Files.createTempDirectory(folder, "sqlvm-serve-pg");
        try (MeasuredServer server = MeasuredServer.postgresql(own)) {
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement()) {
                WideTable.create(connection, rows);
                statement.execute("VACUUM ANALYZE wide");
            }
            for (Way way : all) {
                measure(way, server.target(way), server, 64);
            }
        } finally {
            MeasuredProcess.deleteFolder(own);
        }
    }

    /** @param server null if there is none */
    private void measure(Way way, String target, MeasuredServer server, int size)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(way, target))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        double first = Double.NaN;
        Measured best = null;
        try (BufferedReader from = process.inputReader();
                BufferedWriter to = process.outputWriter()) {
            String line = from.readLine();
            if (!"ready".equals(line)) {
                // It has no module for this way.
                out.println(way.title + " is left out: " + line);
                return;
            }
            for (int run = 0; run < runs; run++) {
                double before = server == null ? 0 : server.processorTime();
                if (server != null) {
                    server.resetMemory();
                }
                to.write("\n");
                to.flush();
                line = from.readLine();
                if (line == null) {
                    throw new IOException(way.title + " ended with " + process.waitFor());
                }
                String[] figures = line.split(" ", 4);
                check(way, figures[3]);
                double ms = Double.parseDouble(figures[0]);
                first = run == 0 ? ms : first;
                Measured now = new Measured(
                        way.title,
                        size,
                        first,
                        ms,
                        Double.parseDouble(figures[1]),
                        server == null ? 0 : server.processorTime() - before,
                        Long.parseLong(figures[2]) >> 10,
                        server == null ? 0 : server.mostMemory() >> 10);
                best = best == null || now.ms < best.ms ? now : best;
            }
        } finally {
            process.destroy();
            process.waitFor();
        }
        measured.add(best);
        out.println(line(best));
    }

    private List<String> command(Way way, String target) throws IOException {
        if (way.isPython) {
            return List.of(python, Launcher.script("serve.py"), way.name(), target);
        }
        // Only sqlvm itself has programs that are to be compiled.
        VirtualMachine machine =
                way == Way.EMBEDDED_JAVA ? VirtualMachine.OPTIMIZING : VirtualMachine.STOCK;
        List<String> command = new ArrayList<>(machine.command());
        command.addAll(List.of(ServeClient.class.getName(), way.name(), target));
        return command;
    }

    private void check(Way way, String answer) {
        boolean isRows = !way.isBytes();
        String expected = answers.computeIfAbsent(isRows, _ -> answer);
        if (!expected.equals(answer) || (isRows && !answer.startsWith(rows + " "))) {
            throw new IllegalStateException(way.title + " gives " + answer + ", not " + expected);
        }
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        facts.put("rows", rows);
        facts.put("runs", runs);
        return facts;
    }

    private String table() throws IOException {
        StringBuilder text = ResultPage.begin("A result from one process to another", facts());
        text.append("\nThe fastest run of each way, and the first one of its process.\n\n")
                .append("| way | buffer (kB) | first (ms) | best (ms) | processor: client (ms) |")
                .append(" server (ms) | most memory: client (MB) | server (MB) |\n")
                .append("|---|---:|---:|---:|---:|---:|---:|---:|\n");
        measured.forEach(one -> text.append(line(one)).append('\n'));
        return text.toString();
    }

    private static String line(Measured one) {
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.0f | %.0f | %.0f | %.0f | %d | %d |",
                one.way,
                one.bufferSize,
                one.firstMs,
                one.ms,
                one.clientMs,
                one.serverMs,
                one.clientMb,
                one.serverMb);
    }
}
