package org.sqlvm.jdbc.value;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.api.text.SqlToken;
import org.sqlvm.jdbc.error.Errors;
import org.sqlvm.jdbc.settings.DateSettings;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.SQLSyntaxErrorException;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;

/**
 * JDBC's escapes in braces, written as SQLite has it: {@code {d '2026-11-22'}}, {@code {t …}},
 * {@code {ts …}}, {@code {fn …}}, {@code {escape …}}, {@code {oj …}}, {@code {limit …}}. A brace
 * has no meaning in SQLite but in quotes and comments, which are left as they are.
 */
public final class Escapes {
    /**
     * Functions of JDBC (JDBC 4.3 specification, appendix C) that SQLite has by another name, or
     * with other arguments, of which $1 is the first. All others keep their names.
     */
    private static final Map<String, String> FUNCTIONS = Map.ofEntries(
            Map.entry("ASCII", "unicode($1)"),
            Map.entry("CHAR_LENGTH", "length($1)"),
            Map.entry("CHARACTER_LENGTH", "length($1)"),
            Map.entry("LCASE", "lower($1)"),
            Map.entry("LEFT", "substr($1, 1, $2)"),
            Map.entry("LOCATE", "instr($2, $1)"),
            Map.entry("RIGHT", "substr($1, -($2), $2)"),
            Map.entry("UCASE", "upper($1)"),
            Map.entry("LOG", "ln($1)"),
            Map.entry("CURDATE", "CURRENT_DATE"),
            Map.entry("CURRENT_DATE", "CURRENT_DATE"),
            Map.entry("CURTIME", "CURRENT_TIME"),
            Map.entry("CURRENT_TIME", "CURRENT_TIME"),
            Map.entry("NOW", "CURRENT_TIMESTAMP"),
            Map.entry("CURRENT_TIMESTAMP", "CURRENT_TIMESTAMP"));

    private static final int NO_ESCAPE = -1;

    private final String sql;
    private final DateSettings dates;
    private final List<SqlToken> tokens;
    /** Index of the token that comes next. */
    private int next;

    private Escapes(String sql, DateSettings dates) {
        this.sql = sql;
        this.dates = dates;
        this.tokens = SqlText.tokens(sql);
    }

    /**
     * The text without escapes.
     *
     * @throws java.sql.SQLFeatureNotSupportedException for {@code {call …}}
     * @throws SQLSyntaxErrorException for an escape that there is not, or that does not end
     */
    public static String processed(String sql, DateSettings dates) throws SQLException {
        return sql.indexOf('{') < 0 ? sql : new Escapes(sql, dates).text(NO_ESCAPE);
    }

    private SQLException wrong(String what, int place) {
        return new SQLSyntaxErrorException(
                what + " at character " + (place + 1), "42000", Errors.ERROR);
    }

    private boolean isAt(int index, String text) {
        return index < tokens.size() && tokens.get(index).of(sql).equals(text);
    }

    /**
     * Returns the rewritten text up to the closing brace, without it, or up to the end.
     *
     * @param opened the index of the open brace; {@link #NO_ESCAPE} for none
     */
    private String text(int opened) throws SQLException {
        StringBuilder made = new StringBuilder();
        while (next < tokens.size()) {
            if (isAt(next, "{")) {
                made.append(escape());
            } else if (isAt(next, "}") && opened != NO_ESCAPE) {
                next++;
                return made.toString();
            } else {
                made.append(tokens.get(next++).of(sql));
            }
        }
        if (opened != NO_ESCAPE) {
            throw wrong("an escape without its closing brace", opened);
        }
        return made.toString();
    }

    /** Returns the SQL for the escape whose opening brace is the next token. */
    private String escape() throws SQLException {
        int begin = tokens.get(next++).start();
        while (next < tokens.size() && tokens.get(next).kind() == SqlToken.Kind.SPACE) {
            next++;
        }
        SqlToken first = next < tokens.size() ? tokens.get(next) : null;
        String word = switch (first == null ? SqlToken.Kind.SPACE : first.kind()) {
            case KEYWORD, NAME -> first.of(sql).toLowerCase(Locale.ROOT);
            default -> "";
        };
        if (word.equals("call") || isAt(next, "?")) {
            throw Errors.notSupported("a stored procedure");
        }
        next += word.isEmpty() ? 0 : 1;
        return switch (word) {
            case "d", "t", "ts" -> moment(word, begin, text(begin));
            case "fn" -> function(text(begin).strip(), begin);
            case "escape" -> "ESCAPE" + text(begin);
            case "oj" -> text(begin);
            case "limit" -> "LIMIT" + text(begin);
            default -> throw wrong("no such escape: {" + word, begin);
        };
    }

    /** Returns the value that setDate, setTime or setTimestamp would store, as a literal. */
    private String moment(String word, int begin, String literal) throws SQLException {
        String quoted = literal.strip();
        if (quoted.length() < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
            throw wrong("the escape {" + word + " takes a text in quotes", begin);
        }
        String value = quoted.substring(1, quoted.length() - 1);
        java.util.Date date;
        try {
            date = switch (word) {
                case "d" -> Date.valueOf(value);
                case "t" -> Time.valueOf(value);
                default -> Timestamp.valueOf(value);
            };
        } catch (IllegalArgumentException e) {
            throw Errors.badValue(value, word.equals("d") ? "date" : "time", e);
        }
        Object stored = Temporals.stored(date.getTime(), TimeZone.getDefault(), dates);
        // A number is put in parentheses, since it may be negative and follow a minus.
        return stored instanceof String text ? SqlText.literal(text) : "(" + stored + ")";
    }

    private String function(String call, int begin) throws SQLException {
        int open = call.indexOf('(');
        String name = open < 0 ? call : call.substring(0, open).strip();
        String template = FUNCTIONS.get(name.toUpperCase(Locale.ROOT));
        if (template == null || (open >= 0 && !call.endsWith(")"))) {
            return call;
        }
        List<String> arguments =
                open < 0 ? List.of() : arguments(call.substring(open + 1, call.length() - 1));
        int count = template.contains("$2") ? 2 : template.contains("$1") ? 1 : 0;
        if (arguments.size() != count) {
            throw wrong(name + " takes " + count + " arguments, in the escape", begin);
        }
        StringBuilder made = new StringBuilder();
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c == '$') {
                i++;
                made.append(arguments.get(template.charAt(i) - '1'));
            } else {
                made.append(c);
            }
        }
        return made.toString();
    }

    /** Divides at the commas that are in no parentheses and no quotes. */
    private static List<String> arguments(String list) {
        List<String> found = new ArrayList<>();
        int begin = 0;
        int depth = 0;
        for (SqlToken token : SqlText.tokens(list)) {
            String text = token.of(list);
            if (text.equals(",") && depth == 0) {
                found.add(list.substring(begin, token.start()).strip());
                begin = token.end();
            }
            depth += text.equals("(") ? 1 : text.equals(")") ? -1 : 0;
        }
        String last = list.substring(begin).strip();
        if (!last.isEmpty() || !found.isEmpty()) {
            found.add(last);
        }
        return found;
    }
}
