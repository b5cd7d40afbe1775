package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.sql.Identifiers;

import java.util.List;

/** What the words of a declared type mean (sqlite.org/datatype3.html section 3.1). */
public final class DeclaredType {
    /**
     * Types that SQLite knows by name: it gives them back in upper case, and STRICT allows no
     * others.
     */
    private static final List<String> STANDARD =
            List.of("ANY", "BLOB", "INT", "INTEGER", "REAL", "TEXT");

    private DeclaredType() {}

    /** The affinity of a column or CAST declared as {@code text}; null or empty is BLOB. */
    public static Affinity affinity(String text) {
        if (text == null || text.isEmpty()) {
            return Affinity.BLOB;
        }
        String type = Identifiers.upper(text);
        if (type.contains("INT")) {
            return Affinity.INTEGER;
        }
        if (type.contains("CHAR") || type.contains("CLOB") || type.contains("TEXT")) {
            return Affinity.TEXT;
        }
        if (type.contains("BLOB")) {
            return Affinity.BLOB;
        }
        if (type.contains("REAL") || type.contains("FLOA") || type.contains("DOUB")) {
            return Affinity.REAL;
        }
        return Affinity.NUMERIC;
    }

    /** The type as result columns and PRAGMA table_info show it. */
    static String shown(String text) {
        String upper = Identifiers.upper(text);
        return STANDARD.contains(upper) ? upper : unquoted(text);
    }

    /** A type that begins with a quote ends where the quotation does. */
    private static String unquoted(String text) {
        int quote = "\"'`[".indexOf(text.isEmpty() ? ' ' : text.charAt(0));
        if (quote < 0) {
            return text;
        }
        char close = "\"'`]".charAt(quote);
        StringBuilder name = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            if (text.charAt(i) == close) {
                boolean doubled = i + 1 < text.length() && text.charAt(i + 1) == close;
                if (!doubled) {
                    break;
                }
                i++;
            }
            name.append(text.charAt(i));
        }
        return name.toString();
    }

    /** Whether a STRICT table may have a column of this {@link #shown} type. */
    static boolean isStandard(String shown) {
        return STANDARD.contains(shown);
    }
}
