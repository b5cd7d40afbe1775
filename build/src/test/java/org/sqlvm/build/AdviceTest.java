package org.sqlvm.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The advice in a message depends on the reader's installation. Only the engine's package
 * {@code advice}, which knows it, contains a command, a page, a property or coordinates of Maven.
 */
final class AdviceTest {
    private static final List<String> FOLDERS = List.of("engine", "language", "interop");

    private static final Pattern COMMENT =
            Pattern.compile("/\\*.*?\\*/|(?m:^\\s*//.*$)", Pattern.DOTALL);

    /** One or several literals that are added to each other. */
    private static final Pattern TEXT =
            Pattern.compile("\"(?:[^\"\\\\\n]|\\\\.)*\"(?:\\s*\\+\\s*\"(?:[^\"\\\\\n]|\\\\.)*\")*");

    private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

    /** A command of the archive, a page; coordinates or a property within a sentence. */
    private static final Pattern ADVICE = Pattern.compile("\\bsqlvm (args|image|aot|classpath)\\b"
            + "|\\bdocs/\\w|\\w\\.md\\b"
            + "|\\w .*\\b(org|com|io)\\.[\\w.]+:[\\w-]+"
            + "|\\w .*\\bsqlvm\\.[A-Z]\\w+");

    /** Who reads these has just set an option of that name. */
    private static final Set<String> OF_OPTIONS = Set.of("SqlvmOptions.java", "ContextFiles.java");

    @Test
    void standsWithWhatKnowsItsReader() throws IOException {
        List<String> findings = new ArrayList<>();
        int count = 0;
        for (Path file : Sources.java()) {
            Path name = Sources.ROOT.relativize(file);
            if (!FOLDERS.contains(name.getName(0).toString())
                    || !name.toString().contains("/src/main/")
                    || OF_OPTIONS.contains(name.getFileName().toString())) {
                continue;
            }
            String source = COMMENT.matcher(Files.readString(file)).replaceAll("");
            Matcher text = TEXT.matcher(source);
            while (text.find()) {
                count++;
                String words = JOINT.matcher(text.group()).replaceAll("");
                if (ADVICE.matcher(words).find() && !name.getParent().endsWith("engine/advice")) {
                    findings.add(name + ": " + words);
                }
            }
        }
        assertEquals("", String.join("\n", findings));
        assertTrue(count > 1000, "found too few texts: " + count);
    }
}
