package org.sqlvm.shell;

import java.util.List;

/**
 * All that the shell prints otherwise than sqlite3 3.40 when our own engine runs the statements,
 * and why. Whatever is not explained here must not differ.
 */
final class Differences {
    /** SQL whose meaning has changed since 3.40, and how. */
    private record Changed(String sql, String why) {}

    private static final List<Changed> CHANGED =
            List.of(new Changed("SELECT 0x1g", "later versions refuse letters after a number"));

    private Differences() {}

    /** Why the two differ, or null if there is no reason for it. */
    static String explanation(ShellCase call) {
        for (Changed changed : CHANGED) {
            if (call.toString().contains(changed.sql)) {
                return changed.why;
            }
        }
        return null;
    }
}
