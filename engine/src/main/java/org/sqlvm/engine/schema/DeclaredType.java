package org.sqlvm.engine.schema;

import org.sqlvm.engine.data.Affinity;
import org.sqlvm.engine.data.Ascii;
import org.sqlvm.engine.sql.Identifiers;

import java.util.List;

/** The meaning of a declared type's words (sqlite.org/datatype3.html section 3.1). */
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
        return Affinity.ofDeclared(text);
    }

    /**
     * The type as result columns and PRAGMA table_info show it. One that begins with a quote ends
     * where the quotation does.
     */
    static String shown(String text) {
        String upper = Ascii.toUpper(text);
        return STANDARD.contains(upper) ? upper : Identifiers.unquoted(text);
    }

    /** Whether a STRICT table may have a column of this {@link #shown} type. */
    static boolean isStandard(String shown) {
        return STANDARD.contains(shown);
    }
}
