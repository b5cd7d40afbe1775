package org.sqlvm.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sqlvm.shell.command.DotCommands;
import org.sqlvm.shell.command.Help;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of {@code docs/reference/shell.md} are made from what the shell itself prints;
 * {@code -Dsqlvm.write.docs=true} has the test write them.
 */
final class ReferencePageTest {
    private static final Pattern OPTION = Pattern.compile(" {3}(-\\S+(?: [A-Z]+)?) +(.*)");

    private static final Pattern COMMAND = Pattern.compile("(\\..{23}|\\.\\S+ .*?) +(\\S.*)");

    @Test
    void tablesAreThose() throws IOException {
        Path page = docs().resolve("shell.md");
        String text = Files.readString(page);
        String made = with(text, "options", options());
        made = with(made, "commands", commands());
        made = with(made, "details", details());
        if (Boolean.getBoolean("sqlvm.write.docs")) {
            Files.writeString(page, made);
        } else {
            assertEquals(made, text, "run with -Dsqlvm.write.docs=true");
        }
    }

    /** Every command of sqlite3 that is refused is named. */
    @Test
    void missingCommandsAreNamed() throws IOException {
        String text = Files.readString(docs().resolve("shell.md"));
        for (String missing : DotCommands.MISSING) {
            assertTrue(text.contains("`." + missing + "`"), missing);
        }
    }

    private static String with(String text, String part, String table) {
        String begin = "<!-- made from the code: " + part + " -->\n";
        int from = text.indexOf(begin) + begin.length();
        return text.substring(0, from) + "\n" + table + "\n"
                + text.substring(text.indexOf("<!-- end -->", from));
    }

    private static String options() {
        StringBuilder table = new StringBuilder("| option | what it does |\n|---|---|\n");
        for (String line : CommandLine.USAGE.lines().toList()) {
            Matcher option = OPTION.matcher(line);
            if (option.matches()) {
                table.append(row(option));
            }
        }
        return table.toString();
    }

    private static String commands() {
        StringBuilder table = new StringBuilder("| command | what it does |\n|---|---|\n");
        for (String line : Help.LINES) {
            Matcher command = COMMAND.matcher(line);
            if (command.matches()) {
                table.append(row(command));
            } else if (Help.isCommand(line)) {
                table.append("| `").append(line.strip()).append("` | |\n");
            }
        }
        return table.toString();
    }

    private static String row(MatchResult line) {
        String name = line.group(1).strip();
        String code = name.contains("|")
                ? "<code>" + name.replace("|", "&#124;") + "</code>"
                : "`" + name + "`";
        return "| " + code + " | " + line.group(2).replace("|", "\\|") + " |\n";
    }

    /** The further lines of those commands that have some, as the shell shows them. */
    private static String details() {
        StringBuilder all = new StringBuilder();
        List<String> lines = Help.LINES;
        for (int i = 0; i < lines.size(); i++) {
            if (!Help.isCommand(lines.get(i)) && Help.isCommand(lines.get(i - 1))) {
                String name = lines.get(i - 1).split(" ", 2)[0];
                all.append(all.isEmpty() ? "" : "\n")
                        .append("### ")
                        .append(name)
                        .append("\n\n```text\n");
                for (; i < lines.size() && !Help.isCommand(lines.get(i)); i++) {
                    all.append(lines.get(i)).append('\n');
                }
                all.append("```\n");
            }
        }
        return all.toString();
    }

    private static Path docs() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("COMPAT.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/reference");
    }
}
