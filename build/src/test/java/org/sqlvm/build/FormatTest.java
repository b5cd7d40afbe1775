package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.fail;

import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;

/**
 * Every source is formatted by palantir-java-format: 4 spaces, 100 columns. Formatting is a test
 * and not a Maven plugin because the formatter parses with the JDK it runs on, and Maven may run on
 * one that does not know our syntax. With {@code -Dformat=apply} the test repairs what it finds,
 * with {@code -Dformat.only=engine/src/main,tpch} it looks at what starts with one of these. An
 * ordinary build looks at a tenth of the files, which the commit chooses, and at those that have
 * changed since they were last seen formatted; all of them would take a minute.
 */
final class FormatTest {
    private static final boolean APPLY = "apply".equals(System.getProperty("format"));

    private static final List<String> ONLY =
            List.of(System.getProperty("format.only", "").split(",", -1));

    private static final boolean ALL =
            Boolean.getBoolean("sqlvm.full") || APPLY || !ONLY.equals(List.of(""));

    private static final long SEED = Long.getLong("sqlvm.seed", 0);

    private final Formatter formatter = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.AOSP)
            .formatJavadoc(true)
            .build());

    /**
     * The state of each file when it was last seen formatted; an unchanged one is not read again.
     */
    private final Path memory = Sources.ROOT.resolve("build/target/formatted.txt");

    @Test
    void sourcesAreFormatted() throws IOException {
        TreeMap<String, String> known = recall();
        List<Path> files = Sources.java();
        // The formatter breaks each `exports … to` in two, and a module wants one line a package.
        files.removeIf(file -> file.endsWith("module-info.java"));
        files.removeIf(file -> ONLY.stream().noneMatch(Sources.name(file)::startsWith));
        files.removeIf(file -> !ALL
                && !known.containsKey(Sources.name(file))
                && Math.floorMod(Sources.name(file).hashCode() + SEED, 10) != 0);
        List<String> findings = files.parallelStream()
                .filter(file -> !state(file).equals(known.get(Sources.name(file))))
                .map(this::finding)
                .filter(Objects::nonNull)
                .toList();
        remember(files, findings);
        if (!findings.isEmpty()) {
            fail("not formatted, `build/format` repairs it:\n" + String.join("\n", findings));
        }
    }

    /** Null if the file is formatted, or now is; else its name, and why it could not be read. */
    private String finding(Path file) {
        try {
            String source = Files.readString(file);
            String formatted = formatter.formatSourceAndFixImports(source);
            if (formatted.equals(source)) {
                return null;
            }
            if (APPLY) {
                Files.writeString(file, formatted);
                return null;
            }
            return Sources.name(file);
        } catch (FormatterException e) {
            return Sources.name(file) + ": " + e.getMessage();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private TreeMap<String, String> recall() throws IOException {
        TreeMap<String, String> known = new TreeMap<>();
        if (Files.exists(memory)) {
            for (String line : Files.readAllLines(memory)) {
                int tab = line.indexOf('\t');
                known.put(line.substring(0, tab), line.substring(tab + 1));
            }
        }
        return known;
    }

    private void remember(List<Path> files, List<String> findings) throws IOException {
        List<String> lines = files.stream()
                .filter(file -> findings.stream().noneMatch(f -> f.startsWith(Sources.name(file))))
                .map(file -> Sources.name(file) + "\t" + state(file))
                .toList();
        Files.write(memory, lines);
    }

    private static String state(Path file) {
        try {
            return Files.size(file) + " " + Files.getLastModifiedTime(file).toMillis();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
