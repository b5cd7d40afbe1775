package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.List;

/** Values, conditions and expressions of a {@link RandomScript}. */
final class ScriptValues {
    private final Dice dice;
    private final boolean isWide;
    private final boolean hasBlobs;

    /**
     * @param isWide whether to draw also values that scripts of the first seeds do not have
     * @param hasBlobs whether to draw BLOBs; false in UTF-16, as which SQLite reads a BLOB that
     *     becomes text
     */
    ScriptValues(Dice dice, boolean isWide, boolean hasBlobs) {
        this.dice = dice;
        this.isWide = isWide;
        this.hasBlobs = hasBlobs;
    }

    /** A literal. */
    String value() {
        if (isWide && dice.chance(15)) {
            return dice.any(
                    "-1",
                    "0.0",
                    "1e3",
                    "'a '",
                    "''",
                    "'ä'",
                    "'1.0'",
                    "'b'",
                    "4294967296",
                    "9007199254740993",
                    "-2.5",
                    hasBlobs ? "x''" : "' '");
        }
        return switch (dice.below(12)) {
            case 0 -> "NULL";
            case 1 -> "'a'";
            case 2 -> "'A'";
            case 3 -> "1.5";
            case 4 -> hasBlobs ? "x'61'" : "'aa'";
            case 5 -> "'3'";
            default -> String.valueOf(dice.below(7));
        };
    }

    /** A value for a row: long ones, too. */
    String rowValue() {
        if (isWide && dice.chance(3)) {
            return dice.any(
                    "printf('%.1500c', 'x')",
                    "printf('%.9000c', 'y')",
                    hasBlobs ? "zeroblob(3000)" : "hex(zeroblob(1500))",
                    "hex(zeroblob(300))");
        }
        return value();
    }

    /** A condition that an index or a CHECK may have, too. */
    String condition(String prefix, List<String> columns) {
        String column = prefix + dice.any(columns);
        if (isWide && dice.chance(30)) {
            return switch (dice.below(9)) {
                case 0 -> column + " BETWEEN " + value() + " AND " + value();
                case 1 -> column + " IS NULL";
                case 2 -> column + " LIKE 'a%'";
                case 3 -> "typeof(" + column + ") = 'text'";
                case 4 -> "length(" + column + ") < 3";
                case 5 -> column + " IS NOT " + value();
                case 6 ->
                    column + " = " + value() + " OR " + prefix + dice.any(columns) + " = "
                            + value();
                case 7 ->
                    "(" + column + ", " + prefix + dice.any(columns) + ") > (" + value() + ", "
                            + value() + ")";
                default -> "NOT " + column + " < " + value();
            };
        }
        return switch (dice.below(6)) {
            case 0 -> column + " > " + dice.below(5);
            case 1 -> column + " IS NOT NULL";
            case 2 -> column + " <> 'a'";
            case 3 -> column + " IN (" + value() + ", " + value() + ")";
            default -> column + " = " + value();
        };
    }

    /** Returns an expression of a row's columns alone. */
    String computed(String prefix, List<String> columns) {
        String column = prefix + dice.any(columns);
        return switch (dice.below(14)) {
            case 0 -> "-" + column;
            case 1 -> column + " || 'x'";
            case 2 -> "upper(" + column + ")";
            case 3 -> "CASE WHEN " + column + " > 2 THEN 1 ELSE " + column + " END";
            case 4 -> "nullif(" + column + ", 1)";
            case 5 -> "CAST(" + column + " AS TEXT)";
            case 6 -> "typeof(" + column + ")";
            case 7 -> "length(" + column + ")";
            case 8 -> column + " % 3";
            case 9 -> "iif(" + condition(prefix, columns) + ", " + column + ", " + value() + ")";
            case 10 -> column + " IN (" + value() + ", " + value() + ")";
            case 11 -> "quote(" + column + ")";
            case 12 -> "coalesce(" + column + ", " + prefix + dice.any(columns) + ")";
            default -> column + " = " + prefix + dice.any(columns);
        };
    }
}
