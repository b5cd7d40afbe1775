package org.sqlvm.engine.virtual.pragma;

import java.math.BigInteger;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The number behind a PRAGMA, as SQLite reads it: which of the ways below depends on the PRAGMA.
 */
public final class PragmaNumber {
    private static final Pattern HEXADECIMAL = Pattern.compile("0[xX]([0-9a-fA-F]*)");
    private static final Pattern DECIMAL = Pattern.compile("[+-]?[0-9]+");
    private static final int HEX_DIGITS_MAX = 16;

    private PragmaNumber() {}

    /**
     * The number of 32 bits that {@code text} begins with, whatever follows; 0 if there is none, or
     * a larger one.
     */
    public static int leading(String text) {
        Integer number = leadingOrNull(text);
        return number == null ? 0 : number;
    }

    /** The same, or null if there is none, or a larger one. */
    public static Integer leadingOrNull(String text) {
        Matcher hexadecimal = HEXADECIMAL.matcher(text);
        BigInteger number = null;
        if (hexadecimal.lookingAt() && !hexadecimal.group(1).isEmpty()) {
            number = new BigInteger(hexadecimal.group(1), 16);
        } else {
            Matcher decimal = DECIMAL.matcher(text);
            number = decimal.lookingAt() ? new BigInteger(decimal.group()) : null;
        }
        return number == null || number.bitLength() >= Integer.SIZE ? null : number.intValue();
    }

    /** The number of 64 bits that {@code text} is as a whole, or null if it is none. */
    public static Long whole(String text) {
        Matcher hexadecimal = HEXADECIMAL.matcher(text);
        if (hexadecimal.matches()) {
            BigInteger number = new BigInteger("0" + hexadecimal.group(1), 16);
            return number.bitLength() > HEX_DIGITS_MAX * 4 ? null : number.longValue();
        }
        String number = text.strip();
        if (!DECIMAL.matcher(number).matches()) {
            return null;
        }
        BigInteger value = new BigInteger(number);
        return value.bitLength() >= Long.SIZE ? null : value.longValue();
    }

    /** Whether a setting is on: a number other than 0, or a word of consent. */
    public static boolean isOn(String text) {
        return isOn(text, false);
    }

    /** @param otherwise the result for a text that is no number and no such word */
    public static boolean isOn(String text, boolean otherwise) {
        if (startsWithDigit(text)) {
            return leading(text) != 0;
        }
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "on", "yes", "true" -> true;
            case "off", "no", "false" -> false;
            default -> otherwise;
        };
    }

    public static boolean startsWithDigit(String text) {
        return !text.isEmpty() && text.charAt(0) >= '0' && text.charAt(0) <= '9';
    }
}
