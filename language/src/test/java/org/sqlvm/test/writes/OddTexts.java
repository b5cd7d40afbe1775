package org.sqlvm.test.writes;

import org.sqlvm.test.engines.Dice;

import java.util.ArrayList;
import java.util.List;

/** A script over texts in a database of UTF-16, with characters of all lengths. */
final class OddTexts {
    private static final List<String> TEXTS = List.of(
            "'a'",
            "'A'",
            "'ab'",
            "'aé'",
            "'é'",
            "'É'",
            "'e' || char(769)",
            "'😀'",
            "'a😀b'",
            "'😀😁'",
            "'𐀀'",
            "char(57344)",
            "char(65533)",
            "char(65535)",
            "char(1114111)",
            "char(55295)",
            "'Ā'",
            "'ÿ'",
            "''",
            "' '",
            "'ab '",
            "'%'",
            "'_'",
            "'1'",
            "'10'",
            "'9'",
            "'日本語'",
            "'x' || char(8232)",
            "'ß'",
            "'İ'",
            "'1é'",
            "'ﬀ'");

    private static final List<String> PATTERNS = List.of(
            "'%'",
            "'_'", "'a%'", "'%😀%'", "'_😀%'", "'%é'", "'__'", "'😀_'", "'A_'", "'%b'", "'%日_語'",
            "'é%'");

    private static final List<String> GLOBS = List.of(
            "'*'",
            "'?'",
            "'a*'",
            "'[a-é]*'",
            "'[😀-😂]*'",
            "'*[^a]'",
            "'??'",
            "'[^😀]'",
            "'?😀*'",
            "'[é]'");

    private final Dice dice;
    private final List<String> statements = new ArrayList<>();

    private OddTexts(Dice dice) {
        this.dice = dice;
    }

    static List<String> script(long seed) {
        OddTexts made = new OddTexts(new Dice(seed));
        made.make();
        return made.statements;
    }

    private String text() {
        return dice.any(TEXTS);
    }

    private String column() {
        return dice.any("a", "a", "b", "c");
    }

    private void make() {
        statements.add("PRAGMA encoding = '"
                + dice.any("UTF-16le", "UTF-16be", "UTF-16", "UTF-16le") + "'");
        if (dice.chance(30)) {
            statements.add("ATTACH ':memory:' AS aux1");
        }
        String key = dice.any("", " PRIMARY KEY", " UNIQUE", " COLLATE NOCASE", " COLLATE RTRIM");
        boolean withoutRowid = key.equals(" PRIMARY KEY") && dice.chance(50);
        statements.add("CREATE TABLE t(a TEXT" + key + ", b, c TEXT"
                + dice.any("", " COLLATE NOCASE")
                + dice.any("", ", g AS (substr(a, 2, 1))", ", g AS (length(a)) STORED") + ")"
                + (withoutRowid ? " WITHOUT ROWID" : ""));
        for (int i = dice.between(4, 12); i > 0; i--) {
            statements.add("INSERT OR " + dice.any("IGNORE", "REPLACE") + " INTO t(a, b, c) VALUES("
                    + text() + ", "
                    + dice.any(text(), String.valueOf(dice.below(12)), "NULL", "'12'") + ", "
                    + text() + ")");
            if (dice.chance(12)) {
                statements.add(index());
            }
        }
        for (int i = dice.between(10, 30); i > 0; i--) {
            statements.add(dice.chance(10) ? change() : query());
        }
    }

    private String index() {
        return "CREATE INDEX i" + statements.size() + " ON t("
                + dice.any(
                        "a",
                        "b",
                        "c",
                        "a COLLATE NOCASE",
                        "b DESC",
                        "substr(a, 1, 1)",
                        "c, a",
                        "upper(b)",
                        "length(a)")
                + ")" + dice.any("", "", " WHERE a > 'b'", " WHERE b LIKE 'a%'");
    }

    private String change() {
        return switch (dice.below(4)) {
            case 0 ->
                "UPDATE OR IGNORE t SET " + column() + " = " + value() + " WHERE " + condition();
            case 1 -> "DELETE FROM t WHERE " + condition();
            case 2 ->
                "INSERT INTO t(a, c) VALUES(" + text()
                        + ", 'x') ON CONFLICT DO UPDATE SET c = excluded.a || c";
            default -> index();
        };
    }

