package org.sqlvm.docs;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Compares what a page shows with what is printed, and reports all differences of a page at once.
 * With {@code -Dsqlvm.pages.write=true} it puts what is printed into the page.
 *
 * <p>An ellipsis (…) in a page stands for any text within a line, and alone on a line for any
 * lines: times and versions are not the same in each run.
 */
final class Transcript {
    private static final boolean WRITES = Boolean.getBoolean("sqlvm.pages.write");
    private static final String ELLIPSIS = "…";

    private final Path page;
    private final List<String> differences = new ArrayList<>();
    private final List<Difference> toWrite = new ArrayList<>();

    /** @param line the line of the page that shows the first line of output, from 1 */
    private record Difference(int line, int count, List<String> printed) {}

    Transcript(Path page) {
        this.page = page;
    }

    /** @param line the line of the page where the output begins, or where it would, from 1 */
    void compare(int line, List<String> shown, String printed) {
        List<String> lines = lines(printed);
        if (matches(String.join("\n", shown), String.join("\n", lines))) {
            return;
        }
        if (WRITES) {
            toWrite.add(new Difference(line, shown.size(), lines));
        } else {
            differ(
                    line,
                    "the page shows:\n" + String.join("\n", shown) + "\nprinted:\n"
                            + String.join("\n", lines));
        }
    }

    void differ(int line, String what) {
        differences.add(Pages.name(page) + ":" + line + ": " + what);
    }

    /** Fails if anything differs. */
    void end() throws IOException {
        if (!toWrite.isEmpty()) {
            List<String> lines = new ArrayList<>(Files.readAllLines(page));
            for (Difference difference : toWrite.reversed()) {
                int from = difference.line() - 1;
                lines.subList(from, from + difference.count()).clear();
                lines.addAll(from, difference.printed());
            }
            Files.write(page, lines);
        }
        if (!differences.isEmpty()) {
            fail(String.join("\n\n", differences));
        }
    }

    static boolean matches(String shown, String printed) {
        return pattern(trimmed(shown)).matcher(trimmed(printed)).matches();
    }

    private static List<String> lines(String printed) {
        String text = trimmed(printed);
        return text.isEmpty() ? List.of() : List.of(text.split("\n", -1));
    }

    /** Without blanks at the ends of lines, which Markdown does not keep, and empty lines last. */
    private static String trimmed(String text) {
        return text.replaceAll("[ \t]+(?=\n|$)", "").replaceAll("\n+$", "");
    }

    private static Pattern pattern(String shown) {
        List<String> lines = new ArrayList<>();
        for (String line : shown.split("\n", -1)) {
            if (line.strip().equals(ELLIPSIS)) {
                lines.add("(?:.*\n)*?.*");
                continue;
            }
            List<String> parts = new ArrayList<>();
            for (String part : line.split(ELLIPSIS, -1)) {
                parts.add(Pattern.quote(part));
            }
            lines.add(String.join("[^\n]*", parts));
        }
        return Pattern.compile(String.join("\n", lines));
    }
}
