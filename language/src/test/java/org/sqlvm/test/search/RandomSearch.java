package org.sqlvm.test.search;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** Random queries of the full-text language, some of which have errors. */
final class RandomSearch {
    private static final String NOISE = "()+*^:,\"-{}' aA|é";

    private final Dice dice;
    private final RandomWords words;
    private final List<String> columns;

    RandomSearch(Dice dice, RandomWords words, List<String> columns) {
        this.dice = dice;
        this.words = words;
        this.columns = columns;
    }

    String query() {
        String query = expression(dice.between(0, 3));
        if (dice.chance(8)) {
            StringBuilder damaged = new StringBuilder(query);
            int at = query.offsetByCodePoints(
                    0, dice.below(query.codePointCount(0, query.length()) + 1));
            if (dice.chance(50) && at < query.length()) {
                damaged.delete(at, query.offsetByCodePoints(at, 1));
            } else {
                damaged.insert(at, NOISE.charAt(dice.below(NOISE.length())));
            }
            return damaged.toString();
        }
        return query;
    }

    private String expression(int depth) {
        if (depth == 0) {
            return list();
        }
        return switch (dice.below(9)) {
            case 0, 1 -> expression(depth - 1) + " AND " + expression(depth - 1);
            case 2, 3 -> expression(depth - 1) + " OR " + expression(depth - 1);
            case 4, 5 -> expression(depth - 1) + " NOT " + expression(depth - 1);
            case 6 -> "(" + expression(depth - 1) + ")";
            case 7 -> filter() + ":(" + expression(depth - 1) + ")";
            default -> list();
        };
    }

    private String list() {
        StringBuilder list = new StringBuilder(item());
        while (dice.chance(25)) {
            list.append(' ').append(item());
        }
        return list.toString();
    }

    private String item() {
        String filter = dice.chance(20) ? filter() + (dice.chance(50) ? ":" : " : ") : "";
        if (dice.chance(15)) {
            return filter + near();
        }
        return filter + (dice.chance(10) ? "^" : "") + phrase();
    }

    private String near() {
        StringBuilder near = new StringBuilder("NEAR(");
        for (int i = dice.between(1, 3); i > 0; i--) {
            near.append(phrase()).append(' ');
        }
        if (dice.chance(70)) {
            near.append(", ").append(dice.any("0", "1", "2", "3", "5", "20", "x"));
        }
        return near.append(dice.chance(98) ? ")" : "").toString();
    }

    private String phrase() {
        StringBuilder phrase = new StringBuilder(string());
        while (dice.chance(20)) {
            phrase.append(dice.any("+", " + ")).append(string());
        }
        return phrase.toString();
    }

    private String string() {
        String star = dice.chance(12) ? dice.any("*", " *") : "";
        if (dice.chance(20)) {
            StringBuilder quoted = new StringBuilder("\"");
            for (int i = dice.below(4); i > 0; i--) {
                quoted.append(words.word().replace("\"", "\"\""))
                        .append(dice.any(" ", " ", "-", ""));
            }
            return quoted.append('"').append(star).toString();
        }
        String word = words.word();
        boolean bare = word.chars().allMatch(c -> c >= 0x80 || Character.isLetterOrDigit(c));
        return (bare ? word : '"' + word.replace("\"", "\"\"") + '"') + star;
    }

    private String filter() {
        String minus = dice.chance(20) ? dice.any("-", "- ") : "";
        if (dice.chance(30)) {
            return minus + "{" + column() + " " + column() + "}";
        }
        return minus + column();
    }

    private String column() {
        if (dice.chance(2)) {
            return "nothing";
        }
        String column = dice.any(columns);
        return column.contains(" ") || dice.chance(10) ? '"' + column + '"' : column;
    }
}
