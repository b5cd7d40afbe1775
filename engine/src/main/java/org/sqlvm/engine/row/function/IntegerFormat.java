package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.TextBuilder;

/** printf's conversions of integers: d, i, u, x, X, o, p and r (1st, 2nd, 3rd). */
final class IntegerFormat {
    private IntegerFormat() {}

    static void append(TextBuilder target, Conversion conversion, long value) {
        int type = conversion.type;
        boolean signed = type == 'd' || type == 'i' || type == 'r';
        int sign = !signed ? 0 : value < 0 ? '-' : conversion.sign;
        long magnitude = signed && value < 0 ? -value : value; // For the least long 2^63, unsigned.
        String digits = digits(type, magnitude);
        int precision = conversion.precision;
        if (conversion.zeroPad) {
            precision = Math.max(precision, conversion.width - (sign != 0 ? 1 : 0));
        }
        TextBuilder rendered = new TextBuilder(TextBuilder.LENGTH_MAX);
        if (conversion.alternate && magnitude != 0) {
            rendered.append(
                    switch (type) {
                        case 'x', 'p' -> "0x";
                        case 'X' -> "0X";
                        case 'o' -> "0";
                        default -> "";
                    });
        }
        if (sign != 0) {
            rendered.append(sign);
        }
        boolean thousands = conversion.thousands && (signed ? type != 'r' : type == 'u');
        appendDigits(rendered, digits, Math.max(precision, digits.length()), thousands);
        conversion.pad(target, rendered);
    }

    private static String digits(int type, long magnitude) {
        return switch (type) {
            case 'x' -> Long.toHexString(magnitude);
            case 'X', 'p' -> Long.toHexString(magnitude).toUpperCase(java.util.Locale.ROOT);
            case 'o' -> Long.toOctalString(magnitude);
            case 'r' -> Long.toUnsignedString(magnitude) + ordinalSuffix(magnitude);
            default -> Long.toUnsignedString(magnitude);
        };
    }

    private static String ordinalSuffix(long magnitude) {
        long last = Long.remainderUnsigned(magnitude, 10);
        boolean teens = Long.remainderUnsigned(Long.divideUnsigned(magnitude, 10), 10) == 1;
        if (teens || last > 3) {
            return "th";
        }
        return switch ((int) last) {
            case 1 -> "st";
            case 2 -> "nd";
            case 3 -> "rd";
            default -> "th";
        };
    }

    private static void appendDigits(
            TextBuilder rendered, String digits, int length, boolean thousands) {
        if (!thousands) {
            rendered.repeat('0', length - digits.length()).append(digits);
            return;
        }
        for (int left = length; left > 0; left--) {
            int index = digits.length() - left;
            rendered.append(index < 0 ? '0' : digits.charAt(index));
            if (left % 3 == 1 && left > 1) {
                rendered.append(',');
            }
        }
    }
}
