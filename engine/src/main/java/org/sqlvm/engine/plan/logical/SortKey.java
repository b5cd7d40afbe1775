package org.sqlvm.engine.plan.logical;

import org.sqlvm.engine.data.Collation;

/**
 * A term of an ORDER BY.
 *
 * @param value one of the result's values or another expression over the same input
 * @param bigNull NULL counts as greater than every value, as in
 *     {@link org.sqlvm.engine.data.KeyField}
 */
public record SortKey(Expr value, Collation collation, boolean descending, boolean bigNull) {}
