/**
 * How a query runs, as the code generator reads it: sources, loops, grouping, windows, sorting, and
 * the text of EXPLAIN QUERY PLAN.
 */
package org.sqlvm.engine.plan.physical;
