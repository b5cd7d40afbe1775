package org.sqlvm.engine.virtual.tokens;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlvm.engine.error.SqlException;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Tokens as SQLite's tables of terms show them. */
final class TokenizersTest {
    private static final long SEED = Long.getLong("sqlvm.seed", 1);
    /** Texts of a tokenizer. */
    private static final int TEXTS = Integer.getInteger("sqlvm.texts", 40);

    private static final List<String> ENGLISH = List.of(
            "relational",
            "conditional",
            "valenci",
            "digitizer",
            "conformabli",
            "radicalli",
            "vietnamization",
            "predication",
            "operator",
            "feudalism",
            "decisiveness",
            "formaliti",
            "sensibiliti",
            "triplicate",
            "electrical",
            "hopeful",
            "goodness",
            "allowance",
            "adjustable",
            "replacement",
            "adoption",
            "homologou",
            "effective",
            "bowdlerize",
            "probate",
            "cease",
            "controll",
            "caresses",
            "ponies",
            "ties",
            "agreed",
            "plastered",
            "motoring",
            "sing",
            "conflated",
            "troubled",
            "sized",
            "hopping",
            "hissing",
            "failing",
            "happy",
            "sky",
            "aed",
            "ied",
            "eed",
            "lys",
            "ion",
            "sion");
    private static final List<String> ENDINGS = List.of(
            "s", "es", "ies", "ed", "eed", "ing", "ational", "y", "e", "ll", "ion", "ement", "ness",
            "ous", "al", "ize", "izing", "iti", "bli", "logi", "ative", "icate", "ee");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unicode61",
                "unicode61 remove_diacritics 0",
                "unicode61 remove_diacritics 2",
                "unicode61 categories 'L* N* Co Mn' tokenchars '-_€' separators 'éxß'",
                "unicode61 categories 'Lu P* Zs' remove_diacritics 2",
                "unicode61 categories ''",
                "ascii",
                "ascii tokenchars '_-' separators 'ab'",
                "porter",
                "porter ascii",
                "porter trigram",
                "trigram",
                "trigram case_sensitive 1",
                "trigram remove_diacritics 1"
            })
    void splitsAsSqlite(String definition) throws SQLException {
        Random random = new Random(SEED);
        Tokenizer tokenizer = new Tokenizers().create(words(definition));
        List<String> expected = new ArrayList<>();
        List<String> actual = new ArrayList<>();
        try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            sqlite.createStatement()
                    .execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize=\"" + definition
                            + "\")");
            sqlite.createStatement().execute("CREATE VIRTUAL TABLE v USING fts5vocab(t, instance)");
            PreparedStatement insert = sqlite.prepareStatement("INSERT INTO t VALUES (?)");
            for (int i = 0; i < TEXTS; i++) {
                String text = text(random);
                insert.setString(1, text);
                insert.execute();
                addTokens(tokenizer, text, i + 1, actual);
            }
            ResultSet rows = sqlite.createStatement()
                    .executeQuery("SELECT doc, offset, hex(term) FROM v ORDER BY doc, offset");
            while (rows.next()) {
                expected.add(rows.getInt(1) + " " + rows.getInt(2) + " " + rows.getString(3));
            }
        }
        assertEquals(expected, actual);
    }

    private static void addTokens(Tokenizer tokenizer, String text, int row, List<String> tokens) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int[] count = new int[1];
        tokenizer.tokenize(
                utf8,
                0,
                utf8.length,
                Tokenizer.DOCUMENT,
                null,
                (array, start, length, flags, from, to) -> tokens.add(row + " " + count[0]++ + " "
                        + HexFormat.of().withUpperCase().formatHex(array, start, start + length)));
    }

    private static List<String> words(String definition) {
        List<String> words = new ArrayList<>();
        for (String part : definition.split(" (?=(?:[^']*'[^']*')*[^']*$)")) {
            words.add(part.replace("'", ""));
        }
        return words;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        String gap = List.of(" ", "-", "", "_", ". ").get(random.nextInt(5));
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append(word(random)).append(gap);
        }
        return text.toString();
    }

    private static String word(Random random) {
        int kind = random.nextInt(10);
        if (kind < 3) {
            return ENGLISH.get(random.nextInt(ENGLISH.size()));
        }
        if (kind < 5) {
            return ENGLISH.get(random.nextInt(ENGLISH.size())).substring(0, 3)
                    + ENDINGS.get(random.nextInt(ENDINGS.size()));
        }
        StringBuilder word = new StringBuilder();
        for (int i = 1 + random.nextInt(6); i > 0; i--) {
            int code = kind < 8 ? 0xA0 + random.nextInt(0x2000) : 1 + random.nextInt(0x10FFFF);
            boolean surrogate = code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE;
            word.appendCodePoint(surrogate ? 'x' : code);
        }
        return word.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "unicode61 remove_diacritics 3",
                "unicode61 categories L",
                "unicode61 categories 'X*'",
                "unicode61 tokenchars",
                "unicode61 nothing 1",
                "ascii remove_diacritics 1",
                "trigram case_sensitive 2",
                "trigram case_sensitive 1 remove_diacritics 1",
                "porter nothing",
                "porter ascii tokenchars"
            })
    void refusesOptionsAsSqlite(String definition) throws SQLException {
        try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:")) {
            String sql = "CREATE VIRTUAL TABLE t USING fts5(a, tokenize=\"" + definition + "\")";
            SQLException theirs = assertThrows(SQLException.class, () -> {
                sqlite.createStatement().execute(sql);
                sqlite.createStatement().execute("INSERT INTO t VALUES ('a')");
            });
            SqlException ours = assertThrows(
                    SqlException.class, () -> new Tokenizers().create(words(definition)));
            assertEquals(
                    "[SQLITE_ERROR] SQL error or missing database (" + ours.getMessage() + ")",
                    theirs.getMessage());
        }
    }

    @Test
    void tellsUserTokenizersIndexesOfCharacters() {
        Tokenizer tokenizer = new UserTokenizer((input, sink) -> {
            String text = input.text();
            int at = text.indexOf("b");
            sink.token("B", at, at + 1);
            sink.synonym("beta", at, at + 1);
        });
        byte[] utf8 = "é\uD83D\uDE00 b".getBytes(StandardCharsets.UTF_8);
        List<String> tokens = new ArrayList<>();
        tokenizer.tokenize(
                utf8,
                0,
                utf8.length,
                Tokenizer.QUERY,
                null,
                (array, start, length, flags, from, to) ->
                        tokens.add(new String(array, start, length, StandardCharsets.UTF_8) + " "
                                + flags + " " + from + " " + to));
        assertEquals(List.of("B 0 7 8", "beta 1 7 8"), tokens);
    }
}
