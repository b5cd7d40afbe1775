package org.sqlvm.api.text;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

final class SqlTextTest {
    private static final List<String> PIECES = List.of(
            "SELECT",
            "a",
            "\"a\"\"b\"",
            "`c`",
            "[d]",
            "'e''f'",
            "x'00'",
            "x'0'",
            "1",
            "1.5e3",
            "1_0",
            "0xf",
            "1a",
            "?1",
            ":a",
            "$a(b)",
            "@",
            "{",
            "}",
            "||",
            "->>",
            "<>",
            "!",
            ";",
            " ",
            "\n",
            "\u000b",
            "-- c\n",
            "-- c",
            "/* c */",
            "/*",
            "'",
            "[",
            "(",
            ")",
            "OVER",
            "WINDOW",
            "é",
            "\ufeff");

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
        }
        return text.toString();
    }

    private static String kinds(String sql) {
        List<String> kinds = new ArrayList<>();
        SqlText.tokens(sql).forEach(token -> kinds.add(token.kind() + " " + token.of(sql)));
        return String.join("|", kinds);
    }

    @Test
    void everyCharacterIsInOneToken() {
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            String sql = text(random);
            int end = 0;
            for (SqlToken token : SqlText.tokens(sql)) {
                assertEquals(end, token.start(), sql);
                assertTrue(token.end() > token.start(), sql);
                end = token.end();
            }
            assertEquals(sql.length(), end, sql);
        }
    }

    @Test
    void tokensHaveKinds() {
        assertEquals(
                "KEYWORD select|SPACE  |NAME [a;b]|OPERATOR ,|STRING 'it''s'|COMMENT /* ; */"
                        + "|BLOB x'00'|OPERATOR ->>|NUMBER 1.5e3|PARAMETER :p|SEMICOLON ;"
                        + "|COMMENT -- end|SPACE \n",
                kinds("select [a;b],'it''s'/* ; */x'00'->>1.5e3:p;-- end\n"));
        assertEquals("ILLEGAL {|NAME d|ILLEGAL }|ILLEGAL 'open; --", kinds("{d}'open; --"));
        assertEquals("NAME a", kinds("a\0b"));
        assertEquals("", kinds(""));
    }

    @Test
    void kindsOfStatements() {
        List<String> cases = List.of(
                "EMPTY: ",
                "EMPTY: ; /* SELECT */ -- x",
                "QUERY:\ufeff -- c\n/* d */ ;select 1",
                "QUERY:VALUES(1)",
                "QUERY:WITH a AS (SELECT 1), b(x) AS NOT MATERIALIZED (VALUES(1)) SELECT 2",
                "QUERY:WITH replace AS (SELECT 1) SELECT * FROM replace",
                "INSERT:WITH RECURSIVE \"select\" AS (SELECT ') INSERT')/**/INSERT INTO t",
                "INSERT:REPLACE INTO t",
                "UPDATE:with x as (select 1)update t",
                "DELETE:DELETE FROM t",
                "BEGIN:BEGIN IMMEDIATE",
                "COMMIT:END",
                "COMMIT:COMMIT",
                "ROLLBACK:ROLLBACK TO a",
                "PRAGMA:pragma x",
                "EXPLAIN:EXPLAIN INSERT INTO t",
                "EXPLAIN_QUERY_PLAN:explain/**/query plan SELECT 1",
                "ATTACH:attach'a' AS b",
                "OTHER:attachment",
                "OTHER:WITH a",
                "OTHER:(SELECT 1)",
                "OTHER:{",
                "OTHER:COPY t FROM 'f'");
        for (String each : cases) {
            int colon = each.indexOf(':');
            assertEquals(
                    each.substring(0, colon),
                    StatementKind.of(each.substring(colon + 1)).name(),
                    each);
        }
        assertEquals(StatementKind.QUERY, StatementKind.ofWord("values"));
        assertEquals(StatementKind.OTHER, StatementKind.ofWord("WITH"));
        assertTrue(StatementKind.of("REPLACE INTO t").changesRows());
        assertFalse(StatementKind.of("SELECT 1").changesRows());
    }

    @Test
    void aNulEndsTheTextAndAVerticalTabIsNoSpace() {
        assertTrue(SqlText.isComplete("SELECT 1;\0x"));
        assertFalse(SqlText.isComplete("SELECT 1\0;"));
        assertFalse(SqlText.isComplete(";\u000b"));
        assertFalse(SqlText.isComplete("SELECT '\0';"));
        assertFalse(SqlText.isComplete("/* \0 */;"));
        assertFalse(SqlText.isComplete("-- \0\n;"));
    }

    @Test
    void linesAreOneText() {
        Random random = new Random(2);
        List<String> words = List.of(
                "CREATE", "TEMP", "TRIGGER", "END", ";", ";", "'", "[", "]", "/*", "*/", "--", "x");
        for (int i = 0; i < 20_000; i++) {
            StatementProgress progress = new StatementProgress();
            StringBuilder whole = new StringBuilder();
            for (int line = random.nextInt(5); line >= 0; line--) {
                StringBuilder text = new StringBuilder();
                for (int word = random.nextInt(5); word >= 0; word--) {
                    text.append(words.get(random.nextInt(words.size()))).append(' ');
                }
                progress.add(text.toString());
                whole.append(text).append('\n');
                String sql = whole.toString();
                assertEquals(SqlText.isComplete(sql), progress.isComplete(), sql);
                assertEquals(
                        SqlText.isComplete(sql + ";"), progress.isCompleteWithSemicolon(), sql);
                boolean isBlank = SqlText.tokens(sql).stream()
                        .allMatch(token -> switch (token.kind()) {
                            case SPACE, SEMICOLON -> true;
                            case COMMENT ->
                                token.of(sql).startsWith("-") || token.of(sql).endsWith("*/");
                            default -> false;
                        });
                assertEquals(isBlank, progress.isBlank(), sql);
            }
        }
    }

    @Test
    void scriptsAreDivided() {
        String trigger = "CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT ';'; SELECT 2; END";
        assertEquals(
                List.of("SELECT ';'", trigger, "-- c;\nSELECT [;]", "SELECT 3"),
                SqlText.statements(
                        "SELECT ';';; " + trigger + ";-- c;\nSELECT [;];/* ; */; SELECT 3 "));
        assertEquals(List.of("SELECT '; x"), SqlText.statements("SELECT '; x"));
        assertEquals(List.of(), SqlText.statements(" ;-- x"));
    }

    @Test
    void textBehindAKeyword() {
        String sql = "CREATE INDEX \"where\" ON t(a) /* WHERE b */ where a > 'WHERE' ";
        assertEquals("a > 'WHERE'", SqlText.behind(sql, "WHERE"));
        assertNull(SqlText.behind("SELECT 'RETURNING', [RETURNING]", "RETURNING"));
        assertTrue(SqlText.hasKeyword("DELETE FROM t RETURNING", "RETURNING"));
    }

    private static final List<String> NAMES = List.of(
            "a",
            "A_1",
            "1a",
            "",
            " ",
            "a b",
            "é",
            "select",
            "Select",
            "key",
            "a\"b",
            "a]b",
            "a`b",
            "[a]",
            "'a'",
            "a--b",
            "a;b",
            "rowid",
            "_",
            "x'00'",
            "$a",
            "TEMPORARY",
            "glob");

    @Test
    void sqliteReadsNamesAsTheyAreQuoted() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            for (String name : NAMES) {
                List<String> ways = List.of(
                        SqlText.quoted(name),
                        SqlText.quotedIfNeeded(name),
                        SqlText.quotedColumn(name));
                for (String quoted : ways) {
                    statement.execute("CREATE TABLE t(z, " + quoted + ")");
                    statement.execute("INSERT INTO t VALUES (1, 2)");
                    try (ResultSet rows =
                            statement.executeQuery("SELECT " + quoted + " FROM t AS t")) {
                        assertEquals(2, rows.getInt(1), quoted);
                    }
                    try (ResultSet rows =
                            statement.executeQuery("SELECT name FROM pragma_table_info('t')")) {
                        rows.next();
                        rows.next();
                        assertEquals(name, rows.getString(1), quoted);
                    }
                    statement.execute("DROP TABLE t");
                }
                assertEquals(name, SqlText.unquoted(SqlText.quoted(name)));
            }
        }
        assertEquals("a", SqlText.quotedIfNeeded("a"));
        assertEquals("\"key\"", SqlText.quotedIfNeeded("key"));
    }

    @Test
    void sqliteReadsLiteralsAsTheirValues() throws SQLException {
        List<Object> values = new ArrayList<>(Arrays.asList(
                null,
                0L,
                -1L,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                0.0,
                1.0,
                0.1,
                1e20,
                1e-300,
                Double.MAX_VALUE,
                Double.MIN_VALUE,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                "",
                "it's",
                "''",
                "é\n",
                new byte[0],
                new byte[] {0, -1}));
        Random random = new Random(3);
        for (int i = 0; i < 1000; i++) {
            double real = Double.longBitsToDouble(random.nextLong());
            if (!Double.isNaN(real)) {
                values.add(real);
            }
        }
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite::memory:");
                Statement statement = connection.createStatement()) {
            for (Object value : values) {
                String literal = SqlText.literal(value);
                try (ResultSet rows = statement.executeQuery("SELECT " + literal)) {
                    if (value instanceof byte[] bytes) {
                        assertArrayEquals(bytes, rows.getBytes(1));
                    } else if (value instanceof Long) {
                        assertEquals(value, rows.getLong(1), literal);
                    } else {
                        assertEquals(value, rows.getObject(1), literal);
                    }
                }
            }
        }
        assertEquals("NULL", SqlText.literal(Double.NaN));
    }

    /** As many as sqlite.org/lang_keywords.html lists. */
    @Test
    void keywordsAreSqlites() {
        assertEquals(147, SqlText.KEYWORDS.size());
        assertTrue(SqlText.KEYWORDS.contains("TEMPORARY"));
        assertTrue(SqlText.KEYWORDS.contains("CURRENT_TIMESTAMP"));
        assertFalse(SqlText.KEYWORDS.contains("COPY"));
    }
}
