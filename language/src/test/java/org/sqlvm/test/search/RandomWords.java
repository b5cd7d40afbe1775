package org.sqlvm.test.search;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** Random words and texts. Few words are frequent, some have marks or are of other scripts. */
final class RandomWords {
    private static final List<String> ENGLISH = List.of(
            "run",
            "running",
            "runs",
            "relational",
            "hopping",
            "happy",
            "skies",
            "generalization",
            "one",
            "two",
            "three",
            "four",
            "abc",
            "abcd",
            "abx",
            "NEAR",
            "OR",
            "the",
            "The");
    private static final List<String> OTHER = List.of(
            "Füße",
            "éclair",
            "E\u0301clair",
            "ÄÖÜ",
            "Ωmega",
            "ωMEGA",
            "ς",
            "日本語",
            "日本",
            "ﬁn",
            "İstanbul",
            "naïve",
            "ǖ",
            "\u0300a",
            "a\u0300b",
            "\uD83D\uDE00",
            "\uD83E\uDD23x",
            "ßß");
    private static final List<String> GAPS =
            List.of(" ", " ", " ", " ", ", ", ". ", ": ", ".\n", "-", "", "\t", "  ", "_", "*");

    private final Dice dice;

    RandomWords(Dice dice) {
        this.dice = dice;
    }

    String word() {
        int kind = dice.below(20);
        if (kind < 13) {
            // The smaller of two numbers: some letters are more frequent than others.
            int least = Math.min(dice.below(8), dice.below(8));
            return String.valueOf((char) ('a' + least)).repeat(dice.chance(20) ? 2 : 1);
        }
        if (kind < 17) {
            return dice.any(ENGLISH);
        }
        return kind < 19 ? dice.any(OTHER) : character().repeat(dice.between(1, 3));
    }

    private String character() {
        int code = dice.chance(70) ? dice.between(1, 0x2FFF) : dice.between(1, 0x10FFFF);
        boolean surrogate = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
        return surrogate ? "x" : Character.toString(code);
    }

    String text() {
        StringBuilder text = new StringBuilder();
        int words = dice.chance(5) ? dice.between(60, 200) : dice.between(0, 14);
        for (int i = 0; i < words; i++) {
            text.append(word()).append(dice.any(GAPS));
        }
        return text.toString();
    }

    /** A value for a column, as SQL. */
    String value() {
        return switch (dice.below(20)) {
            case 0 -> "NULL";
            case 1 -> String.valueOf(dice.below(1000));
            case 2 -> "1.5";
            case 3 -> "x'61622063c3'";
            default -> literal(text());
        };
    }

    static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
