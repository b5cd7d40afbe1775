package org.sqlvm.engine.virtual.fts3;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * The stem of an English word. The word stands backwards, so that a suffix is where the array
 * begins to be used, and ends in zeros.
 */
final class PorterStem {
    private static final int SIZE_MIN = 3;
    private static final int SIZE_MAX = 20;
    /** How many bytes stay at each end of what is no word. */
    private static final int KEPT = 10;

    private static final int KEPT_WITH_DIGITS = 3;
    private static final int SPACE = 8;

    private final byte[] z;
    private int at;

    private PorterStem(byte[] text, int from, int length) {
        z = new byte[SPACE + length + SPACE];
        at = SPACE;
        for (int i = 0; i < length; i++) {
            z[SPACE + length - 1 - i] = lower(text[from + i]);
        }
    }

    private static byte lower(byte c) {
        return (byte) (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }

    static byte[] of(byte[] text, int from, int length) {
        boolean word = length >= SIZE_MIN && length <= SIZE_MAX;
        for (int i = 0; word && i < length; i++) {
            byte c = lower(text[from + i]);
            word = c >= 'a' && c <= 'z';
        }
        if (!word) {
            return shortened(text, from, length);
        }
        PorterStem stem = new PorterStem(text, from, length);
        stem.run();
        return stem.result();
    }

    /** Both ends of a long token. */
    private static byte[] shortened(byte[] text, int from, int length) {
        byte[] copy = new byte[length];
        boolean digits = false;
        for (int i = 0; i < length; i++) {
            copy[i] = lower(text[from + i]);
            digits |= copy[i] >= '0' && copy[i] <= '9';
        }
        int kept = digits ? KEPT_WITH_DIGITS : KEPT;
        if (length <= 2 * kept) {
            return copy;
        }
        System.arraycopy(copy, length - kept, copy, kept, kept);
        return Arrays.copyOf(copy, 2 * kept);
    }

    private byte[] result() {
        int length = 0;
        while (z[at + length] != 0) {
            length++;
        }
        byte[] word = new byte[length];
        for (int i = 0; i < length; i++) {
            word[i] = z[at + length - 1 - i];
        }
        return word;
    }

    private boolean isConsonant(int i) {
        return switch (z[i]) {
            case 0, 'a', 'e', 'i', 'o', 'u' -> false;
            case 'y' -> z[i + 1] == 0 || isVowel(i + 1);
            default -> true;
        };
    }

    private boolean isVowel(int i) {
        return switch (z[i]) {
            case 0 -> false;
            case 'a', 'e', 'i', 'o', 'u' -> true;
            case 'y' -> isConsonant(i + 1);
            default -> false;
        };
    }

    private int skipVowels(int from) {
        int i = from;
        while (isVowel(i)) {
            i++;
        }
        return i;
    }

    private int skipConsonants(int from) {
        int i = from;
        while (isConsonant(i)) {
            i++;
        }
        return i;
    }

    /** Whether there is a vowel, and a consonant behind it. */
    private boolean isLong(int from) {
        int i = skipVowels(from);
        return z[i] != 0 && z[skipConsonants(i)] != 0;
    }

    /** Whether that is so exactly once. */
    private boolean isLongOnce(int from) {
        int i = skipVowels(from);
        if (z[i] == 0) {
            return false;
        }
        i = skipConsonants(i);
        if (z[i] == 0) {
            return false;
        }
        i = skipVowels(i);
        return z[i] == 0 || z[skipConsonants(i)] == 0;
    }

    /** Whether that is so at least twice. */
    private boolean isLonger(int from) {
        int i = skipVowels(from);
        if (z[i] == 0) {
            return false;
        }
        i = skipConsonants(i);
        return z[i] != 0 && isLong(i);
    }

    private boolean hasVowel(int from) {
        return z[skipConsonants(from)] != 0;
    }

    /** Whether it ends in consonant, vowel, consonant, the last of which is no w, x or y. */
    private boolean isShortSyllable(int i) {
        return isConsonant(i)
                && z[i] != 'w'
                && z[i] != 'x'
                && z[i] != 'y'
                && isVowel(i + 1)
                && isConsonant(i + 2);
    }

    /**
     * Replaces a suffix if what is left meets a condition.
     *
     * @param suffix backwards
     * @param condition null for none
     * @return whether the word has the suffix
     */
    private boolean replace(String suffix, String other, IntPredicate condition) {
        int i = at;
        for (int k = 0; k < suffix.length(); k++) {
            if (z[i++] != suffix.charAt(k)) {
                return false;
            }
        }
        if (condition == null || condition.test(i)) {
            for (int k = 0; k < other.length(); k++) {
                z[--i] = (byte) other.charAt(k);
            }
            at = i;
        }
        return true;
    }

    /** Tries pairs of a suffix and what it becomes, until the word has one. */
    private boolean replaceFirst(IntPredicate condition, String... pairs) {
        for (int i = 0; i < pairs.length; i += 2) {
            if (replace(pairs[i], pairs[i + 1], condition)) {
                return true;
            }
        }
        return false;
    }

    private void run() {
        plural();
        past();
        if (z[at] == 'y' && hasVowel(at + 1)) {
            z[at] = 'i';
        }
        doubleSuffix();
        suffix();
        lastSuffix();
        if (z[at] == 'e'
                && (isLonger(at + 1) || (isLongOnce(at + 1) && !isShortSyllable(at + 1)))) {
            at++;
        }
        if (isLonger(at) && z[at] == 'l' && z[at + 1] == 'l') {
            at++;
        }
    }

    private void plural() {
        if (z[at] == 's' && !replaceFirst(null, "sess", "ss", "sei", "i", "ss", "ss")) {
            at++;
        }
    }

    private void past() {
        int before = at;
        if (replace("dee", "ee", this::isLong)) {
            return;
        }
        boolean found = replaceFirst(this::hasVowel, "gni", "", "de", "");
        if (!found || at == before) {
            return;
        }
        if (replaceFirst(null, "ta", "ate", "lb", "ble", "zi", "ize")) {
            return;
        }
        byte last = z[at];
        if (isConsonant(at) && last == z[at + 1] && last != 'l' && last != 's' && last != 'z') {
            at++;
        } else if (isLongOnce(at) && isShortSyllable(at)) {
            z[--at] = 'e';
        }
    }

    private void doubleSuffix() {
        String[] pairs = switch (z[at + 1]) {
            case 'a' -> new String[] {"lanoita", "ate", "lanoit", "tion"};
            case 'c' -> new String[] {"icne", "ence", "icna", "ance"};
            case 'e' -> new String[] {"rezi", "ize"};
            case 'g' -> new String[] {"igol", "log"};
            case 'l' ->
                new String[] {"ilb", "ble", "illa", "al", "iltne", "ent", "ile", "e", "ilsuo", "ous"
                };
            case 'o' -> new String[] {"noitazi", "ize", "noita", "ate", "rota", "ate"};
            case 's' ->
                new String[] {"msila", "al", "ssenevi", "ive", "ssenluf", "ful", "ssensuo", "ous"};
            case 't' -> new String[] {"itila", "al", "itivi", "ive", "itilib", "ble"};
            default -> new String[0];
        };
        replaceFirst(this::isLong, pairs);
    }

    private void suffix() {
        String[] pairs = switch (z[at]) {
            case 'e' -> new String[] {"etaci", "ic", "evita", "", "ezila", "al"};
            case 'i' -> new String[] {"itici", "ic"};
            case 'l' -> new String[] {"laci", "ic", "luf", ""};
            case 's' -> new String[] {"ssen", ""};
            default -> new String[0];
        };
        replaceFirst(this::isLong, pairs);
    }

    private void lastSuffix() {
        byte last = z[at];
        byte third = z[at + 2];
        byte fourth = z[at + 3];
        boolean vowel = fourth == 'a' || fourth == 'e' || fourth == 'i';
        switch (z[at + 1]) {
            case 'a' -> drop(last == 'l', 2);
            case 'c' -> drop(last == 'e' && third == 'n' && vowel && fourth != 'i', 4);
            case 'e' -> drop(last == 'r', 2);
            case 'i' -> drop(last == 'c', 2);
            case 'l' -> drop(last == 'e' && third == 'b' && vowel && fourth != 'e', 4);
            case 'n' -> {
                drop(last == 't' && third == 'a', 3);
                if (last == 't' && third == 'e') {
                    replaceFirst(this::isLonger, "tneme", "", "tnem", "", "tne", "");
                }
            }
            case 'o' -> {
                drop(last == 'u', 2);
                if (last != 'u' && (fourth == 's' || fourth == 't')) {
                    replace("noi", "", this::isLonger);
                }
            }
            case 's' -> drop(last == 'm' && third == 'i', 3);
            case 't' -> replaceFirst(this::isLonger, "eta", "", "iti", "");
            case 'u' -> drop(last == 's' && third == 'o', 3);
            case 'v', 'z' -> drop(last == 'e' && third == 'i', 3);
            default -> {}
        }
    }

    /** Drops letters at the end if the stem that is left is long enough. */
    private void drop(boolean has, int letters) {
        if (has && isLonger(at + letters)) {
            at += letters;
        }
    }
}
