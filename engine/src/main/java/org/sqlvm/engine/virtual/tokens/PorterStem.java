package org.sqlvm.engine.virtual.tokens;

import java.nio.charset.StandardCharsets;
import java.util.function.IntPredicate;
import java.util.stream.Stream;

/** Reduces an English word to its stem by the steps of M. F. Porter's algorithm. */
final class PorterStem {
    private static final int MIN_BYTES = 3;
    private static final int MAX_BYTES = 64;

    /** An ending, and what it is replaced by if the word before it is long enough. */
    private record Rule(byte[] ending, byte[] replacement) {
        static Rule[] list(String... pairs) {
            return Stream.of(pairs).map(Rule::of).toArray(Rule[]::new);
        }

        private static Rule of(String pair) {
            int at = pair.indexOf('>');
            return new Rule(ascii(pair.substring(0, at)), ascii(pair.substring(at + 1)));
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }

    private static final Rule[] STEP_1B_PAST = Rule.list("eed>ee");
    private static final Rule[] STEP_1B = Rule.list("ed>", "ing>");
    private static final Rule[] STEP_1B_REPAIR = Rule.list("at>ate", "bl>ble", "iz>ize");
    private static final Rule[] STEP_2 = Rule.list(
            "ational>ate",
            "tional>tion",
            "enci>ence",
            "anci>ance",
            "izer>ize",
            "logi>log",
            "bli>ble",
            "alli>al",
            "entli>ent",
            "eli>e",
            "ousli>ous",
            "ization>ize",
            "ation>ate",
            "ator>ate",
            "alism>al",
            "iveness>ive",
            "fulness>ful",
            "ousness>ous",
            "aliti>al",
            "iviti>ive",
            "biliti>ble");
    private static final Rule[] STEP_3 =
            Rule.list("ical>ic", "ness>", "icate>ic", "iciti>ic", "ful>", "ative>", "alize>al");
    private static final Rule[] STEP_4 = Rule.list(
            "al>", "ance>", "ence>", "er>", "ic>", "able>", "ible>", "ant>", "ement>", "ment>",
            "ent>", "ion>", "ou>", "ism>", "ate>", "iti>", "ous>", "ive>", "ize>");

    /** One more than a word may have, for an e that is added. */
    private final byte[] word = new byte[MAX_BYTES + 1];

    private int length;

    /** Whether a word of this size in bytes is reduced; others stay as they are. */
    static boolean isStemmed(int size) {
        return size >= MIN_BYTES && size <= MAX_BYTES;
    }

    byte[] array() {
        return word;
    }

    int length() {
        return length;
    }

    /** Makes it the stem of a word in lower case. */
    void reduce(byte[] array, int start, int size) {
        System.arraycopy(array, start, word, 0, size);
        length = size;
        plural();
        if (endsWith(STEP_1B_PAST[0].ending)) {
            apply(STEP_1B_PAST, stem -> measure(stem) > 0);
        } else if (apply(STEP_1B, this::hasVowel) && !apply(STEP_1B_REPAIR, stem -> true)) {
            repair();
        }
        if (word[length - 1] == 'y' && hasVowel(length - 1)) {
            word[length - 1] = 'i';
        }
        apply(STEP_2, stem -> measure(stem) > 0);
        apply(STEP_3, stem -> measure(stem) > 0);
        apply(STEP_4, this::takesLongEnding);
        if (word[length - 1] == 'e') {
            int measure = measure(length - 1);
            if (measure > 1 || (measure == 1 && !isShortSyllable(length - 1))) {
                length--;
            }
        }
        if (length > 1
                && word[length - 1] == 'l'
                && word[length - 2] == 'l'
                && measure(length - 1) > 1) {
            length--;
        }
    }

    private void plural() {
        if (word[length - 1] != 's') {
            return;
        }
        if (word[length - 2] == 'e') {
            boolean two = (length > 4 && word[length - 4] == 's' && word[length - 3] == 's')
                    || (length > 3 && word[length - 3] == 'i');
            length -= two ? 2 : 1;
        } else if (word[length - 2] != 's') {
            length--;
        }
    }

    /** Undoes a doubled consonant before the ending that was taken away, or gives an e back. */
    private void repair() {
        byte last = word[length - 1];
        if (!isVowel(last, false)
                && last != 'l'
                && last != 's'
                && last != 'z'
                && length > 1
                && last == word[length - 2]) {
            length--;
        } else if (measure(length) == 1 && isShortSyllable(length)) {
            word[length++] = 'e';
        }
    }

    /** Applies the first rule whose ending the word has; false if its condition is not met. */
    private boolean apply(Rule[] rules, IntPredicate condition) {
        for (Rule rule : rules) {
            if (endsWith(rule.ending)) {
                int stem = length - rule.ending.length;
                if (!condition.test(stem)) {
                    return false;
                }
                System.arraycopy(rule.replacement, 0, word, stem, rule.replacement.length);
                length = stem + rule.replacement.length;
                return true;
            }
        }
        return false;
    }

    /** Whether the word ends so, and has something before. */
    private boolean endsWith(byte[] ending) {
        int stem = length - ending.length;
        if (stem <= 0) {
            return false;
        }
        for (int i = 0; i < ending.length; i++) {
            if (word[stem + i] != ending[i]) {
                return false;
            }
        }
        return true;
    }

    private boolean takesLongEnding(int stem) {
        boolean afterSOrT = word[stem - 1] == 's' || word[stem - 1] == 't';
        return measure(stem) > 1 && (afterSOrT || !isIon(stem));
    }

    private boolean isIon(int stem) {
        return length - stem == 3 && word[stem] == 'i' && word[stem + 1] == 'o';
    }

    private static boolean isVowel(byte letter, boolean afterConsonant) {
        return switch (letter) {
            case 'a', 'e', 'i', 'o', 'u' -> true;
            case 'y' -> afterConsonant;
            default -> false;
        };
    }

    private boolean hasVowel(int stem) {
        for (int i = 0; i < stem; i++) {
            if (isVowel(word[i], i > 0)) {
                return true;
            }
        }
        return false;
    }

    /** How often a consonant follows a vowel. */
    private int measure(int stem) {
        int count = 0;
        boolean consonant = false;
        boolean vowels = false;
        for (int i = 0; i < stem; i++) {
            consonant = !isVowel(word[i], consonant);
            if (consonant && vowels) {
                count++;
            }
            vowels = !consonant;
        }
        return count;
    }

    /** Whether it ends with consonant, vowel and consonant, the last of which is not w, x or y. */
    private boolean isShortSyllable(int stem) {
        byte last = word[stem - 1];
        if (last == 'w' || last == 'x' || last == 'y') {
            return false;
        }
        int mask = 0;
        boolean consonant = false;
        for (int i = 0; i < stem; i++) {
            consonant = !isVowel(word[i], consonant);
            mask = mask << 1 | (consonant ? 1 : 0);
        }
        return (mask & 7) == 5;
    }
}
