package org.sqlvm.server.settings;

import java.util.Locale;
import java.util.Map;

/** Times with units, as parameters have them: {@code 500}, {@code 30s}, {@code 2 min}. */
public final class Durations {
    private static final Map<String, Long> MILLIS = Map.of(
            "", 1L, "ms", 1L, "s", 1_000L, "min", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

    private Durations() {}

    public static long millis(String name, String value) {
        String text = value.strip().toLowerCase(Locale.ROOT);
        int end = 0;
        while (end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        Long unit = MILLIS.get(text.substring(end).strip());
        // More digits than nine are more than eleven days.
        if (unit == null || end == 0 || end > 9) {
            throw SessionParameters.invalid(name, value);
        }
        return Long.parseLong(text.substring(0, end)) * unit;
    }
}
