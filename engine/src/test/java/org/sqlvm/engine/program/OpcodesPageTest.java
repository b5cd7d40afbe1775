package org.sqlvm.engine.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * {@code docs/internals/opcodes.md} is made from the Javadoc of {@link Opcode};
 * {@code -Dsqlvm.write.docs=true} has the test write it.
 */
final class OpcodesPageTest {
    private static final Pattern CONSTANT = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*?)\\*/\\s+([A-Z][A-Za-z0-9]*)"
                    + "\\(\\s*\"((?:[^\"\\\\]|\\\\.)*)\",\\s*Flow\\.([A-Z]+)\\b",
            Pattern.DOTALL);

    @Test
    void opcodesPageIsUpToDate() throws IOException {
        Path page = root().resolve("docs/internals/opcodes.md");
        String generated = page();
        if (Boolean.getBoolean("sqlvm.write.docs")) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, generated);
        }
        assertEquals(generated, Files.readString(page), "run with -Dsqlvm.write.docs=true");
    }

    @Test
    void everyInstructionIsDescribed() throws IOException {
        String page = page();
        for (Opcode opcode : Opcode.values()) {
            assertTrue(page.contains("\n## " + opcode + "\n"), opcode::name);
        }
    }

    private static String page() throws IOException {
        String source = Files.readString(
                root().resolve("engine/src/main/java/org/sqlvm/engine/program/Opcode.java"));
        StringBuilder page = new StringBuilder("# Instructions\n\n"
                + "For readers of EXPLAIN. Made from the Javadoc of `Opcode.java`; do not"
                + " edit.\n\n"
                + "`r[n]` is register n; a jump goes to the address in P2. Under *Operands* stands"
                + " what `Role` says of each: a register that is read (in) or written (out), a"
                + " cursor that is used, opened or moved, a jump, a database. In parentheses:"
                + " how many registers, if not one.\n");
        Matcher matcher = CONSTANT.matcher(source);
        while (matcher.find()) {
            String text = matcher.group(1)
                    .replaceAll("\\n\\s*\\*", " ")
                    .replaceAll("\\s+", " ")
                    .replaceAll("\\{@code ([^}]*)}", "`$1`")
                    .replace("&lt;", "<")
                    .replace("&gt;", ">")
                    .replace("&amp;", "&")
                    .strip();
            page.append("\n## ")
                    .append(matcher.group(2))
                    .append("\n\n")
                    .append(text)
                    .append('\n');
            if (!matcher.group(3).isEmpty()) {
                page.append("\nComment in EXPLAIN: `").append(matcher.group(3)).append("`\n");
            }
            String operands = operands(Opcode.valueOf(matcher.group(2)));
            if (!operands.isEmpty()) {
                page.append("\nOperands: ").append(operands).append('\n');
            }
        }
        return page.toString();
    }

    /** For each operand that has a role: its name and the role's. */
    private static String operands(Opcode opcode) {
        return opcode.roles.stream()
                .map(role -> "P" + role.operand() + " "
                        + role.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + length(role))
                .collect(Collectors.joining(", "));
    }

    private static String length(Role role) {
        return role.length() == Role.Length.ONE
                ? ""
                : " (" + role.length().name().toLowerCase(Locale.ROOT).replace('_', ' ') + ")";
    }

    /** The repository, whichever module the test runs in. */
    private static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("COMPAT.md"))) {
            folder = folder.getParent();
        }
        return folder;
    }
}
