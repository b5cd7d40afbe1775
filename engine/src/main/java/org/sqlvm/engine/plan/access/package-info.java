/**
 * Loops over rows: the ways to reach the rows of one source, what each costs, and the order in
 * which the sources are nested.
 */
package org.sqlvm.engine.plan.access;
