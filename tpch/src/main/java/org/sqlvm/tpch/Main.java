package org.sqlvm.tpch;

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

/** The command {@code ./sqlvm tpch}. */
@Command(
        name = "tpch",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs queries derived from TPC-H on sqlvm and on other engines, compares all answers"
                    + " with",
            "SQLite's, and reports times. The results are not comparable with published TPC-H"
                    + " results."
        })
public final class Main implements Callable<Integer> {
    @Option(names = "--sf", defaultValue = "0.1", description = "scale factor (${DEFAULT-VALUE})")
    private double scale;

    @Option(
            names = "--engines",
            split = ",",
            defaultValue = "sqlvm,sqlite,h2",
            description =
                    "of sqlvm, sqlite, sqlite-analyzed, h2, hyper, datafusion, and duckdb1 and"
                        + " duckdb2, which is DuckDB with one and two threads (${DEFAULT-VALUE})")
    private List<String> engines;

    @Mixin
    private RunOptions options;

    @Option(names = "--analyze", description = "gather SQLite's statistics, for SQLite and sqlvm")
    private boolean analyze;

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
                new Runner(new Tpch(options.data("tpch"), scale, analyze), engines, options).run();
        options.print(report, System.out);
        return report.failed() ? 1 : 0;
    }
}
