/**
 * Queries on vectors of columns: {@link org.sqlvm.engine.vector.VectorRun} runs a scan, with its
 * joins, into groups or rows. The packages inside are its parts, each of which knows those below
 * it: {@code scan}, {@code join}, {@code expression}, {@code group}, {@code cache}, {@code query}
 * and {@code column}.
 */
package org.sqlvm.engine.vector;
