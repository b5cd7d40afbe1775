package org.sqlvm.test.queries;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.Parser;
import org.sqlvm.engine.sql.StatementShape;
import org.sqlvm.test.engines.SqliteEngine;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Statements of every kind with a few tokens changed, given to the parser and to SQLite's prepare.
 *
 * <p>There is no schema, so SQLite may object to names before it comes to a later syntax error, or
 * after it; such statements say nothing. What must agree is whether there is a syntax error, and
 * its words. And texts of one {@link StatementShape} must be right or wrong together: a wrong one
 * would run the program of another.
 */
public final class ParserDiffer {
    private static final Pattern TOKEN = Pattern.compile(
            "'(?:[^']|'')*'|\"[^\"]*\"|\\[[^]]*]|`[^`]*`|[\\w$]+|<>|<=|>=|==|!="
                    + "|<<|>>|\\|\\||->>|->|\\s+|.",
            Pattern.DOTALL);

    /** The errors that SQLite's grammar raises by itself, whatever the schema. */
    private static final Pattern SYNTAX = Pattern.compile(
            "near \".*\": syntax error"
                    + "|incomplete input"
                    + "|unrecognized token: .*"
                    + "|unknown join type: .*"
                    + "|a JOIN clause is required before .*"
                    + "|.* clause should come .*"
                    + "|unknown table option: .*"
                    + "|hex literal too big: .*"
                    + "|too many terms in compound SELECT"
                    + "|unsupported frame specification"
                    + "|duplicate WITH table name: .*"
                    + "|RETURNING may not .*"
                    + "|the .* clause is not allowed on .*"
                    + "|qualified table names are not allowed on .*"
                    + "|syntax error after column name .*"
                    + "|a NATURAL join may not have .*",
            Pattern.DOTALL);

    /** Errors in a literal or a variable. */
    private static final Pattern LITERAL =
            Pattern.compile("unrecognized token: \"[0-9].*|variable number must be .*");

    /** SQLite accepts these after UPDATE and DELETE only if compiled so, as the driver's is. */
    private static final Pattern CHANGE_IN_ORDER =
            Pattern.compile("near \"(LIMIT|ORDER)\": syntax error");

    private static final Pattern CHANGE =
            Pattern.compile("(?s).*\\b(UPDATE|DELETE)\\b.*\\b(LIMIT|ORDER)\\b.*");

    private static final String[] EXTRA = {
        "(",
        ")",
        ",",
        ";",
        ".",
        "*",
        "=",
        "-",
        "+",
        "||",
        "->",
        "1",
        "1.5",
        "'s'",
        "\"q\"",
        "x",
        "?",
        "?0",
        ":n",
        "@",
        "#",
        "$",
        "'",
        "\"",
        "[",
        "`",
        "!",
        "0x",
        "1e",
        "1x",
        "x'1'",
        "x'0g'",
        "--",
        "/*",
        "*/",
        "\u00e4",
        "\0",
        "1_0",
        "1__0",
        "._1",
        "RECURSIVE",
        "ROW",
        "FULL",
        "REPLACE",
        "GLOB",
        "MATCH",
        "REGEXP",
        "ROWID",
        "STRICT",
        "WITHIN",
        "FILTER",
        "OVER",
        "RANGE",
        "GROUPS",
        "NULLS FIRST",
        "UNION",
        "ALL",
        "VALUES",
        "SELECT",
        "FROM",
        "WHERE",
        "GROUP BY",
        "ORDER BY",
        "LIMIT",
        "ON",
        "USING (x)",
        "NATURAL",
        "OUTER",
        "JOIN",
        "AS",
        "NOT",
        "NULL",
        "IS",
        "IN",
        "BETWEEN",
        "LIKE",
        "ESCAPE",
        "COLLATE",
        "CASE",
        "WHEN",
        "END",
        "CAST",
        "EXISTS",
        "RAISE",
        "DEFAULT",
        "PRIMARY KEY",
        "CHECK",
        "UNIQUE",
        "CONSTRAINT",
        "WITH",
        "RETURNING",
        "SET",
        "DO",
        "NOTHING",
        "TEMP",
        "IF NOT EXISTS",
        "INDEXED",
        "NOT INDEXED",
        "GENERATED ALWAYS"
    };

