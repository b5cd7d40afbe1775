package org.sqlvm.jdbc;

import org.sqlvm.api.text.SqlText;
import org.sqlvm.api.text.SqlToken;

import java.sql.DatabaseMetaData;
import java.util.ArrayList;
import java.util.List;

/**
 * The facts about a table's constraints that only its definition has, and no PRAGMA returns: names,
 * and whether a foreign key is deferred.
 */
final class Constraints {
    private static final String NAME_BEGINS = "CONSTRAINT";

    /** The words of the definition, without blanks and comments. */
    private final List<String> words = new ArrayList<>();

    /** @param sql the definition of a table; null for one that has none */
    Constraints(String sql) {
        for (SqlToken token : SqlText.tokens(sql == null ? "" : sql)) {
            if (token.kind() != SqlToken.Kind.SPACE && token.kind() != SqlToken.Kind.COMMENT) {
                words.add(token.of(sql));
            }
        }
    }

    /** @param name null if it has none */
    record ForeignKey(String name, int deferrability) {}

    private boolean isAt(int index, String word) {
        return index >= 0 && index < words.size() && words.get(index).equalsIgnoreCase(word);
    }

    /** The name of the constraint that begins at {@code index}; null if it has none. */
    private String nameBefore(int index) {
        return isAt(index - 2, NAME_BEGINS) ? SqlText.unquoted(words.get(index - 1)) : null;
    }

    /** Whether the table's rowids are not used again. */
    boolean autoincrements() {
        return words.stream().anyMatch("AUTOINCREMENT"::equalsIgnoreCase);
    }

    /** The name of the primary key; null if it has none. */
    String primaryKeyName() {
        for (int i = 0; i < words.size(); i++) {
            if (isAt(i, "PRIMARY") && nameBefore(i) != null) {
                return nameBefore(i);
            }
        }
        return null;
    }

    /** Foreign keys in the order of the definition, which is that of falling ids. */
    List<ForeignKey> foreignKeys() {
        List<ForeignKey> keys = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (isAt(i, "REFERENCES")) {
                keys.add(new ForeignKey(nameBefore(begin(i)), deferrability(i, end(i))));
            }
        }
        return keys;
    }

    /**
     * Returns the beginning of a foreign key: at FOREIGN if that and columns come before
     * REFERENCES.
     */
    private int begin(int references) {
        if (!isAt(references - 1, ")")) {
            return references;
        }
        int open = references - 2;
        while (open > 0 && !isAt(open, "(")) {
            open--;
        }
        return isAt(open - 1, "KEY") && isAt(open - 2, "FOREIGN") ? open - 2 : references;
    }

    /**
     * Returns the end of the clause that begins at {@code start}: a comma or parenthesis at its
     * level.
     */
    private int end(int start) {
        int depth = 0;
        int i = start;
        while (i < words.size() && depth >= 0 && !(depth == 0 && isAt(i, ","))) {
            depth += isAt(i, "(") ? 1 : isAt(i, ")") ? -1 : 0;
            i++;
        }
        return i;
    }

    private int deferrability(int start, int end) {
        int at = start;
        while (at < end && !isAt(at, "DEFERRABLE")) {
            at++;
        }
        if (at == end || isAt(at - 1, "NOT")) {
            return DatabaseMetaData.importedKeyNotDeferrable;
        }
        return isAt(at + 1, "INITIALLY") && isAt(at + 2, "DEFERRED")
                ? DatabaseMetaData.importedKeyInitiallyDeferred
                : DatabaseMetaData.importedKeyInitiallyImmediate;
    }
}
