package org.sqlvm.language.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sqlvm.api.SqlvmException;
import org.sqlvm.api.search.MatchContext;
import org.sqlvm.api.search.Tokenizer;
import org.sqlvm.language.DatabaseTestCase;

import java.util.ArrayList;
import java.util.List;

/** Tokenizers and auxiliary functions of Java programs. */
final class SearchExtensionsTest extends DatabaseTestCase {
    @BeforeEach
    void register() {
        database.createTokenizer("commas", words -> {
            if (!words.isEmpty()) {
                throw new IllegalArgumentException(words.toString());
            }
            return SearchExtensionsTest::split;
        });
    }

    /** Splits at commas; a word with a plus is known without it, too. */
    private static void split(Tokenizer.Input input, Tokenizer.Sink sink) {
        int start = 0;
        String text = input.text();
        while (start <= text.length()) {
            int comma = text.indexOf(',', start);
            int end = comma < 0 ? text.length() : comma;
            if (end > start) {
                String token = text.substring(start, end);
                sink.token(token, start, end);
                if (token.endsWith("+") && input.reason() == Tokenizer.Reason.DOCUMENT) {
                    sink.synonym(token.substring(0, token.length() - 1), start, end);
                }
            }
            start = end + 1;
        }
    }

    @Test
    void ownTokenizer() {
        database.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = commas)");
        database.execute("INSERT INTO t VALUES ('é b,c d+'), ('c d'), ('b')");
        assertEquals(List.of(1L, 2L), all("SELECT rowid FROM t('\"c d\"') ORDER BY rowid"));
        assertEquals(
                List.of("<é b>,c d+"), all("SELECT highlight(t, 0, '<', '>') FROM t('\"é b\"')"));
        database.execute("INSERT INTO t(t) VALUES ('integrity-check')");
    }

    @Test
    void tokenizersFail() {
        assertEquals(
                "error in tokenizer constructor",
                message("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'commas x')"));
        database.createTokenizer("broken", words -> (input, sink) -> {
            throw new IllegalStateException("broken tokenizer");
        });
        database.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = broken)");
        assertThrows(
                IllegalStateException.class, () -> database.execute("INSERT INTO t VALUES ('a')"));
        assertEquals(List.of(0L), all("SELECT count(*) FROM t"));
    }

    private String message(String sql) {
        return assertThrows(SqlvmException.class, () -> database.execute(sql)).getMessage();
    }

    @Test
    void ownFunction() {
        database.createAuxiliaryFunction("places", (match, arguments, result) -> {
            List<String> found = new ArrayList<>();
            for (int i = 0; i < match.instanceCount(); i++) {
                found.add(match.instancePhrase(i) + ":" + match.instanceColumn(i) + ":"
                        + match.instanceOffset(i));
            }
            result.setText(arguments.getText(0) + found);
        });
        database.createAuxiliaryFunction(
                "size",
                (match, arguments, result) ->
                        result.setLong(match.columnSize(MatchContext.ALL_COLUMNS)));
        database.execute("CREATE VIRTUAL TABLE t USING fts5(a, b)");
        database.execute("INSERT INTO t VALUES ('one two', 'one'), ('two one', '')");
        assertEquals(
                List.of("=[0:0:0, 1:0:1, 0:1:0]"),
                all("SELECT places(t, '=') FROM t('one AND two') WHERE rowid = 1"));
        assertEquals(
                List.of(2L, 2L, 1L, 3L),
                all("SELECT rowid, rank FROM t('one') WHERE rank MATCH 'size()' ORDER BY rank"));
        assertEquals(
                "unable to use function places in the requested context",
                message("SELECT places(1)"));
    }

    @Test
    void defensiveConnectionsProtectTheIndex() {
        database.setDefensive(true);
        database.execute(
                "CREATE VIRTUAL TABLE t USING fts5(x, content = 'd', content_rowid = 'id')");
        database.execute("CREATE TABLE d(id INTEGER PRIMARY KEY, x)");
        database.execute("INSERT INTO t(rowid, x) VALUES (1, 'one')");
        database.execute("INSERT INTO t(t) VALUES ('optimize')");
        assertEquals("table t_data may not be modified", message("DELETE FROM t_data"));
        assertEquals("table t_config may not be modified", message("DELETE FROM t_config"));
        assertEquals("table t_idx may not be dropped", message("DROP TABLE t_idx"));
        assertEquals(List.of(1L), all("SELECT rowid FROM t('one')"));
        database.execute("ALTER TABLE t RENAME TO u");
        database.execute("INSERT INTO u(u) VALUES ('delete-all')");
        database.execute("DROP TABLE u");
        assertEquals(List.of("d"), all("SELECT name FROM sqlite_schema"));
    }
}