    private String value() {
        String one = dice.any(column(), column(), text());
        String two = dice.any(column(), text());
        return switch (dice.below(26)) {
            case 0 -> "length(" + one + ")";
            case 1 ->
                "substr(" + one + ", " + (dice.below(7) - 3) + ", " + (dice.below(5) - 2) + ")";
            case 2 -> "instr(" + one + ", " + two + ")";
            case 3 -> "upper(" + one + ")";
            case 4 -> "replace(" + one + ", " + two + ", " + text() + ")";
            case 5 -> "hex(" + one + ")";
            case 6 -> "quote(" + one + ")";
            case 7 -> "unicode(" + one + ")";
            case 8 -> dice.any("trim(", "ltrim(", "rtrim(") + one + ", " + two + ")";
            case 9 -> "octet_length(" + one + ")";
            case 10 ->
                "printf('" + dice.any("%5s|", "%-4s|", "%!5s|", "%!.1s", "%q", "%Q", "%c") + "', "
                        + one + ")";
            case 11 -> one + " || " + two;
            case 12 -> "max(" + one + ", " + two + ", " + text() + ")";
            case 13 -> "CAST(CAST(" + one + " AS BLOB) AS TEXT)";
            case 14 -> "CAST(" + one + " AS " + dice.any("INT", "REAL", "NUMERIC") + ")";
            case 15 -> "json_quote(" + one + ")";
            case 16 -> "json_extract(json_object('k', " + one + "), '$.k')";
            case 17 -> "nullif(" + one + ", " + two + ")";
            case 18 -> one + " = " + two;
            case 19 -> one + " < " + two;
            case 20 -> "typeof(" + one + ")";
            case 21 -> "length(CAST(" + one + " AS BLOB))";
            case 22 -> "concat_ws('é', " + one + ", " + two + ")";
            case 23 -> "lower(" + one + ") LIKE " + dice.any(PATTERNS);
            case 24 -> "json_array(" + one + ", " + two + ")";
            default -> one;
        };
    }

    private String condition() {
        String collate =
                dice.any("", "", "", " COLLATE NOCASE", " COLLATE RTRIM", " COLLATE BINARY");
        return switch (dice.below(9)) {
            case 0 ->
                column() + " LIKE " + dice.any(PATTERNS)
                        + dice.any("", "", " ESCAPE '😀'", " ESCAPE 'é'");
            case 1 -> column() + " GLOB " + dice.any(GLOBS);
            case 2 -> column() + " BETWEEN " + text() + " AND " + text();
            case 3 -> column() + " IN (" + text() + ", " + text() + ", " + text() + ")";
            case 4 -> column() + collate + " = " + text();
            case 5 -> column() + collate + dice.any(" < ", " >= ", " > ") + text();
            case 6 -> column() + " IN (SELECT " + column() + " FROM t)";
            case 7 -> value() + " IS NOT " + value();
            default -> column() + " = " + column();
        };
    }

    private String query() {
        String where = dice.chance(60) ? " WHERE " + condition() : "";
        String column = column();
        return switch (dice.below(12)) {
            case 0 ->
                "SELECT min(" + column + "), max(" + column + "), count(DISTINCT hex(" + column
                        + ")) FROM t" + where;
            case 1 -> "SELECT hex(a) FROM t" + where + " ORDER BY a, b, c LIMIT " + dice.below(5);
            case 2 ->
                "SELECT hex(" + column + ") || '', count(*) FROM t GROUP BY hex(" + column + ")";
            case 3 ->
                "SELECT DISTINCT " + dice.any("hex(a)", "length(b)", "substr(c, 1, 1)") + " FROM t"
                        + where;
            case 4 ->
                "SELECT group_concat(" + column + ", " + text() + " ORDER BY " + column + ", hex("
                        + column + ")) FROM t" + where;
            case 5 -> "SELECT x.a, y.c FROM t AS x JOIN t AS y ON x." + column + " = y." + column();
            case 6 -> "SELECT hex(" + column + ") FROM t UNION SELECT hex(" + text() + ")";
            case 7 ->
                "SELECT hex(a), row_number() OVER (ORDER BY a, hex(a), hex(b), hex(c)) FROM t"
                        + where;
            case 8 ->
                "SELECT value, length(value) FROM json_each(json_array(" + text() + ", " + text()
                        + "))";
            default -> "SELECT " + value() + ", " + value() + " FROM t" + where;
        };
    }
}