    private final PrintStream out;
    private final List<List<String>> seeds = new ArrayList<>();

    /** By shape: the first text that was right, and the first that was wrong. */
    private final Map<String, String> right = new HashMap<>();

    private final Map<String, String> wrong = new HashMap<>();

    public ParserDiffer(PrintStream out) throws IOException {
        this.out = out;
        try (InputStream stream = ParserDiffer.class.getResourceAsStream("/parser/seeds.sql")) {
            for (String line :
                    new String(stream.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                seeds.add(tokens(line));
            }
        }
    }

    private static List<String> tokens(String sql) {
        List<String> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(sql);
        while (matcher.find()) {
            tokens.add(matcher.group());
        }
        return tokens;
    }

    /** Returns the number of differences; shows the first ones. */
    public int run(long seed, int rounds, int shownMax) {
        Random random = new Random(seed);
        int differences = 0;
        try (SqliteEngine sqlite = SqliteEngine.inMemory()) {
            for (int round = 0; round < rounds; round++) {
                String sql = mutate(random);
                String actual = error(sql);
                String difference = compare(sqlite, sql, actual);
                difference = difference == null ? compareShape(sql, actual) : difference;
                if (difference != null && ++differences <= shownMax) {
                    out.println(difference);
                }
            }
        }
        return differences;
    }

    private String mutate(Random random) {
        List<String> tokens = new ArrayList<>(seeds.get(random.nextInt(seeds.size())));
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && !tokens.isEmpty(); i++) {
            int at = random.nextInt(tokens.size());
            switch (random.nextInt(7)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, tokens.get(at));
                case 2 -> Collections.swap(tokens, at, random.nextInt(tokens.size()));
                case 3 -> tokens.set(at, word(random));
                case 4 -> tokens.add(at, " " + word(random) + " ");
                case 5 -> tokens.subList(at, tokens.size()).clear();
                default ->
                    tokens.subList(at, Math.min(tokens.size(), at + 1 + random.nextInt(6)))
                            .clear();
            }
        }
        return String.join("", tokens);
    }

    private String word(Random random) {
        if (random.nextBoolean()) {
            return EXTRA[random.nextInt(EXTRA.length)];
        }
        List<String> other = seeds.get(random.nextInt(seeds.size()));
        return other.get(random.nextInt(other.size()));
    }

    private String compareShape(String sql, String actual) {
        StatementShape shape = actual == null ? null : StatementShape.of(sql, 0);
        if (shape == null || !shape.hasLiterals()) {
            return null;
        }
        String key = shape.key();
        (actual.isEmpty() ? right : wrong).putIfAbsent(key, sql);
        return right.containsKey(key) && wrong.containsKey(key)
                ? "one shape:\n  right: " + right.get(key) + "\n  wrong: " + wrong.get(key)
                : null;
    }

    private static String compare(SqliteEngine sqlite, String sql, String actual) {
        if (actual == null) {
            return null; // The driver cannot prepare nothing.
        }
        String expected = sqlite.prepareError(sql);
        boolean ours = SYNTAX.matcher(actual).matches();
        boolean theirs = SYNTAX.matcher(expected).matches();
        // An error in what the statement means hides whether its syntax is right.
        boolean meaning = !theirs && !expected.isEmpty();
        boolean late = LITERAL.matcher(actual).matches() && expected.startsWith("near ");
        boolean ordered =
                CHANGE_IN_ORDER.matcher(actual).matches() && CHANGE.matcher(sql).matches();
        if (expected.equals(actual) || (!ours && !theirs) || meaning || late || ordered) {
            return null;
        }
        return sql + "\n  SQLite: " + expected + "\n  sqlvm:  " + actual;
    }

    /** The parser's error, an empty text if there is none, or null if there is no statement. */
    private static String error(String sql) {
        try {
            return Parser.parse(sql, 0).statement() == null ? null : "";
        } catch (SqlException e) {
            return e.getMessage();
        } catch (RuntimeException | StackOverflowError e) {
            return "internal: " + e;
        }
    }
}
