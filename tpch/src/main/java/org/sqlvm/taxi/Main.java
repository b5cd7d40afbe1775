package org.sqlvm.taxi;

import org.sqlvm.workload.Report;
import org.sqlvm.workload.RunOptions;
import org.sqlvm.workload.Runner;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

/** The command {@code ./sqlvm taxi}. */
@Command(
        name = "taxi",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs nine analytic queries over one wide table of taxi rides on sqlvm and on other"
                    + " engines,",
            "compares all answers with SQLite's, and reports times."
        })
public final class Main implements Callable<Integer> {
    @Option(
            names = "--trips",
            defaultValue = "1000000",
            description = "rows of the table (${DEFAULT-VALUE})")
    private long trips;

    @Option(
            names = "--engines",
            split = ",",
            defaultValue = "sqlvm,sqlite,duckdb1,duckdb2",
            description = "of sqlvm, sqlvm-files, which reads --files as one table, sqlite, hyper,"
                    + " datafusion, and duckdb1 and duckdb2, which is DuckDB with one and two"
                    + " threads (${DEFAULT-VALUE})")
    private List<String> engines;

    @Option(
            names = "--files",
            defaultValue = "50",
            description = "files that sqlvm-files reads the trips from (${DEFAULT-VALUE})")
    private int files;

    @Mixin
    private RunOptions options;

    /** Entry point. */
    public static void main(String[] arguments) {
        System.setProperty("java.awt.headless", "true");
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return new CommandLine(new Main()).execute(arguments);
    }

    @Override
    public Integer call() throws IOException {
        Report report =
                new Runner(new Taxi(options.data("taxi"), trips, files), engines, options).run();
        options.print(report, System.out);
        return report.failed() ? 1 : 0;
    }
}
