/**
 * Window functions. A {@link WindowPlan} has the windows over the rows of one SELECT; a
 * {@link WindowTable} takes the rows and returns them, sorted, with the results of the functions.
 */
package org.sqlvm.engine.row.window;
