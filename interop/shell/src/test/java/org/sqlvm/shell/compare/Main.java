package org.sqlvm.shell.compare;

import org.sqlvm.build.CommandLine;
import org.sqlvm.build.CommandLine.MisuseException;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The comparison of {@code ./sqlvm} with sqlite3 as a command. */
final class Main {
    private static final String USAGE = """
        usage: ./sqlvm compare [ROWS]
        Runs the shell and /usr/bin/sqlite3 on files of some encodings, with ROWS rows
        (default: 100000), and compares what they print and how they end.
        """;

    private static final int ROW_COUNT = 100_000;

    private Main() {}

    /** All calls over all encodings. */
    public static void main(String[] arguments) throws Exception {
        System.exit(CommandLine.run(USAGE, arguments, System.out, System.err, Main::compare));
    }

    private static boolean compare(CommandLine line) throws IOException, InterruptedException {
        List<String> differences = new LauncherComparison(
                        Path.of(line.words().getFirst()), LauncherComparison.SQLITE, System.out)
                .run(LauncherComparison.ENCODINGS, rowCount(line.words()));
        differences.forEach(System.out::println);
        System.out.println(
                differences.isEmpty() ? "nothing differs" : differences.size() + " differ");
        return differences.isEmpty();
    }

    private static int rowCount(List<String> words) {
        try {
            return words.size() > 1 ? Integer.parseInt(words.get(1)) : ROW_COUNT;
        } catch (NumberFormatException e) {
            throw new MisuseException(words.get(1) + " is no number");
        }
    }
}
