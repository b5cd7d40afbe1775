package org.sqlvm.test.cliffs;

import static org.sqlvm.test.cliffs.Cliff.list;
import static org.sqlvm.test.cliffs.Cliff.of;
import static org.sqlvm.test.cliffs.Cliff.rows;
import static org.sqlvm.test.cliffs.CliffParts.ARGUMENTS;
import static org.sqlvm.test.cliffs.CliffParts.BYTES;
import static org.sqlvm.test.cliffs.CliffParts.DEPTH;
import static org.sqlvm.test.cliffs.CliffParts.series;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Long texts and large JSON. */
final class CliffTexts {
    static final List<Cliff> ALL = Stream.of(firstTexts(), secondTexts(), firstJson(), secondJson())
            .flatMap(List::stream)
            .toList();

    private CliffTexts() {}

    private static List<Cliff> firstTexts() {
        List<String> none = List.of();
        IntFunction<List<String>> text = n -> List.of(
                "CREATE TABLE x(s TEXT, b BLOB)",
                "INSERT INTO x VALUES (replace(hex(zeroblob(" + n / 4 + " + 1)), '0000', 'abca'),"
                        + " zeroblob(" + n + "))");
        return List.of(
                of(
                        "length of a literal",
                        BYTES,
                        none,
                        n -> "SELECT '" + "a".repeat(n) + "' AS {s}"),
                of(
                        "length of a blob literal",
                        BYTES,
                        none,
                        n -> "SELECT x'" + "ab".repeat(n / 2) + "' AS {s}"),
                of(
                        "length of a comment",
                        BYTES,
                        none,
                        n -> "SELECT 1 AS {s} /*" + "a".repeat(n) + "*/"),
                of("blanks", BYTES, none, n -> "SELECT 1 AS {s}" + " ".repeat(n) + ", 2"),
                of("length of a name", BYTES, none, n -> "SELECT 1 AS {s}" + "a".repeat(n)),
                of(
                        "digits of a number",
                        BYTES,
                        none,
                        n -> "SELECT 1" + "0".repeat(n) + ".5 AS" + " {s}"),
                of(
                        "quotes in a literal",
                        BYTES,
                        none,
                        n -> "SELECT '" + "''".repeat(n / 2) + "' AS {s}"),
                rows("length()", BYTES, text, "SELECT length(s) AS {s} FROM x"),
                rows("LIKE with one %", BYTES, text, "SELECT s LIKE '%b%z' AS {s} FROM x"),
                rows("LIKE with many %", 4000, text, "SELECT s LIKE '%a%b%c%a%z' AS {s} FROM x"),
                rows("GLOB", BYTES, text, "SELECT s GLOB '*b*z' AS {s} FROM x"),
                rows("instr", BYTES, text, "SELECT instr(s, 'bb') AS {s} FROM x"),
                of(
                        "instr of a long text",
                        40_000,
                        text,
                        n -> "SELECT instr(s, '" + "abca".repeat(n / 8 + 1) + "z') AS {s} FROM x"),
                rows(
                        "replace",
                        BYTES,
                        text,
                        "SELECT length(replace(s, 'a', 'xyz')) AS {s} FROM" + " x"),
                rows("substr at the end", BYTES, text, "SELECT substr(s, -3) AS {s} FROM x"),
                rows("upper", BYTES, text, "SELECT length(upper(s)) AS {s} FROM x"),
                rows("trim", BYTES, text, "SELECT length(trim(s, 'abc')) AS {s} FROM x"),
                rows("hex", BYTES, text, "SELECT length(hex(b)) AS {s} FROM x"),
                rows("unhex", BYTES, text, "SELECT length(unhex(hex(b))) AS {s} FROM x"),
                rows("quote", BYTES, text, "SELECT length(quote(s)) AS {s} FROM x"),
                rows("printf", BYTES, text, "SELECT length(printf('%s-%q', s, s)) AS {s} FROM x"),
                rows("comparison", BYTES, text, "SELECT s < s || 'a' AS {s} FROM x"),
                rows(
                        "CAST",
                        BYTES,
                        text,
                        "SELECT CAST(s AS INTEGER) + CAST(b AS TEXT) AS {s} FROM" + " x"));
    }

