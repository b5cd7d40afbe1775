package org.sqlvm.shell;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * All that the shell prints otherwise than sqlite3 3.40 when our own engine runs the statements,
 * and why. Whatever is not explained here must not differ.
 */
final class Differences {
    private static final Pattern UNSUPPORTED = Pattern.compile("not supported: (.*)");

    /** What the engine cannot run yet and says so. */
    private static final List<String> MISSING = List.of(
            "writing to a database file",
            "triggers",
            "CREATE TRIGGER",
            "CREATE VIEW",
            "TEMP tables",
            "subqueries",
            "compound SELECT",
            "views",
            "RETURNING",
            "UPDATE",
            "DELETE",
            "DROP",
            "ATTACH");

    /** The columns of a view, which .schema shows in a comment. */
    private static final Pattern VIEW_COLUMNS = Pattern.compile("\n/\\* [^\n]*\\) \\*/;");

    /** SQL whose meaning has changed since 3.40, and how. */
    private record Changed(String sql, String why) {}

    private static final List<Changed> CHANGED =
            List.of(new Changed("SELECT 0x1g", "later versions refuse letters after a number"));

    private Differences() {}

    /** Why the two differ, or null if there is no reason for it. */
    static String explanation(ShellCase call, String expected, String actual) {
        Matcher refusals = UNSUPPORTED.matcher(actual);
        String missing = null;
        while (refusals.find()) {
            missing = refusals.group(1);
            if (!MISSING.contains(missing)) {
                return null;
            }
        }
        if (missing != null) {
            return "not supported yet: " + missing;
        }
        if (VIEW_COLUMNS.matcher(expected).replaceAll(";").equals(actual)) {
            return "the columns of a view are not known before views run";
        }
        for (Changed changed : CHANGED) {
            if (call.toString().contains(changed.sql)) {
                return changed.why;
            }
        }
        return null;
    }
}
