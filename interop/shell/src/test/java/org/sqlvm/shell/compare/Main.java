package org.sqlvm.shell.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The comparison of {@code ./sqlvm} with sqlite3 as a command. */
final class Main {
    private static final int ROW_COUNT = 100_000;

    private Main() {}

    /** {@code LAUNCHER [ROWS]}: all calls over all encodings. The exit code is 1 if any differ. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int rowCount = arguments.length > 1 ? Integer.parseInt(arguments[1]) : ROW_COUNT;
        List<String> differences = new LauncherComparison(
                        Path.of(arguments[0]), LauncherComparison.SQLITE, System.out)
                .run(LauncherComparison.ENCODINGS, rowCount);
        differences.forEach(System.out::println);
        System.out.println(
                differences.isEmpty() ? "nothing differs" : differences.size() + " differ");
        System.exit(differences.isEmpty() ? 0 : 1);
    }
}
