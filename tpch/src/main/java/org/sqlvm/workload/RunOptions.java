package org.sqlvm.workload;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** The options that the commands of all workloads have in common. */
public final class RunOptions {
    @Option(
            names = "--queries",
            defaultValue = "all",
            description = "numbers, as 1,3,6 (${DEFAULT-VALUE})")
    private String queries;

    @Option(
            names = "--runs",
            defaultValue = "5",
            description = "of each query, the first cold (${DEFAULT-VALUE})")
    private int runs;

    @Option(
            names = "--warm-up",
            defaultValue = "8",
            description = "seconds that a query is run at least, again and again: what is short"
                    + " is not compiled in a few runs (${DEFAULT-VALUE})")
    private int warmUp;

    @Option(
            names = "--timeout",
            defaultValue = "60",
            description = "seconds per query and engine (${DEFAULT-VALUE})")
    private int timeout;

    @Option(
            names = "--one-shot",
            description = "times whole processes, which open the database, run one query once, and"
                    + " end: as many as --runs; sqlvm's is its shell")
    private boolean oneShot;

    @Option(
            names = "--never-seen",
            description = "has sqlvm warm up, runs all other queries of the workload, --runs times"
                    + " each, each time as a new statement, and waits until the process is at"
                    + " rest: the first run is then that of a new query in a warm process")
    private boolean neverSeen;

    @Option(
            names = "--python",
            paramLabel = "COMMAND",
            description =
                    "CPython with the packages tableauhyperapi and datafusion, for the engines"
                            + " hyper and datafusion (python3)")
    void usePython(String command) {
        PythonEngine.use(command);
    }

    @Option(
            names = "--reference",
            defaultValue = "sqlite",
            description = "the engine whose answers are right (${DEFAULT-VALUE})")
    private String reference;

    @Option(
            names = "--data",
            description = "folder of the databases, which the next run finds there (in "
                    + DataFolder.PLACE + ")")
    private Path data;

    @Option(names = "--results", description = "folder for JSON and a plot (none)")
    private Path results;

    boolean all() {
        return queries.equals("all");
    }

    List<Integer> numbers(int count) {
        return all()
                ? IntStream.rangeClosed(1, count).boxed().toList()
                : List.of(queries.split(",")).stream()
                        .map(number -> Integer.valueOf(number.strip()))
                        .toList();
    }

    /**
     * Returns the folder of the databases.
     *
     * @param benchmark names it if none is given
     */
    public Path data(String benchmark) {
        return data == null ? DataFolder.of(benchmark) : data;
    }

    /** Prints the tables, and saves the report if there is a folder for it. */
    public void print(Report report, PrintStream out) throws IOException {
        out.print(report.table());
        if (results != null) {
            report.save(results);
            out.println("saved in " + results.toAbsolutePath());
        }
    }

    boolean oneShot() {
        return oneShot;
    }

    boolean neverSeen() {
        return neverSeen;
    }

    String reference() {
        return reference;
    }

    int runs() {
        return runs;
    }

    int warmUp() {
        return warmUp;
    }

    int timeout() {
        return timeout;
    }
}
