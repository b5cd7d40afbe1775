package org.sqlvm.bench;

import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;

/**
 * The command {@code ./sqlvm bench}: takes JMH's options, saves JSON unless they say otherwise, and
 * ends with a table in Markdown. Forks get the flags of this virtual machine from JMH itself.
 * {@code ./sqlvm bench python} compares Pythons instead.
 */
public final class Main {
    private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

    private Main() {}

    /** Entry point. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        if (arguments.length > 0 && arguments[0].equals("python")) {
            String[] rest = Arrays.copyOfRange(arguments, 1, arguments.length);
            System.exit(PythonComparison.run(System.out, rest));
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

    private static String table(Collection<RunResult> results) {
        double reference = Double.NaN;
        for (RunResult result : results) {
            if ("sqlite-jdbc".equals(result.getParams().getParam("engine"))) {
                reference = nanosecondsPerRow(result);
            }
        }
        StringBuilder text =
                new StringBuilder("\n| engine | ns per row | SQLite / it |\n|---|---:|---:|\n");
        for (RunResult result : results) {
            double time = nanosecondsPerRow(result);
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %.1f | %.2f |%n",
                    result.getParams().getParam("engine"),
                    time,
                    reference / time));
        }
        return text.toString();
    }

    /** Milliseconds of a whole reading, over the rows that one reading has. */
    private static double nanosecondsPerRow(RunResult result) {
        Result<?> rows = result.getSecondaryResults().get("rows");
        return rows.getScore() * NANOSECONDS_PER_MILLISECOND;
    }
}
