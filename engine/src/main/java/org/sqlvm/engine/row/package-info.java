/**
 * What the packages on rows of values share: what functions and accumulators are, rows as bytes and
 * in files, and the threads that work on rows. A {@link Batch} is how rows leave a program.
 */
package org.sqlvm.engine.row;
