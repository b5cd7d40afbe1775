package org.sqlvm.engine.sql;

import org.sqlvm.engine.error.SqlException;
import org.sqlvm.engine.sql.tree.Expression;
import org.sqlvm.engine.sql.tree.Statement;

/** SQL text to syntax trees. Errors are {@link SqlException}s in SQLite's words, with their place. */
public final class Parser {
    private Parser() {}

    /** Parses the statement that begins at {@code start}; what follows its semicolon is not looked at. */
    public static Parsed parse(String sql, int start) {
        throw SqlException.notSupported("parser", start);
    }

    /** Parses a lone expression, as a column's DEFAULT or an index's WHERE. */
    public static Expression parseExpression(String text) {
        throw SqlException.notSupported("parser", 0);
    }

    /** Parses a CREATE statement as sqlite_schema stores it. */
    public static Statement parseSchemaSql(String sql) {
        throw SqlException.notSupported("parser", 0);
    }

    /**
     * Whether {@code sql} ends in a complete statement, so that a shell need not ask for another line:
     * after a semicolon that is not in a string, comment or trigger body.
     */
    public static boolean isComplete(String sql) {
        throw SqlException.notSupported("parser", 0);
    }
}
