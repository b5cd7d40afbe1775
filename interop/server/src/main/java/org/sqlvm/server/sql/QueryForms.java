package org.sqlvm.server.sql;

import org.sqlvm.api.text.SqlText;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Clauses of queries that PostgreSQL has in another form than SQLite: an OFFSET without a LIMIT,
 * queries in parentheses with UNION between them, row locks, time zones, and arrays as tables.
 */
public final class QueryForms {
    /** Words that PostgreSQL takes as aliases and names of columns, and SQLite does not. */
    private static final String RESERVED = "add|all|alter|and|as|autoincrement|between|case|check"
            + "|collate|commit|constraint|create|default|deferrable|delete|distinct|drop|else"
            + "|escape|exists|foreign|from|group|having|in|index|insert|into|is|isnull|join|limit"
            + "|not|notnull|nothing|null|on|or|order|primary|references|returning|select|set|table"
            + "|then|to|transaction|union|unique|update|using|values|when|where";

    private static final Set<String> RESERVED_WORDS =
            Set.of(RESERVED.toUpperCase(Locale.ROOT).split("\\|"));

    private static final Pattern SIGNS = Pattern.compile(
            "\\boffset\\b|\\bfor\\s+(update|share|no|key)\\b|\\bat\\s+time\\s+zone\\b"
                    + "|\\bunnest\\s*\\(|\\)\\s*(union|except|intersect)\\b"
                    + "|\\b(union|except|intersect)\\s+(all\\s+)?\\("
                    + "|(\\bas\\s+|\\.)(" + RESERVED + ")\\b",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern BEHAVIOR =
            Pattern.compile("\\s(CASCADE|RESTRICT)\\s*$", Pattern.CASE_INSENSITIVE);

    private static final Set<String> COMPOUNDS = Set.of("EXCEPT", "INTERSECT", "UNION");

    /** The words that queries begin with. */
    public static final Set<String> QUERIES = Set.of("SELECT", "VALUES", "WITH");

    /** Words behind which OFFSET is a name. */
    private static final Set<String> BEFORE_NAMES =
            Set.of("AND", "AS", "BY", "DISTINCT", "NOT", "ON", "OR", "SELECT", "SET", "WHERE");

    private final String text;
    private final SqlTokens tokens;
    private final StringBuilder result = new StringBuilder();
    private int copied;

    /** The columns of arrays that are tables, as the statement calls them. */
    private final Map<String, String> columns;

    /** The word or the symbol before the token; empty at the beginning. */
    private String before = "";

    private int depth;
    /** By depth of parentheses: whether the query there has said LIMIT. */
    private final Map<Integer, Boolean> limits = new HashMap<>();

    private QueryForms(String text, Map<String, String> columns) {
        this.text = text;
        this.columns = columns;
        this.tokens = new SqlTokens(text, 0);
    }

    /** Whether a statement may have something to be rewritten. */
    static boolean concerns(String text) {
        return SIGNS.matcher(text).find();
    }

    static String rewrite(String text) {
        if (!concerns(text)) {
            return text;
        }
        // The text before FROM is read again once the names after it are known.
        Map<String, String> columns = new HashMap<>();
        String once = new QueryForms(text, columns).run();
        return columns.isEmpty() ? once : new QueryForms(text, columns).run();
    }

    /** A statement that drops something, without the word that says what depends on it. */
    public static String withoutBehavior(String text) {
        return BEHAVIOR.matcher(text).replaceFirst("");
    }

    private String run() {
        tokens.next();
        while (tokens.kind() != SqlTokens.Kind.END) {
            step();
        }
        return result.append(text, copied, text.length()).toString();
    }

    private void step() {
        if (isReservedName()) {
            replace(tokens.start(), tokens.end(), SqlText.quoted(tokens.token()));
            pass();
            return;
        }
        switch (tokens.word()) {
            case "LIMIT" -> {
                limits.put(depth, true);
                pass();
            }
            case "OFFSET" -> offset();
            case "FOR" -> lock();
            case "UNNEST" -> unnest();
            default -> {
                if (tokens.isSymbol('(')) {
                    open();
                } else if (tokens.isSymbol(')')) {
                    depth--;
                    pass();
                } else if (tokens.kind() == SqlTokens.Kind.WORD) {
                    column();
                } else {
                    pass();
                }
            }
        }
    }

    /** A word behind AS or a point that can be nothing but a name there. */
    private boolean isReservedName() {
        if (!RESERVED_WORDS.contains(tokens.word())) {
            return false;
        }
        SqlTokens ahead = ahead();
        boolean isAtEnd = ahead.kind() == SqlTokens.Kind.END
                || ahead.isSymbol(',')
                || ahead.isSymbol(')')
                || ahead.isSymbol(';')
                || ahead.isWord("FROM");
        return before.equals(".") || (before.equals("AS") && isAtEnd);
    }

    private void pass() {
        before = tokens.kind() == SqlTokens.Kind.WORD ? tokens.word() : tokens.token();
        tokens.next();
    }

    private void replace(int from, int to, String other) {
        result.append(text, copied, from).append(other);
        copied = to;
    }

    private SqlTokens ahead() {
        return new SqlTokens(text, tokens.end()).next();
    }

    private void offset() {
        SqlTokens ahead = ahead();
        boolean hasNumber = ahead.kind() == SqlTokens.Kind.NUMBER
                || ahead.kind() == SqlTokens.Kind.PARAMETER
                || ahead.isSymbol('(');
        boolean isName = BEFORE_NAMES.contains(before) || ",.=<>+-*/(".contains(before);
        if (hasNumber && !isName && !limits.getOrDefault(depth, false)) {
            replace(tokens.start(), tokens.start(), "LIMIT -1 ");
        }
        pass();
    }

    /** FOR UPDATE and its kind: a transaction that reads what another one changes fails at once. */
    private void lock() {
        int start = tokens.start();
        SqlTokens ahead = ahead();
        ahead.accept("NO");
        ahead.accept("KEY");
        if (!ahead.isWord("UPDATE") && !ahead.isWord("SHARE")) {
            pass();
            return;
        }
        int end = ahead.end();
        ahead.next();
        if (ahead.accept("OF")) {
            do {
                end = ahead.end();
            } while (ahead.next().accept(','));
        }
        if (ahead.isWord("NOWAIT")) {
            end = ahead.end();
        } else if (ahead.accept("SKIP")) {
            end = ahead.end();
        }
        replace(start, end, "");
        tokens.goTo(end);
    }

    /** A query in parentheses that is a part of another one becomes a subquery. */
    private void open() {
        boolean isQuery = QUERIES.contains(ahead().word());
        boolean isBehind = COMPOUNDS.contains(before) || before.equals("ALL");
        boolean isFirst = (before.isEmpty() || before.equals("("))
                && COMPOUNDS.contains(behindParentheses().word());
        if (isQuery && (isBehind || isFirst)) {
            replace(tokens.start(), tokens.start(), "SELECT * FROM ");
        }
        depth++;
        limits.remove(depth);
        pass();
    }

    /** Returns the tokens after the closing parenthesis of the current token, an opening one. */
    private SqlTokens behindParentheses() {
        SqlTokens ahead = ahead();
        for (int open = 1; ahead.kind() != SqlTokens.Kind.END && open > 0; ahead.next()) {
            if (ahead.isSymbol('(')) {
                open++;
            } else if (ahead.isSymbol(')')) {
                open--;
            }
        }
        return ahead;
    }

    /** Returns the number of arguments in the parentheses that the current token opens. */
    private int countArguments() {
        int count = 1;
        SqlTokens ahead = ahead();
        for (int open = 1; ahead.kind() != SqlTokens.Kind.END && open > 0; ahead.next()) {
            if (ahead.isSymbol('(') || ahead.isSymbol('[')) {
                open++;
            } else if (ahead.isSymbol(')') || ahead.isSymbol(']')) {
                open--;
            } else if (open == 1 && ahead.isSymbol(',')) {
                count++;
            }
        }
        return count;
    }

    /** {@code unnest(array) WITH ORDINALITY AS name(value, ordinality)} as a table. */
    private void unnest() {
        boolean isTable = Set.of("FROM", "JOIN", ",").contains(before);
        if (!isTable || !ahead().isSymbol('(')) {
            pass();
            return;
        }
        int word = tokens.start();
        int wordEnd = tokens.end();
        pass();
        int arrays = countArguments();
        SqlTokens ahead = behindParentheses();
        int start = ahead.start();
        int end = start;
        replace(word, wordEnd, ArrayTable.name(arrays, ahead.isWord("WITH")));
        if (ahead.accept("WITH")) {
            ahead.expect("ORDINALITY");
            end = ahead.start();
        }
        ahead.accept("AS");
        boolean isNamed = ahead.kind() == SqlTokens.Kind.WORD
                && !DialectRewriter.keywords().contains(ahead.word());
        String name = isNamed || ahead.kind() == SqlTokens.Kind.NAME ? ahead.value() : null;
        if (name != null) {
            end = ahead.end();
            if (ahead.next().accept('(')) {
                List<String> names = new ArrayList<>();
                do {
                    names.add(name(ahead));
                } while (ahead.next().accept(','));
                for (int i = 0; i < names.size(); i++) {
                    columns.put(names.get(i), i < arrays ? ArrayTable.column(i) : "ordinality");
                }
                end = ahead.end();
            }
        }
        if (end > start) {
            int close = end;
            open();
            while (tokens.start() < start) {
                step();
            }
            replace(start, close, name == null ? "" : " AS " + SqlText.quoted(name));
            tokens.goTo(close);
        }
    }

    private static String name(SqlTokens tokens) {
        return tokens.value().toLowerCase(Locale.ROOT);
    }

    private void column() {
        String own = columns.get(name(tokens));
        if (own != null && !ahead().isSymbol('.') && !ahead().isSymbol('(')) {
            replace(tokens.start(), tokens.end(), own);
        }
        pass();
    }
}
