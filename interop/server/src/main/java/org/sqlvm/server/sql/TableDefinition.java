package org.sqlvm.server.sql;

import org.sqlvm.server.error.ServerError;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * CREATE TABLE and CREATE INDEX as PostgreSQL has them, in SQLite's words: a key that numbers its
 * rows by itself (SERIAL, IDENTITY) is an INTEGER PRIMARY KEY, a default is no function of the
 * session, and an index has no method.
 */
public final class TableDefinition {
    private static final Pattern SIGNS = Pattern.compile(
            "\\b(small|big)?serial[248]?\\b|\\bidentity\\b|\\bdefault\\b|\\busing\\b"
                    + "|\\bconcurrently\\b|_ops\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Set<String> SERIALS =
            Set.of("BIGSERIAL", "SERIAL", "SERIAL2", "SERIAL4", "SERIAL8", "SMALLSERIAL");

    /** The words that can follow the type of a column. */
    private static final Set<String> CONSTRAINTS = Set.of(
            "AS",
            "CHECK",
            "COLLATE",
            "CONSTRAINT",
            "DEFAULT",
            "GENERATED",
            "NOT",
            "NULL",
            "PRIMARY",
            "REFERENCES",
            "UNIQUE");

    private static final Set<String> TABLE_CONSTRAINTS =
            Set.of("CHECK", "CONSTRAINT", "EXCLUDE", "FOREIGN", "LIKE", "PRIMARY", "UNIQUE");

    private final String text;
    private final SqlTokens tokens;
    private final StringBuilder result = new StringBuilder();
    /** Where the text begins that has not gone into the result. */
    private int copied;

    /** Columns that number their rows. */
    private final List<String> numbered = new ArrayList<>();

    private final List<String> key = new ArrayList<>();

    private TableDefinition(String text) {
        this.text = text;
        this.tokens = new SqlTokens(text, 0);
    }

    /** Whether a statement may have something to be rewritten. */
    public static boolean concerns(String text) {
        return SIGNS.matcher(text).find();
    }

    public static String rewrite(String text) {
        return new TableDefinition(text).run();
    }

    private String run() {
        tokens.next().expect("CREATE");
        while (isOneOf(Set.of("TEMP", "TEMPORARY", "UNIQUE", "GLOBAL", "LOCAL", "UNLOGGED"))) {
            tokens.next();
        }
        if (tokens.accept("INDEX")) {
            index();
        } else if (tokens.accept("TABLE")) {
            table();
        }
        return result.append(text, copied, text.length()).toString();
    }

    private boolean isOneOf(Set<String> words) {
        return words.contains(tokens.word());
    }

    private void replace(int from, int to, String other) {
        result.append(text, copied, from).append(other);
        copied = to;
    }

    private void index() {
        while (tokens.kind() != SqlTokens.Kind.END && !tokens.isSymbol('(')) {
            int start = tokens.start();
            if (tokens.accept("CONCURRENTLY")) {
                replace(start, tokens.start(), "");
            } else if (tokens.accept("USING")) {
                tokens.next();
                replace(start, tokens.start(), "");
            } else {
                tokens.next();
            }
        }
        // Classes of operators, as text_pattern_ops.
        for (; tokens.kind() != SqlTokens.Kind.END; tokens.next()) {
            if (tokens.word().endsWith("_OPS")) {
                replace(tokens.start(), tokens.end(), "");
            }
        }
    }

    private void table() {
        while (tokens.kind() != SqlTokens.Kind.END && !tokens.isSymbol('(')) {
            if (tokens.isWord("AS")) {
                return;
            }
            tokens.next();
        }
        do {
            tokens.next();
            if (isOneOf(TABLE_CONSTRAINTS)) {
                constraint();
            } else if (tokens.kind() != SqlTokens.Kind.END) {
                column();
            }
        } while (tokens.isSymbol(','));
        for (String name : numbered) {
            if (key.size() != 1 || !key.getFirst().equals(name)) {
                throw ServerError.notSupported(
                        "a column that numbers its rows and is not the primary key");
            }
        }
    }

    /** Reads over what is in parentheses, and one token if there are none. */
    private void skip() {
        if (!tokens.accept('(')) {
            tokens.next();
            return;
        }
        while (tokens.kind() != SqlTokens.Kind.END && !tokens.isSymbol(')')) {
            skip();
        }
        tokens.accept(')');
    }

    private boolean isItemEnd() {
        return tokens.kind() == SqlTokens.Kind.END || tokens.isSymbol(',') || tokens.isSymbol(')');
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void constraint() {
        while (!isItemEnd()) {
            boolean isKey = tokens.isWord("PRIMARY");
            if (isKey && tokens.next().accept("KEY") && tokens.accept('(')) {
                while (!isItemEnd() || tokens.isSymbol(',')) {
                    if (!tokens.isSymbol(',')) {
                        key.add(lower(tokens.value()));
                    }
                    tokens.next();
                }
                tokens.accept(')');
            } else if (!isKey) {
                skip();
            }
        }
    }

    private void column() {
        String name = lower(tokens.value());
        tokens.next();
        int typeStart = tokens.start();
        boolean isSerial = isOneOf(SERIALS);
        int typeEnd = typeStart;
        while (!isItemEnd() && !isOneOf(CONSTRAINTS)) {
            typeEnd = tokens.end();
            skip();
        }
        if (isSerial || isIdentity()) {
            replace(typeStart, typeEnd, "INTEGER");
            numbered.add(name);
        }
        while (!isItemEnd()) {
            int start = tokens.start();
            if (tokens.accept("PRIMARY")) {
                key.add(name);
            } else if (tokens.accept("DEFAULT")) {
                fallback();
            } else if (tokens.isWord("GENERATED")) {
                generated(start);
            } else {
                skip();
            }
        }
    }

    /**
     * Returns the index at which the type of a column ends.
     *
     * @param tokens the tokens, at the first one of the type
     * @param end the end of the column's definition
     */
    public static int typeEnd(SqlTokens tokens, int end) {
        int last = tokens.start();
        int depth = 0;
        while (tokens.start() < end && (depth > 0 || !CONSTRAINTS.contains(tokens.word()))) {
            depth += tokens.isSymbol('(') ? 1 : tokens.isSymbol(')') ? -1 : 0;
            last = tokens.end();
            tokens.next();
        }
        return last;
    }

    /** Whether the rest of the column's definition says so. */
    private boolean isIdentity() {
        SqlTokens ahead = new SqlTokens(text, tokens.start()).next();
        int depth = 0;
        while (ahead.kind() != SqlTokens.Kind.END && depth >= 0) {
            if (ahead.isSymbol('(')) {
                depth++;
            } else if (ahead.isSymbol(')')) {
                depth--;
            } else if (depth == 0 && ahead.isSymbol(',')) {
                return false;
            } else if (depth == 0 && ahead.isWord("IDENTITY")) {
                return true;
            }
            ahead.next();
        }
        return false;
    }

    /** {@code GENERATED BY DEFAULT AS IDENTITY (…)} goes; a computed column stays. */
    private void generated(int start) {
        tokens.next();
        if (!tokens.accept("ALWAYS") && tokens.accept("BY")) {
            tokens.expect("DEFAULT");
        }
        tokens.accept("AS");
        if (tokens.isWord("IDENTITY")) {
            int end = tokens.end();
            if (tokens.next().isSymbol('(')) {
                skip();
                end = tokens.start();
            }
            replace(start, end, "");
        } else {
            skip();
        }
    }

    /** Other connections know no functions of PostgreSQL's, and a literal needs no cast. */
    private void fallback() {
        int start = tokens.start();
        SqlTokens ahead = new SqlTokens(text, start).next();
        boolean isEnclosed = ahead.accept('(');
        boolean isNow = ahead.isWord("NOW") && ahead.next().accept('(') && ahead.accept(')');
        if (isNow && (!isEnclosed || ahead.accept(')'))) {
            replace(start, ahead.start(), "CURRENT_TIMESTAMP ");
            tokens.goTo(ahead.start());
            return;
        }
        if (tokens.isSymbol('-') || tokens.isSymbol('+')) {
            tokens.next();
        }
        skip();
        int end = tokens.start();
        while (tokens.token().equals("::")) {
            tokens.next();
            TypeName.read(tokens);
        }
        if (tokens.start() > end) {
            replace(end, tokens.start(), " ");
        }
    }
}
