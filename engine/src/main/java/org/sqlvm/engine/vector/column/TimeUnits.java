package org.sqlvm.engine.vector.column;

import org.sqlvm.engine.data.Text;
import org.sqlvm.engine.row.ScalarFunction;

/**
 * The unit of time that a function depends on: its result is the same for all texts
 * {@code YYYY-MM-DD HH:MM:SS} within the same unit.
 */
public final class TimeUnits {
    /** Each second may have another result. */
    public static final int SECOND = 1;

    private TimeUnits() {}

    /**
     * The unit of a call, in seconds.
     *
     * @param index the argument that is the text
     * @param arguments the constant arguments; null for others
     */
    public static int of(ScalarFunction function, int index, Object[] arguments) {
        return switch (function.builtIn()) {
            case "date" -> arguments.length == 1 ? TimeText.DAY_SECONDS : SECOND;
            case "strftime" ->
                arguments.length == 2 && index == 1 && arguments[0] instanceof Text format
                        ? ofFormat(format)
                        : SECOND;
            case "substr", "substring" ->
                arguments.length == 3
                                && index == 0
                                && arguments[1] instanceof Long first
                                && first == 1
                                && arguments[2] instanceof Long length
                        ? ofLength(length)
                        : SECOND;
            case "length", "typeof" -> TimeText.DAY_SECONDS;
            default -> SECOND;
        };
    }

    /** The unit of a prefix of the text. */
    private static int ofLength(long length) {
        if (length < 0) {
            return SECOND;
        }
        return length <= "YYYY-MM-DD ".length()
                ? TimeText.DAY_SECONDS
                : length <= "YYYY-MM-DD HH:".length()
                        ? TimeText.HOUR_SECONDS
                        : length <= "YYYY-MM-DD HH:MM:".length() ? TimeText.MINUTE_SECONDS : SECOND;
    }

    private static int ofFormat(Text format) {
        int unit = TimeText.DAY_SECONDS;
        for (int i = 0; i < format.length; i++) {
            if (format.array[format.offset + i] == '%') {
                i++;
                unit = Math.min(
                        unit,
                        i == format.length
                                ? SECOND
                                : ofConversion((char) format.array[format.offset + i]));
            }
        }
        return unit;
    }

    /** The unit of a conversion. Each unit divides the larger ones. */
    private static int ofConversion(char conversion) {
        return switch (conversion) {
            case '%', 'd', 'e', 'F', 'G', 'g', 'j', 'm', 'u', 'U', 'V', 'w', 'W', 'Y' ->
                TimeText.DAY_SECONDS;
            case 'H', 'I', 'k', 'l', 'p', 'P' -> TimeText.HOUR_SECONDS;
            case 'M', 'R' -> TimeText.MINUTE_SECONDS;
            default -> SECOND;
        };
    }
}
