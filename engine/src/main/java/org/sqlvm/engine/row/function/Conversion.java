package org.sqlvm.engine.row.function;

import org.sqlvm.engine.data.TextBuilder;

/** One {@code %…} of a format: flags, width, precision and type, as they were read. */
final class Conversion {
    /** {@code -}: padded on the right. */
    boolean left;
    /** {@code +} or a space before numbers that are not negative; 0 for nothing. */
    int sign;
    /** {@code #} */
    boolean alternate;
    /** {@code !}: more digits of reals; characters instead of bytes. */
    boolean full;
    /** {@code 0} */
    boolean zeroPad;
    /** {@code ,}: between the thousands. */
    boolean thousands;

    int width;
    /** -1 if there is none. */
    int precision = -1;

    /** The letter; 0 if the format ended before it. */
    int type;

    /** Appends a rendered conversion, padded with spaces to the width. */
    void pad(TextBuilder target, TextBuilder rendered) {
        long padding = (long) width - rendered.length();
        if (!left) {
            target.repeat(' ', padding);
        }
        target.append(rendered);
        if (left) {
            target.repeat(' ', padding);
        }
    }

    /** With {@code !} the width counts characters: adds what the rendered bytes have more. */
    void widenForUtf8(TextBuilder rendered) {
        if (full && width > 0) {
            width += rendered.continuationCount();
        }
    }
}
