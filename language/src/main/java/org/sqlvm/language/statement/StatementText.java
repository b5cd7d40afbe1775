package org.sqlvm.language.statement;

import org.sqlvm.engine.data.Utf8;
import org.sqlvm.engine.sql.KnownShapes;
import org.sqlvm.engine.sql.Parsed;
import org.sqlvm.engine.sql.StatementShape;

/**
 * The position of one statement in a text of several.
 *
 * @param sql the whole text
 * @param start the index at which the statement, or the white space before it, begins
 * @param end the index behind its semicolon, at which the next one begins
 * @param shape its shape; null if it has none
 */
public record StatementText(String sql, int start, int end, StatementShape shape) {
    /**
     * Returns the first statement from {@code start} on; null if only white space, comments and
     * semicolons are left. A query or a change is found by its tokens alone: if its program is
     * known, it needs no parser.
     *
     * @param shapes the connection's known shapes
     * @throws org.sqlvm.engine.error.SqlException a syntax error, of a statement of another kind;
     *     or an unpaired surrogate
     */
    public static StatementText first(KnownShapes shapes, String sql, int start) {
        int from = start;
        while (from < sql.length()) {
            StatementShape shape = shapes.of(sql, from);
            if (shape != null) {
                Utf8.requireUnicode(sql, from, shape.end());
                return new StatementText(sql, from, shape.end(), shape);
            }
            Parsed parsed = DeepStack.parse(sql, from);
            if (parsed.statement() != null) {
                Utf8.requireUnicode(sql, from, parsed.end());
                return new StatementText(sql, from, parsed.end(), null);
            }
            from = parsed.end();
        }
        return null;
    }

    /** The statement alone. */
    String own() {
        return sql.substring(start, end);
    }
}
