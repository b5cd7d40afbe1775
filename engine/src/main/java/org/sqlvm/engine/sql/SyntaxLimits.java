package org.sqlvm.engine.sql;

/**
 * How large the trees of a statement may be (sqlite.org/limits.html).
 *
 * @param expressionDepth levels of an expression
 * @param compoundTerms SELECTs of a compound; 0 for any number
 * @param arguments of one call of a function
 */
public record SyntaxLimits(int expressionDepth, int compoundTerms, int arguments) {
    /** As SQLite is usually compiled. None can be raised beyond. */
    public static final SyntaxLimits MOST = new SyntaxLimits(1000, 500, 1000);
}
