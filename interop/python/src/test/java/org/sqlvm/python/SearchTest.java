package org.sqlvm.python;

import org.junit.jupiter.api.Test;

/** Tokenizers and auxiliary functions of Python; what is expected is what apsw gives. */
final class SearchTest extends ModuleProgram {
    @Override
    String prelude() {
        return """
            import sqlvm
            c = sqlvm.connect(":memory:", isolation_level=None)
            log = []

            def rows(sql, *parameters):
                return c.execute(sql, parameters).fetchall()

            def error(call, *arguments):
                try:
                    return call(*arguments)
                except Exception as e:
                    return "%s: %s" % (type(e).__name__, e)

            def made(name, tokenizer):
                c.register_fts5_tokenizer(name, lambda connection, words: tokenizer)
                c.execute("CREATE VIRTUAL TABLE %s USING fts5(x, tokenize = %s)" % (name, name))
                return error(rows, "INSERT INTO %s VALUES ('éab cd')" % name)
            """;
    }

    /** Words between commas; a word with a plus is known without it, too. */
    @Test
    void tokenizers() {
        run("""
            log.clear()

            def commas(connection, words):
                log.append((connection is c, words))

                def tokenize(utf8, flags, locale):
                    log.append((utf8, flags, locale))
                    start = 0
                    for word in utf8.split(b","):
                        end = start + len(word)
                        words = [word.decode()]
                        if flags == sqlvm.FTS5_TOKENIZE_DOCUMENT and word.endswith(b"+"):
                            words.append(word[:-1].decode())
                        yield start, end, *words
                        start = end + 1

                return tokenize

            c.register_fts5_tokenizer("Commas", commas)
            c.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize = 'commas a ''b c''')")
            c.execute("INSERT INTO t VALUES ('é b,c d+,😀,z'), ('c d')")
            """);
        says(
                "[(True, ['a', 'b c']), (b'\\xc3\\xa9 b,c d+,\\xf0\\x9f\\x98\\x80,z', 4, None),"
                        + " (b'c d', 4, None)]",
                "log");
        check("[(1,), (2,)]", "rows('SELECT rowid FROM t(?) ORDER BY rowid', '\"c d\"')");
        check(
                "[('é b,c d+,<😀>,z',)]",
                "rows('SELECT highlight(t, 0, ?, ?) FROM t(?)', '<', '>', '\"😀\"')");
        check(
                "[('é b,c d+,😀,<z>',)]",
                "rows('SELECT highlight(t, 0, ?, ?) FROM t(?)', '<', '>', 'z*')");
        says("[3, 8]", "[each[1] for each in log[-2:]]");
        run("c.execute(\"INSERT INTO t(t) VALUES ('integrity-check')\")");
    }

    @Test
    void tokenizersFail() {
        check("[]", "made('plain', lambda utf8, flags, locale: [('ab', 'x'), 'cd'])");
        check("[('<>éab cd',)]", "rows(\"SELECT highlight(plain, 0, '<', '>') FROM plain('x')\")");
        String[][] faults = {
            {
                "far",
                "[(0, 99, 'q')]",
                "start (0) and end (99) must be positive, within the utf8"
                        + " length (7) and start before end"
            },
            {
                "short",
                "[(0, 'q')]",
                "Tuple isn't long enough (2).  Should be at least two integers" + " and a string."
            },
            {"number", "[5]", "Expected a str or a tuple, not int"},
            {"empty", "[()]", "tuple is empty"},
            {"item", "[('a', 3)]", "Expected tuple item 1 to be a str, not int"},
        };
        for (String[] fault : faults) {
            says(
                    "ValueError: " + fault[2],
                    "made('" + fault[0] + "', lambda utf8, flags, locale: " + fault[1] + ")");
        }
        says(
                "ZeroDivisionError: division by zero",
                "made('thrown', lambda utf8, flags, locale: 1 / 0)");
        check("[(0,)]", "rows('SELECT count(*) FROM thrown')");
        says(
                "TypeError: Expected a callable returned from FTS5 Tokenizer create, not int",
                "error(made, 'none', 5)");
        says(
                "TypeError: Expected a callable not NoneType",
                "error(c.register_fts5_tokenizer, 'x', None)");
        says(
                "TypeError: register_fts5_function() argument 1 must be str, not int",
                "error(c.register_fts5_function, 1, len)");
    }

