package org.sqlvm.bench.load;

import org.knowm.xchart.internal.chartpart.Chart;
import org.sqlvm.bench.BenchCommand;
import org.sqlvm.bench.Charts;
import org.sqlvm.bench.MeasuredProcess;
import org.sqlvm.bench.ResultPage;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The command {@code ./sqlvm bench load}: many clients transfer money and read balances, as pgbench
 * does, on sqlvm's server, PostgreSQL and H2, one after the other. Then the server is killed under
 * its clients, and what it has confirmed must be there.
 */
@Command(
        name = "sqlvm bench load",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Many clients of a server, with reads and transfers as pgbench's: sqlvm,"
                + " PostgreSQL and H2. Servers are killed under their clients.")
public final class LoadCommand extends BenchCommand {
    @Option(
            names = "--servers",
            split = ",",
            description = "some of sqlvm, sqlvm-normal, postgresql, postgresql-off, h2 (default:"
                    + " all that are installed)")
    private List<String> servers = List.of();

    @Option(names = "--clients", description = "how many (default: ${DEFAULT-VALUE})")
    private int clients = 64;

    @Option(names = "--seconds", description = "of a run (default: ${DEFAULT-VALUE})")
    private double seconds = 20;

    @Option(
            names = "--warm-up",
            description = "seconds before the first run (default: ${DEFAULT-VALUE})")
    private double warmUp = 20;

    @Option(
            names = "--writes",
            split = ",",
            description = "transfers of 100 transactions, of each run (default: 0,20,100)")
    private List<Integer> writes = List.of(0, 20, 100);

    @Option(names = "--scale", description = "100,000 accounts each (default: ${DEFAULT-VALUE})")
    private int scale = 4;

    @Option(names = "--kills", description = "of each server (default: ${DEFAULT-VALUE})")
    private int kills = 5;

    @Option(names = "--folder", description = "of the files (default: that of temporary files)")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    private final List<LoadRun.Figures> measured = new ArrayList<>();
    private final List<Kills> killed = new ArrayList<>();

    /** @param out takes the table */
    public LoadCommand(PrintStream out) {
        super(out);
    }

    /** How many transfers the server confirmed before it was killed, and a lost one or null. */
    private record Kills(String server, int kills, int confirmed, String fault) {}

    @Override
    public Integer call() throws IOException, InterruptedException, SQLException {
        List<String> known =
                Stream.of(LoadServer.Kind.values()).map(LoadServer.Kind::option).toList();
        check("server", servers, known);
        boolean isRight = true;
        for (LoadServer.Kind kind : LoadServer.Kind.values()) {
            if (!servers.isEmpty() && !servers.contains(kind.option())) {
                continue;
            }
            if (!kind.isInstalled()) {
                out.println(kind.id + " is not installed");
                continue;
            }
            Path own = Files.createTempDirectory(folder, "sqlvm-load");
            try (LoadServer server = new LoadServer(kind, own)) {
                isRight &= measure(server);
            }
            MeasuredProcess.deleteFolder(own);
        }
        String table = table();
        out.print(table);
        if (results != null) {
            Map<String, Object> page = new LinkedHashMap<>(facts());
            page.put("measured", measured);
            page.put("kills", killed);
            ResultPage.write(results, "load", table, page);
            plot();
        }
        return isRight ? 0 : 1;
    }

    /** @return false if something is lost that must not be */
    private boolean measure(LoadServer server)
            throws IOException, InterruptedException, SQLException {
        String name = server.kind().id;
        try (Connection connection = server.connect()) {
            LoadTables.create(connection, scale);
        }
        // All runs count the transfers of a client on.
        for (int percent : writes) {
            LoadRun run = new LoadRun(server, scale, percent, clients);
            reset(server);
            if (warmUp > 0) {
                run.measure(warmUp);
            }
            measured.add(run.measure(seconds));
            out.println(name + ": " + measured.getLast());
        }
        if (kills == 0) {
            return true;
        }
        reset(server);
        LoadRun run = new LoadRun(server, scale, 50, clients);
        int confirmed = 0;
        String fault = null;
        try {
            for (int i = 0; i < kills; i++) {
                confirmed += run.kill(1 + i % 3);
            }
        } catch (IOException e) {
            fault = e.getMessage();
        }
        killed.add(new Kills(name, kills, confirmed, fault));
        out.println(name + ": " + killed.getLast());
        return fault == null || !server.kind().survivesKills();
    }

    /** Transfers begin with number 1 again. */
    private static void reset(LoadServer server) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM history");
            statement.execute("UPDATE accounts SET abalance = 0 WHERE abalance <> 0");
            statement.execute("UPDATE tellers SET tbalance = 0");
            statement.execute("UPDATE branches SET bbalance = 0");
        }
    }

    @Override
    protected Map<String, Object> facts() throws IOException {
        Map<String, Object> facts = super.facts();
        facts.put("clients", clients);
        facts.put("accounts", scale * LoadTables.ACCOUNTS);
        facts.put("seconds of a run", seconds);
        return facts;
    }

    private String table() throws IOException {
        StringBuilder text = ResultPage.begin("Many clients of one server", facts());
        text.append("\nTimes in milliseconds, as the client sees them.\n\n")
                .append("| transfers | server | reads/s | median | 99 % | 99.9 % | longest |")
                .append(" transfers/s | median | 99 % | 99.9 % | longest |")
                .append(" server's processor time (µs) | tried again |\n")
                .append("|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
        for (LoadRun.Figures one : measured) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %d %% | %s | %.0f | %s | %.0f | %s | %.0f | %d |%n",
                    one.percentWrites(),
                    one.server(),
                    one.readsPerSecond(),
                    times(one.reads()),
                    one.transfersPerSecond(),
                    times(one.transfers()),
                    one.processorUs(),
                    one.retries()));
        }
        if (!killed.isEmpty()) {
            text.append("\n| server | kills | transfers confirmed | lost |\n|---|---:|---:|---|\n");
            for (Kills one : killed) {
                text.append(String.format(
                        Locale.ROOT,
                        "| %s | %d | %d | %s |%n",
                        one.server,
                        one.kills,
                        one.confirmed,
                        one.fault == null ? "none" : one.fault));
            }
        }
        return text.toString();
    }

    /** Saves the plot of what the table has. */
    private void plot() throws IOException {
        List<String> runs =
                writes.stream().map(percent -> percent + " % transfers").toList();
        Map<String, List<Double>> transactions = new LinkedHashMap<>();
        Map<String, List<Double>> tails = new LinkedHashMap<>();
        for (LoadRun.Figures one : measured) {
            transactions
                    .computeIfAbsent(one.server(), _ -> new ArrayList<>())
                    .add(one.readsPerSecond() + one.transfersPerSecond());
            LoadRun.Times slower = one.transfersPerSecond() > 0 ? one.transfers() : one.reads();
            tails.computeIfAbsent(one.server(), _ -> new ArrayList<>()).add(slower.p99());
        }
        Chart<?, ?> more =
                Charts.bars("transactions in a second (more is better)", runs, transactions, 100);
        Chart<?, ?> less = Charts.bars(
                "99 % of transfers, or of reads where there are no transfers, are faster (ms)",
                runs, tails, 0.1);
        Charts.write(Arrays.asList(more, less), 1, results.resolve("load.png"));
    }

    private static String times(LoadRun.Times times) {
        return String.join(
                " | ",
                Stream.of(times.median(), times.p99(), times.p999(), times.longest())
                        .map(ResultPage::number)
                        .toList());
    }
}
