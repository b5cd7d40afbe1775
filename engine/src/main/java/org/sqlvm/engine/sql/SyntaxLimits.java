package org.sqlvm.engine.sql;

/**
 * The limits of a statement's syntax trees (sqlite.org/limits.html).
 *
 * @param expressionDepth the levels of an expression
 * @param compoundTerms the SELECTs of a compound; 0 for no limit
 * @param arguments the arguments of one call of a function
 * @param stored whether the text is one of sqlite_schema, where old versions of SQLite have left
 *     larger trees
 */
public record SyntaxLimits(int expressionDepth, int compoundTerms, int arguments, boolean stored) {
    /** As SQLite is usually compiled. None can be raised beyond. */
    public static final SyntaxLimits MOST = new SyntaxLimits(1000, 500, 1000);

    /** For the text of sqlite_schema. */
    static final SyntaxLimits STORED = new SyntaxLimits(1000, 500, 1000, true);

    /** For a statement. */
    public SyntaxLimits(int expressionDepth, int compoundTerms, int arguments) {
        this(expressionDepth, compoundTerms, arguments, false);
    }
}