    @Test
    void functions() {
        run("""
            c.execute("CREATE VIRTUAL TABLE d USING fts5(a, b)")
            c.executemany("INSERT INTO d VALUES (?, ?)",
                [("one two three one", "two one"), ("two", None), ("one x", "y")])

            # The function is given the code: a statement that is kept keeps the function, too.
            def asked(code):
                return rows("SELECT asked(d, ?, 1, 'x') FROM d('one AND tw*')", code)[0][0]

            def wrong(code):
                return rows("SELECT wrong(d, ?) FROM d('one AND tw*')", code)[0][0]

            c.register_fts5_function("asked", lambda api, code, *values: repr(eval(code)))
            c.register_fts5_function(
                "wrong", lambda api, code: repr(error(eval, code, {"api": api})))
            """);
        String[][] answers = {
            {"values", "(1, 'x')"},
            {"api.column_count, api.row_count, api.rowid", "(2, 3, 1)"},
            {"api.inst_count, api.phrase_count, api.phrases", "(5, 2, (('one',), ('tw',)))"},
            {"api.column_text(0), api.column_text(1)", "(b'one two three one', b'two one')"},
            {"api.column_size(), api.column_size(0)", "(6, 4)"},
            {"api.column_total_size(), api.column_total_size(1)", "(10, 3)"},
            {
                "api.column_locale(0), api.inst_tokens(0), api.inst_tokens(1)",
                "(None, ('one',), ('two',))"
            },
            {"api.phrase_columns(0), api.phrase_column_offsets(0, 0)", "((0, 1), [0, 3])"},
            {"api.phrase_locations(0)", "[[0, 3], [1]]"},
            {"api.tokenize('é Hi'.encode(), None)", "[(0, 2, 'e'), (3, 5, 'hi')]"},
            {"api.tokenize(b'Hi you', None, include_offsets=False)", "[('hi',), ('you',)]"},
            {"api.tokenize(b'Hi', None, include_offsets=False, include_colocated=False)", "['hi']"},
        };
        for (String[] answer : answers) {
            says(answer[1], "asked(\"" + answer[0] + "\")");
        }
        for (String code : new String[] {
            "api.column_text(9)", "api.column_size(7)", "api.inst_tokens(55)",
            "api.phrase_columns(9)", "api.phrase_column_offsets(0, 9)", "api.phrase_locations(7)",
            "api.query_phrase(9, print, None)"
        }) {
            says("'InterfaceError: column index out of range'", "wrong('" + code + "')");
        }
    }

    /** Without MATCH there is no phrase; a NULL is an empty text, as is one that is not stored. */
    @Test
    void rowsWithoutAQueryOrContent() {
        run("""
            c.register_fts5_function("row", lambda api: repr(
                (api.phrases, api.inst_count, error(api.phrase_locations, 0), api.column_size(),
                 api.column_text(0), api.column_text(1))))
            for name, option in ("whole", ""), ("bare", ", content=''"):
                c.execute("CREATE VIRTUAL TABLE %s USING fts5(a, b%s)" % (name, option))
                c.execute("INSERT INTO %s(rowid, a, b) VALUES (1, 'one 😀 two', NULL)" % name)
            """);
        says(
                "((), 0, 'InterfaceError: column index out of range', 2, b'one"
                        + " \\xf0\\x9f\\x98\\x80 two', b'')",
                "rows('SELECT row(whole) FROM whole')[0][0]");
        says(
                "((('two',),), 1, [[1], []], 2, b'', b'')",
                "rows('SELECT row(bare) FROM bare(?)', 'two')[0][0]");
    }

    @Test
    void rowsOfAPhraseAndState() {
        run("""
            c.execute("CREATE VIRTUAL TABLE p USING fts5(a)")
            c.executemany("INSERT INTO p VALUES (?)", [("one two one",), ("two",), ("one x",)])
            kept = []

            def rare(api, weight=1):
                kept.append(api)
                if api.aux_data is None:
                    found = []
                    api.query_phrase(0, lambda other, to: to.append(
                        (other.rowid, other.inst_count, other.column_text(0))), found)
                    log.append(found)
                    api.aux_data = len(found)
                return api.aux_data * weight

            c.register_fts5_function("rare", rare)
            c.register_fts5_function("failing", lambda api: 1 / 0)
            log.clear()
            """);
        check("[(2.5,), (2.5,)]", "rows('SELECT rare(p, 1.25) FROM p(?)', 'one')");
        says("[[(1, 2, b'one two one'), (3, 1, b'one x')]]", "log");
        check(
                "[(1, 2), (3, 2)]",
                "rows('SELECT rowid, rank FROM p(?) WHERE rank MATCH ? ORDER BY rank, rowid',"
                        + " 'one', 'rare()')");
        says(
                "ProgrammingError: FTS5ExtensionApi is being used outside of the callback it was"
                        + " valid in",
                "error(lambda: kept[0].rowid)");
        says(
                "ZeroDivisionError: division by zero",
                "error(rows, 'SELECT failing(p) FROM p(?)', 'one')");
        says(
                "OperationalError: unable to use function rare in the requested context",
                "error(rows, 'SELECT rare(1)')");
    }
}
