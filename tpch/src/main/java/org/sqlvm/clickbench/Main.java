package org.sqlvm.clickbench;

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

/** The command {@code ./sqlvm clickbench}. */
@Command(
        name = "clickbench",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs twenty queries of ClickBench over synthetic page views on sqlvm and on other"
                    + " engines,",
            "compares all answers with SQLite's, and reports times."
        })
public final class Main implements Callable<Integer> {
    @Option(
            names = "--rows",
            defaultValue = "1000000",
            description = "rows of the table (${DEFAULT-VALUE})")
    private long rows;

    @Option(
            names = "--engines",
            split = ",",
            defaultValue = "sqlvm,sqlite,duckdb1,duckdb2",
            description = "of sqlvm, sqlite, hyper, datafusion, and duckdb1 and duckdb2, which is"
                    + " DuckDB with one and two threads (${DEFAULT-VALUE})")
    private List<String> engines;

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
        Report report = new Runner(
                        new ClickBench(options.data("clickbench"), rows), engines, options)
                .run();
        options.print(report, System.out);
        return report.failed() ? 1 : 0;
    }
}
