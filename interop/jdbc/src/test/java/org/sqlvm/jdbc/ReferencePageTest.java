package org.sqlvm.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.Setting;
import org.sqlvm.jdbc.settings.Setting.Effect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The tables of properties in {@code docs/reference/jdbc.md} are made from {@link Setting};
 * {@code -Dsqlvm.write.docs=true} has the test write them. The SQLStates in {@code errors.md} are
 * those of the driver.
 */
final class ReferencePageTest {
    private static final Pattern CODE =
            Pattern.compile("\\| `SQLITE_(\\w+)` \\| (\\d+) \\|", Pattern.MULTILINE);

    private static final Pattern STATE =
            Pattern.compile("\\| `SQLITE_(\\w+)` \\| `(SQL\\w+)` \\| (\\w+) \\|");

    @Test
    void propertiesAreThose() throws IOException {
        Path page = docs().resolve("jdbc.md");
        String text = Files.readString(page);
        String made = text;
        for (Effect effect : Effect.values()) {
            String begin = "<!-- made from the code: " + effect + " -->\n";
            int from = made.indexOf(begin) + begin.length();
            int to = made.indexOf("<!-- end -->", from);
            made = made.substring(0, from) + table(effect) + made.substring(to);
        }
        if (Boolean.getBoolean("sqlvm.write.docs")) {
            Files.writeString(page, made);
        } else {
            assertEquals(made, text, "run with -Dsqlvm.write.docs=true");
        }
    }

    private static String table(Effect effect) {
        StringBuilder table = new StringBuilder(
                "\n| property | values | default | what it does |\n|---|---|---|---|\n");
        for (Setting setting : Setting.values()) {
            if (setting.effect == effect) {
                List<String> choices = new ArrayList<>(setting.choices);
                choices.remove("DEFFERED"); // Once a slip in sqlite-jdbc.
                choices.replaceAll(choice -> "`" + choice + "`");
                table.append(String.format(
                        "| `%s` | %s | %s | %s |%n",
                        setting.key(),
                        String.join(", ", choices),
                        setting.usual.isEmpty() ? "" : "`" + setting.usual + "`",
                        setting.description));
            }
        }
        return table.append('\n').toString();
    }

    @Test
    void statesAreThose() throws IOException {
        String page = Files.readString(docs().resolve("errors.md"));
        Map<String, Integer> numbers = new TreeMap<>();
        for (MatchResult code : CODE.matcher(page).results().toList()) {
            numbers.put(code.group(1), Integer.valueOf(code.group(2)));
        }
        List<MatchResult> states = STATE.matcher(page).results().toList();
        assertEquals(25, states.size());
        for (MatchResult state : states) {
            int code = numbers.get(state.group(1));
            SQLException error = Errors.of(new SqlvmException("why", code, -1, null));
            assertEquals(
                    state.group(),
                    String.format(
                            "| `SQLITE_%s` | `%s` | %s |",
                            state.group(1), error.getClass().getSimpleName(), error.getSQLState()));
        }
    }

    private static Path docs() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("COMPAT.md"))) {
            folder = folder.getParent();
        }
        return folder.resolve("docs/reference");
    }
}
