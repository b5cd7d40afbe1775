package org.sqlvm.bench;

import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.sqlvm.bench.events.EventsCommand;
import org.sqlvm.bench.files.FilesCommand;
import org.sqlvm.bench.load.LoadCommand;
import org.sqlvm.bench.micro.MicroCommand;
import org.sqlvm.bench.mixed.MixedCommand;
import org.sqlvm.bench.nearest.NearestCommand;
import org.sqlvm.bench.oltp.OltpCommand;
import org.sqlvm.bench.search.SearchCommand;
import org.sqlvm.bench.serve.ServeCommand;
import org.sqlvm.bench.tasks.TasksCommand;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The command {@code ./sqlvm bench}: takes JMH's options, saves JSON unless they say otherwise, and
 * ends with a table in Markdown. Forks get the flags of this virtual machine from JMH itself. The
 * benchmarks that are no part of JMH's have names of their own.
 */
public final class Main {
    private static final Map<String, Function<PrintStream, BenchCommand>> OWN = Map.of(
            "micro", MicroCommand::new,
            "mixed", MixedCommand::new,
            "oltp", OltpCommand::new,
            "search", SearchCommand::new,
            "tasks", TasksCommand::new,
            "events", EventsCommand::new,
            "files", FilesCommand::new,
            "load", LoadCommand::new,
            "nearest", NearestCommand::new,
            "serve", ServeCommand::new);

    private Main() {}

    /** Entry point. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        var benchmark = arguments.length == 0 ? null : OWN.get(arguments[0]);
        if (benchmark != null) {
            String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            System.exit(benchmark.apply(System.out).run(rest));
        }
        CommandLineOptions options = new CommandLineOptions(arguments);
        if (options.shouldHelp() || options.shouldList()) {
            if (options.shouldHelp()) {
                System.out.println("The options of JMH; see org.openjdk.jmh.Main.");
            } else {
                new Runner(options).list();
            }
            return;
        }
        var builder = new OptionsBuilder().parent(options);
        if (!options.getResult().hasValue()) {
            builder.resultFormat(ResultFormatType.JSON).result("sqlvm-bench.json");
        }
        Collection<RunResult> results = new Runner(builder.build()).run();
        if (!results.isEmpty()) {
            System.out.print(table(results));
        }
        System.exit(results.isEmpty() ? 1 : 0);
    }

    /** A line per engine, and per value of the benchmark's other parameters. */
    private static String table(Collection<RunResult> results) {
        StringBuilder text = new StringBuilder(
                "\n| benchmark | engine | ns | SQLite / it |\n" + "|---|---|---:|---:|\n");
        for (RunResult result : results) {
            double time = nanoseconds(result);
            double reference = results.stream()
                    .filter(other ->
                            engine(other).equals("sqlite-jdbc") && name(other).equals(name(result)))
                    .mapToDouble(Main::nanoseconds)
                    .findFirst()
                    .orElse(Double.NaN);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.1f | %.2f |%n",
                    name(result),
                    engine(result),
                    time,
                    reference / time));
        }
        return text.toString();
    }

    private static String engine(RunResult result) {
        return String.valueOf(result.getParams().getParam("engine"));
    }

    /** The benchmark with its parameters but the engine. */
    private static String name(RunResult result) {
        StringBuilder name = new StringBuilder(
                result.getParams().getBenchmark().replaceFirst(".*\\.([^.]*\\.)", "$1"));
        for (String key : result.getParams().getParamsKeys()) {
            if (!key.equals("engine")) {
                name.append(' ').append(result.getParams().getParam(key));
            }
        }
        return name.toString();
    }

    private static double nanoseconds(RunResult result) {
        double scale = TimeUnit.NANOSECONDS.convert(1, result.getParams().getTimeUnit());
        return result.getPrimaryResult().getScore() * scale;
    }
}
