/**
 * Window functions. A {@link WindowPlan} says which windows lie over the rows of one SELECT; a
 * {@link WindowTable} takes the rows and gives them back, sorted, with the results of the
 * functions.
 */
package org.sqlvm.engine.row.window;
