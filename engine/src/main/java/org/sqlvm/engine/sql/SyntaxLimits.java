package org.sqlvm.engine.sql;

/**
 * How large the trees of a statement may be (sqlite.org/limits.html).
 *
 * @param expressionDepth levels of an expression
 * @param compoundTerms SELECTs of a compound; 0 for any number
 * @param arguments of one call of a function
 * @param stored the text is one of sqlite_schema, where old versions of SQLite have left more
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
