package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.RealText;
import org.sqlvm.engine.data.TextBuilder;

/** printf's conversions of reals: f, e, E, g, G. */
final class RealFormat {
    private static final int PRECISION_DEFAULT = 6;
    private static final int PRECISION_MAX = 100_000_000;

    /** An infinite value with zero padding is shown as a 9 with this many digits. */
    private static final int INFINITE_POINT = 1000;

    private final Conversion conversion;
    private final RealText real;
    private final boolean infinite;
    private final int count;
    private final int point;
    private boolean exponential;
    private boolean trimZeros;
    private int precision;

    private RealFormat(Conversion conversion, double value) {
        this.conversion = conversion;
        int asked = conversion.precision < 0 ? PRECISION_DEFAULT : conversion.precision;
        precision = Math.min(asked, PRECISION_MAX);
        int rounding = switch (conversion.type) {
            case 'f' -> -precision;
            case 'g', 'G' -> precision = Math.max(precision, 1);
            default -> precision + 1;
        };
        real = new RealText(value, rounding, conversion.full ? 20 : 16);
        infinite = real.isInfinite();
        count = infinite ? 1 : real.count();
        point = infinite ? INFINITE_POINT : real.point();
    }

    static void append(TextBuilder target, Conversion conversion, double value) {
        RealFormat format = new RealFormat(conversion, value);
        TextBuilder rendered = new TextBuilder(TextBuilder.LENGTH_MAX);
        if (format.infinite && !conversion.zeroPad) {
            format.appendInfinity(rendered);
        } else {
            int signLength = format.appendSign(rendered) ? 1 : 0;
            format.chooseStyle();
            format.appendNumber(rendered);
            if (conversion.zeroPad && !conversion.left) {
                rendered.insertZeros(signLength, conversion.width - rendered.length());
            }
        }
        conversion.pad(target, rendered);
    }

    private void appendInfinity(TextBuilder rendered) {
        if (real.isNegative()) {
            rendered.append('-');
        } else if (conversion.sign != 0) {
            rendered.append(conversion.sign);
        }
        rendered.append("Inf");
    }

    private boolean appendSign(TextBuilder rendered) {
        int sign = conversion.sign;
        if (real.isNegative()) {
            // With '#', what shows as zero has no sign.
            boolean hidden = conversion.alternate
                    && sign == 0
                    && conversion.type == 'f'
                    && point <= -precision;
            sign = hidden ? 0 : '-';
        }
        if (sign != 0) {
            rendered.append(sign);
        }
        return sign != 0;
    }

    /** g becomes e for very large and very small numbers, else f. */
    private void chooseStyle() {
        int exponent = point - 1;
        if (conversion.type == 'g' || conversion.type == 'G') {
            precision--;
            trimZeros = !conversion.alternate;
            exponential = exponent < -4 || exponent > precision;
            if (!exponential) {
                precision -= exponent;
            }
        } else {
            trimZeros = conversion.full;
            exponential = conversion.type != 'f';
        }
    }

    private int digit(int index) {
        if (infinite) {
            return index == 0 ? '9' : '0';
        }
        return real.digit(index);
    }

    private void appendNumber(TextBuilder rendered) {
        int before = exponential ? 1 : point;
        boolean hasPoint = precision > 0 || conversion.alternate || conversion.full;
        int used = 0;
        if (before <= 0) {
            rendered.append('0');
        }
        for (int rest = before - 1; rest >= 0; rest--) {
            rendered.append(digit(used++));
            if (conversion.thousands && rest % 3 == 0 && rest > 1) {
                rendered.append(',');
            }
        }
        if (hasPoint) {
            rendered.append('.');
        }
        int left = precision;
        if (before < 0 && left > 0) {
            int zeros = Math.min(-before, left);
            rendered.repeat('0', zeros);
            left -= zeros;
        }
        for (; left > 0 && used < count; left--) {
            rendered.append(digit(used++));
        }
        if (!trimZeros) {
            rendered.repeat('0', left);
        } else if (hasPoint) {
            rendered.trimFraction(conversion.full);
        }
        if (exponential) {
            appendExponent(rendered);
        }
    }

    private void appendExponent(TextBuilder rendered) {
        boolean upper = conversion.type == 'E' || conversion.type == 'G';
        int exponent = point - 1;
        rendered.append(upper ? 'E' : 'e').append(exponent < 0 ? '-' : '+');
        int magnitude = Math.abs(exponent);
        if (magnitude < 10) {
            rendered.append('0');
        }
        rendered.append(Integer.toString(magnitude));
    }
}
