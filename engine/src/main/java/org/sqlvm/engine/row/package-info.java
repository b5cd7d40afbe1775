/**
 * The common types of the packages on rows of values: functions and accumulators, rows as bytes and
 * in files, and the threads that work on rows. Rows leave a program in a {@link Batch}.
 */
package org.sqlvm.engine.row;
