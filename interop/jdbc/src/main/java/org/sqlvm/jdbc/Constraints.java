package org.sqlvm.jdbc;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PRAGMAs do not tell of a table's constraints, and its definition does: names, and whether a
 * foreign key waits for the commit.
 */
final class Constraints {
    /** A quoted name needs no blank before it or behind it. */
    private static final String NAMED = "\\bCONSTRAINT\\s*+"
            + "(\"[^\"]*+(?:\"\"[^\"]*+)*+\"|\\[[^\\]]*+\\]|`[^`]*+(?:``[^`]*+)*+`"
            + "|[\\w$\\x80-\\uffff]++)\\s*+";

    private static final Pattern PRIMARY_KEY =
            Pattern.compile(NAMED + "PRIMARY\\s+KEY\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern REFERENCES = Pattern.compile(
            "(?:" + NAMED + "(?:FOREIGN\\s+KEY\\s*\\([^)]*\\)\\s*)?)?\\bREFERENCES\\b",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern DEFERRED = Pattern.compile(
            "(NOT\\s+)?DEFERRABLE(\\s+INITIALLY\\s+DEFERRED)?", Pattern.CASE_INSENSITIVE);
    private static final Pattern AUTOINCREMENT =
            Pattern.compile("\\bAUTOINCREMENT\\b", Pattern.CASE_INSENSITIVE);
    /** Quoted names, which may be words that mean something elsewhere. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*+\"|\\[[^\\]]*+\\]|`[^`]*+`");
    /** Comments and texts, in which words mean nothing. */
    private static final Pattern SKIPPED =
            Pattern.compile("--[^\\n]*|/\\*.*?\\*/|'[^']*+(?:''[^']*+)*+'", Pattern.DOTALL);

    private Constraints() {}

    /** @param name null if it has none */
    record ForeignKey(String name, int deferrability) {}

    private static String plain(String sql) {
        return sql == null ? "" : SKIPPED.matcher(sql).replaceAll(" ");
    }

    /** Whether the table's rowids are not used again. */
    static boolean autoincrements(String sql) {
        return AUTOINCREMENT.matcher(QUOTED.matcher(plain(sql)).replaceAll("x")).find();
    }

    /** The name of the primary key; null if it has none. */
    static String primaryKeyName(String sql) {
        Matcher matcher = PRIMARY_KEY.matcher(plain(sql));
        return matcher.find() ? unquoted(matcher.group(1)) : null;
    }

    /** Foreign keys in the order of the definition, which is that of falling ids. */
    static List<ForeignKey> foreignKeys(String sql) {
        String text = plain(sql);
        List<ForeignKey> keys = new ArrayList<>();
        Matcher matcher = REFERENCES.matcher(text);
        while (matcher.find()) {
            String name = matcher.group(1) == null ? null : unquoted(matcher.group(1));
            String clause = text.substring(matcher.end(), end(text, matcher.end()));
            keys.add(new ForeignKey(name, deferrability(clause)));
        }
        return keys;
    }

    /** Where the clause ends that begins at {@code start}: at a comma or parenthesis of its own. */
    private static int end(String text, int start) {
        int depth = 0;
        for (int i = start; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
            }
            if (depth < 0 || (depth == 0 && c == ',')) {
                return i;
            }
        }
        return text.length();
    }

    private static int deferrability(String clause) {
        Matcher matcher = DEFERRED.matcher(clause);
        if (!matcher.find() || matcher.group(1) != null) {
            return DatabaseMetaData.importedKeyNotDeferrable;
        }
        return matcher.group(2) == null
                ? DatabaseMetaData.importedKeyInitiallyImmediate
                : DatabaseMetaData.importedKeyInitiallyDeferred;
    }

    private static String unquoted(String name) {
        char first = name.charAt(0);
        if (first != '"' && first != '[' && first != '`') {
            return name;
        }
        String inner = name.substring(1, name.length() - 1);
        return first == '[' ? inner : inner.replace("" + first + first, "" + first);
    }
}
