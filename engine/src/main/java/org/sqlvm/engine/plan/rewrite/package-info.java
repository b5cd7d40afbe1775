/**
 * Rules that replace a query by a cheaper one that gives the same rows, and the list of them in the
 * order in which they are applied.
 */
package org.sqlvm.engine.plan.rewrite;
