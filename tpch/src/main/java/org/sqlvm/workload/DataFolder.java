package org.sqlvm.workload;

import java.nio.file.Path;
import java.util.Map;

/**
 * Where generated databases are kept if no folder is given: with the caches of the user, so that a
 * command leaves nothing in the folder that it is started in.
 */
public final class DataFolder {
    /** The folder as help texts name it. */
    public static final String PLACE = "$XDG_CACHE_HOME/sqlvm or ~/.cache/sqlvm";

    private DataFolder() {}

    /** Returns the folder of a benchmark. */
    public static Path of(String benchmark) {
        return of(benchmark, System.getenv(), System.getProperty("user.home"));
    }

    static Path of(String benchmark, Map<String, String> environment, String home) {
        String caches = environment.getOrDefault("XDG_CACHE_HOME", "");
        // A relative path is to be ignored: specifications.freedesktop.org/basedir-spec.
        Path parent = !caches.isEmpty() && Path.of(caches).isAbsolute()
                ? Path.of(caches)
                : Path.of(home, ".cache");
        return parent.resolve("sqlvm").resolve(benchmark);
    }
}
