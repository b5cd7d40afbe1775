package org.sqlvm.server.sql;

import org.sqlvm.api.Column;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a result's columns as PostgreSQL's clients expect them: a call without an alias has
 * the name of its function, where SQLite has its text.
 */
public final class ResultNames {
    private static final Pattern CALL =
            Pattern.compile("([A-Za-z_]\\w*)\\s*\\(", Pattern.UNICODE_CHARACTER_CLASS);

    /** The text that may follow a call's parentheses as part of the call. */
    private static final Pattern WINDOW =
            Pattern.compile("\\s*((FILTER|OVER)\\b.*)?", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private ResultNames() {}

    public static String of(Column column) {
        String name = column.name();
        Matcher call = CALL.matcher(name);
        if (column.origin() != null || !call.lookingAt()) {
            return name;
        }
        String function = call.group(1).toLowerCase(Locale.ROOT);
        int end = closing(name, call.end());
        boolean isCall = end > 0
                && WINDOW.matcher(name.substring(end)).matches()
                && !function.equals("cast")
                && !function.equals("values");
        return isCall ? function : name;
    }

    /**
     * Returns the index after the parenthesis that closes the one opened before {@code start}; 0 if
     * none does.
     */
    private static int closing(String text, int start) {
        SqlTokens tokens = new SqlTokens(text, start).next();
        for (int depth = 1; tokens.kind() != SqlTokens.Kind.END; tokens.next()) {
            if (tokens.isSymbol('(')) {
                depth++;
            } else if (tokens.isSymbol(')') && --depth == 0) {
                return tokens.end();
            }
        }
        return 0;
    }
}