    private static List<Cliff> secondTexts() {
        IntFunction<List<String>> text = n -> List.of(
                "CREATE TABLE x(s TEXT, b BLOB)",
                "INSERT INTO x VALUES (replace(hex(zeroblob(" + n / 4 + " + 1)), '0000', 'abca'),"
                        + " zeroblob(" + n + "))");
        return List.of(
                rows(
                        "a text read again",
                        BYTES,
                        text,
                        "SELECT sum(length(substr(s, 1, 10))) AS {s}" + " FROM x, " + series(20)),
                rows(
                        "UPDATE of a text",
                        BYTES,
                        text,
                        "UPDATE x SET s = substr(s, 2) || 'a'" + " /*{s}*/"),
                rows(
                        "a text that grows",
                        3000,
                        n -> List.of(),
                        "WITH RECURSIVE c(s, i) AS (SELECT '', 0 UNION ALL SELECT s || 'abcdefgh',"
                                + " i + 1 FROM c WHERE i < 2000) SELECT max(length(s)) AS {s} FROM"
                                + " c"));
    }

    private static List<Cliff> firstJson() {
        IntFunction<List<String>> array = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_group_array(json_object('k', value, 't', 'text ' ||"
                        + " value)) FROM " + series(n));
        IntFunction<List<String>> object = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_group_object('key' || value, value) FROM" + " "
                        + series(n));
        IntFunction<List<String>> lines = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_object('k', value, 't', 'text ' || value, 'a',"
                        + " json_array(1, 2, 3)) FROM " + series(n));
        int some = 50_000;
        return List.of(
                rows("json of an array", some, array, "SELECT length(json(j)) AS {s} FROM x"),
                rows("the last element", some, array, "SELECT j ->> '$[#-1].t' AS {s} FROM x"),
                rows(
                        "json_array_length",
                        some,
                        array,
                        "SELECT json_array_length(j) AS {s} FROM" + " x"),
                rows(
                        "json_each",
                        some,
                        array,
                        "SELECT sum(value ->> 'k') AS {s} FROM x," + " json_each(j)"),
                rows(
                        "json_tree",
                        some / 2,
                        array,
                        "SELECT count(*) AS {s} FROM x, json_tree(j)" + " WHERE atom IS NOT NULL"),
                rows(
                        "json_each of an object",
                        some,
                        object,
                        "SELECT max(key), sum(value) AS {s}" + " FROM x, json_each(j)"),
                rows("the last key", some, object, "SELECT j ->> ('$.key' || 1) AS {s} FROM x"),
                rows(
                        "json_set of a large object",
                        some,
                        object,
                        "SELECT length(json_set(j," + " '$.new', 1)) AS {s} FROM x"),
                rows("json_patch", 4000, object, "SELECT length(json_patch(j, j)) AS {s} FROM x"),
                rows("jsonb", some, array, "SELECT length(jsonb(j)) AS {s} FROM x"),
                of(
                        "depth of an array",
                        DEPTH,
                        List.of(),
                        n -> "SELECT json_valid('" + "[".repeat(n) + "]".repeat(n) + "') AS {s}"),
                of(
                        "paths of json_set",
                        50,
                        List.of(),
                        n -> "SELECT json_set('{}', " + list(n, ", ", i -> "'$.k" + i + "', " + i)
                                + ") AS {s}"),
                of(
                        "paths of json_extract",
                        ARGUMENTS - 1,
                        array,
                        n -> "SELECT json_extract(j, " + list(n, ", ", i -> "'$[" + i + "].k'")
                                + ") AS {s} FROM x"),
                of(
                        "json_object",
                        50,
                        List.of(),
                        n -> "SELECT json_object(" + list(n, ", ", i -> "'k" + i + "', " + i)
                                + ") AS {s}"),
                rows(
                        "JSON in rows",
                        some,
                        lines,
                        "SELECT sum(j ->> 'k') AS {s} FROM x WHERE j ->>" + " 't' <> 'a'"));
    }

    private static List<Cliff> secondJson() {
        IntFunction<List<String>> lines = n -> List.of(
                "CREATE TABLE x(j TEXT)",
                "INSERT INTO x SELECT json_object('k', value, 't', 'text ' || value, 'a',"
                        + " json_array(1, 2, 3)) FROM " + series(n));
        int some = 50_000;
        return List.of(
                rows(
                        "json_each in rows",
                        some,
                        lines,
                        "SELECT sum(value) AS {s} FROM x, json_each(j," + " '$.a')"),
                rows(
                        "json_group_array",
                        some,
                        lines,
                        "SELECT length(json_group_array(j)) AS {s}" + " FROM x"),
                rows(
                        "json_group_object",
                        some,
                        lines,
                        "SELECT length(json_group_object(j ->>" + " 't', 1)) AS {s} FROM x"));
    }
}
