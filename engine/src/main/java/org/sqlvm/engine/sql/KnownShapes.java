package org.sqlvm.engine.sql;

/**
 * The shapes of the texts that a connection has seen last. Programs write the same texts again, or
 * texts that differ in the values of literals alone. Such a text is compared with the one before,
 * character by character, which takes a fifth of the time that looking at its tokens does.
 *
 * <p>Not for several threads at once.
 */
public final class KnownShapes {
    /** A power of two. */
    private static final int SIZE = 256;

    /** Longer texts are rare, and patterns of them would take up memory. */
    private static final int LENGTH_MAX = 4_000;

    private final ShapePattern[] patterns = new ShapePattern[SIZE];

    /** As {@link StatementShape#of}. */
    public StatementShape of(String sql, int start) {
        int place = place(sql, start);
        if (place < 0) {
            return StatementShape.of(sql, start);
        }
        ShapePattern known = patterns[place];
        StatementShape same = known == null ? null : known.match(sql, start);
        if (same != null) {
            return same;
        }
        StatementShape shape = StatementShape.of(sql, start);
        ShapePattern made = shape == null ? null : ShapePattern.of(shape, sql, start);
        if (made != null) {
            patterns[place] = made;
        }
        return shape;
    }

    /**
     * Returns the slot of a statement's pattern: equal for texts that differ only in numbers and in
     * what is quoted, up to the first semicolon; negative if the statement is too long for one.
     */
    private static int place(String sql, int start) {
        int length = sql.length();
        int hash = 0;
        int at = start;
        while (at < length && at - start <= LENGTH_MAX) {
            char c = sql.charAt(at++);
            if (c == ';') {
                break;
            } else if (c == '\'') {
                at = sql.indexOf('\'', at) + 1;
                if (at == 0) {
                    break;
                }
            } else if (!isOfNumber(c)) {
                hash = hash * 31 + c;
            }
        }
        hash ^= hash >>> 16;
        return at - start > LENGTH_MAX ? -1 : (hash ^ hash >>> 8) & (SIZE - 1);
    }

    private static boolean isOfNumber(char c) {
        return c <= '9' && (c >= '0' || c == '.' || c == '-');
    }
}
