package org.sqlvm.bench;

import java.nio.file.Path;

/** The command {@code ./sqlvm}, and the programs of benchmarks beside it. */
public final class Launcher {
    private Launcher() {}

    /** The launcher sets the variable to its own path; tests set the path of the sources. */
    public static String command() {
        String given = System.getenv("SQLVM_LAUNCHER");
        return given != null
                ? given
                : Path.of(System.getProperty("sqlvm.root"), "sqlvm").toString();
    }

    /** A program in Python. */
    public static String script(String name) {
        return Path.of(command())
                .resolveSibling("bench/src/main/python")
                .resolve(name)
                .toString();
    }
}
