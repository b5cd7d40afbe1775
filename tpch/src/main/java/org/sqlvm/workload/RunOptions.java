package org.sqlvm.workload;

import picocli.CommandLine.Option;

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
            names = "--reference",
            defaultValue = "sqlite",
            description = "the engine whose answers are right (${DEFAULT-VALUE})")
    private String reference;

    @Option(
            names = "--data",
            defaultValue = "${COMMAND-NAME}-data",
            description = "folder of the databases (${DEFAULT-VALUE})")
    private Path data;

    @Option(
            names = "--results",
            defaultValue = "${COMMAND-NAME}-results",
            description = "folder of results (${DEFAULT-VALUE})")
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

    /** The folder of the databases. */
    public Path data() {
        return data;
    }

    /** The folder that the report goes to. */
    public Path results() {
        return results;
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
